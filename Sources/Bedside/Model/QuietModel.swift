import Nursery

/// What a start knows about quiet sessions.
public struct QuietStart: Hashable, Sendable {
  /// The kernel's name for this boot.
  public var kernelBoot: String
  /// What the files hold.
  public var finding: QuietFinding
  /// The latest moment in the log.
  public var lastAlive: KernelTime?

  /// A start in a boot, with these files.
  public init(kernelBoot: String = "", finding: QuietFinding = QuietFinding(), lastAlive: KernelTime? = nil) {
    self.kernelBoot = kernelBoot
    self.finding = finding
    self.lastAlive = lastAlive
  }
}

/// Quiet sessions in the model: their course, and what the panel shows while one runs.
struct QuietModel: Sendable {
  /// The rules.
  var course: QuietCourse
  /// What the start knew; nil once it was used.
  var start: QuietStart?
  /// The kernel's name for this boot.
  let kernelBoot: String
  /// Until when the ring is shown, on the boot clock.
  var ringUntil: Int?
  /// Until when NAP confirms a reset.
  var confirmUntil: Int?
  /// Until when NOT SAVED is shown.
  var unsavedUntil: Int?
  /// The pages behind the Box page, while they are open.
  var menu: QuietMenu?

  init(_ start: QuietStart, settings: BedsideSettings) {
    self.start = start
    kernelBoot = start.kernelBoot
    course = QuietCourse(defaults: settings.quiet, zone: settings.zone)
  }

  /// Removes everything whose time is over.
  mutating func forgetPast(_ now: Int) {
    if let until = ringUntil, until <= now { ringUntil = nil }
    if let until = confirmUntil, until <= now { confirmUntil = nil }
    if let until = unsavedUntil, until <= now { unsavedUntil = nil }
    if let until = menu?.until, until <= now { menu = nil }
  }

  /// The next time at which something disappears.
  var nextEnd: Int? { [ringUntil, confirmUntil, unsavedUntil, menu?.until].compactMap { $0 }.min() }

  /// Removes everything that is shown for some seconds. The session continues.
  mutating func clear() {
    ringUntil = nil
    confirmUntil = nil
    unsavedUntil = nil
    menu = nil
  }
}

/// Quiet sessions: the panel stays dark, and one press logs as always.
extension BedsideModel {
  /// How long the ring is shown after a press of MENU.
  static let ringMilliseconds = 6_000
  /// How long NAP may confirm a reset.
  static let confirmMilliseconds = 10_000

  /// Whether a shield is in force.
  var isShielded: Bool { quiet.course.shield != nil }

  /// The state of quiet sessions.
  public var quietCourse: QuietCourse { quiet.course }

  /// A moment as quiet sessions see it.
  public func quietMoment(at moment: Moment) -> QuietMoment {
    let isKnown = care.clocks.isSynced(boot: moment.boot.boot)
    return QuietMoment(
      kernelBoot: quiet.kernelBoot, milliseconds: moment.boot.milliseconds,
      wall: isKnown ? care.clocks.instant(at: moment.boot) : nil)
  }

  // MARK: Inputs and time

  mutating func launchQuiet(at moment: Moment) {
    guard let start = quiet.start else { return }
    quiet.start = nil
    apply(.launch(start.finding, lastAlive: start.lastAlive), token: nil, at: moment)
  }

  mutating func apply(_ input: QuietInput, token: Int?, at moment: Moment) {
    var refusal: QuietRefusal?
    for effect in quiet.course.handle(input, at: quietMoment(at: moment)) {
      switch effect {
      case .store(let state): effects.append(.keep(.quiet(state)))
      case .report(let news): apply(news, at: moment)
      case .refuse(let reason): refusal = reason
      }
    }
    if let token { effects.append(.quietAnswer(token: token, refusal)) }
    if refusal == .strict, token == nil { show(.cannotCancel, for: Self.noticeMilliseconds, at: moment) }
  }

  mutating func runQuietDeadlines(at moment: Moment) {
    apply(.tick, token: nil, at: moment)
    quiet.forgetPast(moment.boot.milliseconds)
  }

  private mutating func apply(_ news: QuietNews, at moment: Moment) {
    effects.append(.announce(.quiet(news)))
    switch news {
    case .started, .restored:
      quiet.clear()
      closeEdits()
    case .cancelling: screen.notice = nil
    case .kept: quiet.ringUntil = moment.boot.milliseconds + Self.ringMilliseconds
    case .ended(let reason):
      quiet.clear()
      // The panel is lit again without a press.
      wake(at: moment)
      show(.quietOver(reason), for: Self.noticeMilliseconds, at: moment)
    case .keptLonger: show(.quietKeptLonger, for: Self.noticeMilliseconds, at: moment)
    case .replaced:
      quiet.clear()
      show(.quietReplaced, for: Self.noticeMilliseconds, at: moment)
    }
  }

  /// Shows in a session, too, that the card refuses an event.
  mutating func showUnsaved(at moment: Moment) {
    guard isShielded else { return }
    quiet.unsavedUntil = moment.boot.milliseconds + Self.noticeMilliseconds
  }

  /// When a session or its picture changes next.
  var quietDeadline: Int? {
    [quiet.course.nextDeadline, quiet.nextEnd, nextSecond].compactMap { $0 }.min()
  }

  // MARK: Buttons in a session

  /// Applies a gesture to a session. Returns false if the gesture has its usual meaning.
  mutating func performQuietly(_ gesture: Gesture, at moment: Moment) -> Bool {
    guard isShielded else { return performInMenu(gesture, at: moment) }
    switch gesture {
    case .press(.menu, _):
      if let offered = offeredAction {
        buttons.menuPress = MenuPress(pageBefore: screen.page, lastBefore: screen.last)
        undoOffered(offered, at: moment)
      } else {
        pressMenuQuietly(at: moment)
      }
    case .doublePress(.menu, _):
      chooseNextBaby()
      pressMenuQuietly(at: moment)
    case .menuHold:
      // A hold of the press that took back what a stuck button logged means nothing more.
      if buttons.menuPress?.isAnswer != true { apply(.cancel, token: nil, at: moment) }
    case .chordHold: askForReset(at: moment)
    case .press(let button, _), .doublePress(let button, _): return pressQuietly(button, at: moment)
    case .stuck(.menu, _):
      // If the button is stuck, no one wanted to end the session.
      keepSession(at: moment)
      return false
    case .backdate, .chord, .release, .stuck, .unstuck: return false
    }
    return true
  }

  private mutating func pressMenuQuietly(at moment: Moment) {
    buttons.menuPress = nil
    quiet.confirmUntil = nil
    screen.notice = nil
    quiet.ringUntil = moment.boot.milliseconds + Self.ringMilliseconds
    keepSession(at: moment)
  }

  /// Chooses the next baby, because no page of another baby can be opened in a session.
  private mutating func chooseNextBaby() {
    guard let index = babies.firstIndex(of: care.chosenBaby) else { return }
    choose(babies[(index + 1) % babies.count])
  }

  private mutating func keepSession(at moment: Moment) {
    guard quiet.course.session?.cancelMilliseconds != nil else { return }
    apply(.keep, token: nil, at: moment)
  }

  private mutating func askForReset(at moment: Moment) {
    quiet.confirmUntil = moment.boot.milliseconds + Self.confirmMilliseconds
    screen.notice = nil
  }

  private mutating func pressQuietly(_ button: Button, at moment: Moment) -> Bool {
    if quiet.confirmUntil != nil {
      swallow(button, at: moment)
      quiet.confirmUntil = nil
      if button == .nap { apply(.reset, token: nil, at: moment) }
      return true
    }
    guard let shield = quiet.course.shield, !isLetThrough(button, by: shield) else {
      return false
    }
    swallow(button, at: moment)
    show(.notInQuiet(button), for: Self.noticeMilliseconds, at: moment)
    return true
  }

  mutating func swallow(_ button: Button, at moment: Moment) {
    var press = CorrectablePress(milliseconds: moment.boot.milliseconds)
    press.isSwallowed = true
    buttons.presses[button] = press
  }

  // MARK: What is shown

  /// What the panel shows in a session at a moment; nil when none runs.
  func quietShow(at moment: Moment) -> QuietShow? {
    guard isShielded, let session = quiet.course.session else { return nil }
    let now = quietMoment(at: moment)
    if quiet.confirmUntil != nil { return .confirmReset }
    if showsNoticeQuietly { return .notice }
    if let left = session.cancelRemainingMilliseconds(at: now) {
      return .cancelling(seconds: Self.seconds(left), of: QuietCourse.cancelMilliseconds / 1000)
    }
    guard quiet.ringUntil != nil else { return .dark }
    return .ring(
      seconds: Self.seconds(session.remainingMilliseconds(at: now)), of: session.lengthMilliseconds / 1000)
  }

  /// Whether a notice is shown. A notice without an end of its own would keep the panel lit all night.
  private var showsNoticeQuietly: Bool {
    if quiet.unsavedUntil != nil { return true }
    switch screen.notice?.notice {
    case nil, .stuck: return false
    default: return true
    }
  }

  /// A second that has begun counts.
  private static func seconds(_ milliseconds: Int) -> Int { (milliseconds + 999) / 1000 }

  /// The light of a session; nil when none runs.
  func quietLight(at moment: Moment) -> PanelLight? {
    quietShow(at: moment).map { $0 == .dark ? .off : .dim }
  }

  /// When the seconds that are shown change.
  private var nextSecond: Int? {
    guard isShielded, let session = quiet.course.session, let now = screen.drawnMilliseconds else {
      return nil
    }
    guard quiet.ringUntil != nil || session.cancelMilliseconds != nil else { return nil }
    let due = session.cancelMilliseconds ?? session.endMilliseconds
    guard due > now else { return now + 1000 }
    let rest = (due - now) % 1000
    return now + (rest == 0 ? 1000 : rest)
  }
}

import Nursery

/// The pages behind the Box page that start a quiet session and change its settings. MENU goes to the next row, and a
/// double press of MENU chooses the row that was marked before. Holding MENU leaves the pages. NAP and FEED log as
/// everywhere, and leave them too.
struct QuietMenu: Hashable, Sendable {
  /// A page of rows.
  enum Sheet: Hashable, Sendable {
    case main
    case allowed
    case nightly
    /// A time of the schedule is being set. MENU makes it half an hour later.
    case start
    case end
  }

  /// A row, named by what choosing it does.
  enum Row: Hashable, Sendable {
    case start
    case length
    case mode
    case allowed
    case nightly
    case phone
    case clock
    case allow(QuietAction)
    case isEnabled
    case from
    case to
    case scheduleMode
    case save
    case back
  }

  var sheet = Sheet.main
  var index = 0
  /// The row before the last press, which a double press chooses.
  var indexBefore = 0
  /// The index of the chosen length among those offered.
  var length = SessionMode.offeredMinutes.firstIndex(of: SessionMode.defaultMinutes) ?? 0
  /// The schedule that is being edited. It is kept when the user saves it.
  var schedule: RecurringSchedule
  /// When it closes by itself, on the boot clock.
  var until: Int
  /// Whether the clock may be set here. That is then the likely purpose, and comes first.
  let leadsWithClock: Bool

  /// How long it stays open without a press.
  static let openMilliseconds = 30_000
  /// The step of a press, in minutes.
  private static let stepMinutes = 30

  /// The first page, at its first row.
  init(_ schedule: RecurringSchedule, at now: Int, leadsWithClock: Bool = false) {
    self.schedule = schedule
    self.leadsWithClock = leadsWithClock
    until = now + Self.openMilliseconds
  }

  /// The rows of the page.
  var rows: [Row] {
    switch sheet {
    case .main:
      leadsWithClock
        ? [.clock, .start, .length, .mode, .allowed, .nightly, .phone, .back]
        : [.start, .length, .mode, .allowed, .nightly, .phone, .clock, .back]
    case .allowed: QuietAction.allCases.map { .allow($0) } + [.back]
    case .nightly, .start, .end: [.isEnabled, .from, .to, .scheduleMode, .save, .back]
    }
  }

  /// The length of the next session, in minutes.
  var minutes: Int { SessionMode.offeredMinutes[length] }

  /// The row that is marked.
  var row: Row { rows[index] }

  /// Whether a press changes a time instead of going to the next row.
  var isSettingTime: Bool { sheet == .start || sheet == .end }

  /// Applies a press of MENU.
  mutating func next() {
    indexBefore = index
    if isSettingTime { return move(by: Self.stepMinutes) }
    index = (index + 1) % rows.count
  }

  /// Takes back a press of MENU, for the second press of a double press.
  mutating func undo() {
    if isSettingTime { return move(by: -Self.stepMinutes) }
    index = indexBefore
  }

  /// Goes to a page, with a row marked.
  mutating func open(_ sheet: Sheet, at index: Int = 0) {
    self.sheet = sheet
    self.index = index
    indexBefore = index
  }

  /// Goes to a page, with one of its rows marked.
  mutating func open(_ row: Row, of sheet: Sheet) {
    open(sheet)
    open(sheet, at: rows.firstIndex(of: row) ?? 0)
  }

  /// Goes to the next offered length.
  mutating func lengthen() { length = (length + 1) % SessionMode.offeredMinutes.count }

  private mutating func move(by minutes: Int) {
    let delta = sheet == .start ? (minutes, 0) : (0, minutes)
    let start = WallTime(minutesAfterMidnight: schedule.start.minutesAfterMidnight + delta.0)
    let end = WallTime(minutesAfterMidnight: schedule.end.minutesAfterMidnight + delta.1)
    let changed = RecurringSchedule(
      isEnabled: schedule.isEnabled, start: start, end: end, strictness: schedule.strictness)
    // A schedule must not end when it starts, so that time is skipped.
    guard let changed else { return move(by: minutes * 2) }
    schedule = changed
  }
}

/// The pages behind the Box page.
extension BedsideModel {
  /// What the open page shows; nil while none is open.
  var quietMenuScene: QuietMenuScene? {
    guard !isShielded, let menu = quiet.menu else { return nil }
    return QuietMenuScene(
      menu: menu, strictness: quiet.course.strictness, allowed: quiet.course.allowed,
      schedule: quiet.course.schedule)
  }

  /// Applies a gesture to an open page. Returns false if the gesture has its usual meaning.
  mutating func performInMenu(_ gesture: Gesture, at moment: Moment) -> Bool {
    guard quiet.menu != nil else {
      guard case .doublePress(.menu, _) = gesture, buttons.menuPress?.pageBefore == .box,
        buttons.menuPress?.action == nil
      else { return false }
      openBehindBox(at: moment)
      return true
    }
    quiet.menu?.until = moment.boot.milliseconds + QuietMenu.openMilliseconds
    wake(at: moment)
    switch gesture {
    case .press(.menu, _): quiet.menu?.next()
    case .doublePress(.menu, _):
      quiet.menu?.undo()
      choose(at: moment)
    case .menuHold:
      // Closing the pages ends the effect of the press with which the hold began.
      quiet.menu = nil
    case .press(.nap, _), .press(.feed, _), .press(.extra, _):
      // Logging takes precedence, and the Now page shows what it did.
      quiet.menu = nil
      screen.page = .now
      return false
    default: return false
    }
    return true
  }

  /// Opens what is behind the Box page: first its parts, and then the pages of quiet sessions. The double press takes
  /// back the page turn of its first press.
  private mutating func openBehindBox(at moment: Moment) {
    buttons.menuPress = nil
    screen.choiceDeadline = nil
    screen.page = .box
    wake(at: moment)
    guard screen.showsBoxDetails else { return screen.showsBoxDetails = true }
    quiet.menu = QuietMenu(
      quiet.course.schedule, at: moment.boot.milliseconds,
      leadsWithClock: !clockIsSetByMachine(at: moment))
  }

  private mutating func choose(at moment: Moment) {
    guard let menu = quiet.menu else { return }
    switch menu.sheet {
    case .start, .end: return quiet.menu?.open(.nightly, at: menu.index) ?? ()
    case .main, .allowed, .nightly: break
    }
    switch menu.row {
    case .start: startQuietly(menu.minutes, at: moment)
    case .length: quiet.menu?.lengthen()
    case .mode: apply(.strictness(quiet.course.strictness.other), token: nil, at: moment)
    case .allowed: quiet.menu?.open(.allowed)
    case .nightly: quiet.menu?.open(.nightly)
    case .phone: askForPhoneCode()
    case .clock: openClock(at: moment)
    case .allow(let action): toggle(action, at: moment)
    case .isEnabled: quiet.menu?.schedule.isEnabled.toggle()
    case .from: quiet.menu?.open(.start, at: menu.index)
    case .to: quiet.menu?.open(.end, at: menu.index)
    case .scheduleMode: quiet.menu?.schedule.strictness = menu.schedule.strictness.other
    case .save: save(menu.schedule, at: moment)
    case .back: goBack(from: menu)
    }
  }

  private mutating func startQuietly(_ minutes: Int, at moment: Moment) {
    apply(.start(minutes: minutes, nil), token: nil, at: moment)
    // The ring shows its length to the person who started it.
    quiet.ringUntil = moment.boot.milliseconds + Self.ringMilliseconds
    screen.page = .now
  }

  private mutating func toggle(_ action: QuietAction, at moment: Moment) {
    apply(.allow(quiet.course.allowed.symmetricDifference([action])), token: nil, at: moment)
  }

  /// Saves the schedule. Steps of editing do not apply before, because a session would start at once within its window.
  private mutating func save(_ schedule: RecurringSchedule, at moment: Moment) {
    quiet.menu?.open(.nightly, of: .main)
    apply(.schedule(schedule), token: nil, at: moment)
  }

  private mutating func goBack(from menu: QuietMenu) {
    guard menu.sheet != .main else {
      quiet.menu = nil
      return
    }
    quiet.menu?.schedule = quiet.course.schedule
    quiet.menu?.open(menu.sheet == .allowed ? .allowed : .nightly, of: .main)
  }
}

extension StrictnessMode {
  fileprivate var other: StrictnessMode { self == .strict ? .flexible : .strict }
}

import Nursery

/// The rules of the box. One pure step function decides everything: `handle` receives what happened and when, changes
/// the state, and returns what to do. `nextDeadline` says when to call it again.
///
/// Invariant: an event becomes state, and its confirmation is drawn, only after `saved` has named it.
public struct BedsideModel: Sendable {
  /// What the box knows, and events on their way to the card. Its rules are beside `CareModel`, in `+Feeds` and `+Boxes`.
  var care: CareModel
  /// The clock that a person sets, beside `ClockByHand`.
  var clock = ClockModel()
  /// The day's plans, and what was learned. The rules are beside `PlanModel`, and in `+Mornings`.
  var planning = PlanModel()
  /// The nights, beside `NightModel`.
  var nights: NightModel
  /// Cues and sounds. The rules are in `+Sound`; a cue is found beside `NightModel`.
  var reminders = ReminderModel()
  /// Quiet sessions, beside `QuietModel`, and their pages, beside `QuietMenu`.
  var quiet: QuietModel
  /// Motion. The rules are in `+Motion`; what the panel asks is in `+Remarks`.
  var motion = MotionModel()
  /// Presses, and what takes them back. The rules are in `+Gestures` and `+Offers`.
  var buttons = ButtonModel()
  /// What the panel shows. The rules are in `+Scene` and `+Calls`, and beside `LastModel`.
  var screen = ScreenModel()
  /// The monthly check of the log, in `+LogCheck`.
  var logCheck = LogCheckModel()
  var effects: [Effect] = []
  /// When to call `handle(.tick)` at the latest, in milliseconds of the boot clock; nil if only an input needs it. It
  /// is stored because every turn reads it, and only `handle` changes it.
  public internal(set) var nextDeadline: Int? = 0

  /// The box at its start, with what the log's events gave as `logs` and `clocks`, and with the kept nights and the
  /// kept choice of a baby.
  public init(
    settings: BedsideSettings, logs: [BabyID: CareLog], clocks: ClockHistory, idSeed: UInt64,
    box: BoxCondition, nights: [BabyID: SleepStore] = [:], chosen: BabyID? = nil,
    quiet: QuietStart = QuietStart()
  ) {
    self.quiet = QuietModel(quiet, settings: settings)
    self.nights = NightModel(nights)
    care = CareModel(settings, logs: logs, clocks: clocks, idSeed: idSeed, box: box, chosen: chosen)
  }

  /// Decides what an input means at a moment, and returns what to do, in order.
  public mutating func handle(_ input: Input, at moment: Moment) -> [Effect] {
    effects = []
    apply(input, at: moment)
    nextDeadline = earliestDeadline
    return effects
  }

  private mutating func apply(_ input: Input, at moment: Moment) {
    care.clocks.noteAlive(at: moment.boot, savedWall: moment.trust == .saved ? moment.wall : nil)
    noticeSync(at: moment)
    boundClock(at: moment)
    if screen.darkDeadline == nil, care.settings.darkAfterMinutes != nil { wake(at: moment) }
    launchQuiet(at: moment)
    guard receive(input, at: moment) || !effects.isEmpty || isDue(at: moment) else { return }
    advanceGestures(at: moment)
    runDeadlines(at: moment)
    gatherNights(at: moment)
    lookForNight(at: moment)
    redraw(at: moment)
    lookForSounds(at: moment)
  }

  /// Treats a clock that became synced without a report as a first report. Reading the same clock again does not
  /// confirm a report that waits.
  mutating func noticeSync(at moment: Moment) {
    guard moment.trust.isSet, care.clocks.trust(ofBoot: moment.boot.boot).map({ $0 < moment.trust }) ?? true,
      !clock.judge.isHolding
    else { return }
    receiveClockReport(at: moment)
    if clockIsSetByMachine(at: moment) { clock.byHand = nil }
  }

  /// Whether something is due. Readings come every second, each with a turn of the loop: if they change nothing and
  /// nothing is due, no picture is computed. What they make due waits for the turn's tick.
  private func isDue(at moment: Moment) -> Bool {
    nextDeadline.map { $0 <= moment.boot.milliseconds } ?? false
  }

  /// Receives an input. Returns false if the picture stays the same.
  private mutating func receive(_ input: Input, at moment: Moment) -> Bool {
    switch input {
    case .tick: return false
    case .motion(let reading): return receiveMotion(reading, at: moment)
    case .edge(let edge):
      logCheck.pressMilliseconds = moment.boot.milliseconds
      return perform(buttons.recognizer.feed(edge), at: moment)
    case .levels(let levels):
      return perform(
        buttons.recognizer.reconcile(levels: levels, milliseconds: moment.boot.milliseconds), at: moment)
    case .saved(let ids, let isHolding, let stamps):
      receiveSaved(ids, isHolding: isHolding, stamps, at: moment)
    case .received(let events, let clocks): receive(events, clocks, at: moment)
    case .link(let news): care.box.link = news
    case .clockReport:
      receiveClockReport(at: moment)
      if clockIsSetByMachine(at: moment) { clock.byHand = nil }
    case .zone(let zone): receiveZone(zone)
    case .settings(let new): follow(new, at: moment)
    case .settingsRefused(let line): care.box.settingsRefusedAtLine = line
    case .part(let part, let state): return receivePart(part, state)
    case .activityRead(let kept): recall(kept, at: moment)
    case .measureEmptyCrib: return measureEmptyCrib(at: moment)
    case .kept(let content, let isOnFlash): return receive(content, isOnFlash: isOnFlash, at: moment)
    case .request(let request): receiveRequest(request, at: moment)
    case .nightRemarks(let baby, let remarks, let token): receive(remarks, of: baby, token: token, at: moment)
    case .nightsFound(let kept, let token):
      receiveKept(kept)
      if token != nil { handOverNights(token: token) }
    case .quiet(let input, let token): apply(input, token: token, at: moment)
    case .phone(let offer): return receive(offer, at: moment)
    case .noPhoneNow: show(.noPhoneNow, for: Self.noticeMilliseconds, at: moment)
    case .clockByHand(let wall, let token, let trust): setClock(to: wall, token: token, by: trust, at: moment)
    case .logCopied(let instant): care.box.copied = instant
    case .segmentChecked(let check): return receive(check, at: moment)
    }
    return true
  }

  /// Receives whether a small file is on the card. Returns false if it cannot have changed anything.
  private mutating func receive(_ content: KeptContent, isOnFlash: Bool, at moment: Moment) -> Bool {
    if case .calibration = content { motion.measurement?.isOnFlash = isOnFlash }
    guard !isOnFlash else { return false }
    switch content {
    case .nights: nights.handedOver = nil
    case .quiet: apply(.notStored, token: nil, at: moment)
    // The station hands over a choice again, a check is made again, and a calibration is learned again.
    case .chosen, .checked, .calibration: return false
    }
    return true
  }

  private mutating func receiveZone(_ zone: ZoneWindow) {
    care.settings.zone = zone
    logCheck.dueMilliseconds = 0
    quiet.course.zone = zone
  }

  /// Makes the gestures that are due without an edge, unless the buttons' levels must be read first.
  mutating func advanceGestures(at moment: Moment) {
    guard screen.isSeen else { return }  // those of the start are made already
    if buttons.recognizer.wantsLevels(at: moment.boot.milliseconds) {
      effects.append(.readLevels)
    } else {
      perform(buttons.recognizer.advance(to: moment.boot.milliseconds), at: moment)
    }
  }

  private mutating func receivePart(_ part: Input.Part, _ state: BoxCondition.PartState) -> Bool {
    guard care.box[part] != state else { return false }
    care.box[part] = state
    effects.append(.announce(.part(part, state)))
    return true
  }
}

/// An event on its way to the card.
struct PendingEvent: Hashable, Sendable {
  var event: CareEvent
  /// When it was handed to the storage, on the boot clock.
  var since: Int
  /// The notice to show once it is saved, and not before. Only the last event of an action has one.
  var noticeWhenSaved: Notice?
  /// The requests to answer: the one that made it, and those that repeat it while it is on its way.
  var tokens: [Int] = []
  /// Whether the card has refused it at least once.
  var isMemoryOnly = false
}

/// A notice, and when it disappears.
struct TimedNotice: Hashable, Sendable {
  var notice: Notice
  /// On the boot clock; nil if something else ends it.
  var until: Int?
  /// The event that it confirms, if any.
  var event: EventID?
  /// The baby that it is about, if that is known.
  var baby: BabyID?
}

/// The last undone action, and until when MENU brings it back.
struct Redoable: Hashable, Sendable {
  var action: Action
  var until: Int
}

/// What a press of MENU or its hold did, so that its double press or its hold, or the fact that the button is stuck,
/// can take that back.
struct MenuPress: Hashable, Sendable {
  /// The page before it.
  var pageBefore: Page
  /// The entries that were open before it.
  var lastBefore: LastModel?
  /// What it did instead of turning a page: a switch of side, a bottle's amount, an undo.
  var action: Action?
  /// Whether it took back what was offered, so that holding it means nothing.
  var isAnswer = false
  /// The bottle whose amount it changes. The release, or a long hold, shows whether it becomes larger or smaller.
  var bottle: Bottle?

  /// A bottle, and when the press that changes it began, on the boot clock.
  struct Bottle: Hashable, Sendable {
    var id: EventID
    var pressedAt: Int
  }
}

/// What was last sent to the panel. This is a class because the model is moved in every turn and a scene is large.
final class Drawn: Sendable {
  let scene: Scene
  let picture: Picture
  let light: PanelLight

  init(scene: Scene, picture: Picture, light: PanelLight) {
    (self.scene, self.picture, self.light) = (scene, picture, light)
  }

  /// Whether a scene in the same minute would look the same.
  func shows(_ next: Scene, _ light: PanelLight) -> Bool {
    guard light == self.light, next.now.minute == scene.now.minute else { return false }
    var next = next
    next.now = scene.now
    return next == scene
  }
}

extension BoxCondition {
  /// A part's state.
  fileprivate subscript(part: Input.Part) -> PartState {
    get {
      switch part {
      case .panel: panel
      case .accelerometer: accelerometer
      case .buttons: buttons
      case .piezo: piezo
      }
    }
    set {
      switch part {
      case .panel: panel = newValue
      case .accelerometer: accelerometer = newValue
      case .buttons: buttons = newValue
      case .piezo: piezo = newValue
      }
    }
  }
}

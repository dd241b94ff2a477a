import Nursery

/// The gesture in progress, and what the last presses did, so that later gestures can correct that.
struct ButtonModel: Sendable {
  var recognizer = GestureRecognizer()
  /// The last press of each button, for the gestures that correct it.
  var presses: [Button: CorrectablePress] = [:]
  /// The press of each button before its last one.
  var earlierPresses: [Button: CorrectablePress] = [:]
  var stuck: [Button] = []
  var menuPress: MenuPress?
  var history = ActionHistory()
  var redoable: Redoable?
  /// What a stuck button logged, while the box asks whether to keep it.
  var offered: Action?
  /// The last press that may have meant something else, and what another press logs instead.
  var answer: Answer?
  /// A press that logs the other meaning of the last one. It waits for its release: a hold moves the last one instead.
  var second: SecondPress?
  /// The bottle that a button logged last.
  var lastBottle: EventID?

  /// A press while the panel showed what another press logs instead.
  struct SecondPress: Sendable {
    var button: Button
    var answer: Answer
    var moment: Moment
  }
}

/// One thing that a person did. A correction or an undo takes it back whole.
struct Action: Hashable, Sendable {
  /// The baby.
  var baby: BabyID
  /// The events, in the order in which they were decided.
  var events: [CareEvent]
  /// The commands that take them back, in order.
  var inverses: [CareCommand]

  /// The events in the order in which they are written. A power cut may keep only the first of them. So nothing is
  /// deleted before what stands in its place is written, and all corrections of one event are one line.
  var written: [CareEvent] {
    var lines: [CareEvent] = []
    for event in events {
      guard let index = lines.firstIndex(where: { $0.corrects(event.about) }), event.about != event.id else {
        lines.append(event)
        continue
      }
      lines.append(event.joined(with: lines.remove(at: index)))
    }
    return lines.filter { !$0.deletes } + lines.filter { $0.deletes }
  }

  /// When what it did began or ended. The rules may have granted another time than the one that was wanted.
  var time: EventTime? {
    switch events.last?.change {
    // Only a night that is over is added with its end.
    case .added(let care)?: care.end ?? care.start
    case .amended(_, let patch)?: patch.end ?? patch.start
    case .deleted?, nil: nil
    }
  }
}

extension CareEvent {
  fileprivate var deletes: Bool { if case .deleted = change { true } else { false } }

  /// Whether it corrects an earlier event.
  fileprivate func corrects(_ event: EventID) -> Bool { about == event && id != event }

  /// This correction with what an earlier one of the same event changes too. A deletion needs no earlier correction.
  fileprivate func joined(with earlier: CareEvent) -> CareEvent {
    guard case .amended(let id, let patch) = change, case .amended(_, let old) = earlier.change else {
      return self
    }
    var joined = self
    joined.change = .amended(id, old.joined(with: patch))
    return joined
  }
}

/// What a press that answered a question did, and what the same button logs instead.
struct Answer: Sendable {
  var action: Action
  var instead: BedsideModel.Wish

  /// Whether the baby is awake if the button logs that.
  var saysAwake: Bool {
    switch instead.deed {
    case .wokeUp, .nightSlept, .sleepEnded: true
    default: false
    }
  }
}

/// A press that later gestures may correct.
struct CorrectablePress: Hashable, Sendable {
  /// When, on the boot clock.
  var milliseconds: Int
  /// What it did; nil if it was refused.
  var action: Action?
  /// What holding it would move, if anything.
  var movable: Movable?
  /// Whether it answered a question, or a quiet session refused it, so that the gestures after it log nothing.
  var isSwallowed = false
  /// Whether a later press of the button was held to move it, and logged nothing.
  var isHeldLater = false
  /// The move that the hold shows; it is written at the release.
  var pendingMove: PendingMove?
  /// Whether it followed the button's last press within seconds.
  var isRepeated = false

  /// The begin or end of an event that a hold moves.
  struct Movable: Hashable, Sendable {
    var event: EventID
    var movesEnd: Bool
    var original: EventTime
    var deed: Confirmation.Deed
  }

  /// The time that was shown, and the amendment that keeps it.
  struct PendingMove: Hashable, Sendable {
    var command: CareCommand
    var time: EventTime
  }
}

/// The last actions, so that they can be undone.
struct ActionHistory: Hashable, Sendable {
  /// More than a tired parent remembers. It limits the memory in use.
  private static let depth = 16

  var done: [Action] = []
  /// Whether the newest line of the log may be from a press before this start.
  var looksBack = true

  mutating func record(_ action: Action) {
    done.append(action)
    if done.count > Self.depth { done.removeFirst() }
  }

  /// The last action for a baby.
  func last(of baby: BabyID) -> Action? { done.last { $0.baby == baby } }

  /// The last action of a button at that time on the boot clock or later, whatever else was done since.
  func lastPress(since milliseconds: Int) -> Action? {
    done.last { action in
      guard let event = action.events.last else { return false }
      return event.source == .button && event.moment.boot.milliseconds >= milliseconds
    }
  }

  /// Removes an action that a correction has already taken back.
  mutating func forget(_ action: Action) {
    done.removeAll { $0 == action }
  }
}

extension Confirmation.Deed {
  /// Whether it ends something, so that a hold moves the end.
  var endsCare: Bool {
    switch self {
    case .sleepEnded, .sleptTooShort, .nightSlept, .nursingEnded, .nursedTooShort: true
    default: false
    }
  }
}

/// Presses and requests from before the log was open, as the first input once it is. Each counts from its own time, as
/// if the log had been open then; what they did is shown at `endStart`.
extension BedsideModel {
  /// Begins with the state of the buttons; the gestures in `hands` follow one by one.
  public mutating func beginStart(_ hands: EarlyHands, at moment: Moment) -> [Effect] {
    effects = []
    care.clocks.noteAlive(at: moment.boot, savedWall: moment.trust == .saved ? moment.wall : nil)
    // The clock is read first, so that the presses are shown with the times that are known by now.
    noticeSync(at: moment)
    let start = moment.moved(toBootMilliseconds: hands.startMilliseconds)
    boundClock(at: start)
    buttons.recognizer = hands.recognizer
    launchQuiet(at: start)
    screen.isSeen = false
    return effects
  }

  /// Performs gestures with their meaning at their own time: by the day, the page and the quiet session of then.
  public mutating func perform(early gestures: [Gesture], at moment: Moment) -> [Effect] {
    effects = []
    for gesture in gestures {
      let then = moment.moved(toBootMilliseconds: gesture.milliseconds)
      runMeanings(at: then)
      redraw(at: then)
      perform([gesture], at: then)
    }
    return effects
  }

  /// From now on things happen at the time of their input.
  public mutating func endStart(at moment: Moment) -> [Effect] {
    effects = []
    screen.isSeen = true
    if screen.notice?.until != nil {
      screen.notice?.until = moment.boot.milliseconds + Self.noticeMilliseconds
    }
    wake(at: moment)
    advanceGestures(at: moment)
    runDeadlines(at: moment)
    gatherNights(at: moment)
    redraw(at: moment)
    lookForSounds(at: moment)
    nextDeadline = earliestDeadline
    return effects
  }
}

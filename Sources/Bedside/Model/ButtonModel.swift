import Nursery

/// What hands do and did: the gesture under way, and what the last presses came to, so that later ones correct it.
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
  /// What a stuck button logged, while it is asked whether to keep it.
  var offered: Action?
  /// The bottle that a button logged last.
  var lastBottle: EventID?
}

/// One thing a parent did: what a correction or an undo takes back whole.
struct Action: Hashable, Sendable {
  /// Whose.
  var baby: BabyID
  /// The events, in the order they were decided.
  var events: [CareEvent]
  /// What takes them back, in the order to be carried out.
  var inverses: [CareCommand]

  /// When what it did began or ended, as it was granted: not always as it was wished.
  var time: EventTime? {
    switch events.last?.change {
    // What is added with its end is a night that is over.
    case .added(let care)?: care.end ?? care.start
    case .amended(_, let patch)?: patch.end ?? patch.start
    case .deleted?, nil: nil
    }
  }
}

/// A press whose later gestures correct it.
struct CorrectablePress: Hashable, Sendable {
  /// When, on the boot clock.
  var milliseconds: Int
  /// What it did; nil when it was refused.
  var action: Action?
  /// What holding it would move, if anything.
  var movable: Movable?
  /// It answered a question, or was refused by a quiet session: nothing that follows may log.
  var isSwallowed = false
  /// What the hold has moved so far; written on release.
  var pendingMove: PendingMove?
  /// It followed the button's last press within seconds.
  var isRepeated = false

  /// The end of an event that a hold moves.
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

/// What the last actions were, so that they can be undone, and the last undone one brought back.
struct ActionHistory: Hashable, Sendable {
  /// More than a tired parent remembers; bounded so that memory is.
  private static let depth = 16

  var done: [Action] = []
  /// Whether the newest line of the log may be of a press before this start.
  var looksBack = true

  mutating func record(_ action: Action) {
    done.append(action)
    if done.count > Self.depth { done.removeFirst() }
  }

  /// Takes the last action that was about a baby off, for undoing.
  mutating func removeLast(of baby: BabyID) -> Action? {
    done.lastIndex { $0.baby == baby }.map { done.remove(at: $0) }
  }

  /// Forgets an action that a correction has already taken back.
  mutating func forget(_ action: Action) {
    done.removeAll { $0 == action }
  }
}

extension Confirmation.Deed {
  /// Whether it is the end of something, which a hold moves.
  var endsCare: Bool {
    switch self {
    case .sleepEnded, .sleptTooShort, .nightSlept, .nursingEnded: true
    default: false
    }
  }
}

/// What was pressed before the log was open.
extension BedsideModel {
  /// Takes over from a start of the process, at the moment of the log's opening and as the first input of all. Each
  /// gesture is performed at its own time, as if the log had been there; what it came to is told now.
  public mutating func handle(_ hands: EarlyHands, at moment: Moment) -> [Effect] {
    effects = []
    care.clocks.noteAlive(at: moment.boot, savedWall: moment.trust == .saved ? moment.wall : nil)
    // The one look at the clock comes first, so that the presses are told with the times that are known by now.
    noticeSync(at: moment)
    buttons.recognizer = hands.recognizer
    launchQuiet(at: stamp(moment, hands.startMilliseconds))
    screen.isSeen = false
    for gesture in hands.gestures { perform(late: gesture, at: stamp(moment, gesture.milliseconds)) }
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

  /// A press means what it would have meant then: by the day, the page and the quiet session of its own time.
  private mutating func perform(late gesture: Gesture, at moment: Moment) {
    runMeanings(at: moment)
    redraw(at: moment)
    perform([gesture], at: moment)
  }
}

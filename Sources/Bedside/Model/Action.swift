import Nursery

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

  mutating func record(_ action: Action) {
    done.append(action)
    if done.count > Self.depth { done.removeFirst() }
  }

  /// Takes the last action off, for undoing.
  mutating func removeLast() -> Action? { done.popLast() }

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

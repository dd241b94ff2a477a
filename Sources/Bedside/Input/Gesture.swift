/// What a hand meant, from edges and time. The press comes at once; every other gesture corrects that press.
/// Times are the boot clock's, in milliseconds, of the edge or the deadline that made the gesture.
public enum Gesture: Hashable, Sendable {
  /// The press edge: act now.
  case press(Button, milliseconds: Int)
  /// Held on: move the event just made `minutes` (5, 10, … 60) earlier in all. Not MENU, and not in the
  /// second press of a double press, which has corrected already.
  case backdate(Button, minutes: Int, milliseconds: Int)
  /// The second press of two within 0.6 s: corrects the first. No `press` is sent for it.
  case doublePress(Button, milliseconds: Int)
  /// MENU held for 1.5 s, and not in the second press of a double press.
  case menuHold(milliseconds: Int)
  /// NAP and FEED are both down, the second before the first had backdated: take both presses back. The second
  /// button's `press` was never sent. If `first` was down in the second press of a double press, nothing of that
  /// pair may stay logged either. No `release` follows, whichever button comes up first.
  case chord(first: Button, milliseconds: Int)
  /// The chord was held for 5 s.
  case chordHold(milliseconds: Int)
  /// A button that made a `press` or a `doublePress` was let go. The time is when it came up, which is known only
  /// when its bounce is over.
  case release(Button, milliseconds: Int)
  /// A button has been down for 10 s: more than any gesture needs. Sent once; its presses are ignored till it is up.
  case stuck(Button, milliseconds: Int)
  /// A stuck button, or one held since power-up, came up.
  case unstuck(Button, milliseconds: Int)
}

extension Gesture {
  /// The time of the edge or the deadline that made the gesture, on the boot clock.
  public var milliseconds: Int {
    switch self {
    case .press(_, let milliseconds), .doublePress(_, let milliseconds), .release(_, let milliseconds),
      .stuck(_, let milliseconds), .unstuck(_, let milliseconds), .backdate(_, _, let milliseconds),
      .chord(_, let milliseconds), .menuHold(let milliseconds), .chordHold(let milliseconds):
      milliseconds
    }
  }
}

/// How long each gesture takes, in milliseconds.
public enum GestureTiming {
  /// The longest chatter of a contact that must not count: a level that changes back within it never changed.
  public static let bounceMilliseconds = 25
  /// A level is settled when no edge came for longer than the bounce.
  public static let settleMilliseconds = bounceMilliseconds + 1
  /// The longest time from the press edge of one press to the press edge of the next that makes the two a
  /// double press.
  public static let doublePressMilliseconds = 600
  /// NAP or FEED held this long moves its event by the first step.
  public static let backdateMilliseconds = 800
  /// Each further step takes this long.
  public static let backdateRepeatMilliseconds = 600
  /// One step, in minutes.
  public static let backdateStepMinutes = 5
  /// Up to this total, in minutes, reached after 7.4 s, steps are short; then they are longer and come faster.
  public static let shortBackdateMinutes = 60
  /// One of the longer steps, in minutes.
  public static let longBackdateStepMinutes = 15
  /// Each of them takes this long.
  public static let longBackdateRepeatMilliseconds = 300
  /// No total is longer, in minutes: twelve hours. One hold reaches three, for then the button counts as stuck.
  public static let backdateLimitMinutes = 720
  /// MENU held this long undoes.
  public static let menuHoldMilliseconds = 1_500
  /// NAP and FEED held together this long ask for the emergency reset.
  public static let chordHoldMilliseconds = 5_000
  /// No gesture takes this long: something leans on the button, or it is broken.
  public static let stuckMilliseconds = 10_000
}

/// The buttons: three on every box, and a fourth one on some.
public enum Button: Hashable, Sendable, CaseIterable {
  /// Start sleep, or end it.
  case nap
  /// Start nursing, or end it.
  case feed
  /// Pages, sides, undo.
  case menu
  /// One press logs what the configuration says.
  case extra
}

/// A change of a button's level, still with bounce.
public struct ButtonEdge: Hashable, Sendable {
  /// Which button.
  public var button: Button
  /// The level after the edge.
  public var isPressed: Bool
  /// When, on the boot clock, in milliseconds.
  public var milliseconds: Int
  /// True when edges of this button were lost before this one: its level now is all that is known.
  public var followsLoss: Bool

  /// An edge at a time of the boot clock.
  public init(button: Button, isPressed: Bool, milliseconds: Int, followsLoss: Bool = false) {
    self.button = button
    self.isPressed = isPressed
    self.milliseconds = milliseconds
    self.followsLoss = followsLoss
  }
}

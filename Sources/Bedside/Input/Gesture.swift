/// What a person does with the buttons, as edges and time tell. A press is known at once; every other gesture corrects
/// that press. The time is that of the edge or the deadline that made the gesture, in milliseconds of the boot clock.
public enum Gesture: Hashable, Sendable {
  /// A button was pressed. The box acts at once.
  case press(Button, milliseconds: Int)
  /// The button is held: the event of its press began `minutes` earlier in total (5, 10, … 60, and then in longer
  /// steps). MENU and the second press of a double press do not make it.
  case backdate(Button, minutes: Int, milliseconds: Int)
  /// The second press of two within 0.6 s. It corrects the first, and no `press` is sent for it.
  case doublePress(Button, milliseconds: Int)
  /// MENU was held for 1.5 s. The second press of a double press does not make it.
  case menuHold(milliseconds: Int)
  /// NAP and FEED are both down, and the first has not backdated anything: both presses are taken back. No `press` was
  /// sent for the second button. If `first` is in the second press of a double press, that double press is taken back
  /// too. No `release` follows.
  case chord(first: Button, milliseconds: Int)
  /// Both buttons of the chord were held for 5 s.
  case chordHold(milliseconds: Int)
  /// A button that made a `press` or a `doublePress` was released. The time is that of the release, which is known only
  /// once its bounce is over.
  case release(Button, milliseconds: Int)
  /// A button has been down for 10 s, longer than any gesture. It is sent once, and the button is ignored until it is
  /// up.
  case stuck(Button, milliseconds: Int)
  /// A stuck button, or one that was down since power-up, was released.
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
  /// How long a contact may bounce: a level that changes back within this time never changed.
  public static let bounceMilliseconds = 25
  /// A level has settled once no edge has come for longer than the bounce.
  public static let settleMilliseconds = bounceMilliseconds + 1
  /// The longest time between the press edges of a double press.
  public static let doublePressMilliseconds = 600
  /// NAP or FEED held for this long moves its event by the first step.
  public static let backdateMilliseconds = 800
  /// Each further step takes this long.
  public static let backdateRepeatMilliseconds = 600
  /// One step, in minutes.
  public static let backdateStepMinutes = 5
  /// Steps are short up to this total, in minutes, which is reached after 7.4 s. Then they are longer and come faster.
  public static let shortBackdateMinutes = 60
  /// One of the longer steps, in minutes.
  public static let longBackdateStepMinutes = 15
  /// Each longer step takes this long.
  public static let longBackdateRepeatMilliseconds = 300
  /// The longest total, in minutes: twelve hours. One hold reaches three hours before the button counts as stuck.
  public static let backdateLimitMinutes = 720
  /// MENU held for this long undoes.
  public static let menuHoldMilliseconds = 1_500
  /// NAP and FEED held together for this long ask for the emergency reset.
  public static let chordHoldMilliseconds = 5_000
  /// A button that is down for longer than any gesture is broken, or something leans on it.
  public static let stuckMilliseconds = 10_000
}

/// The buttons: three on every box, and a fourth on some.
public enum Button: Hashable, Sendable, CaseIterable {
  /// Starts or ends a sleep.
  case nap
  /// Starts or ends a nursing.
  case feed
  /// Pages, sides, undo.
  case menu
  /// One press logs what the configuration says.
  case extra
}

/// A change of a button's level, including bounce.
public struct ButtonEdge: Hashable, Sendable {
  /// Which button.
  public var button: Button
  /// The level after the edge.
  public var isPressed: Bool
  /// The time on the boot clock, in milliseconds.
  public var milliseconds: Int
  /// Whether edges of this button were lost before this one, so that only its level is known.
  public var followsLoss: Bool

  /// An edge at a time of the boot clock.
  public init(button: Button, isPressed: Bool, milliseconds: Int, followsLoss: Bool = false) {
    self.button = button
    self.isPressed = isPressed
    self.milliseconds = milliseconds
    self.followsLoss = followsLoss
  }
}

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
  /// The last step's total, in minutes, reached after 7.4 s.
  public static let backdateLimitMinutes = 60
  /// MENU held this long undoes.
  public static let menuHoldMilliseconds = 1_500
  /// NAP and FEED held together this long ask for the emergency reset.
  public static let chordHoldMilliseconds = 5_000
  /// No gesture takes this long: something leans on the button, or it is broken.
  public static let stuckMilliseconds = 10_000
}

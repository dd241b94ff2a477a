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

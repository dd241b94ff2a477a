/// One line of a plan. Times are minutes since the wake day's midnight, not wrapped at 24 h.
public struct ScheduleItem: Hashable, Sendable {
  /// What happens.
  public var kind: Kind
  /// When it begins.
  public var start: Int
  /// When a nap ends; equal to `start` for the others.
  public var end: Int
  /// The minutes awake before it; 0 for the wake-up.
  public var wakeWindow: Int
  /// True for a nap that was recorded rather than planned.
  public var isActual: Bool

  /// What a line is about.
  public enum Kind: Hashable, Sendable {
    /// The morning wake-up.
    case wake
    /// A nap and its number, 1 for the first.
    case nap(Int)
    /// Going to bed.
    case bedtime
  }
}

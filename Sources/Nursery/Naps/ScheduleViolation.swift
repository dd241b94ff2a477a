/// A rule that a plan breaks.
public enum ScheduleViolation: Hashable, Sendable {
  /// A nap lies in the time that must be awake.
  case awakeWindow(nap: Int)
  /// No nap covers the time that must be asleep.
  case sleepWindow
  /// A planned wake window is outside its limits. The window before nap `number`; the one before bed has the
  /// number after the last nap's.
  case limit(window: Int, minutes: Int, limit: Int)
}

/// How a quiet session came about.
public enum SessionMode: Hashable, Sendable {
  /// Somebody started it, for that many minutes.
  case manual(durationMinutes: Int)
  /// The schedule started it; local wall time, over midnight where the end is not after the start.
  case recurring(startHour: Int, startMinute: Int, endHour: Int, endMinute: Int)

  /// What the box's page offers, in minutes.
  public static let offeredMinutes = [30, 60, 120, 240, 360, 480]
  /// What is offered first.
  public static let defaultMinutes = 60
  /// What a command may ask for, in minutes.
  public static let allowedMinutes = 1...1440
}

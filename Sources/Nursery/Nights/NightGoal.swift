/// How much sleep a night is meant to bring: from the target bedtime to the alarm across midnight, by the clock
/// on the wall, so that a night on which the clocks change has the same goal as any other.
public struct NightGoal: Hashable, Sendable {
  /// The goal while bedtime or alarm is not set, in minutes.
  public static let defaultMinutes = 480

  /// When to go to bed; nil: not set. Midnight is a time like any other.
  public var bedtime: WallTime?
  /// When to get up; nil: not set.
  public var alarm: WallTime?

  /// The goal of a bedtime and an alarm.
  public init(bedtime: WallTime? = nil, alarm: WallTime? = nil) {
    self.bedtime = bedtime
    self.alarm = alarm
  }

  /// The goal in minutes, 1…1440; an alarm at bedtime is the next day's.
  public var minutes: Int {
    guard let bedtime, let alarm else { return NightGoal.defaultMinutes }
    let span = (alarm.minutesAfterMidnight - bedtime.minutesAfterMidnight + 1440) % 1440
    return span == 0 ? 1440 : span
  }
}

/// The stretch of time that belongs to a night: from one local noon to the next, labelled by its evening. Days
/// on which the clocks change make it 23 or 25 hours long.
public struct NightWindow: Hashable, Sendable {
  /// The calendar date of its evening.
  public let evening: CivilDate
  /// Noon of the evening's date.
  public let start: Instant
  /// Noon of the following date, which belongs to the next night.
  public let end: Instant

  private static let noon = WallTime(minutesAfterMidnight: 720)

  /// The night of an evening in a zone.
  public init(evening: CivilDate, zone: ZoneWindow) {
    self.evening = evening
    start = zone.instant(evening, NightWindow.noon)
    end = zone.instant(evening.adding(days: 1), NightWindow.noon)
  }

  /// The night that an instant belongs to.
  public init(containing instant: Instant, zone: ZoneWindow) {
    let (date, time) = zone.civil(instant)
    let night = NightWindow(
      evening: time < NightWindow.noon ? date.adding(days: -1) : date, zone: zone)
    // A zone that moved across the date line has skipped a date, and with it an evening.
    self = instant < night.start ? NightWindow(evening: night.evening.adding(days: -1), zone: zone) : night
  }

  /// Whether an instant belongs to the night.
  public func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }
}

/// How much sleep a night is meant to bring: from the target bedtime to the alarm across midnight, by the clock
/// on the wall, so that a night on which the clocks change has the same goal as any other. Without an alarm it is what is
/// usual at the baby's age.
public struct NightGoal: Hashable, Sendable {
  /// The goal while bedtime or alarm is not set and no age is known, in minutes.
  public static let defaultMinutes = 480

  /// When to go to bed; nil: not set. Midnight is a time like any other.
  public var bedtime: WallTime?
  /// When to get up; nil: not set.
  public var alarm: WallTime?
  /// How long a night is at the age, in minutes; nil: not known.
  public var usualMinutes: Int?

  /// The goal of a bedtime and an alarm, or of an age.
  public init(bedtime: WallTime? = nil, alarm: WallTime? = nil, usualMinutes: Int? = nil) {
    self.bedtime = bedtime
    self.alarm = alarm
    self.usualMinutes = usualMinutes
  }

  /// The goal in minutes, 1…1440; an alarm at bedtime is the next day's.
  public var minutes: Int {
    guard let bedtime, let alarm else { return usualMinutes ?? NightGoal.defaultMinutes }
    let span = (alarm.minutesAfterMidnight - bedtime.minutesAfterMidnight + 1440) % 1440
    return span == 0 ? 1440 : span
  }
}

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

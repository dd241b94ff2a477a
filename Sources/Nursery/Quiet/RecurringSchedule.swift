/// The nightly quiet session as configured: local wall time, apart from the session that runs.
public struct RecurringSchedule: Hashable, Sendable {
  /// Whether it starts sessions.
  public var isEnabled: Bool
  /// When a session starts.
  public let start: WallTime
  /// When it ends; on the next day unless it is after the start.
  public let end: WallTime
  /// Of the sessions that it starts.
  public var strictness: StrictnessMode

  /// A schedule; nil when it ends as it starts.
  public init?(isEnabled: Bool, start: WallTime, end: WallTime, strictness: StrictnessMode) {
    guard start != end else { return nil }
    self.isEnabled = isEnabled
    self.start = start
    self.end = end
    self.strictness = strictness
  }

  private init() {
    isEnabled = false
    start = WallTime(minutesAfterMidnight: 22 * 60)
    end = WallTime(minutesAfterMidnight: 7 * 60)
    strictness = .flexible
  }

  /// 22:00 to 07:00, disabled, flexible.
  public static let usual = RecurringSchedule()

  /// How its sessions came about.
  public var mode: SessionMode {
    .recurring(startHour: start.hour, startMinute: start.minute, endHour: end.hour, endMinute: end.minute)
  }

  /// One night's window, as real instants.
  public struct Window: Hashable, Sendable {
    /// The date on which it starts.
    public let date: CivilDate
    /// The first instant.
    public let start: Instant
    /// The first instant after it.
    public let end: Instant
  }

  /// The window that starts on a date. On a day of 23 or 25 hours it is as long as the clocks make it; empty where
  /// they leave none of it.
  public func window(startingOn date: CivilDate, zone: ZoneWindow) -> Window {
    let endDate = end > start ? date : date.adding(days: 1)
    let from = zone.instant(date, start)
    return Window(date: date, start: from, end: max(from, zone.instant(endDate, end)))
  }

  /// The windows that may contain an instant, and the next ones, in order.
  public func windows(around now: Instant, zone: ZoneWindow) -> [Window] {
    let today = zone.civil(now).date
    return (-1...2).map { window(startingOn: today.adding(days: $0), zone: zone) }
  }
}

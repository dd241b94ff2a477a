/// The minutes of one waking day, counted in elapsed time from its wake-up, so that a day on which the clocks
/// change is as long as it is: the wake-up has its wall minute, and every other minute follows from it.
public struct DayLine: Hashable, Sendable {
  /// The wake-up, on the full minute that a clock showed.
  public let wake: Instant
  /// Its time of day, in minutes after midnight.
  public let wakeMinute: Int

  /// The line of a day that began at `morning`.
  public init(morning: Instant, zone: ZoneWindow) {
    wake = Instant(milliseconds: morning.minute * 60_000)
    wakeMinute = zone.civil(wake).time.minutesAfterMidnight
  }

  /// The minute that an instant lies in; not wrapped at 24 h.
  public func minute(of instant: Instant) -> Int { wakeMinute + instant.minute - wake.minute }

  /// When a minute of the line begins.
  public func instant(of minute: Int) -> Instant { wake.adding(minutes: minute - wakeMinute) }

  /// The stretch between two minutes.
  public func range(_ from: Int, _ to: Int) -> InstantRange {
    InstantRange(earliest: instant(of: from), latest: instant(of: to))
  }

  /// The line's time of day for a wall time on the date of the wake-up, 0…1439: the wall time itself, moved by
  /// the change of the clocks when one lies between the wake-up and it.
  func timeOfDay(_ wall: Int, zone: ZoneWindow) -> Int {
    let date = zone.civil(wake).date
    let minute = minute(of: zone.instant(date, WallTime(minutesAfterMidnight: wall)))
    return WallTime(minutesAfterMidnight: minute).minutesAfterMidnight
  }
}

/// A time zone as data: its UTC offsets around the days in question. The edge asks the operating system for
/// them and hands them in, so that all wall-time arithmetic is pure.
public struct ZoneWindow: Hashable, Sendable {
  /// One change of the UTC offset.
  public struct Transition: Hashable, Sendable {
    /// The first instant at which the new offset holds.
    public let at: Instant
    /// Seconds to add to UTC from then on; east is positive.
    public let offsetSeconds: Int

    /// The offset that holds from `at` on.
    public init(at: Instant, offsetSeconds: Int) {
      self.at = at
      self.offsetSeconds = offsetSeconds
    }
  }

  /// The zone's name in the tz database, for texts only.
  public let name: String
  /// The offset before the first transition, in seconds east of UTC.
  public let initialOffsetSeconds: Int
  /// The changes, in order of time.
  public let transitions: [Transition]

  /// A zone with its offset before the first of `transitions`, which must be in order of time.
  public init(name: String, initialOffsetSeconds: Int, transitions: [Transition] = []) {
    self.name = name
    self.initialOffsetSeconds = initialOffsetSeconds
    self.transitions = transitions
  }

  /// UTC, which never changes.
  public static let utc = ZoneWindow(name: "UTC", initialOffsetSeconds: 0)

  /// The UTC offset in force at an instant, in seconds east.
  public func offsetSeconds(at instant: Instant) -> Int {
    var offset = initialOffsetSeconds
    for transition in transitions {
      guard transition.at <= instant else { break }
      offset = transition.offsetSeconds
    }
    return offset
  }

  /// The local date and time of day at an instant.
  public func civil(_ instant: Instant) -> (date: CivilDate, time: WallTime) {
    let local = instant.milliseconds + offsetSeconds(at: instant) * 1000
    let days = local.flooringDivided(by: 86_400_000)
    let minutes = (local - days * 86_400_000) / 60_000
    return (CivilDate(daysSinceEpoch: days), WallTime(minutesAfterMidnight: minutes))
  }

  /// The instant of a local date and time. A time that a change skips means the moment of the change as seen
  /// with the offset before it (02:30 becomes 03:30); one that happens twice means the first.
  public func instant(_ date: CivilDate, _ time: WallTime) -> Instant {
    let local = (date.daysSinceEpoch * 1440 + time.minutesAfterMidnight) * 60_000
    // Offsets stay within a day, so the ones in force a day before and after cover every candidate.
    let before = offsetSeconds(at: Instant(milliseconds: local - 86_400_000))
    let after = offsetSeconds(at: Instant(milliseconds: local + 86_400_000))
    let early = Instant(milliseconds: local - before * 1000)
    let late = Instant(milliseconds: local - after * 1000)
    let valid = [early, late].filter { offsetSeconds(at: $0) * 1000 + $0.milliseconds == local }
    return valid.min() ?? early
  }
}

extension Int {
  /// The quotient rounded towards minus infinity, so that days before 1970 start at midnight too.
  public func flooringDivided(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

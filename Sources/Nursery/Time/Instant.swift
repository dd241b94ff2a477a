/// A point in civil time: whole milliseconds since 1970-01-01T00:00:00Z, without leap seconds. It lies within the
/// years 1…9999, so that every instant has a date and sums of a few do not overflow.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since the Unix epoch; negative before 1970.
  public let milliseconds: Int

  /// 0001-01-02 and 9999-12-30: a day away from the calendar's ends, so that the date exists in every zone.
  private static let limits = -62_135_510_400_000...253_402_128_000_000

  /// The instant that many milliseconds after the Unix epoch, or the nearest limit.
  public init(milliseconds: Int) { self.milliseconds = Instant.limits.clamped(milliseconds) }

  /// Orders instants by time.
  public static func < (one: Instant, other: Instant) -> Bool {
    one.milliseconds < other.milliseconds
  }

  /// This instant moved by a number of whole minutes; negative moves it earlier.
  public func adding(minutes: Int) -> Instant {
    Instant(milliseconds: milliseconds + WholeMinutes.milliseconds(minutes))
  }

  /// Whole minutes since the Unix epoch, rounded down: the minute that a clock shows.
  public var minute: Int { milliseconds.flooringDivided(by: 60_000) }

  /// Whole elapsed minutes from this instant to a later one, truncated towards zero.
  public func minutes(until later: Instant) -> Int { (later.milliseconds - milliseconds) / 60_000 }
}

extension ClosedRange<Int> {
  /// The value, or the nearest end of the range.
  func clamped(_ value: Int) -> Int { Swift.min(Swift.max(value, lowerBound), upperBound) }
}

/// Converts any number of minutes to milliseconds that can be added without overflow.
enum WholeMinutes {
  /// Twenty thousand years in either direction: more than the distance of any two instants.
  private static let limits = -10_000_000_000...10_000_000_000

  static func milliseconds(_ minutes: Int) -> Int { limits.clamped(minutes) * 60_000 }
}

/// A calendar date of the proleptic Gregorian calendar, without a zone.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// The year, 1…9999.
  public let year: Int
  /// The month, 1…12.
  public let month: Int
  /// The day of the month, 1…31.
  public let day: Int

  /// The date; nil if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...CivilDate.days(inMonth: month, year: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date that many days after 1970-01-01. Years are counted from 1 March, so that leap days come last.
  public init(daysSinceEpoch: Int) {
    let shifted = daysSinceEpoch + 719_468  // days from 0000-03-01 to 1970-01-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days from 1970-01-01 to this date; negative before it.
  public var daysSinceEpoch: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
    let yearOfEra = yearFromMarch - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The date that many days later; negative goes back.
  public func adding(days: Int) -> CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch + days) }

  /// Orders dates by the calendar.
  public static func < (one: CivilDate, other: CivilDate) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }

  /// The number of days of a month, including leap days.
  public static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// A time zone as data: its UTC offsets around the days in question. The caller reads them from the operating system,
/// so that all arithmetic with wall times is pure.
public struct ZoneWindow: Hashable, Sendable {
  /// One change of the UTC offset.
  public struct Transition: Hashable, Sendable {
    /// The first instant at which the new offset holds.
    public let at: Instant
    /// Seconds to add to UTC from then on; east is positive.
    public let offsetSeconds: Int

    /// The offset from `at` on.
    public init(at: Instant, offsetSeconds: Int) { (self.at, self.offsetSeconds) = (at, offsetSeconds) }
  }

  /// The zone's name in the tz database, for texts only.
  public let name: String
  /// The offset before the first transition, in seconds east of UTC.
  public let initialOffsetSeconds: Int
  /// The changes, in order of time.
  public let transitions: [Transition]

  /// A zone with its offset before the first of `transitions`, which must be in order of time.
  public init(name: String, initialOffsetSeconds: Int, transitions: [Transition] = []) {
    (self.name, self.initialOffsetSeconds, self.transitions) = (name, initialOffsetSeconds, transitions)
  }

  /// UTC, which never changes.
  public static let utc = ZoneWindow(name: "UTC", initialOffsetSeconds: 0)

  /// The UTC offset at an instant, in seconds east.
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

  /// The instant of a local date and time. A time that a change skips is read with the offset before the change
  /// (02:30 becomes 03:30). A time that occurs twice is the first one.
  public func instant(_ date: CivilDate, _ time: WallTime) -> Instant {
    let local = (date.daysSinceEpoch * 1440 + time.minutesAfterMidnight) * 60_000
    // Offsets are less than a day, so those a day before and after cover every candidate.
    let before = offsetSeconds(at: Instant(milliseconds: local - 86_400_000))
    let after = offsetSeconds(at: Instant(milliseconds: local + 86_400_000))
    let early = Instant(milliseconds: local - before * 1000)
    let late = Instant(milliseconds: local - after * 1000)
    let valid = [early, late].filter { offsetSeconds(at: $0) * 1000 + $0.milliseconds == local }
    return valid.min() ?? early
  }
}

extension Int {
  /// The quotient rounded towards minus infinity, so that days before 1970 also start at midnight.
  public func flooringDivided(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }

  /// The remainder of that division: from 0 up to the divisor.
  public func flooringRemainder(by divisor: Int) -> Int { self - flooringDivided(by: divisor) * divisor }
}

/// A point on the civil timeline: whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
/// Always within the years 1…9999, so that every instant has a date and no sum of a few of them overflows.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since the Unix epoch; negative before 1970.
  public let milliseconds: Int

  /// 0001-01-02 and 9999-12-30, a day from the calendar's ends for the sake of every zone.
  private static let limits = -62_135_510_400_000...253_402_128_000_000

  /// The instant that many milliseconds after the Unix epoch; out of range, the nearest end.
  public init(milliseconds: Int) {
    self.milliseconds = Instant.limits.clamped(milliseconds)
  }

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
  public func minutes(until later: Instant) -> Int {
    (later.milliseconds - milliseconds) / 60_000
  }
}

extension ClosedRange<Int> {
  /// The value, or the end of the range that is nearest to it.
  func clamped(_ value: Int) -> Int { Swift.min(Swift.max(value, lowerBound), upperBound) }
}

/// Converts minutes from outside to milliseconds that can be added without overflow.
enum WholeMinutes {
  /// Twenty thousand years either way: more than any two instants are apart.
  private static let limits = -10_000_000_000...10_000_000_000

  static func milliseconds(_ minutes: Int) -> Int { limits.clamped(minutes) * 60_000 }
}

/// A time of day as a clock on the wall shows it, to the minute.
public struct WallTime: Hashable, Comparable, Sendable {
  /// Minutes after midnight, 0…1439.
  public let minutesAfterMidnight: Int

  /// The time, or nil when hour or minute is out of range.
  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    minutesAfterMidnight = hour * 60 + minute
  }

  /// The time that many minutes after midnight, modulo a whole day.
  public init(minutesAfterMidnight: Int) {
    let wrapped = minutesAfterMidnight % 1440
    self.minutesAfterMidnight = wrapped < 0 ? wrapped + 1440 : wrapped
  }

  /// The hour, 0…23.
  public var hour: Int { minutesAfterMidnight / 60 }
  /// The minute, 0…59.
  public var minute: Int { minutesAfterMidnight % 60 }

  /// Orders times within one day.
  public static func < (one: WallTime, other: WallTime) -> Bool {
    one.minutesAfterMidnight < other.minutesAfterMidnight
  }

  /// The 24-hour text, always five characters: `07:05`.
  public var text: String { Digits.two(hour) + ":" + Digits.two(minute) }
}

/// Decimal digits without a formatter, so that the pure modules need no library for them.
enum Digits {
  /// Two digits, zero in front: `07`.
  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Four digits, zeros in front: `0980`.
  static func four(_ number: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, 4 - text.utf8.count)) + text
  }
}

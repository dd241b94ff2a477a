/// Instants as text with a UTC offset, as in `2026-02-11T07:05:00-05:00`.
public enum ISO8601 {
  /// Reads `YYYY-MM-DDTHH:MM[:SS[.f…]]` followed by `Z` or an offset `±HH:MM`; nil for anything else. A fraction of
  /// three to nine digits is cut to milliseconds.
  public static func instant(_ text: String) -> Instant? {
    var scanner = DigitScanner(text)
    guard let date = scanner.date(), scanner.skip(one: UInt8(ascii: "T")),
      let hour = scanner.number(digits: 2), scanner.skip(one: UInt8(ascii: ":")),
      let minute = scanner.number(digits: 2), let time = WallTime(hour: hour, minute: minute),
      let milliseconds = scanner.seconds(), let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    let minutes = date.daysSinceEpoch * 1440 + time.minutesAfterMidnight - offset
    return Instant(milliseconds: minutes * 60_000 + milliseconds)
  }

  /// Reads `YYYY-MM-DD`; nil for anything else, and for days that do not exist.
  public static func date(_ text: String) -> CivilDate? {
    var scanner = DigitScanner(text)
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    return date
  }

  /// Reads `HH:MM`, 00:00…23:59; nil for anything else.
  public static func time(_ text: String) -> WallTime? {
    var scanner = DigitScanner(text)
    guard let hour = scanner.number(digits: 2), scanner.skip(one: UInt8(ascii: ":")),
      let minute = scanner.number(digits: 2), scanner.isAtEnd
    else { return nil }
    return WallTime(hour: hour, minute: minute)
  }

  /// Reads a time as people type it, `HH:MM` or `H:MM`; nil for anything else.
  public static func typedTime(_ text: String) -> WallTime? { time(text) ?? time("0" + text) }

  /// The instant with the zone's offset, to the second: `2026-02-11T12:05:00-05:00`. A historical offset with seconds
  /// is cut to whole minutes; the instant stays the same.
  public static func text(_ instant: Instant, in zone: ZoneWindow) -> String {
    let offset = zone.offsetSeconds(at: instant) / 60
    let shown = ZoneWindow(name: zone.name, initialOffsetSeconds: offset * 60)
    let (date, time) = shown.civil(instant)
    let seconds = instant.milliseconds.flooringDivided(by: 1000)
    let second = seconds - seconds.flooringDivided(by: 60) * 60
    let zoneText = (offset < 0 ? "-" : "+") + WallTime(minutesAfterMidnight: abs(offset)).text
    return Self.text(date) + "T" + time.text + ":" + Digits.two(second) + zoneText
  }

  /// The date as `2026-02-11`.
  public static func text(_ date: CivilDate) -> String {
    Digits.four(date.year) + "-" + Digits.two(date.month) + "-" + Digits.two(date.day)
  }
}

/// Reads fixed-width fields from ASCII text.
private struct DigitScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(one byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  mutating func number(digits: Int) -> Int? {
    guard position + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<position + digits] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    position += digits
    return value
  }

  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), skip(one: UInt8(ascii: "-")),
      let month = number(digits: 2), skip(one: UInt8(ascii: "-")), let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Optional `:SS` and `.fff`, in milliseconds; nil if malformed.
  mutating func seconds() -> Int? {
    guard skip(one: UInt8(ascii: ":")) else { return 0 }
    guard let seconds = number(digits: 2), seconds < 60 else { return nil }
    guard skip(one: UInt8(ascii: ".")) else { return seconds * 1000 }
    guard let thousandths = number(digits: 3) else { return nil }
    // Python writes six digits, Go and Java nine.
    var skipped = 0
    while skipped < 6, number(digits: 1) != nil { skipped += 1 }
    return seconds * 1000 + thousandths
  }

  /// `Z` or `±HH:MM`, in minutes east.
  mutating func offset() -> Int? {
    if skip(one: UInt8(ascii: "Z")) { return 0 }
    let isWest = skip(one: UInt8(ascii: "-"))
    guard isWest || skip(one: UInt8(ascii: "+")), let hour = number(digits: 2), hour <= 23,
      skip(one: UInt8(ascii: ":")), let minute = number(digits: 2), minute <= 59
    else { return nil }
    return (isWest ? -1 : 1) * (hour * 60 + minute)
  }
}

/// A time of day on a clock, to the minute.
public struct WallTime: Hashable, Comparable, Sendable {
  /// Minutes after midnight, 0…1439.
  public let minutesAfterMidnight: Int

  /// The time; nil if hour or minute is out of range.
  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    minutesAfterMidnight = hour * 60 + minute
  }

  /// The time that many minutes after midnight, without whole days.
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

/// Decimal digits. The pure modules have no formatter.
enum Digits {
  /// At least two digits: `07`.
  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// At least four digits: `0980`.
  static func four(_ number: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, 4 - text.utf8.count)) + text
  }
}

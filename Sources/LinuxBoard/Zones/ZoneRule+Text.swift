extension ZoneRule {
  /// Reads a POSIX TZ string, whole; nil when it is none. A zone with summer time must name its turns: what a
  /// missing rule means is left open by POSIX.
  init?(_ text: String) {
    var scanner = ZoneRuleScanner(text)
    guard scanner.skipName(), let offset = scanner.offset() else { return nil }
    offsetSeconds = offset
    if scanner.isAtEnd {
      summer = nil
      return
    }
    guard let summer = scanner.summer(after: offset), scanner.isAtEnd else { return nil }
    self.summer = summer
  }
}

/// Reads the parts of a POSIX TZ string (POSIX.1, Base Definitions 8.3; hours to 167 by RFC 8536, 3.3.1).
private struct ZoneRuleScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = Substring(text).utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// `CEST` or `<+03>`: at least three characters.
  mutating func skipName() -> Bool {
    if take("<") {
      let name = rest.prefix { $0 != UInt8(ascii: ">") }
      rest = rest.dropFirst(name.count)
      return name.count >= 3 && take(">")
    }
    let name = rest.prefix { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  /// `-1`, `+3:30`: POSIX counts west of Greenwich, this counts east.
  mutating func offset() -> Int? {
    time(hoursMax: 24).map { -$0 }
  }

  /// `CEST,M3.5.0,M10.5.0/3`. Without an offset of its own, summer time is one hour ahead.
  mutating func summer(after standard: Int) -> ZoneRule.Summer? {
    guard skipName() else { return nil }
    var ahead = standard + 3600
    if rest.first != UInt8(ascii: ",") {
      guard let own = offset() else { return nil }
      ahead = own
    }
    guard take(","), let start = turn(), take(","), let end = turn() else { return nil }
    return ZoneRule.Summer(offsetSeconds: ahead, start: start, end: end)
  }

  /// `M3.5.0`, `M10.5.0/3`, `J60/-1`; without a time, two o'clock.
  private mutating func turn() -> ZoneRule.Turn? {
    guard let day = day() else { return nil }
    guard take("/") else { return ZoneRule.Turn(day: day, seconds: 7200) }
    return time(hoursMax: 167).map { ZoneRule.Turn(day: day, seconds: $0) }
  }

  private mutating func day() -> ZoneRule.Day? {
    if take("J") { return number(in: 1...365).map { .dayWithoutLeap($0) } }
    guard take("M") else { return number(in: 0...365).map { .dayFromZero($0) } }
    guard let month = number(in: 1...12), take("."), let week = number(in: 1...5), take("."),
      let weekday = number(in: 0...6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  private mutating func time(hoursMax: Int) -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hours = number(in: 0...hoursMax) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where take(":") {
      guard let part = number(in: 0...59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  private mutating func number(in range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    guard (1...3).contains(digits.count) else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    return range.contains(value) ? value : nil
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }
}

import Nursery

/// A zone's rule for every year, as POSIX writes it in `TZ` and TZif files in their footer:
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Hashable {
  /// When summer time starts or ends in a year.
  struct Turn: Hashable {
    /// The day, in one of POSIX's three notations.
    let day: Day
    /// Seconds after local midnight; from -167 to 167 hours by RFC 8536, section 3.3.1.
    let seconds: Int
  }

  /// A day of the year.
  enum Day: Hashable {
    /// `Mm.w.d`: weekday 0…6 from Sunday, the week-th one of the month; week 5 is the last.
    case weekday(month: Int, week: Int, weekday: Int)
    /// `Jn`: 1…365, 29 February never counted.
    case dayWithoutLeap(Int)
    /// `n`: 0…365, 29 February counted.
    case dayFromZero(Int)
  }

  /// Summer time: its offset and its two changes.
  struct Summer: Hashable {
    /// Seconds east of UTC.
    let offsetSeconds: Int
    /// From standard to summer time.
    let start: Turn
    /// From summer to standard time.
    let end: Turn
  }

  /// Standard time's offset, in seconds east of UTC.
  let offsetSeconds: Int
  /// Summer time, in zones that have it.
  let summer: Summer?

  /// The two changes of a year, in order of time; none without summer time.
  func changes(inYear year: Int) -> [ZoneFile.Change] {
    guard let summer else { return [] }
    let start = summer.start.localSeconds(inYear: year) - offsetSeconds
    let end = summer.end.localSeconds(inYear: year) - summer.offsetSeconds
    let changes = [
      ZoneFile.Change(at: start, offsetSeconds: summer.offsetSeconds),
      ZoneFile.Change(at: end, offsetSeconds: offsetSeconds),
    ]
    return changes.sorted { $0.at < $1.at }
  }
}

extension ZoneRule.Turn {
  /// Seconds from 1970 to the change, on the local clock that is in force before it.
  func localSeconds(inYear year: Int) -> Int { day.daysSinceEpoch(inYear: year) * 86_400 + seconds }
}

extension ZoneRule.Day {
  /// Days from 1970-01-01 to this day of a year.
  func daysSinceEpoch(inYear year: Int) -> Int {
    switch self {
    case .weekday(let month, let week, let weekday):
      ZoneRule.Day.days(year, month, week: week, weekday: weekday)
    case .dayWithoutLeap(let number):
      ZoneRule.Day.firstDay(year, 1) + number - 1 + (number >= 60 ? ZoneRule.Day.leapDays(year) : 0)
    case .dayFromZero(let number):
      ZoneRule.Day.firstDay(year, 1) + number
    }
  }

  private static func days(_ year: Int, _ month: Int, week: Int, weekday: Int) -> Int {
    let first = firstDay(year, month)
    // 1970-01-01 was a Thursday, weekday 4.
    let firstWeekday = (first + 4).flooringRemainder(by: 7)
    let day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
    return first + (day < CivilDate.days(inMonth: month, year: year) ? day : day - 7)
  }

  private static func firstDay(_ year: Int, _ month: Int) -> Int {
    CivilDate(year: year, month: month, day: 1).map(\.daysSinceEpoch) ?? 0
  }

  private static func leapDays(_ year: Int) -> Int { CivilDate.days(inMonth: 2, year: year) - 28 }
}

extension ZoneRule {
  /// Reads a whole POSIX TZ string; nil if it is none. A zone with summer time must name its changes, since POSIX
  /// leaves open what a missing rule means.
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

  init(_ text: String) { rest = Substring(text).utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// `CEST` or `<+03>`: at least three characters.
  mutating func skipName() -> Bool {
    if accept("<") {
      let name = rest.prefix { $0 != UInt8(ascii: ">") }
      rest = rest.dropFirst(name.count)
      return name.count >= 3 && accept(">")
    }
    let name = rest.prefix { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  /// `-1`, `+3:30`: POSIX counts west of Greenwich, this counts east.
  mutating func offset() -> Int? { time(hoursMax: 24).map { -$0 } }

  /// `CEST,M3.5.0,M10.5.0/3`. Without an offset of its own, summer time is one hour ahead.
  mutating func summer(after standard: Int) -> ZoneRule.Summer? {
    guard skipName() else { return nil }
    var ahead = standard + 3600
    if rest.first != UInt8(ascii: ",") {
      guard let own = offset() else { return nil }
      ahead = own
    }
    guard accept(","), let start = turn(), accept(","), let end = turn() else { return nil }
    return ZoneRule.Summer(offsetSeconds: ahead, start: start, end: end)
  }

  /// `M3.5.0`, `M10.5.0/3`, `J60/-1`; without a time, two o'clock.
  private mutating func turn() -> ZoneRule.Turn? {
    guard let day = day() else { return nil }
    guard accept("/") else { return ZoneRule.Turn(day: day, seconds: 7200) }
    return time(hoursMax: 167).map { ZoneRule.Turn(day: day, seconds: $0) }
  }

  private mutating func day() -> ZoneRule.Day? {
    if accept("J") { return number(in: 1...365).map { .dayWithoutLeap($0) } }
    guard accept("M") else { return number(in: 0...365).map { .dayFromZero($0) } }
    guard let month = number(in: 1...12), accept("."), let week = number(in: 1...5), accept("."),
      let weekday = number(in: 0...6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  private mutating func time(hoursMax: Int) -> Int? {
    let isNegative = accept("-")
    if !isNegative { _ = accept("+") }
    guard let hours = number(in: 0...hoursMax) else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where accept(":") {
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

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }
}

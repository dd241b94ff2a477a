import Nursery

/// A zone's rule for every year, as POSIX writes it in `TZ` and TZif files in their footer:
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Hashable {
  /// When summer time starts or ends in a year.
  struct Turn: Hashable {
    /// The day, by one of the three ways that POSIX has.
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

  /// Summer time: its offset and its two turns.
  struct Summer: Hashable {
    /// Seconds east of UTC.
    let offsetSeconds: Int
    /// From standard to summer time.
    let start: Turn
    /// Back.
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
  /// Seconds from 1970 to the turn, on the local clock that is in force before it.
  func localSeconds(inYear year: Int) -> Int {
    day.daysSinceEpoch(inYear: year) * 86_400 + seconds
  }
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
    let firstWeekday = ((first + 4) % 7 + 7) % 7
    let day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
    return first + (day < CivilDate.days(inMonth: month, year: year) ? day : day - 7)
  }

  private static func firstDay(_ year: Int, _ month: Int) -> Int {
    CivilDate(year: year, month: month, day: 1).map(\.daysSinceEpoch) ?? 0
  }

  private static func leapDays(_ year: Int) -> Int { CivilDate.days(inMonth: 2, year: year) - 28 }
}

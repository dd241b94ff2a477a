import Nursery

/// Time zones by the rules in force since 2008. The code under test gets its zones as data, so the tests need no
/// time-zone database.
enum Zones {
  static let newYork = american("America/New_York", standardHours: -5)
  static let losAngeles = american("America/Los_Angeles", standardHours: -8)
  static let london = european("Europe/London", standardHours: 0)
  static let berlin = european("Europe/Berlin", standardHours: 1)
  static let kolkata = ZoneWindow(name: "Asia/Kolkata", initialOffsetSeconds: 19_800)
  static let sydney = zone(
    "Australia/Sydney", standardHours: 10,
    changes: { year in
      [(sunday(1, of: 4, year), 16, 10), (sunday(1, of: 10, year), 16, 11)].map { date, hour, offset in
        (date.adding(days: -1), hour, offset)
      }
    }, summerInJanuary: true)

  static let all = [newYork, losAngeles, london, berlin, kolkata, sydney, .utc]

  /// From the second Sunday in March to the first in November, at 2:00 local time.
  private static func american(_ name: String, standardHours: Int) -> ZoneWindow {
    zone(name, standardHours: standardHours) { year in
      [
        (sunday(2, of: 3, year), 2 - standardHours, standardHours + 1),
        (sunday(1, of: 11, year), 1 - standardHours, standardHours),
      ]
    }
  }

  /// From the last Sunday in March to the last in October, at 1:00 UTC.
  private static func european(_ name: String, standardHours: Int) -> ZoneWindow {
    zone(name, standardHours: standardHours) { year in
      [(lastSunday(of: 3, year), 1, standardHours + 1), (lastSunday(of: 10, year), 1, standardHours)]
    }
  }

  private static func zone(
    _ name: String, standardHours: Int,
    changes: (Int) -> [(date: CivilDate, utcHour: Int, offsetHours: Int)], summerInJanuary: Bool = false
  ) -> ZoneWindow {
    let transitions = (2008...2030).flatMap(changes).map { change in
      ZoneWindow.Transition(
        at: Instant(milliseconds: (change.date.daysSinceEpoch * 24 + change.utcHour) * 3_600_000),
        offsetSeconds: change.offsetHours * 3600)
    }
    let initial = standardHours + (summerInJanuary ? 1 : 0)
    return ZoneWindow(name: name, initialOffsetSeconds: initial * 3600, transitions: transitions)
  }

  private static func sunday(_ ordinal: Int, of month: Int, _ year: Int) -> CivilDate {
    firstSunday(from: CivilDate(year: year, month: month, day: 1)!).adding(days: 7 * (ordinal - 1))
  }

  private static func lastSunday(of month: Int, _ year: Int) -> CivilDate {
    let last = CivilDate.days(inMonth: month, year: year)
    return firstSunday(from: CivilDate(year: year, month: month, day: last - 6)!)
  }

  /// The first Sunday from a date on. 1970-01-01 was a Thursday.
  private static func firstSunday(from date: CivilDate) -> CivilDate {
    date.adding(days: (7 - (date.daysSinceEpoch + 4) % 7) % 7)
  }
}

/// An instant in the notation of the log.
func at(_ text: String) -> Instant {
  guard let instant = ISO8601.instant(text) else { preconditionFailure("not an instant: \(text)") }
  return instant
}

/// A date such as `2026-02-11`.
func day(_ text: String) -> CivilDate {
  guard let date = ISO8601.date(text) else { preconditionFailure("not a date: \(text)") }
  return date
}

/// A time of day such as `07:05`.
func clock(_ text: String) -> WallTime {
  guard let time = ISO8601.time(text) else { preconditionFailure("not a time: \(text)") }
  return time
}

import Nursery
import Testing

@Suite struct ZoneWindowTests {
  @Test(
    "Wall times become instants",
    arguments: [
      // Clocks go forward: a skipped time means the same distance after the change.
      (Zones.berlin, "2026-03-29", "01:59", "2026-03-29T00:59:00Z"),
      (Zones.berlin, "2026-03-29", "02:00", "2026-03-29T01:00:00Z"),
      (Zones.berlin, "2026-03-29", "02:30", "2026-03-29T01:30:00Z"),
      (Zones.berlin, "2026-03-29", "03:00", "2026-03-29T01:00:00Z"),
      // Clocks go back: a repeated time means the first pass.
      (Zones.berlin, "2026-10-25", "01:59", "2026-10-24T23:59:00Z"),
      (Zones.berlin, "2026-10-25", "02:30", "2026-10-25T00:30:00Z"),
      (Zones.berlin, "2026-10-25", "03:00", "2026-10-25T02:00:00Z"),
      (Zones.newYork, "2026-03-08", "02:30", "2026-03-08T07:30:00Z"),
      (Zones.newYork, "2026-11-01", "01:30", "2026-11-01T05:30:00Z"),
      // The southern hemisphere changes the other way.
      (Zones.sydney, "2026-01-15", "12:00", "2026-01-15T01:00:00Z"),
      (Zones.sydney, "2026-07-15", "12:00", "2026-07-15T02:00:00Z"),
      (Zones.sydney, "2026-04-05", "02:30", "2026-04-04T15:30:00Z"),
      (Zones.sydney, "2026-10-04", "02:30", "2026-10-03T16:30:00Z"),
      (Zones.kolkata, "2026-02-11", "00:00", "2026-02-10T18:30:00Z"),
      (Zones.london, "2026-07-01", "00:30", "2026-06-30T23:30:00Z"),
    ])
  func wallTimesBecomeInstants(zone: ZoneWindow, date: String, time: String, instant: String) {
    #expect(zone.instant(day(date), clock(time)) == at(instant))
  }

  @Test("Every minute of a change day comes back")
  func everyMinuteOfAChangeDayComesBack() {
    for (zone, date) in [
      (Zones.berlin, "2026-03-29"), (Zones.berlin, "2026-10-25"), (Zones.losAngeles, "2026-03-08"),
      (Zones.sydney, "2026-04-05"), (Zones.sydney, "2026-10-04"), (Zones.kolkata, "2026-02-11"),
    ] {
      let start = zone.instant(day(date), clock("00:00")).adding(minutes: -600)
      for minute in 0..<2400 {
        let instant = start.adding(minutes: minute)
        let civil = zone.civil(instant)
        let back = zone.instant(civil.date, civil.time)
        // Only the second pass of a repeated hour reads back as the first.
        #expect(back == instant || back == instant.adding(minutes: -60))
        #expect(zone.civil(back) == civil)
      }
    }
  }

  @Test("The offset changes at the instant")
  func theOffsetChangesAtTheInstant() {
    let change = at("2026-03-29T01:00:00Z")
    #expect(Zones.berlin.offsetSeconds(at: Instant(milliseconds: change.milliseconds - 1)) == 3600)
    #expect(Zones.berlin.offsetSeconds(at: change) == 7200)
  }

  /// Samoa skipped 30 December 2011, from 10 hours west to 14 hours east.
  @Test("A skipped date is no local date")
  func aSkippedDateIsNoLocalDate() {
    let change = at("2011-12-30T10:00:00Z")
    let apia = ZoneWindow(
      name: "Pacific/Apia", initialOffsetSeconds: -36_000,
      transitions: [ZoneWindow.Transition(at: change, offsetSeconds: 50_400)])
    #expect(
      apia.civil(Instant(milliseconds: change.milliseconds - 60_000)) == (day("2011-12-29"), clock("23:59")))
    #expect(apia.civil(change) == (day("2011-12-31"), clock("00:00")))
    #expect(apia.instant(day("2011-12-29"), clock("12:00")) == at("2011-12-29T22:00:00Z"))
    #expect(apia.instant(day("2011-12-31"), clock("12:00")) == at("2011-12-30T22:00:00Z"))
    #expect(apia.instant(day("2011-12-30"), clock("12:00")) == at("2011-12-30T22:00:00Z"))
  }

  @Test("Before the epoch days begin at midnight too")
  func beforeTheEpochDaysBeginAtMidnightToo() {
    let civil = Zones.kolkata.civil(at("1969-12-31T18:29:59Z"))
    #expect(civil == (day("1969-12-31"), clock("23:59")))
  }
}

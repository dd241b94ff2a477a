import Nursery
import Testing

@Suite struct ISO8601Tests {
  @Test(
    "Instants are read",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00Z", 0), ("1970-01-01T00:00:00.250Z", 250),
      ("1970-01-01T01:00:00+01:00", 0), ("1969-12-31T19:00:00-05:00", 0), ("1970-01-01T05:30+05:30", 0),
      ("1969-12-31T23:59:59.999Z", -1), ("2026-02-11T07:05:00-05:00", 1_770_811_500_000),
      ("2024-02-29T12:00:00Z", 1_709_208_000_000), ("1970-01-01T00:00:00-00:00", 0),
    ])
  func instantsAreRead(text: String, milliseconds: Int) {
    #expect(ISO8601.instant(text) == Instant(milliseconds: milliseconds))
  }

  @Test(
    "Other text is no instant",
    arguments: [
      "", "2026-02-11", "2026-02-11T07:05:00", "2026-02-11 07:05:00Z", "2026-02-11t07:05:00z",
      "2026-02-11T07:05:00-0500", "2026-02-11T07:05:00-05", "2026-02-11T24:00:00Z", "2026-02-11T07:60:00Z",
      "2026-02-11T07:05:60Z", "2026-02-11T07:05:00.Z", "2026-02-11T07:05:00.5Z", "2026-02-11T07:05:00,500Z",
      "2026-02-29T07:05:00Z", "2026-13-01T07:05:00Z", "0000-01-01T00:00:00Z", "2026-02-11T07:05:00Z ",
      " 2026-02-11T07:05:00Z", "2026-02-11T07:05:00+24:00", "2026-02-11T07:05:00+05:60", "26-02-11T07:05:00Z",
      "+2026-02-11T07:05:00Z", "2026-02-11T07:5:00Z", "2026-02-1 T07:05:00Z", "２026-02-11T07:05:00Z",
    ])
  func otherTextIsNoInstant(text: String) {
    #expect(ISO8601.instant(text) == nil)
  }

  @Test(
    "Other text is no date",
    arguments: ["2026-2-11", "2026-02-30", "2026-02-11Z", "20260211", "2026/02/11", ""])
  func otherTextIsNoDate(text: String) {
    #expect(ISO8601.date(text) == nil)
  }

  @Test(
    "Other text is no time of day",
    arguments: ["7:05", "07:5", "24:00", "07:60", "07:05:00", "0705", "-1:00", ""])
  func otherTextIsNoTimeOfDay(text: String) {
    #expect(ISO8601.time(text) == nil)
  }

  @Test(
    "An instant is written in local time with its offset",
    arguments: [
      ("2026-02-11T12:05:07Z", "2026-02-11T07:05:07-05:00"),
      ("2026-07-11T12:05:07Z", "2026-07-11T08:05:07-04:00"),
      ("2026-03-08T06:59:59Z", "2026-03-08T01:59:59-05:00"),
      ("2026-03-08T07:00:00Z", "2026-03-08T03:00:00-04:00"),
      ("2026-02-11T12:05:07.999Z", "2026-02-11T07:05:07-05:00"),
    ])
  func anInstantIsWrittenInLocalTimeWithItsOffset(instant: String, text: String) {
    #expect(ISO8601.text(at(instant), in: Zones.newYork) == text)
  }

  @Test("Seconds before the epoch are rounded down", arguments: [-1, -999, -1000, -59_001, -86_400_001])
  func secondsBeforeTheEpochAreRoundedDown(milliseconds: Int) throws {
    let text = ISO8601.text(Instant(milliseconds: milliseconds), in: .utc)
    let seconds = Int((Double(milliseconds) / 1000).rounded(.down))
    #expect(ISO8601.instant(text) == Instant(milliseconds: seconds * 1000))
  }

  @Test("An offset with seconds keeps the instant")
  func anOffsetWithSecondsKeepsTheInstant() {
    let amsterdam = ZoneWindow(name: "Europe/Amsterdam", initialOffsetSeconds: 1172)
    let instant = at("1930-01-01T12:00:00Z")
    let text = ISO8601.text(instant, in: amsterdam)
    #expect(text == "1930-01-01T12:19:00+00:19")
    #expect(ISO8601.instant(text) == instant)
  }

  @Test("Every text reads back in every zone")
  func everyTextReadsBackInEveryZone() {
    for zone in Zones.all {
      for hour in stride(from: 0, to: 24 * 400, by: 7) {
        let instant = at("2025-12-01T00:00:31Z").adding(minutes: hour * 60 + hour % 60)
        #expect(ISO8601.instant(ISO8601.text(instant, in: zone)) == instant)
      }
    }
  }

  @Test("The calendar's ends hold every instant")
  func theCalendarsEndsHoldEveryInstant() {
    for milliseconds in [Int.min, Int.max] {
      let instant = Instant(milliseconds: milliseconds)
      #expect(ISO8601.instant(ISO8601.text(instant, in: Zones.kolkata)) != nil)
      #expect(instant.adding(minutes: milliseconds) == instant)
    }
  }
}

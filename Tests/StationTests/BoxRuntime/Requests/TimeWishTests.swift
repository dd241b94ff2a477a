import Nursery
import Testing

@testable import BoxRuntime

/// Times and events as a user types them.
@Suite struct TimeWishTests {
  private static func zone() throws -> ZoneWindow {
    let around = try #require(ISO8601.instant("2026-06-01T00:00:00Z"))
    return try #require(Zones.window("America/New_York", around: around))
  }

  @Test(
    "HH:MM means the last such time",
    arguments: [
      ("13:05", "2026-02-11T14:00:00-05:00", "2026-02-11T13:05:00-05:00"),
      ("14:00", "2026-02-11T14:00:00-05:00", "2026-02-11T14:00:00-05:00"),
      // The user's clock may be a little ahead.
      ("14:01", "2026-02-11T14:00:58-05:00", "2026-02-11T14:00:58-05:00"),
      ("14:02", "2026-02-11T14:00:00-05:00", "2026-02-11T14:00:00-05:00"),
      ("14:03", "2026-02-11T14:00:00-05:00", "2026-02-10T14:03:00-05:00"),
      ("23:50", "2026-02-11T00:10:00-05:00", "2026-02-10T23:50:00-05:00"),
      ("00:00", "2026-02-11T23:59:30-05:00", "2026-02-11T23:59:30-05:00"),
      ("00:02", "2026-02-11T23:59:30-05:00", "2026-02-11T00:02:00-05:00"),
      // The clocks skip this hour: 02:30 means 03:30.
      ("02:30", "2026-03-08T04:00:00-04:00", "2026-03-08T03:30:00-04:00"),
      ("01:30", "2026-03-08T03:10:00-04:00", "2026-03-08T01:30:00-05:00"),
      // This hour comes twice: the time means the second one once it has passed.
      ("01:30", "2026-11-01T01:40:00-04:00", "2026-11-01T01:30:00-04:00"),
      ("01:30", "2026-11-01T01:20:00-05:00", "2026-11-01T01:30:00-04:00"),
      ("01:30", "2026-11-01T01:40:00-05:00", "2026-11-01T01:30:00-05:00"),
      ("01:30", "2026-11-01T09:00:00-05:00", "2026-11-01T01:30:00-05:00"),
      ("01:31", "2026-11-01T01:30:30-05:00", "2026-11-01T01:30:30-05:00"),
    ])
  func timeOfDay(text: String, now: String, meant: String) throws {
    let zone = try Self.zone()
    let instant = try #require(TimeWish(text)).instant(now: try #require(ISO8601.instant(now)), zone: zone)
    #expect(ISO8601.text(instant, in: zone) == meant)
  }

  @Test(
    "A corrected start is on the event's day, the evening before or the morning after",
    arguments: ([
      ("09:10", "2026-02-11T09:30:00-05:00", "2026-02-11T10:30:00-05:00", "2026-02-11T09:10:00-05:00"),
      ("23:50", "2026-02-11T09:30:00-05:00", "2026-02-11T10:30:00-05:00", "2026-02-11T23:50:00-05:00"),
      ("23:50", "2026-02-11T00:10:00-05:00", "2026-02-11T01:00:00-05:00", "2026-02-10T23:50:00-05:00"),
      ("00:20", "2026-02-11T00:10:00-05:00", "2026-02-11T01:00:00-05:00", "2026-02-11T00:20:00-05:00"),
      ("00:10", "2026-02-10T23:50:00-05:00", "2026-02-11T01:00:00-05:00", "2026-02-11T00:10:00-05:00"),
      ("00:10", "2026-02-10T18:30:00-05:00", "2026-02-11T06:00:00-05:00", "2026-02-11T00:10:00-05:00"),
      ("00:10", "2026-02-10T18:00:00-05:00", "2026-02-11T06:00:00-05:00", "2026-02-10T00:10:00-05:00"),
      ("00:10", "2026-02-10T23:50:00-05:00", "2026-02-11T00:05:00-05:00", "2026-02-10T00:10:00-05:00"),
      ("00:00", "2026-02-10T23:50:00-05:00", "2026-02-10T23:59:30-05:00", "2026-02-10T23:59:30-05:00"),
      ("01:30", "2026-11-01T01:35:00-05:00", "2026-11-01T02:30:00-05:00", "2026-11-01T01:30:00-05:00"),
      ("01:30", "2026-11-01T01:35:00-04:00", "2026-11-01T02:30:00-05:00", "2026-11-01T01:30:00-04:00"),
    ] as [(String, String, String, String)]).map { TableRow($0, $0.3) })
  func correctedStart(row: TableRow<(String, String, String, String)>) throws {
    let (text, began, until, meant) = row.fields
    let zone = try Self.zone()
    let end = try #require(ISO8601.instant(until))
    let start = try #require(TimeWish(text)).start(
      began: try #require(ISO8601.instant(began)), until: end, over: end, now: end, zone: zone)
    #expect(ISO8601.text(start, in: zone) == meant)
  }

  @Test("A start and an end after midnight are corrected together")
  func startAndEndTogether() throws {
    let zone = try Self.zone()
    func wall(_ text: String) throws -> EventTime { .wall(try #require(ISO8601.instant(text))) }
    let night = Care(
      kind: .sleep, start: try wall("2026-02-10T23:50:00-05:00"), end: try wall("2026-02-11T01:00:00-05:00"))
    let patch = LatePatch(start: TimeWish("0:10"), end: TimeWish("1:05"))
      .patch(
        of: night, clocks: ClockHistory(), zone: zone,
        now: try #require(ISO8601.instant("2026-02-11T09:00:00-05:00")))
    #expect(patch.start == (try wall("2026-02-11T00:10:00-05:00")))
    #expect(patch.end == .some(try wall("2026-02-11T01:05:00-05:00")))
  }

  @Test(
    "A corrected end is on the start's day, or the day after",
    arguments: ([
      ("10:40", "2026-02-11T09:30:00-05:00", "2026-02-11T10:40:00-05:00"),
      ("09:30", "2026-02-11T09:30:00-05:00", "2026-02-11T09:30:00-05:00"),
      ("09:30", "2026-02-11T09:30:20-05:00", "2026-02-11T09:30:00-05:00"),
      ("06:10", "2026-02-10T19:00:00-05:00", "2026-02-11T06:10:00-05:00"),
      ("01:30", "2026-11-01T01:40:00-04:00", "2026-11-01T01:30:00-05:00"),
      ("06:10", "2026-10-31T19:00:00-04:00", "2026-11-01T06:10:00-05:00"),
      ("2026-02-12T07:00:00-05:00", "2026-02-10T19:00:00-05:00", "2026-02-12T07:00:00-05:00"),
    ] as [(String, String, String)]).map { TableRow($0, $0.2) })
  func correctedEnd(row: TableRow<(String, String, String)>) throws {
    let (text, start, meant) = row.fields
    let zone = try Self.zone()
    let began = try #require(ISO8601.instant(start))
    let end = try #require(TimeWish(text)).end(after: began, now: began.adding(minutes: 2880), zone: zone)
    #expect(ISO8601.text(end, in: zone) == meant)
  }

  @Test("An end at midnight that is a little ahead is now")
  func anEndAtMidnightThatIsALittleAheadIsNow() throws {
    let zone = try Self.zone()
    let began = try #require(ISO8601.instant("2026-02-11T22:00:30-05:00"))
    let now = began.adding(minutes: 119)
    #expect(try #require(TimeWish("00:00")).end(after: began, now: now, zone: zone) == now)
    #expect(try #require(TimeWish("00:02")).end(after: began, now: now, zone: zone) < began)
  }

  @Test("An end in the future means the one before the start")
  func anEndInTheFutureMeansTheOneBeforeTheStart() throws {
    let zone = try Self.zone()
    let began = try #require(ISO8601.instant("2026-02-11T17:30:00-05:00"))
    let end = try #require(TimeWish("17:20")).end(after: began, now: began.adding(minutes: 60), zone: zone)
    #expect(end == began.adding(minutes: -10))
  }

  @Test("A date with a time is read as it is")
  func aDateWithATimeIsReadAsItIs() throws {
    let instant = try #require(ISO8601.instant("2026-02-11T07:05:00-05:00"))
    #expect(TimeWish("2026-02-11T13:05:00+01:00") == .instant(instant))
    let local = TimeWish.local(try #require(ISO8601.date("2026-02-11")), WallTime(minutesAfterMidnight: 425))
    #expect(TimeWish("2026-02-11 7:05") == local)
    #expect(TimeWish("2026-02-11T07:05") == local)
    #expect(TimeWish("2026-02-30 7:05") == nil)
  }

  @Test(
    "A time of day may omit its zero, and a time ago is counted back from now",
    arguments: [
      ("7:05", "2026-02-11T07:05:00-05:00"), ("20m ago", "2026-02-11T13:40:00-05:00"),
      ("2h ago", "2026-02-11T12:00:00-05:00"), ("1h30m ago", "2026-02-11T12:30:00-05:00"),
      ("1 h 5 m ago", "2026-02-11T12:55:00-05:00"), ("now", "2026-02-11T14:00:00-05:00"),
    ])
  func shortTimes(text: String, meant: String) throws {
    let zone = try Self.zone()
    let now = try #require(ISO8601.instant("2026-02-11T14:00:00-05:00"))
    #expect(ISO8601.text(try #require(TimeWish(text)).instant(now: now, zone: zone), in: zone) == meant)
  }

  @Test(
    "Other texts are no times",
    arguments: [
      "ago", "m ago", "-5m ago", "0m ago", "20 ago", "30m1h ago", "200h ago", "99999999999999999999m ago",
      "", "7:5", "24:00", "07:60", "noon", "2026-02-11T07:05:00", "07:05 ",
    ])
  func otherTextsAreNoTimes(text: String) { #expect(TimeWish(text) == nil) }

  @Test(
    "An event name fits the end of an ID or a beginning",
    arguments: [
      ("beef", true), ("BEEF", true), ("dead-beef", true), ("01234567-89ab-cdef-0123-4567deadbeef", true),
      ("dead", true), ("deadbee", true), ("eadb", false), ("0123", true), ("4567", false),
      ("11234567-89ab-cdef-0123-4567deadbeef", false),
    ])
  func anEventNameFitsTheEndOfAnIDOrABeginning(text: String, fits: Bool) throws {
    let id = EventID(high: 0x0123_4567_89AB_CDEF, low: 0x0123_4567_DEAD_BEEF)
    #expect(try #require(EventName(text)).matches(id) == fits)
    #expect(id.shortName == "deadbeef")
  }

  @Test(
    "Other texts name no event",
    arguments: ["", "bee", "beeg", "--", "01234567-89ab-cdef-0123-4567deadbeef0"])
  func otherTextsNameNoEvent(text: String) { #expect(EventName(text) == nil) }
}

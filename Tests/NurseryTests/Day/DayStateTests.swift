import Nursery
import Testing

/// Every state and the minute of every transition between two.
@Suite struct DayStateTests {
  @Test(
    "Awake states change to the minute",
    arguments: [
      ("07:00", "awakeEarly 0 of 105-150"),
      ("08:44:59", "awakeEarly 104 of 105-150"),
      ("08:45", "awakeApproaching 105 of 105-150"),
      ("09:30:59", "awakeApproaching 150 of 105-150"),
      ("09:31", "awakeBeyond 151 of 105-150"),
      ("15:59:59", "awakeBeyond 539 of 105-150"),
      ("16:00", "napWindowClosed 540 bed 180"),
      ("18:28:59", "napWindowClosed 688 bed 31"),
      ("18:29:01", "bedtimeWindow 30"),
      ("18:30", "bedtimeWindow 30"),
      ("18:59", "bedtimeWindow 1"),
      ("19:00", "bedtimeWindow 0"),
      ("23:00", "bedtimeWindow 0"),
      ("+1 03:59", "bedtimeWindow 0"),
      ("+1 04:00", "notStarted"),
    ])
  func awakeStatesChangeToTheMinute(now: String, state: String) throws {
    #expect(try DayScene(woke: "07:00").state(now) == state)
  }

  @Test(
    "Asleep states change to the minute",
    arguments: [
      ("13:00", "sleepingNoPressure 0 left 180"),
      ("15:29", "sleepingNoPressure 149 left 31"),
      ("15:29:01", "sleepingApproachingCutoff 149 left 30"),
      ("15:30", "sleepingApproachingCutoff 150 left 30"),
      ("15:59", "sleepingApproachingCutoff 179 left 1"),
      ("15:59:30", "sleepingMustEnd 179 past 0"),
      ("16:00", "sleepingMustEnd 180 past 0"),
      ("16:01", "sleepingMustEnd 181 past 1"),
      ("18:59", "sleepingMustEnd 359 past 179"),
      ("19:00", "nightSleep 360 until 12 04:00"),
    ])
  func asleepStatesChangeToTheMinute(now: String, state: String) throws {
    #expect(try DayScene(woke: "07:00", sleeps: ["13:00.."]).state(now) == state)
  }

  @Test(
    "The window follows the naps done",
    arguments: [
      (0, "awakeApproaching 120 of 105-150"), (1, "awakeApproaching 120 of 120-165"),
      (2, "awakeEarly 120 of 135-180"), (3, "awakeEarly 120 of 150-180"), (4, "awakeEarly 120 of 150-180"),
    ])
  func theWindowFollowsTheNapsDone(naps: Int, state: String) throws {
    let sleeps = (0..<naps).map { "0\(5 + $0):00..0\(5 + $0):30" }
    let morning = naps == 0 ? "10:00" : "04:30"
    let lastEnd = naps == 0 ? "12:00" : "\(naps + 6):30"
    let now = String(repeating: "0", count: 5 - lastEnd.count) + lastEnd
    #expect(try DayScene(woke: morning, sleeps: sleeps).state(now) == state)
  }

  @Test(
    "Brackets change by calendar days",
    arguments: [
      (0, "0-2 months"), (59, "0-2 months"), (60, "3-4 months"), (119, "3-4 months"), (120, "5-7 months"),
      (209, "5-7 months"), (210, "8-10 months"), (299, "8-10 months"), (300, "11-14 months"),
      (419, "11-14 months"), (420, "11-14 months"), (3000, "11-14 months"),
    ])
  func bracketsChangeByCalendarDays(age: Int, name: String) throws {
    // A minute before or after local midnight it is the same day: nothing is rounded.
    for zone in [Zones.newYork, Zones.kolkata, .utc] {
      let scene = DayScene(zone: zone, ageDays: age, dayStart: "00:00")
      for now in ["00:00", "23:59"] {
        let snapshot = try scene.snapshot(now)
        #expect(snapshot.ageDays == age)
        #expect(snapshot.bracket.name == name)
      }
    }
  }

  @Test("The bracket stays until the waking day ends")
  func theBracketStaysUntilTheWakingDayEnds() throws {
    let scene = DayScene(ageDays: 119, sleeps: ["19:10.."])
    #expect(try scene.snapshot("+1 00:30").bracket.name == "3-4 months")
    #expect(try DayScene(ageDays: 119).snapshot("+1 04:00").bracket.name == "5-7 months")
  }

  @Test("A birth date in the future is refused")
  func aBirthDateInTheFutureIsRefused() throws {
    let tomorrow = DayScene(ageDays: -1)
    let refusal = DayRefusal.birthDateInTheFuture(birthdate: day("2026-02-12"), today: day("2026-02-11"))
    #expect(throws: refusal) { try tomorrow.snapshot("12:00") }
    #expect(throws: Never.self) { try tomorrow.snapshot("+1 00:00") }
  }

  @Test("A baby born tonight is zero days old")
  func aBabyBornTonightIsZeroDaysOld() throws {
    #expect(try DayScene(ageDays: -1).snapshot("+1 00:30").ageDays == 0)
  }

  @Test(
    "The feed track follows the age's interval",
    arguments: [
      ("07:00", "recentlyFed 0"), ("09:23:59", "recentlyFed 143"), ("09:24", "approaching 144 of 180-240"),
      ("09:59", "approaching 179 of 180-240"), ("10:00", "ready 180 of 180-240"),
      ("+1 06:00", "ready 1380 of 180-240"),
    ])
  func theFeedTrackFollowsTheAgesInterval(now: String, feed: String) throws {
    #expect(try DayScene(woke: "06:55", bottles: ["07:00"]).feed(now) == feed)
  }

  @Test("The feed track follows the baby's own interval")
  func theFeedTrackFollowsTheBabysOwnInterval() throws {
    let scene = DayScene(feedInterval: 121, bottles: ["07:00"])
    // 80 % of 121 is 96.8, truncated to 96.
    #expect(try scene.feed("08:35") == "recentlyFed 95")
    #expect(try scene.feed("08:36") == "approaching 96 of 121-121")
    #expect(try scene.feed("09:01") == "ready 121 of 121-121")
  }

  @Test("A running nursing is feeding now and counts")
  func aRunningNursingIsFeedingNowAndCounts() throws {
    var scene = DayScene(woke: "07:00", nursings: ["07:10..07:30", "10:00.."], bottles: ["08:00"])
    #expect(try scene.feed("10:07") == "feedingNow 7")
    #expect(try scene.snapshot("10:07").feedCount == 3)
    scene.nursings = ["07:10..07:30", "10:00..10:20"]
    #expect(try scene.feed("10:30") == "recentlyFed 30")
    #expect(try scene.snapshot("10:30").feedCount == 3)
  }

  @Test("The feed track looks behind the morning and the count does not")
  func theFeedTrackLooksBehindTheMorningAndTheCountDoesNot() throws {
    let scene = DayScene(sleeps: ["-1 19:00..06:30"], bottles: ["-1 18:30", "03:00"])
    #expect(try DayScene().feed("12:00") == "noFeedsYet")
    #expect(try scene.feed("06:30") == "ready 210 of 180-240")
    #expect(try scene.snapshot("06:30").feedCount == 0)
    #expect(try scene.snapshot("03:10").feedCount == 2)
  }
}

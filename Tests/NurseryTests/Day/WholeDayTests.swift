import Nursery
import Testing

/// One day and the night after it. Each question knows only what had happened by then.
@Suite struct WholeDayTests {
  private static let day = DayScene(
    dreamFeed: "22:30",
    sleeps: [
      "-1 19:05..06:45", "08:50..10:05", "12:30..14:10", "15:20..15:50", "19:00..23:40", "+1 00:10..+1 06:20",
    ], nursings: ["06:50..07:05", "10:10..10:25", "14:15..14:30", "+1 23:45..+1 23:55"],
    bottles: ["18:30", "+1 00:00"])

  @Test(
    "A day, hour by hour",
    arguments: [
      ("06:30", "nightSleep 685 until 07:05", "noFeedsYet", 0, 0),
      ("06:46", "awakeEarly 1 of 105-150", "noFeedsYet", 0, 0),
      ("07:00", "awakeEarly 15 of 105-150", "feedingNow 10", 0, 1),
      ("08:45", "awakeApproaching 120 of 105-150", "recentlyFed 115", 0, 1),
      ("09:30", "sleepingNoPressure 40 left 390", "approaching 160 of 180-240", 0, 1),
      ("10:06", "awakeEarly 1 of 120-165", "ready 196 of 180-240", 1, 1),
      ("12:27", "awakeApproaching 142 of 120-165", "recentlyFed 137", 1, 2),
      ("14:00", "sleepingNoPressure 90 left 120", "ready 230 of 180-240", 1, 2),
      ("15:00", "awakeEarly 50 of 135-180", "recentlyFed 45", 2, 3),
      ("15:40", "sleepingApproachingCutoff 20 left 20", "recentlyFed 85", 2, 3),
      ("15:55", "awakeEarly 5 of 150-180", "recentlyFed 100", 3, 3),
      ("17:00", "napWindowClosed 70 bed 120", "approaching 165 of 180-240", 3, 3),
      ("18:45", "bedtimeWindow 15", "recentlyFed 15", 3, 4),
      ("21:00", "nightSleep 120 until 12 05:35", "approaching 150 of 180-240", 3, 4),
      ("23:50", "bedtimeWindow 0", "ready 320 of 180-240", 3, 4),
      ("+1 00:07", "bedtimeWindow 0", "recentlyFed 7", 3, 5),
      ("+1 04:30", "nightSleep 260 until 12 05:35", "ready 270 of 180-240", 3, 5),
      ("+1 06:30", "awakeEarly 10 of 105-150", "ready 390 of 180-240", 0, 0),
    ])
  func hours(now: String, state: String, feed: String, naps: Int, feeds: Int) throws {
    let snapshot = try WholeDayTests.day.snapshot(now)
    #expect(try WholeDayTests.day.state(now) == state)
    #expect(try WholeDayTests.day.feed(now) == feed)
    #expect(snapshot.completedNaps == naps)
    #expect(snapshot.feedCount == feeds)
  }

  @Test("The reminder comes and goes")
  func theReminderComesAndGoes() throws {
    let times = ["22:29", "22:30", "23:37", "23:45", "+1 00:30"]
    let due = try times.map { try WholeDayTests.day.snapshot($0).dreamFeedDue != nil }
    #expect(due == [false, true, true, false, false])
  }
}

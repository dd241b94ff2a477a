import Nursery
import Testing

/// Which day it is, when it began, and which sleeps belong to its night.
@Suite struct WakingDayTests {
  @Test("At half past midnight it is still yesterday's night")
  func atHalfPastMidnightItIsStillYesterdaysNight() throws {
    let scene = DayScene(woke: "07:00", sleeps: ["09:00..10:00", "19:10.."], bottles: ["07:10"])
    let snapshot = try scene.snapshot("+1 00:30")
    #expect(try scene.state("+1 00:30") == "nightSleep 320 until 12 07:10")
    #expect(snapshot.day == day("2026-02-11"))
    #expect(snapshot.completedNaps == 1)
    #expect(snapshot.feedCount == 1)
    #expect(Outlook(snapshot, plan: nil, now: scene.time("23:00")).wakeBy == nil)
    #expect(snapshot.morning == scene.time("07:00"))
    #expect(snapshot.sleeps.map(\.isNight) == [false, true])
  }

  @Test(
    "The night begins near bedtime",
    arguments: [
      ("18:29..", "18:59", "sleepingMustEnd 30 past 179"),
      ("18:29..", "19:00", "nightSleep 31 until 12 06:29"),
      ("18:30..", "18:31", "nightSleep 1 until 12 06:30"),
      ("22:00..", "22:30", "nightSleep 30 until 12 10:00"),
    ])
  func theNightBeginsNearBedtime(sleep: String, now: String, state: String) throws {
    #expect(try DayScene(woke: "07:00", sleeps: [sleep]).state(now) == state)
  }

  @Test(
    "A sleep past bedtime is a nap when it ends soon",
    arguments: [
      ("17:00..19:01", 1), ("17:00..21:00", 1), ("17:00..21:01", 0), ("18:29..18:59", 1),
      ("18:30..18:40", 0),
    ])
  func aSleepPastBedtimeIsANapWhenItEndsSoon(sleep: String, naps: Int) throws {
    let snapshot = try DayScene(woke: "07:00", sleeps: [sleep]).snapshot("21:30")
    #expect(snapshot.completedNaps == naps)
    #expect(snapshot.state == .bedtimeWindow(minutesToBedtime: 0))
  }

  @Test("The morning is the end of the night")
  func theMorningIsTheEndOfTheNight() throws {
    let scene = DayScene(sleeps: ["-1 19:10..06:40"])
    #expect(try scene.state("07:40") == "awakeEarly 60 of 105-150")
    #expect(try scene.snapshot("07:40").morning == scene.time("06:40"))
    #expect(try scene.snapshot("07:40").sleeps.isEmpty)
  }

  @Test(
    "A logged wake-up and the night make the morning",
    arguments: [
      // The end of the night overrides an earlier wake-up; a later wake-up overrides the night.
      ("06:30", "-1 19:10..06:40", "06:40"), ("07:05", "-1 19:10..06:40", "07:05"),
      // A wake-up during a sleep means the end of that sleep.
      ("06:20", "06:10..06:40", "06:40"),
      // An evening's wake-up begins no morning.
      ("18:30", "-1 19:10..06:40", "06:40"),
    ])
  func aLoggedWakeUpAndTheNightMakeTheMorning(woke: String, sleep: String, morning: String) throws {
    let scene = DayScene(woke: woke, sleeps: [sleep])
    #expect(try scene.snapshot("20:00").morning == scene.time(morning))
  }

  @Test("A sleep before the morning is night sleep")
  func aSleepBeforeTheMorningIsNightSleep() throws {
    let scene = DayScene(woke: "07:30", sleeps: ["-1 19:10..06:00", "06:10..07:25", "09:00..10:00"])
    let snapshot = try scene.snapshot("10:30")
    #expect(snapshot.completedNaps == 1)
    #expect(snapshot.wakeReference == scene.time("10:00"))
  }

  @Test(
    "A night waking lasts until it is too long",
    arguments: [
      ("03:50", "bedtimeWindow 0", -1),
      ("04:30", "bedtimeWindow 0", -1),
      ("06:20:59", "bedtimeWindow 0", -1),
      ("06:21", "awakeBeyond 151 of 105-150", 0),
      ("09:00", "awakeBeyond 310 of 105-150", 0),
    ])
  func aNightWakingLastsUntilItIsTooLong(now: String, state: String, day: Int) throws {
    let scene = DayScene(sleeps: ["-1 19:10..03:50"])
    #expect(try scene.state(now) == state)
    #expect(try scene.snapshot(now).day == scene.date.adding(days: day))
  }

  @Test(
    "A sleep soon after a waking belongs to the night",
    arguments: [
      // Asleep again within the first window, it is still night, and that sleep's end is the morning.
      ("05:00..", "05:30", "nightSleep 30 until 07:10"),
      ("05:00..06:40", "06:50", "awakeEarly 10 of 105-150"),
      ("03:55..", "03:58", "nightSleep 3 until 07:10"),
      // Later than that, the day began at 03:50 and this is a nap.
      ("06:21..", "06:30", "sleepingNoPressure 9 left 570"),
      ("06:21..07:00", "07:10", "awakeEarly 10 of 120-165"),
    ])
  func aSleepSoonAfterAWakingBelongsToTheNight(sleep: String, now: String, state: String) throws {
    #expect(try DayScene(sleeps: ["-1 19:10..03:50", sleep]).state(now) == state)
  }

  @Test("Before day start the night continues however long the waking")
  func beforeDayStartTheNightContinuesHoweverLongTheWaking() throws {
    let scene = DayScene(sleeps: ["-1 19:10..00:30"])
    #expect(try scene.state("03:59") == "bedtimeWindow 0")
    #expect(try scene.state("04:00") == "awakeBeyond 210 of 105-150")
  }

  @Test("An explicit wake-up before day start is the morning")
  func anExplicitWakeUpBeforeDayStartIsTheMorning() throws {
    var scene = DayScene(woke: "03:50", sleeps: ["-1 19:10..03:50"])
    #expect(try scene.state("03:55") == "awakeEarly 5 of 105-150")
    #expect(try scene.state("05:00") == "awakeEarly 70 of 105-150")
    scene.sleeps.append("05:10..05:40")
    #expect(try scene.state("06:00") == "awakeEarly 20 of 120-165")
    scene.sleeps[1] = "03:55..06:30"
    #expect(try scene.state("06:40") == "awakeEarly 10 of 105-150")
  }

  @Test("Another sleep before day start makes it a night waking after all")
  func anotherSleepBeforeDayStartMakesItANightWakingAfterAll() throws {
    let scene = DayScene(woke: "02:00", sleeps: ["-1 19:10..02:00", "02:30..03:00"])
    #expect(try scene.state("02:10") == "awakeEarly 10 of 105-150")
    #expect(try scene.state("02:40").hasPrefix("nightSleep 10 "))
    #expect(try scene.state("03:10") == "bedtimeWindow 0")
  }

  @Test("Without a night the first event begins the day")
  func withoutANightTheFirstEventBeginsTheDay() throws {
    let fed = DayScene(bottles: ["03:00", "06:00"])
    #expect(try fed.state("05:57") == "notStarted")
    #expect(try fed.state("06:30") == "awakeEarly 30 of 105-150")
    #expect(try fed.snapshot("06:30").feedCount == 1)
    #expect(try DayScene(sleeps: ["05:30.."]).state("05:40") == "sleepingNoPressure 10 left 620")
    #expect(try DayScene(sleeps: ["02:00..05:30"]).state("05:40") == "awakeEarly 10 of 105-150")
    #expect(try DayScene(sleeps: ["02:00.."]).state("05:40") == "nightSleep 220 until 14:00")
  }

  @Test("Yesterday's nap is no night")
  func yesterdaysNapIsNoNight() throws {
    #expect(try DayScene(sleeps: ["-1 15:00..-1 16:00"]).state("06:00") == "notStarted")
  }

  @Test("A forgotten sleep continues")
  func aForgottenSleepContinues() throws {
    #expect(try DayScene(sleeps: ["-1 13:00.."]).state("08:00") == "nightSleep 1140 until 04:00")
    let long = DayScene(sleeps: ["-2 19:00..10:00"])
    #expect(try long.state("10:30") == "awakeEarly 30 of 105-150")
  }

  @Test("A bedtime after midnight belongs to the evening before")
  func aBedtimeAfterMidnightBelongsToTheEveningBefore() throws {
    let scene = DayScene(bedtime: "00:30", woke: "09:00", sleeps: ["12:00..13:00"])
    let snapshot = try scene.snapshot("20:00")
    #expect(snapshot.bedtime == scene.time("+1 00:30"))
    #expect(snapshot.napCutoff == scene.time("21:30"))
    #expect(try scene.state("+1 00:10") == "bedtimeWindow 20")
    let night = DayScene(bedtime: "00:30", woke: "09:00", sleeps: ["12:00..13:00", "+1 00:20.."])
    #expect(try night.state("+1 01:00") == "nightSleep 40 until 12 12:20")
    #expect(try night.snapshot("+1 01:00").day == night.date)
  }

  @Test("A nursing across the morning counts for both days")
  func aNursingAcrossTheMorningCountsForBothDays() throws {
    var scene = DayScene(sleeps: ["-1 19:00..06:45"], nursings: ["06:40.."])
    #expect(try scene.snapshot("06:50").feedCount == 1)
    scene.nursings = ["06:40..06:55"]
    #expect(try scene.snapshot("07:00").feedCount == 1)
    scene.nursings = ["06:30..06:45"]
    #expect(try scene.snapshot("07:00").feedCount == 0)
  }

  @Test(
    "The expected wake-up follows from the naps",
    arguments: [
      // A usual day has 14 h of sleep. The night has what the naps leave, bounded to 9 to 12 hours.
      (["19:00.."], "12 07:00"),
      (["09:00..12:30", "19:00.."], "12 05:30"),
      (["09:00..14:00", "19:00.."], "12 04:00"),
      (["09:00..12:30", "20:00.."], "12 06:30"),
      // After a waking, the night still counts from its first sleep.
      (["09:00..12:30", "19:00..22:00", "23:00.."], "12 05:30"),
    ])
  func theExpectedWakeUpFollowsFromTheNaps(sleeps: [String], wake: String) throws {
    let scene = DayScene(woke: "06:30", sleeps: sleeps)
    #expect(try scene.state("+1 00:00").hasSuffix("until \(wake)"))
  }
}

import Nursery
import Testing

/// Days of 23 and 25 hours: minutes are elapsed time, bedtime is wall time.
@Suite struct ClockChangeTests {
  /// 29 March 2026 in Berlin: 02:00 becomes 03:00.
  private let spring = DayScene(zone: Zones.berlin, date: day("2026-03-29"))
  /// 25 October 2026 in Berlin: 03:00 becomes 02:00.
  private let autumn = DayScene(zone: Zones.berlin, date: day("2026-10-25"))

  @Test("A night across the change lasts its real time")
  func aNightAcrossTheChangeLastsItsRealTime() throws {
    var scene = spring
    scene.sleeps = ["-1 19:00.."]
    #expect(try scene.state("06:00").hasPrefix("nightSleep 600 "))
    scene = autumn
    scene.sleeps = ["-1 19:00.."]
    #expect(try scene.state("06:00").hasPrefix("nightSleep 720 "))
  }

  @Test("Bedtime and cutoff stay on the wall")
  func bedtimeAndCutoffStayOnTheWall() throws {
    for scene in [spring, autumn] {
      var scene = scene
      scene.woke = "07:00"
      #expect(scene.text(try scene.snapshot("12:00").bedtime) == "19:00")
      #expect(try scene.state("15:59") == "awakeBeyond 539 of 105-150")
      #expect(try scene.state("16:00") == "napWindowClosed 540 bed 180")
    }
  }

  @Test("Being awake across the change lasts its real time")
  func beingAwakeAcrossTheChangeLastsItsRealTime() throws {
    var scene = spring
    (scene.dayStart, scene.woke) = ("00:00", "01:30")
    #expect(try scene.state("03:30") == "awakeEarly 60 of 105-150")
    scene = autumn
    (scene.dayStart, scene.woke) = ("00:00", "01:30")
    #expect(try scene.state("03:30") == "awakeBeyond 180 of 105-150")
  }

  @Test("A day start that the change skips moves with it")
  func aDayStartThatTheChangeSkipsMovesWithIt() throws {
    var scene = spring
    (scene.dayStart, scene.sleeps) = ("02:30", ["-1 19:00..03:30"])
    #expect(try scene.snapshot("03:40").morning == scene.time("03:30"))
    #expect(try scene.snapshot("03:40").day == day("2026-03-29"))
    scene.sleeps = ["-1 19:00..03:29"]
    #expect(try scene.snapshot("03:40").day == day("2026-03-28"))
  }

  @Test("A journey west moves bedtime and no duration")
  func aJourneyWestMovesBedtimeAndNoDuration() throws {
    let travelled = DayScene(zone: Zones.newYork)
    let here = DayScene(zone: Zones.london)
    let woke = here.time("07:00")
    let now = here.time("17:00")
    func state(_ zone: ZoneWindow) throws -> DayState {
      try DayEngine.snapshot(baby: here.baby, feeds: [], sleeps: [], wokeAt: woke, now: now, zone: zone).state
    }
    #expect(try state(here.zone) == .napWindowClosed(awakeMinutes: 600, minutesToBedtime: 120))
    #expect(
      try state(travelled.zone) == .awakeBeyond(awakeMinutes: 600, window: MinuteRange(105, 150)))
  }
}

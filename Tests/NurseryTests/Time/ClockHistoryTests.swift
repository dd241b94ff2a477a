import Nursery
import Testing

@Suite struct ClockHistoryTests {
  private let noon = at("2026-02-11T12:00:00Z")

  private func time(_ boot: Int, _ minutes: Int) -> BootTime {
    BootTime(boot: boot, milliseconds: minutes * 60_000)
  }

  private func isExact(_ clock: ClockHistory, _ time: BootTime) -> Bool { clock.resolve(.boot(time)).isExact }

  @Test("Before anything is known it counts from 1970")
  func beforeAnythingIsKnownItCountsFrom1970() {
    let clock = ClockHistory()
    #expect(clock.instant(at: time(1, 5)) == Instant(milliseconds: 300_000))
    #expect(!isExact(clock, time(1, 5)))
    #expect(!clock.isSynced(boot: 1))
  }

  @Test("A wall time is itself")
  func aWallTimeIsItself() {
    #expect(ClockHistory().resolve(.wall(noon)).instant == noon)
    #expect(ClockHistory().resolve(.wall(noon)).isExact)
  }

  @Test("A sync resolves the whole boot backwards")
  func aSyncResolvesTheWholeBootBackwards() {
    var clock = ClockHistory()
    clock.noteAlive(at: time(1, 0))
    clock.noteSync(at: time(1, 30), wall: noon)
    #expect(clock.instant(at: time(1, 0)) == noon.adding(minutes: -30))
    #expect(clock.instant(at: time(1, -10)) == noon.adding(minutes: -40))
    #expect(isExact(clock, time(1, 0)))
    #expect(clock.isSynced(boot: 1))
  }

  @Test("A boot that was read before its sync gets its time once the sync is read, except the newest boot")
  func learnsALateSync() {
    var (running, log) = (ClockHistory(), ClockHistory())
    running.noteSync(at: time(9, 0), wall: noon)
    log.noteAlive(at: time(1, 0))
    running.learn(from: log)
    #expect(!isExact(running, time(1, 0)))
    log.noteSync(at: time(1, 30), wall: noon.adding(minutes: -1440))
    log.noteSync(at: time(9, 0), wall: noon.adding(minutes: 5))
    running.learn(from: log)
    #expect(running.instant(at: time(1, 0)) == noon.adding(minutes: -1470))
    #expect(isExact(running, time(1, 0)))
    #expect(running.instant(at: time(9, 0)) == noon)
    log.noteSync(at: time(1, 40), wall: noon.adding(minutes: -1500))
    running.learn(from: log)
    #expect(running.instant(at: time(1, 0)) == noon.adding(minutes: -1540))
  }

  @Test(
    "A start that shares a known boot's clock, and later readings of that boot, are learned without a new boot"
  )
  func learnsSharedStartsAndReadings() {
    var (running, log) = (ClockHistory(), ClockHistory())
    running.noteSync(at: time(9, 0), wall: noon)
    log.noteAlive(at: time(1, 0))
    log.noteSync(at: time(2, 0), wall: noon.adding(minutes: -1440))
    running.learn(from: log)
    log.noteSameBoot(3, as: 2)
    log.noteAlive(at: time(3, 60))
    running.learn(from: log)
    #expect(running.instant(at: time(3, 60)) == noon.adding(minutes: -1380) && isExact(running, time(3, 60)))
    log.noteAlive(at: time(1, 50))
    running.learn(from: log)
    #expect(running.instant(at: time(1, 0)) == log.instant(at: time(1, 0)))
    #expect(running.instant(at: time(1, 50)) == log.instant(at: time(1, 50)))
  }

  @Test("A start that was a kernel boot of its own joins an earlier start when the line of that one comes")
  func learnsThatTwoKnownStartsShareAClock() {
    var (running, log) = (ClockHistory(), ClockHistory())
    running.noteSync(at: time(9, 0), wall: noon)
    log.noteAlive(at: time(1, 5))
    log.noteSync(at: time(2, 60), wall: noon.adding(minutes: -120))
    log.noteSameBoot(3, as: 2)
    log.noteAlive(at: time(3, 100))
    running.learn(from: log)
    log.noteAlive(at: time(1, 0))
    log.noteSameBoot(2, as: 1)
    running.learn(from: log)
    for boot in 1...3 {
      #expect(running.instant(at: time(boot, 60)) == noon.adding(minutes: -120))
      #expect(isExact(running, time(boot, 60)))
    }
  }

  @Test("The last sync of a boot stands for all of it")
  func theLastSyncOfABootStandsForAllOfIt() {
    var clock = ClockHistory()
    clock.noteSync(at: time(1, 0), wall: noon)
    clock.noteSync(at: time(1, 60), wall: noon.adding(minutes: 65))
    #expect(clock.instant(at: time(1, 0)) == noon.adding(minutes: 5))
    // A step changes both ends of a sleep, so its duration stays.
    #expect(clock.instant(at: time(1, 10)).minutes(until: clock.instant(at: time(1, 50))) == 40)
  }

  @Test("An unsynced boot begins when the one before was over")
  func anUnsyncedBootBeginsWhenTheOneBeforeWasOver() {
    var clock = ClockHistory()
    clock.noteSync(at: time(1, 0), wall: noon)
    clock.noteAlive(at: time(1, 90))
    clock.noteAlive(at: time(2, 0))
    #expect(clock.instant(at: time(2, 7)) == noon.adding(minutes: 97))
    #expect(!isExact(clock, time(2, 7)))
    clock.noteAlive(at: time(2, 20))
    clock.noteAlive(at: time(3, 0))
    #expect(clock.instant(at: time(3, 1)) == noon.adding(minutes: 111))
    // A boot without a line follows the last one before it.
    #expect(clock.instant(at: time(9, 1)) == noon.adding(minutes: 111))
  }

  @Test("Only a later sync says how late it was")
  func onlyALaterSyncSaysHowLateItWas() {
    var clock = ClockHistory()
    let (first, second) = (EventTime.boot(time(1, 5)), EventTime.boot(time(2, 5)))
    #expect(clock.latestInstant(of: .wall(noon)) == noon)
    #expect(clock.latestInstant(of: first) == nil)
    clock.noteAlive(at: time(1, 10))
    clock.noteAlive(at: time(2, 0), savedWall: noon)
    clock.noteAlive(at: time(2, 20))
    #expect(clock.latestInstant(of: first) == nil)
    #expect(clock.latestInstant(of: second) == nil)
    clock.noteAlive(at: time(3, 0))
    clock.noteSync(at: time(3, 30), wall: noon.adding(minutes: 1_000))
    #expect(clock.latestInstant(of: second) == noon.adding(minutes: 970 - 20 + 5))
    #expect(clock.latestInstant(of: first) == noon.adding(minutes: 970 - 20 - 10 + 5))
    clock.noteSync(at: time(2, 20), wall: noon.adding(minutes: 100))
    #expect(clock.latestInstant(of: second) == noon.adding(minutes: 85))
    #expect(clock.latestInstant(of: .boot(time(7, 5))) == nil)
  }

  /// Lines may be out of order, as after an import.
  @Test("An earlier reading says that the boots before were over earlier", arguments: [false, true])
  func anEarlierReadingSaysThatTheBootsBeforeWereOverEarlier(isSaved: Bool) {
    var clock = ClockHistory()
    clock.noteAlive(at: time(1, 0))
    clock.noteAlive(at: time(1, 60))
    clock.noteAlive(at: time(2, 10), savedWall: noon)
    clock.noteSync(at: time(2, 10), wall: noon)
    #expect(clock.instant(at: time(1, 60)) == noon)
    clock.noteAlive(at: time(2, 4), savedWall: isSaved ? noon : nil)
    #expect(clock.instant(at: time(1, 60)) == noon.adding(minutes: -6))
  }

  /// The boots come in reverse order, as when segments were restored.
  @Test("Starts that share a clock share the first")
  func startsThatShareAClockShareTheFirst() throws {
    var clock = ClockHistory()
    for boot in 1...3 { clock.noteAlive(at: time(boot, boot)) }
    clock.noteSameBoot(3, as: 2)
    clock.noteSameBoot(2, as: 1)
    clock.noteSync(at: time(3, 4), wall: noon)
    #expect((1...3).allSatisfy { clock.instant(at: time($0, 4)) == noon })
    #expect(clock.bootClocks(after: 0, before: .max).map(\.boot) == [1])
    let again = try #require(
      ClockHistory(
        floor: Instant(milliseconds: 0), bootClocks: clock.bootClocks(after: 0, before: .max),
        sharedBoots: clock.sharedBoots))
    #expect(again.instant(at: time(3, 4)) == noon)
  }

  @Test(
    "A history that contradicts itself is none", arguments: [[(2, 1), (1, 0)], [(3, 2), (2, 1)], [(2, 0)]])
  func aHistoryThatContradictsItselfIsNone(shared: [(Int, Int)]) {
    let clocks = [
      BootClock(boot: 2, firstMilliseconds: 1, lastMilliseconds: 5, syncedOffset: nil, savedOffset: nil)
    ]
    let parts = shared.map { (boot: $0.0, earlier: $0.1) }
    #expect(
      ClockHistory(floor: Instant(milliseconds: 0), bootClocks: clocks, sharedBoots: parts) == nil)
  }

  @Test("A saved clock bounds a boot from below")
  func aSavedClockBoundsABootFromBelow() {
    var clock = ClockHistory()
    clock.noteSync(at: time(1, 0), wall: noon)
    clock.noteAlive(at: time(2, 1), savedWall: noon.adding(minutes: 31))
    #expect(clock.instant(at: time(2, 5)) == noon.adding(minutes: 35))
    clock.noteAlive(at: time(2, 2), savedWall: noon.adding(minutes: -500))
    #expect(clock.instant(at: time(2, 5)) == noon.adding(minutes: 35))
    // It cannot move the boot before the end of the previous one.
    clock.noteAlive(at: time(3, 0), savedWall: noon.adding(minutes: -500))
    #expect(clock.instant(at: time(3, 0)) >= clock.instant(at: time(2, 2)))
    #expect(!isExact(clock, time(2, 5)))
  }

  @Test("What another box has logged bounds a boot from below")
  func whatAnotherBoxHasLoggedBoundsABootFromBelow() {
    var clock = ClockHistory()
    clock.noteSync(at: time(1, 0), wall: noon)
    clock.noteAlive(at: time(2, 1), savedWall: noon.adding(minutes: 31))
    clock.noteSync(at: time(2, 5), wall: noon.adding(minutes: 60), by: .saved)
    #expect(clock.instant(at: time(2, 5)) == noon.adding(minutes: 60))
    #expect(!isExact(clock, time(2, 5)))
    clock.noteSync(at: time(2, 9), wall: noon.adding(minutes: 50), by: .saved)
    #expect(clock.instant(at: time(2, 9)) == noon.adding(minutes: 50), "the last one counts")
    clock.noteSync(at: time(2, 9), wall: noon, by: .saved)
    #expect(clock.instant(at: time(2, 9)) == noon.adding(minutes: 39), "never before the saved clock")
    clock.noteSync(at: time(2, 9), wall: noon.adding(minutes: 60), by: .saved)
    clock.noteSync(at: time(3, 0), wall: noon.adding(minutes: 40))
    #expect(clock.instant(at: time(2, 9)) == noon.adding(minutes: 40), "that box's clock was ahead")
  }

  @Test("What another box has logged counts by any clock that is no guess")
  func whatAnotherBoxHasLoggedCountsByAnyClockThatIsNoGuess() {
    var clock = ClockHistory()
    clock.noteSync(at: time(1, 0), wall: noon.adding(minutes: 900))
    #expect(clock.latestElsewhere == nil)
    clock.change(of: "far") {
      $0.noteSync(at: time(1, 0), wall: noon)
      $0.noteSync(at: time(2, 0), wall: noon.adding(minutes: 60), by: .hand)
      $0.noteAlive(at: time(3, 0))
    }
    #expect(clock.latestElsewhere == noon.adding(minutes: 60))
    clock.change(of: "far") { $0.noteSync(at: time(3, 0), wall: noon.adding(minutes: 5_000)) }
    #expect(clock.latestElsewhere == noon.adding(minutes: 5_000))
    clock.change(of: "far") { $0.noteAlive(at: time(4, 0)) }
    #expect(clock.latestElsewhere == noon.adding(minutes: 5_000))
  }

  /// The day was the first possible one after what another box had logged, and the next day fits as well.
  @Test("The day of a clock set by hand is a guess after the lines of another box")
  func theDayOfAClockSetByHandIsAGuessAfterTheLinesOfAnotherBox() {
    var clock = ClockHistory()
    let day = 1_440
    clock.noteSync(at: time(1, 0), wall: noon)
    clock.noteAlive(at: time(2, 0))
    clock.noteSync(at: time(2, 1), wall: noon.adding(minutes: 2 * day), by: .saved)
    clock.noteSync(at: time(2, 2), wall: noon.adding(minutes: 2 * day + 600), by: .hand)
    #expect(isExact(clock, time(2, 60)))
    clock.noteSync(at: time(3, 0), wall: noon.adding(minutes: 5 * day))
    #expect(!isExact(clock, time(2, 60)))
  }

  @Test("A fresh box's first boot ends where the first one set by hand begins")
  func aFreshBoxsFirstBootEndsWhereTheFirstOneSetByHandBegins() {
    var clock = ClockHistory()
    for minutes in [0, 60] { clock.noteAlive(at: time(1, minutes)) }
    for minutes in [0, 30] { clock.noteAlive(at: time(2, minutes)) }
    clock.noteAlive(at: time(3, 0))
    clock.noteSync(at: time(3, 10), wall: noon, by: .hand)
    for _ in 0..<2 {
      #expect(clock.instant(at: time(1, 60)) == noon.adding(minutes: -40))
      #expect(clock.instant(at: time(2, 30)) == noon.adding(minutes: -10))
      clock.noteSync(at: time(4, 0), wall: noon.adding(minutes: 900))
    }
  }

  @Test("A fresh box's first boots end where the first synced one begins")
  func aFreshBoxsFirstBootsEndWhereTheFirstSyncedOneBegins() {
    var clock = ClockHistory()
    clock.noteAlive(at: time(1, 0))
    clock.noteAlive(at: time(1, 60))
    clock.noteAlive(at: time(2, 0))
    clock.noteAlive(at: time(2, 30))
    #expect(clock.instant(at: time(2, 0)) == Instant(milliseconds: 60 * 60_000))
    clock.noteAlive(at: time(3, 0))
    clock.noteSync(at: time(3, 10), wall: noon)
    #expect(clock.instant(at: time(3, 0)) == noon.adding(minutes: -10))
    #expect(clock.instant(at: time(2, 30)) == noon.adding(minutes: -10))
    #expect(clock.instant(at: time(1, 0)) == noon.adding(minutes: -100))
    #expect(!isExact(clock, time(1, 0)))
  }

  @Test("A fresh box's saved clock is only when its image was made")
  func aFreshBoxsSavedClockIsOnlyWhenItsImageWasMade() {
    var clock = ClockHistory()
    let image = at("2025-05-01T00:00:00Z")
    clock.noteAlive(at: time(1, 0), savedWall: image)
    clock.noteAlive(at: time(1, 60))
    #expect(clock.instant(at: time(1, 60)) == image.adding(minutes: 60))
    clock.noteSync(at: time(2, 0), wall: noon)
    #expect(clock.instant(at: time(1, 60)) == noon)
  }

  @Test("A later sync of an earlier boot moves its followers")
  func aLaterSyncOfAnEarlierBootMovesItsFollowers() {
    var clock = ClockHistory()
    clock.noteAlive(at: time(1, 60))
    clock.noteAlive(at: time(2, 5))
    clock.noteSync(at: time(1, 0), wall: noon)
    #expect(clock.instant(at: time(2, 5)) == noon.adding(minutes: 65))
  }

  @Test("A boot that claims to be later than the next is bounded by it")
  func aBootThatClaimsToBeLaterThanTheNextIsBoundedByIt() {
    var clock = ClockHistory()
    clock.noteSync(at: time(1, 0), wall: noon)
    clock.noteAlive(at: time(1, 30))
    // The clock is an hour fast, and is corrected only after the power cut.
    clock.noteSync(at: time(2, 0), wall: noon.adding(minutes: 100))
    clock.noteAlive(at: time(2, 20))
    clock.noteAlive(at: time(3, 0))
    clock.noteSync(at: time(3, 5), wall: noon.adding(minutes: 75))
    #expect(clock.instant(at: time(3, 0)) == noon.adding(minutes: 70))
    #expect(clock.instant(at: time(2, 20)) == noon.adding(minutes: 70))
    #expect(!isExact(clock, time(2, 0)) && isExact(clock, time(3, 0)) && isExact(clock, time(1, 0)))
    // A later sync shows that it was right after all.
    clock.noteSync(at: time(3, 6), wall: noon.adding(minutes: 200))
    #expect(clock.instant(at: time(2, 20)) == noon.adding(minutes: 120) && isExact(clock, time(2, 0)))
  }

  /// Two weeks without a network, with a crystal that is 40 millionths fast: 48 s.
  @Test("The drift of a crystal contradicts no sync")
  func theDriftOfACrystalContradictsNoSync() {
    func clock(lateSeconds: Int) -> ClockHistory {
      var clock = ClockHistory()
      clock.noteSync(at: time(1, 0), wall: noon)
      clock.noteAlive(at: time(1, 20_160))
      clock.noteSync(
        at: time(2, 0),
        wall: Instant(milliseconds: noon.adding(minutes: 20_160).milliseconds - lateSeconds * 1_000))
      return clock
    }
    #expect(isExact(clock(lateSeconds: 48), time(1, 20_160)))
    #expect(!isExact(clock(lateSeconds: 180), time(1, 20_160)))
    #expect(clock(lateSeconds: 48).instant(at: time(1, 0)) == noon)
  }

  /// Otherwise it would contradict the network's time, and move what was logged by it.
  @Test("A battery clock behind the network's time is not believed")
  func aBatteryClockBehindTheNetworksTimeIsNotBelieved() {
    var clock = ClockHistory()
    clock.noteSync(at: time(1, 0), wall: noon)
    clock.noteAlive(at: time(1, 60))
    func judged(_ minutes: Int, _ boot: Int, _ trust: ClockTrust) -> ClockJudge.Verdict {
      var judge = ClockJudge()
      _ = judge.judge(
        Moment(boot: time(boot, 2), wall: noon.adding(minutes: minutes), trust: trust), by: clock)
      let later = Moment(boot: time(boot, 5), wall: noon.adding(minutes: minutes + 3), trust: trust)
      return judge.judge(later, by: clock)
    }
    #expect(judged(55, 2, .battery) == .unchanged)
    #expect(ClockJudge.doubts(noon.adding(minutes: 55), at: time(2, 2), by: .battery, clock))
    #expect(!ClockJudge.doubts(noon.adding(minutes: 65), at: time(2, 2), by: .battery, clock))
    #expect(!ClockJudge.doubts(noon.adding(minutes: 55), at: time(2, 2), by: .synced, clock))
    // Minutes later its time is after the end of the earlier boot, but the boot's first reading is not.
    clock.noteAlive(at: time(2, 1))
    #expect(ClockJudge.doubts(noon.adding(minutes: 64), at: time(2, 11), by: .battery, clock))
    // A battery clock that was ahead before may be corrected.
    clock.noteSync(at: time(2, 2), wall: noon.adding(minutes: 600), by: .battery)
    clock.noteAlive(at: time(2, 30))
    #expect(!ClockJudge.doubts(noon.adding(minutes: 100), at: time(3, 2), by: .battery, clock))
    // The 29 minutes of that boot count as well.
    #expect(ClockJudge.doubts(noon.adding(minutes: 85), at: time(3, 2), by: .battery, clock))
    var judge = ClockJudge()
    let corrected = Moment(boot: time(3, 2), wall: noon.adding(minutes: 100), trust: .battery)
    #expect(judge.judge(corrected, by: clock) == .believed(stepSeconds: 0))
  }

  /// The box was off for a day or two, and a person told the time of day only.
  @Test(
    "The day of a time told by hand is certain if no other fits",
    arguments: [(780, 1_500, true), (780, 2_900, false), (2_220, 4_340, true)])
  func theDayOfATimeToldByHandIsCertainIfNoOtherFits(told: Int, later: Int, isCertain: Bool) {
    var clock = ClockHistory()
    clock.noteSync(at: time(1, 0), wall: noon)
    clock.noteSync(at: time(2, 0), wall: noon.adding(minutes: told), by: .hand)
    clock.noteAlive(at: time(2, 60))
    #expect(isExact(clock, time(2, 30)))
    clock.noteSync(at: time(3, 0), wall: noon.adding(minutes: later))
    #expect(isExact(clock, time(2, 30)) == isCertain && isExact(clock, time(1, 0)))
    #expect(clock.instant(at: time(2, 30)) == noon.adding(minutes: told + 30))
  }

  /// Another machine's uptime says nothing about how long the box was off.
  @Test("Another machine's boot moves nothing")
  func anotherMachinesBootMovesNothing() {
    var clock = ClockHistory()
    clock.noteSync(at: time(1, 0), wall: noon)
    clock.noteAlive(at: time(1, 30))
    clock.noteAlive(at: time(2, 1))
    clock.noteAlive(at: time(2, 20))
    clock.noteSync(at: time(3, 600), wall: noon.adding(minutes: 60))
    #expect(clock.instant(at: time(1, 30)) == noon.adding(minutes: 30) && isExact(clock, time(1, 30)))
    #expect(clock.instant(at: time(2, 20)) == noon.adding(minutes: 50))
    #expect(clock.instant(at: time(3, 600)) == noon.adding(minutes: 60))
    #expect(clock.latestInstant(of: .boot(time(2, 20))) == noon.adding(minutes: 60))
    // The machine has been up for three days.
    #expect(!ClockJudge.doubts(noon.adding(minutes: 80), at: time(4, 4_320), clock))
    #expect(ClockJudge.doubts(noon.adding(minutes: 60 - 1_441), at: time(4, 4_320), clock))
    // Its first line contradicts what comes after.
    clock.noteSync(at: time(3, 601), wall: noon.adding(minutes: 20))
    #expect(!isExact(clock, time(1, 30)))
  }

  /// The directory is used for one command on a machine that has been up for ten days and whose restored clock is
  /// right. Then the box continues, in the same boot of its kernel or in a new one.
  @Test(
    "Another machine's uptime shifts nothing", arguments: [nil, at("2026-02-11T14:00:00Z")],
    [(first: 43_300, offline: true), (1, false)])
  func anotherMachinesUptimeShiftsNothing(saved: Instant?, back: (first: Int, offline: Bool)) throws {
    var clock = ClockHistory(floor: at("2025-09-14T00:00:00Z"))
    if back.offline {
      // The box was never synced, and has been up for a month.
      clock.noteAlive(at: time(1, 1), savedWall: noon.adding(minutes: -43_199))
      clock.noteAlive(at: time(1, 43_200))
    } else {
      clock.noteSync(at: time(1, 0), wall: noon.adding(minutes: -60))
      clock.noteAlive(at: time(1, 60))
    }
    #expect(clock.latest.map(clock.instant) == noon)
    let laptop = saved ?? noon
    clock.noteAlive(at: time(2, 14_400), savedWall: saved)
    clock.noteAlive(at: time(2, 14_410))
    #expect(clock.instant(at: time(2, 14_400)) == laptop)
    clock.noteAlive(at: time(3, back.first))
    clock.noteAlive(at: time(3, back.first + 30))
    let began = laptop.adding(minutes: back.offline ? 10 : 11)
    #expect(clock.instant(at: time(3, back.first)) == began)
    #expect(clock.instant(at: time(3, back.first + 30)) == began.adding(minutes: 30))
    // An ordinary start follows.
    clock.noteAlive(at: time(4, 1))
    #expect(clock.instant(at: time(4, 1)) == began.adding(minutes: 31))
    let parts = (clock.bootClocks(after: 0, before: .max), clock.sharedBoots)
    let again = try #require(
      ClockHistory(floor: at("2025-09-14T00:00:00Z"), bootClocks: parts.0, sharedBoots: parts.1))
    for boot in 1...4 { #expect(again.instant(at: time(boot, 7)) == clock.instant(at: time(boot, 7))) }
  }

  /// No clock is known. The boots are still put one after the other by what was seen of them.
  @Test("Without any clock another machine's uptime is no time that passed")
  func withoutAnyClockAnotherMachinesUptimeIsNoTimeThatPassed() {
    var clock = ClockHistory()
    clock.noteAlive(at: time(1, 1))
    clock.noteAlive(at: time(1, 43_200))
    clock.noteAlive(at: time(2, 14_400))
    clock.noteAlive(at: time(3, 43_300))
    #expect(clock.instant(at: time(2, 14_400)) == clock.instant(at: time(1, 43_200)))
    #expect(clock.instant(at: time(3, 43_300)) == clock.instant(at: time(1, 43_200)))
  }

  @Test("A hand on an unsynced clock moves nothing")
  func aHandOnAnUnsyncedClockMovesNothing() {
    var clock = ClockHistory()
    clock.noteSync(at: time(1, 0), wall: noon)
    clock.noteAlive(at: time(2, 0), savedWall: noon.adding(minutes: 10))
    for minutes in [-60, 60, 30 * 525_960, -30 * 525_960] {
      clock.noteAlive(at: time(2, 5), savedWall: noon.adding(minutes: 15 + minutes))
      #expect(clock.instant(at: time(2, 5)) == noon.adding(minutes: 15))
    }
  }

  @Test("Boots never run into each other")
  func bootsNeverRunIntoEachOther() {
    for seed in UInt64(0)..<200 {
      var dice = Dice(seed: seed)
      var clock = ClockHistory()
      var wall = noon
      for boot in 1...6 {
        wall = wall.adding(minutes: dice.roll(500))
        for minute in stride(from: 0, to: dice.roll(300) + 1, by: 20) {
          clock.noteAlive(at: time(boot, minute))
          if dice.roll(12) == 0 { clock.noteSync(at: time(boot, minute), wall: wall.adding(minutes: minute)) }
        }
        wall = wall.adding(minutes: 300)
      }
      let starts = (1...6).map { clock.instant(at: time($0, 0)) }
      #expect(starts == starts.sorted(), "seed \(seed)")
    }
  }
}

import Testing

@testable import Nursery

@Suite struct LearnedNapsTests {
  private var today: CivilDate { MadeUpFamily.firstDay.adding(days: 60) }

  private func learned(_ family: MadeUpFamily, mode: LearningMode = .auto) -> LearnedDay {
    LearnedDay(today, sleeps: family.sleeps, birthdate: family.birthdate, zone: .utc, mode: mode)
  }

  /// Compares each nap of a history with what was known when its day began, in minutes.
  private func verdict(_ history: WindowHistory) -> LearningVerdict {
    let days = history.windows.map { $0.waking.day }
    return NapHistory(history).verdict(in: days[0] + WindowHistory.leastDays..<days[days.count - 1] + 1)
  }

  @Test("The lengths of a real child's naps are learned")
  func theLengthsOfARealChildsNapsAreLearned() throws {
    let verdict = verdict(try ChildA.history())
    #expect(verdict.windows == 1151)
    #expect(verdict.learnedError == 11)
    #expect(verdict.byAgeError == 21)
  }

  @Test("No later nap changes what a day knew", arguments: [40, 200, 777])
  func noLaterNapChangesWhatADayKnew(kept: Int) throws {
    let sleeps = try ChildA.sleeps()
    let cut = Array(sleeps.prefix(kept))
    let date = ZoneWindow.utc.civil(cut[kept - 1].start).date
    func day(_ sleeps: [SleepSpan]) -> LearnedNaps {
      LearnedDay(date, sleeps: sleeps, birthdate: ChildA.birthdate, zone: .utc).usualNaps
    }
    #expect(day(cut) == day(sleeps))
  }

  @Test("Short naps are planned short")
  func shortNapsArePlannedShort() throws {
    var family = MadeUpFamily(habit: .shortNaps, seed: 3, factor: 100)
    family.ageDays = 100
    let naps = learned(family).usualNaps
    #expect(naps.isUsed)
    #expect(naps.minutes.allSatisfy { (30..<45).contains($0) })
    let bracket = AgeTable.bracket(ageDays: 200)
    var own = OwnDay()
    own.lengths = naps.minutes
    let planned = PlanSettings().lengths(bracket, dayMinutes: 760, own)
    let byAge = PlanSettings().lengths(bracket, dayMinutes: 760)
    #expect(try #require(planned.three).reduce(0, +) <= #require(byAge.three).reduce(0, +))
  }

  // MARK: The number of naps

  /// Four weeks of a child of six months with two naps, where the table has three.
  private var twoNaps: DayScene {
    var scene = DayScene(ageDays: 185, bedtime: "19:00")
    for day in -28 ... -1 {
      let (late, long) = (day * day % 9, day * day % 7)
      func time(_ hour: Int, _ minute: Int) -> String {
        "\(day) " + WallTime(minutesAfterMidnight: hour * 60 + minute).text
      }
      scene.sleeps.append(time(9, late) + ".." + time(10, 15 + late + long))
      scene.sleeps.append(time(13, 5 + long) + ".." + time(14, 25 + late + long))
      scene.sleeps.append(time(19, 0) + "..\(day + 1) 06:\(40 + long)")
    }
    return scene
  }

  private func outlook(_ scene: DayScene, _ now: String, mode: LearningMode = .auto) throws -> Outlook {
    let sleeps = scene.sleeps.map(scene.span)
    let learned = LearnedDay(
      scene.date, sleeps: sleeps, birthdate: scene.baby.birthdate, bedtime: scene.baby.bedtime, zone: .utc,
      mode: mode)
    let day = try DayEngine.snapshot(
      baby: scene.baby, feeds: [], sleeps: sleeps, wokeAt: nil, now: scene.time(now), zone: .utc,
      learned: learned)
    var planner = DayPlanner()
    return planner.outlook(day, settings: PlanSettings(), style: nil, now: scene.time(now), zone: .utc)
  }

  @Test("A child with two naps is planned two and left to sleep")
  func aChildWithTwoNapsIsPlannedTwoAndLeftToSleep() throws {
    var scene = twoNaps
    let morning = try outlook(scene, "06:50")
    #expect(morning.plan?.wantedNaps == 2 && morning.napChange == nil && morning.plan?.napsAhead.count == 2)
    #expect(morning.plan?.scenario?.isClean == true)
    #expect(try outlook(scene, "06:50", mode: .show).plan?.wantedNaps == 3)
    scene.sleeps.append("09:05..")
    #expect(try #require(try outlook(scene, "09:05").wakeBy).latest >= scene.time("10:30"))
    scene.sleeps[scene.sleeps.count - 1] = "09:05..10:20"
    scene.sleeps.append("13:05..")
    #expect(try #require(try outlook(scene, "13:05").wakeBy).latest >= scene.time("14:45"))
    scene.sleeps[scene.sleeps.count - 1] = "13:05..14:31"
    let evening = try outlook(scene, "14:35")
    #expect(
      evening.nextNap == nil && evening.earlierBedtime == nil && evening.plan?.scenario?.isClean == true)
    // If a day's naps are short, there is room for a third.
    scene.sleeps[scene.sleeps.count - 2] = "09:05..09:35"
    scene.sleeps[scene.sleeps.count - 1] = "12:00..12:30"
    #expect(try outlook(scene, "12:35").nextNap != nil)
  }

  @Test("A number that is the age's or changes each day is left to the age")
  func aNumberThatIsTheAgesOrChangesEachDayIsLeftToTheAge() {
    #expect(learned(MadeUpFamily(habit: .none, seed: 3, factor: 100)).usualNaps.count == nil)
    #expect(
      LearnedRemark(learned(MadeUpFamily(habit: .dropsANap, seed: 3, factor: 100))).text.contains(
        "2 naps a day"))
  }

  @Test("Lengths that are shown only are not used")
  func lengthsThatAreShownOnlyAreNotUsed() {
    let family = MadeUpFamily(habit: .none, seed: 3, factor: 70)
    #expect(learned(family).usualNaps.used == learned(family).usualNaps.minutes)
    let shown = learned(family, mode: .show).usualNaps
    #expect(shown.verdict.isBetter)
    #expect(shown.used.isEmpty && !shown.minutes.isEmpty)
    #expect(LearnedRemark(learned(family)).text.contains("; naps of "))
    #expect(!LearnedRemark(learned(family, mode: .show)).text.contains("; naps of "))
  }

  @Test("Naps as long as the age's are left to the age")
  func napsAsLongAsTheAgesAreLeftToTheAge() {
    var random = SeededNumbers(seed: 5)
    let birthdate = today.adding(days: -160)
    let windows = (today.daysSinceEpoch - 60..<today.daysSinceEpoch).flatMap { day in
      let row = AgeTable.bracket(ageDays: day - birthdate.daysSinceEpoch)
      let usual = TypicalDay.napMinutes(row, naps: 3, dayMinutes: 720)
      return (0..<3).map { nap in
        WakeWindow(
          waking: Waking(day: day, minuteOfDay: 400 + 200 * nap, napsDone: nap, lastSleepMinutes: 60),
          minutes: 120, napMinutes: random.around(usual, 10))
      }
    }
    let naps = LearnedNaps(
      WindowHistory(windows, birthdate: birthdate), on: today.daysSinceEpoch, mode: .auto)
    #expect(naps.verdict.isKnown && !naps.isUsed)
  }

  @Test("A night is no nap")
  func aNightIsNoNap() {
    var family = MadeUpFamily(habit: .none, seed: 1, factor: 100)
    family.days = 20
    let early = family.sleeps.map { sleep in
      sleep.start.minutes(until: sleep.end ?? sleep.start) > 300
        ? SleepSpan(start: sleep.start.adding(minutes: -120), end: sleep.end) : sleep
    }
    let windows = WakeWindow.windows(between: early, zone: .utc)
    #expect(windows.contains { $0.napMinutes == nil })
    #expect(windows.allSatisfy { $0.napMinutes ?? 0 <= 300 })
  }

  @Test("The first stretch of an early night is no nap")
  func theFirstStretchOfAnEarlyNightIsNoNap() {
    let scene = DayScene(sleeps: ["-1 19:00..06:15", "13:00..14:30", "18:15..22:15", "22:40..06:00"])
    let sleeps = scene.sleeps.map(scene.span)
    func naps(_ bedtime: WallTime?) -> [Int?] {
      WakeWindow.windows(between: sleeps, zone: .utc, bedtime: bedtime).map { $0.napMinutes }
    }
    #expect(naps(nil) == [90, 240])
    #expect(naps(WallTime(minutesAfterMidnight: 1140)) == [90, nil], "it ends long after bedtime")
    #expect(naps(WallTime(minutesAfterMidnight: 1110)) == [90, nil], "it begins about bedtime")
    #expect(naps(WallTime(minutesAfterMidnight: 15)) == [90, 240], "bedtime is after midnight")
  }

  @Test("A sleep that begins within the hour before bedtime and ends after it is no nap")
  func anEarlierBedtimeIsNoNap() {
    let scene = DayScene(sleeps: ["-1 19:00..06:15", "13:00..14:30", "18:15..20:30", "20:50..06:00"])
    func naps(bedtime: Int) -> [Int?] {
      WakeWindow.windows(
        between: scene.sleeps.map(scene.span), zone: .utc, bedtime: WallTime(minutesAfterMidnight: bedtime)
      ).map { $0.napMinutes }
    }
    #expect(naps(bedtime: 19 * 60) == [90, nil])
    #expect(naps(bedtime: 19 * 60 + 20) == [90, 135], "it begins over an hour before bedtime")
  }

  /// A plan's total is what its wake windows leave, however short, long or many the learned naps are.
  @Test("Learned lengths fit the day", arguments: [1, 30, 35, 90, 300], [[], [0], [1, 2, 3]])
  func learnedLengthsFitTheDay(minutes: Int, unknown: [Int]) {
    for ageDays in [20, 100, 160, 250, 400, 600] {
      let bracket = AgeTable.bracket(ageDays: ageDays)
      for naps in 1...5 {
        let limits = TypicalDay.limits(bracket, naps: naps, dayMinutes: 720)
        let learned = [Int](repeating: minutes, count: max(1, naps - unknown.count))
        let lengths = TypicalDay.napMinutes(
          bracket, naps: naps, dayMinutes: 720, limits: limits, learned: learned)
        let byAge = TypicalDay.napMinutes(bracket, naps: naps, dayMinutes: 720, limits: limits)
        let most = 720 - (limits.last ?? 0) - naps * (limits.minimum ?? 0)
        #expect(lengths.count == naps)
        #expect(lengths.allSatisfy { (30...(naps == 1 ? 180 : 120)).contains($0) && $0 % 5 == 0 })
        #expect(lengths.reduce(0, +) <= max(most, byAge * naps, 30 * naps))
      }
    }
  }
}

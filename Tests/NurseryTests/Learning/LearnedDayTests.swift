import Nursery
import Testing

@Suite struct LearnedDayTests {
  private let family = MadeUpFamily(habit: .none, seed: 3, factor: 70)
  private var today: CivilDate { MadeUpFamily.firstDay.adding(days: 60) }

  private func learned(_ family: MadeUpFamily, mode: LearningMode = .auto) -> LearnedDay {
    LearnedDay(today, sleeps: family.sleeps, birthdate: family.birthdate, zone: .utc, mode: mode)
  }

  @Test("A child that differs is learned")
  func aChildThatDiffersIsLearned() {
    let day = learned(family)
    #expect(day.isUsed)
    #expect(day.verdict.windows >= 20)
    #expect(day.verdict.learnedError * 10 <= day.verdict.byAgeError * 9)
  }

  @Test("A child like the table is not", arguments: [1, 2, 3] as [UInt64])
  func aChildLikeTheTableIsNot(seed: UInt64) {
    // The windows scatter evenly around the middle of the table's, so there is nothing to learn.
    var random = SeededNumbers(seed: seed)
    let birthdate = today.adding(days: -160)
    var windows: [WakeWindow] = []
    for day in today.daysSinceEpoch - 60..<today.daysSinceEpoch {
      for nap in 0..<3 {
        let usual = AgeTable.bracket(ageDays: day - birthdate.daysSinceEpoch).wakeWindows[nap]
        windows.append(
          WakeWindow(
            waking: Waking(
              day: day, minuteOfDay: 400 + 200 * nap, napsDone: nap, lastSleepMinutes: 60),
            minutes: random.around((usual.lower + usual.upper) / 2, 12)))
      }
    }
    let trials = BackTest(WindowHistory(windows, birthdate: birthdate)).trials
    #expect(LearningVerdict(trials).isKnown)
    #expect(!LearningVerdict(trials).isBetter)
  }

  @Test("A few days are not enough to judge")
  func aFewDaysAreNotEnoughToJudge() {
    var short = family
    short.days = 8
    let day = LearnedDay(
      MadeUpFamily.firstDay.adding(days: 8), sleeps: short.sleeps, birthdate: short.birthdate, zone: .utc)
    #expect(!day.verdict.isKnown)
    #expect(!day.isUsed)
    #expect(LearnedRemark(day).text.contains("not used yet"))
  }

  @Test("Only a window that was learned is called learned")
  func onlyAWindowThatWasLearnedIsCalledLearned() throws {
    let learned = learned(family)
    let baby = Baby(birthdate: family.birthdate, bedtime: WallTime(minutesAfterMidnight: 1170))
    func time(_ minute: Int) -> Instant {
      Instant(milliseconds: today.daysSinceEpoch * 86_400_000 + minute * 60_000)
    }
    let naps =
      AgeTable.bracket(ageDays: today.daysSinceEpoch - family.birthdate.daysSinceEpoch)
      .wakeWindows.count - 1
    for done in 0...naps {
      let sleeps = (0..<done).map { SleepSpan(start: time(480 + 120 * $0), end: time(510 + 120 * $0)) }
      let now = time(done == 0 ? 400 : 515 + 120 * (done - 1))
      let day = try DayEngine.snapshot(
        baby: baby, feeds: [], sleeps: sleeps, wokeAt: time(390), now: now, zone: .utc, learned: learned)
      // The day ends with bedtime: the window before it stays that of the age.
      #expect(day.windowSource == (done < naps ? .learned : .age), "\(done) naps")
    }
  }

  @Test("Show learns and does not use")
  func showLearnsAndDoesNotUse() {
    let day = learned(family, mode: .show)
    #expect(day.verdict.isBetter)
    #expect(!day.isUsed)
    #expect(LearnedRemark(day).text.hasSuffix("; shown only"))
  }

  @Test("Days with a gap are left out")
  func daysWithAGapAreLeftOut() {
    let whole = learned(family)
    let gap = today.adding(days: -2)
    let rest = LearnedDay(
      today, sleeps: family.sleeps, gaps: [gap], birthdate: family.birthdate, zone: .utc)
    #expect(rest.daysKnown == whole.daysKnown - 1)
  }

  @Test("A day on which the box was off is a gap")
  func aDayOnWhichTheBoxWasOffIsAGap() throws {
    var log = CareLog(baby: BabyID(number: 1))
    for (index, sleep) in family.sleeps.enumerated() {
      let end = try #require(sleep.end)
      log.apply(
        CareEvent(
          id: EventID(high: 1, low: UInt64(index)), baby: BabyID(number: 1),
          moment: Moment(boot: BootTime(boot: 1, milliseconds: 0), wall: end, trust: .synced),
          source: .button,
          change: .added(Care(kind: .sleep, start: .wall(sleep.start), end: .wall(end)))))
    }
    let now = Instant(milliseconds: today.daysSinceEpoch * 86_400_000).adding(minutes: 600)
    func daysKnown(offFrom from: Int, to: Int) -> Int {
      let off = Instant(milliseconds: (today.daysSinceEpoch - 5) * 86_400_000)
      var clock = ClockHistory()
      clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: off.adding(minutes: from - 5000))
      clock.noteAlive(at: BootTime(boot: 1, milliseconds: 5000 * 60_000))
      clock.noteSync(at: BootTime(boot: 2, milliseconds: 20_000), wall: off.adding(minutes: to))
      return log.learnedDay(
        of: Baby(birthdate: family.birthdate, bedtime: WallTime(minutesAfterMidnight: 1140)), mode: .auto,
        clock: clock, now: now, zone: .utc
      ).daysKnown
    }
    let whole = daysKnown(offFrom: 600, to: 659)
    #expect(daysKnown(offFrom: 600, to: 661) == whole - 1)
    // The box misses nothing at night. Off from an evening to noon two days later, it misses two days.
    #expect(daysKnown(offFrom: 1200, to: 1440 + 299) == whole)
    #expect(daysKnown(offFrom: 1200, to: 2 * 1440 + 720) == whole - 2)
  }

  @Test("Nothing of the day itself changes it")
  func nothingOfTheDayItselfChangesIt() {
    let begin = Instant(milliseconds: today.daysSinceEpoch * 86_400_000)
    let before = family.sleeps.filter { $0.start < begin.adding(minutes: 240) }
    let day = LearnedDay(today, sleeps: before, birthdate: family.birthdate, zone: .utc)
    let whole = learned(family)
    #expect(day.forecasts == whole.forecasts && day.usualNaps == whole.usualNaps)
    #expect(day.verdict == whole.verdict && day.isUsed == whole.isUsed)
    #expect(day.usualWakeUp == whole.usualWakeUp)
  }

  @Test("A day of a real child has its forecasts")
  func aDayOfARealChildHasItsForecasts() throws {
    let day = LearnedDay(
      ChildA.birthdate.adding(days: 120), sleeps: try ChildA.sleeps(), birthdate: ChildA.birthdate, zone: .utc
    )
    #expect(day.forecasts.map { $0.minutes } == [81, 106, 100])
    #expect(day.verdict.learnedError == 12)
  }

  @Test("A waking at 04:45 or 05:05 is no morning if the child slept again", arguments: [285, 305])
  func resettled(waking: Int) {
    let first = MadeUpFamily.firstDay
    func sleep(_ day: Int, _ from: Int, _ to: Int) -> SleepSpan {
      let midnight = Instant(milliseconds: first.adding(days: day).daysSinceEpoch * 86_400_000)
      return SleepSpan(start: midnight.adding(minutes: from), end: midnight.adding(minutes: to))
    }
    let sleeps = (0..<5).flatMap { day in
      [sleep(day, -300, waking), sleep(day, 330, 400), sleep(day, 550, 610), sleep(day, 780, 840)]
    }
    let learned = LearnedDay(
      first.adding(days: 5), sleeps: sleeps, birthdate: first.adding(days: -180), zone: .utc)
    #expect(learned.usualWakeUp == WallTime(minutesAfterMidnight: 400))
  }

  @Test("The end of a nap soon after the morning's waking is not learned as the morning")
  func firstNapOfAYoungBaby() {
    let first = MadeUpFamily.firstDay
    func sleep(_ day: Int, _ from: Int, _ to: Int) -> SleepSpan {
      let midnight = Instant(milliseconds: first.adding(days: day).daysSinceEpoch * 86_400_000)
      return SleepSpan(start: midnight.adding(minutes: from), end: midnight.adding(minutes: to))
    }
    let sleeps = (0..<5).flatMap { [sleep($0, -300, 413), sleep($0, 461, 540), sleep($0, 620, 680)] }
    let learned = LearnedDay(
      first.adding(days: 5), sleeps: sleeps, birthdate: first.adding(days: -70), zone: .utc)
    #expect(learned.usualWakeUp == WallTime(minutesAfterMidnight: 413))
  }

  // MARK: In the day

  private func snapshot(_ day: LearnedDay?, limits: WakeWindowLimits = .unset) throws -> DaySnapshot {
    let begin = Instant(milliseconds: today.daysSinceEpoch * 86_400_000)
    let baby = Baby(birthdate: family.birthdate, bedtime: WallTime(minutesAfterMidnight: 1140))
    let sleeps =
      family.sleeps.filter { $0.start < begin } + [
        SleepSpan(start: begin.adding(minutes: 460), end: begin.adding(minutes: 530))
      ]
    return try DayEngine.snapshot(
      baby: baby, feeds: [], sleeps: sleeps, wokeAt: nil, now: begin.adding(minutes: 540), zone: .utc,
      learned: day, limits: limits)
  }

  @Test("Learned windows are the day's and the plan's")
  func learnedWindowsAreTheDaysAndThePlans() throws {
    let (byAge, learned) = (try snapshot(nil), try snapshot(learned(family)))
    #expect(learned.window.upper < byAge.window.lower)
    #expect(learned.bracket.wakeWindows[1] == learned.window)
    #expect(learned.bracket.lastWindow == byAge.bracket.lastWindow)
    var planner = DayPlanner()
    let plan = planner.outlook(
      learned, settings: PlanSettings(), style: nil,
      now: Instant(milliseconds: today.daysSinceEpoch * 86_400_000).adding(minutes: 540), zone: .utc
    ).plan
    #expect(plan?.request.wakeWindows.maximumFirst == learned.bracket.wakeWindows[0].upper)
  }

  @Test("The household's limits hold")
  func theHouseholdsLimitsHold() throws {
    let limits = WakeWindowLimits(minimum: 100, maximum: 110, last: nil, maximumFirst: nil)
    let day = try snapshot(learned(family), limits: limits)
    #expect(day.bracket.wakeWindows.dropLast().allSatisfy { $0.lower >= 100 && $0.upper <= 110 })
  }

  @Test("Shown only changes no window")
  func shownOnlyChangesNoWindow() throws {
    let (byAge, shown) = (try snapshot(nil), try snapshot(learned(family, mode: .show)))
    #expect(shown.bracket == byAge.bracket)
    #expect(shown.learned?.isUsed == false)
  }

  @Test("Explain says what was learned from what and how wrong it was")
  func explainSaysWhatWasLearnedFromWhatAndHowWrongItWas() throws {
    let day = learned(family)
    let baby = Baby(birthdate: family.birthdate, bedtime: WallTime(minutesAfterMidnight: 1140))
    let snapshot = try snapshot(day)
    let now = Instant(milliseconds: today.daysSinceEpoch * 86_400_000).adding(minutes: 540)
    let texts = DayEngine.explain(
      snapshot, Outlook(snapshot, plan: nil, now: now), baby: baby, now: now
    ).reasons.map { $0.text(in: .utc) }
    let text = try #require(texts.first { $0.hasPrefix("learned") })
    #expect(text.hasPrefix("learned from \(day.naps) naps in \(day.daysKnown) days: 1 h "))
    #expect(text.contains(" after a nap that ends about 9 (by age 3 h 00–3 h 30); off by "))
    #expect(
      text.contains(
        "; off by \(day.verdict.learnedError) min in the median (by age \(day.verdict.byAgeError))"))
  }

  /// Nights with a waking and no end: the day begins with a stated waking, or its beginning is unknown.
  @Test("The end of the first nap is no morning", arguments: [true, false])
  func theEndOfTheFirstNapIsNoMorning(isStated: Bool) {
    let days = (1...5).map { Instant(milliseconds: today.adding(days: -$0).daysSinceEpoch * 86_400_000) }
    let sleeps = days.reversed().flatMap { day in
      [(520, 580), (720, 780), (930, 960), (1122, 1620)].map { start, end in
        SleepSpan(start: day.adding(minutes: start), end: day.adding(minutes: end))
      }
    }
    let wakes = isStated ? days.reversed().map { $0.adding(minutes: 406) } : []
    let day = LearnedDay(today, sleeps: sleeps, wakes: wakes, birthdate: family.birthdate, zone: .utc)
    #expect(day.usualWakeUp == (isStated ? WallTime(minutesAfterMidnight: 406) : nil))
  }
}

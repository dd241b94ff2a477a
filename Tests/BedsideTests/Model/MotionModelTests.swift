import CribMotion
import Nursery
import Testing

@testable import Bedside

/// What motion may say and write, from readings to effects.
@Suite struct MotionModelTests {
  private static let mia = BabyID(number: 1)

  /// A synced box in a UTC household, and a crib whose readings come once a second. The boot clock started at
  /// midnight; the day begins at 07:00.
  private struct Bench {
    var model: BedsideModel
    /// On the boot clock.
    var now = 7 * 3_600_000
    var effects: [Effect] = []
    private var random: UInt32 = 7
    private var tilt = 0

    init(_ mode: MotionSettings.Mode, babies: Int = 1, darkAfterMinutes: Int? = nil) {
      let baby = Baby(
        birthdate: CivilDate(daysSinceEpoch: 20_345), bedtime: WallTime(minutesAfterMidnight: 1_140))
      var settings = BedsideSettings(
        residents: (1...babies).map {
          BedsideSettings.Resident(id: BabyID(number: $0), name: "Baby \($0)", baby: baby)
        }, zone: .utc)
      settings.motion.mode = mode
      settings.darkAfterMinutes = darkAfterMinutes
      model = BedsideModel(
        settings: settings, logs: [:], clocks: ClockHistory(), idSeed: 1, box: BoxCondition())
      receive(.tick)
      let wake = Care(kind: .wake, start: .boot(BootTime(boot: 1, milliseconds: now)))
      for number in 1...babies {
        receive(.request(CareRequest(token: 1, baby: BabyID(number: number), command: .add(wake))))
      }
    }

    var moment: Moment {
      Moment(
        boot: BootTime(boot: 1, milliseconds: now),
        wall: Instant(milliseconds: 20_495 * 86_400_000 + now), trust: .synced)
    }

    var instantNow: Instant { model.care.clocks.instant(at: moment.boot) }

    /// Applies an input. The card saves every event at once.
    mutating func receive(_ input: Input) {
      let made = model.handle(input, at: moment)
      effects += made
      for case .append(let writes) in made { receive(.saved(writes.map(\.id))) }
    }

    /// A command whose event the card refuses.
    mutating func refuse(_ command: CareCommand) {
      _ = model.handle(.request(CareRequest(token: 1, baby: mia, command: command)), at: moment)
      receive(.saved([], isHolding: true))
    }

    mutating func press(_ button: Button, times: Int = 1) {
      for _ in 0..<times {
        receive(.edge(ButtonEdge(button: button, isPressed: true, milliseconds: now)))
        now += 80
        receive(.edge(ButtonEdge(button: button, isPressed: false, milliseconds: now)))
        now += 220
        receive(.tick)
      }
      now += 700
      receive(.tick)
    }

    /// Seconds of readings: only noise, or a baby that moves.
    mutating func feel(seconds: Int, isMoving: Bool = false) {
      for second in 0..<seconds {
        now += 1_000
        let isActive = isMoving && second % 4 != 3
        let samples = (0..<25).map { _ in sample(isActive) }
        receive(
          .motion(
            MotionReading(
              rateHz: 25, milligeePerLSB: 1, samples: samples, followsGap: false, newestMilliseconds: now)))
        if model.nextDeadline.map({ $0 <= now }) ?? false { receive(.tick) }
      }
    }

    private mutating func sample(_ isActive: Bool) -> MotionSample {
      func noise(_ width: UInt32) -> Int16 {
        random = random &* 1_664_525 &+ 1_013_904_223
        return Int16((random >> 16) % (2 * width + 1)) - Int16(width)
      }
      let push: UInt32 = isActive ? 60 : 1
      return MotionSample(
        x: Int16(tilt) + noise(push) + noise(1), y: noise(push) + noise(1), z: 1_000 + noise(push) + noise(1))
    }

    /// The baby is put into the crib, or lifted out.
    mutating func handle(tilt: Int) {
      for _ in 0..<4 {
        now += 1_000
        let samples = (0..<25).map { MotionSample(x: Int16(($0 % 5 - 2) * 120 + tilt), y: 90, z: 1_000) }
        receive(
          .motion(
            MotionReading(
              rateHz: 25, milligeePerLSB: 1, samples: samples, followsGap: false, newestMilliseconds: now)))
      }
      self.tilt = tilt
    }

    /// An empty crib, then a baby that is put in, moves for a while and falls asleep.
    mutating func putToSleep(restSeconds: Int = 840) {
      feel(seconds: 180)
      handle(tilt: 20)
      feel(seconds: 300, isMoving: true)
      feel(seconds: restSeconds)
    }

    var remark: Remark? { model.motionRemark(at: moment) }
    var question: Remark? { model.day(at: moment).flatMap { model.remark(of: $0, at: moment) } }
    var log: CareLog { model.care.logs[mia] ?? CareLog(baby: mia) }
    var sleepStart: Int? {
      guard case .boot(let start)? = log.runningSleep?.care.start else { return nil }
      return start.milliseconds
    }
  }

  @Test("A baby that is up is asked about and the sleep ends there")
  func aBabyThatIsUpIsAskedAboutAndTheSleepEndsThere() throws {
    var bench = Bench(.suggest)
    bench.feel(seconds: 180)
    bench.handle(tilt: 20)
    bench.press(.nap)
    bench.feel(seconds: 1_200)
    #expect(bench.log.runningSleep != nil)
    let moved = bench.now
    bench.feel(seconds: 200, isMoving: true)
    #expect(bench.question == nil, "not before five minutes")
    bench.feel(seconds: 400, isMoving: true)
    guard case .asksWaking(let since) = try #require(bench.question) else {
      Issue.record("\(String(describing: bench.question))")
      return
    }
    let wall = Instant(milliseconds: 20_495 * 86_400_000 + moved)
    #expect(abs(since.milliseconds - wall.milliseconds) < 120_000)
    bench.press(.nap)
    #expect(bench.log.runningSleep == nil)
    let sleep = try #require(bench.log.allRecords.last { $0.care.kind == .sleep })
    #expect(sleep.care.end.map { bench.model.care.clocks.resolve($0).instant } == since)
  }

  @Test("A sleep that was never in the crib is not asked about")
  func aSleepThatWasNeverInTheCribIsNotAskedAbout() {
    var bench = Bench(.suggest)
    bench.feel(seconds: 180)
    bench.press(.nap)
    bench.feel(seconds: 1_200)
    #expect(bench.log.runningSleep != nil && bench.question == nil)
  }

  @Test("A question is answered with the time it began")
  func aQuestionIsAnsweredWithTheTimeItBegan() throws {
    var bench = Bench(.suggest)
    bench.putToSleep()
    let since = try #require(bench.model.cribReading.settledSince)
    let minutes = (bench.now - since) / 60_000
    #expect(bench.remark == .asks(minutes: minutes) && minutes >= 10)
    #expect(bench.model.picture?.texts.contains { $0.hasPrefix("Asleep \(minutes) m") } == true)
    bench.press(.nap)
    #expect(bench.sleepStart == since)
    #expect(bench.remark == nil)
  }

  @Test("A press answers only what can be read")
  func aPressAnswersOnlyWhatCanBeRead() throws {
    var asleep = Bench(.suggest, darkAfterMinutes: 5)
    asleep.putToSleep()
    let before: [(String, (inout Bench) -> Void)] = [
      ("another page", { $0.press(.menu) }), ("a notice", { $0.press(.feed, times: 2) }),
      ("NOT SAVED", { $0.refuse(.add(Care(kind: .nappy, start: .boot($0.moment.boot)))) }),
    ]
    // The panel has been dark for a long time: a press lights it, and its time is now.
    var dark = asleep
    #expect(
      dark.model.suggestedSleep(at: dark.moment) != nil && dark.model.asked(at: dark.moment).sleep == nil)
    let pressed = dark.now
    dark.press(.nap)
    #expect(dark.sleepStart == pressed)
    for (name, prepare) in before {
      var bench = Bench(.suggest)
      bench.putToSleep()
      prepare(&bench)
      let pressed = bench.now
      bench.press(.nap)
      #expect(bench.sleepStart == pressed, "\(name)")
    }
  }

  @Test("What a button logged since overrides motion")
  func whatAButtonLoggedSinceOverridesMotion() throws {
    var bench = Bench(.suggest)
    bench.putToSleep(restSeconds: 400)
    bench.press(.nap)
    bench.press(.nap, times: 1)
    #expect(bench.log.runningSleep == nil)
    bench.feel(seconds: 500)
    #expect(bench.model.cribReading.settledSince != nil)
    #expect(bench.remark == nil, "it slept and woke by the buttons since the rest began")
  }

  @Test("It is asked of its own baby alone")
  func itIsAskedOfItsOwnBabyAlone() {
    var bench = Bench(.suggest, babies: 2)
    bench.putToSleep()
    #expect(bench.remark != nil)
    bench.model.care.chosenBaby = BabyID(number: 2)
    #expect(bench.remark == nil)
    let pressed = bench.now
    bench.press(.nap)
    #expect(bench.sleepStart == nil)
    let other = bench.model.care.logs[BabyID(number: 2)]?.runningSleep?.care.start
    #expect(other == .boot(BootTime(boot: 1, milliseconds: pressed)))
  }

  @Test("Nothing is said without readings")
  func nothingIsSaidWithoutReadings() {
    var bench = Bench(.suggest)
    bench.putToSleep()
    #expect(bench.remark != nil)
    bench.now += 30_001
    bench.receive(.tick)
    #expect(bench.model.cribReading.state == .unknown && bench.remark == nil)
    #expect(bench.model.picture?.texts.contains { $0.contains("NAP") } == false)
  }

  @Test("Motion that is off reads nothing")
  func motionThatIsOffReadsNothing() {
    var bench = Bench(.off)
    bench.putToSleep()
    #expect(bench.model.cribReading == CribReading() && bench.remark == nil && bench.log.runningSleep == nil)
  }

  @Test("Readings that change nothing draw nothing")
  func readingsThatChangeNothingDrawNothing() {
    var bench = Bench(.suggest)
    bench.feel(seconds: 120)
    bench.effects = []
    bench.feel(seconds: 60)
    let pictures = bench.effects.count { if case .draw = $0 { true } else { false } }
    #expect(pictures <= 1, "the minute, and no more")
  }

  @Test("What the card has of the hours before is asked for once, and used where its clock is known")
  func keptMotion() throws {
    var bench = Bench(.suggest)
    bench.feel(seconds: 400)
    let asked = bench.effects.compactMap { effect -> [CivilDate]? in
      if case .readActivity(let days) = effect { days } else { nil }
    }
    #expect(asked == [[CivilDate(daysSinceEpoch: 20_494), CivilDate(daysSinceEpoch: 20_495)]])
    let epoch = Epoch(
      count: 0, peakMilligee: 5, changeMilligee: nil, microMilligeeSquared: 0, medianMilligee: 2,
      missingShare: 0)
    func kept(hoursAgo: Int, boot: Int = 1, baby: Int? = 1) throws -> KeptActivity {
      let stretch = ActivityStretch(
        startMilliseconds: bench.now - hoursAgo * 3_600_000, epochs: [epoch],
        baby: baby.map { BabyID(number: $0) })
      return KeptActivity(boot: boot, stretch: try #require(stretch))
    }
    bench.receive(
      .activityRead(
        try [
          kept(hoursAgo: 3, boot: 7), kept(hoursAgo: -1), kept(hoursAgo: 30), kept(hoursAgo: 4, baby: 2),
          kept(hoursAgo: 5, baby: nil), kept(hoursAgo: 2),
        ]))
    #expect(bench.model.motion.witness?.knownSince == bench.now - 2 * 3_600_000)
  }

  // MARK: Writing

  @Test("A sleep is written once and marked")
  func aSleepIsWrittenOnceAndMarked() throws {
    var bench = Bench(.log)
    bench.putToSleep()
    let since = try #require(bench.model.cribReading.settledSince)
    #expect(bench.sleepStart == since)
    #expect(bench.log.runningSleep?.source == .motion)
    #expect(
      bench.log.sleeps(clock: bench.model.care.clocks, since: Instant(milliseconds: 0), now: bench.instantNow)
        .count == 1)
    #expect(bench.remark == .wrote)
    bench.feel(seconds: 301)
    #expect(bench.remark == nil, "after five minutes NAP means what it always does")
  }

  @Test("One press takes it back and a double press brings it back again")
  func onePressTakesItBackAndADoublePressBringsItBackAgain() throws {
    var bench = Bench(.log)
    bench.putToSleep()
    bench.press(.nap)
    #expect(bench.log.runningSleep == nil)
    bench.feel(seconds: 120)
    #expect(bench.log.runningSleep == nil, "not written again")
    var again = Bench(.log)
    again.putToSleep()
    again.press(.nap, times: 2)
    #expect(again.log.runningSleep != nil)
  }

  @Test("A sleep of its own ends with waking and with leaving")
  func aSleepOfItsOwnEndsWithWakingAndWithLeaving() throws {
    for isMoving in [true, false] {
      var bench = Bench(.log)
      bench.putToSleep(restSeconds: 1_300)
      if !isMoving { bench.feel(seconds: 60, isMoving: true) }
      let left = bench.now
      if !isMoving { bench.handle(tilt: 0) }
      bench.feel(seconds: 900, isMoving: isMoving)
      let ended = bench.log.sleeps(
        clock: bench.model.care.clocks, since: Instant(milliseconds: 0), now: bench.instantNow
      ).last?.end
      let end = try #require(ended, "moving: \(isMoving)")
      let milliseconds = end.milliseconds - 20_495 * 86_400_000
      #expect(abs(milliseconds - left) < 120_000, "moving: \(isMoving)")
    }
  }

  @Test("A baby that moves after it is put down with a press has not woken")
  func aBabyThatMovesAfterItIsPutDownWithAPressHasNotWoken() {
    var bench = Bench(.log)
    bench.feel(seconds: 180)
    bench.press(.nap)
    bench.handle(tilt: 20)
    bench.feel(seconds: 900, isMoving: true)
    #expect(bench.model.cribReading.awakeSince != nil)
    #expect(bench.log.runningSleep != nil)
  }

  // MARK: Calibration

  @Test("An empty crib is measured and handed over to be kept")
  func anEmptyCribIsMeasuredAndHandedOverToBeKept() throws {
    var bench = Bench(.suggest)
    bench.feel(seconds: 60)
    bench.receive(.measureEmptyCrib)
    #expect(bench.model.calibrationProgress(at: bench.moment) == .running(epochs: 0))
    bench.effects = []
    bench.feel(seconds: 360)
    let handed = bench.effects.compactMap { effect -> KeptCalibration? in
      if case .keep(.calibration(let kept), _) = effect { kept } else { nil }
    }
    let kept = try #require(handed.first)
    #expect(handed.count == 1 && kept.calibration.noiseFloorMilligee > 0.1)
    #expect(bench.model.calibrationProgress(at: bench.moment) == .keeping)
    bench.receive(.kept(.calibration(kept), isOnFlash: true))
    #expect(bench.model.calibrationProgress(at: bench.moment) == .kept(kept))
    #expect(bench.model.care.settings.motion.calibration == kept)
    bench.receive(.measureEmptyCrib)
    bench.feel(seconds: 60)
    bench.now += 31_000
    #expect(bench.model.calibrationProgress(at: bench.moment) == .silent)
  }

  @Test("What is learnt is kept with an event and seldom")
  func whatIsLearntIsKeptWithAnEventAndSeldom() {
    var bench = Bench(.suggest)
    bench.feel(seconds: 180)
    for (hours, isKept) in [(1, false), (8, true), (9, false), (17, true)] {
      bench.effects = []
      bench.now = (7 + hours) * 3_600_000
      bench.feel(seconds: 90)
      let isKeptIdle = bench.effects.contains { if case .keep(.calibration, _) = $0 { true } else { false } }
      #expect(!isKeptIdle, "an idle hour writes nothing")
      bench.press(.feed)
      let isKeptNow = bench.effects.contains { if case .keep(.calibration, _) = $0 { true } else { false } }
      #expect(isKeptNow == isKept, "after \(hours) h")
    }
  }
}

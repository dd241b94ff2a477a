import Nursery
import Testing

/// Whatever a log holds, there is a snapshot, and it makes sense.
@Suite struct DayOddDataTests {
  @Test("The future has not happened")
  func theFutureHasNotHappened() throws {
    let scene = DayScene(
      woke: "07:00", sleeps: ["09:00..10:00", "12:03.."], nursings: ["12:03.."], bottles: ["14:00"])
    #expect(try scene.state("12:00") == "awakeApproaching 120 of 120-165")
    #expect(try scene.feed("12:00") == "noFeedsYet")
  }

  @Test("Two minutes ahead is now")
  func twoMinutesAheadIsNow() throws {
    #expect(try DayScene(woke: "07:00", sleeps: ["12:02.."]).state("12:00").hasPrefix("sleepingNoPressure 0"))
    #expect(try DayScene(woke: "07:00", bottles: ["12:02"]).feed("12:00") == "recentlyFed 0")
    #expect(try DayScene(woke: "12:02").state("12:00") == "awakeEarly 0 of 105-150")
    #expect(try DayScene(woke: "12:03").state("12:00") == "notStarted")
  }

  @Test("A sleep that ends later still runs")
  func aSleepThatEndsLaterStillRuns() throws {
    let scene = DayScene(woke: "07:00", sleeps: ["11:00..13:00"])
    #expect(try scene.state("12:00") == "sleepingNoPressure 60 left 240")
  }

  @Test("Contradictions are left out")
  func contradictionsAreLeftOut() throws {
    let scene = DayScene(
      woke: "07:00", sleeps: ["10:30..11:30", "09:00..10:00", "09:30..10:30", "12:00..11:00"])
    let snapshot = try scene.snapshot("12:00")
    #expect(snapshot.sleeps.map(\.span) == [scene.span("09:00..10:00"), scene.span("10:30..11:30")])
    let forgotten = DayScene(woke: "07:00", sleeps: ["08:00..", "09:00..10:00"])
    #expect(try forgotten.state("10:30") == "awakeEarly 30 of 120-165")
  }

  @Test("A feed that ends before it starts is left out")
  func aFeedThatEndsBeforeItStartsIsLeftOut() throws {
    #expect(try DayScene(woke: "07:00", nursings: ["09:00..08:00"]).feed("10:00") == "noFeedsYet")
  }

  @Test("Absurd numbers do not trap")
  func absurdNumbersDoNotTrap() throws {
    let ends = [Instant(milliseconds: .min), Instant(milliseconds: .max), at("2026-02-11T07:00:00Z")]
    for now in ends {
      for start in ends {
        for end in ends {
          _ = try DayEngine.snapshot(
            baby: Baby(birthdate: day("0001-01-01"), bedtime: clock("19:00")),
            feeds: [FeedSpan(isNursing: true, start: start, end: end)],
            sleeps: [SleepSpan(start: start, end: end), SleepSpan(start: end, end: nil)], wokeAt: start,
            dreamFeedDismissals: [end], now: now, zone: Zones.berlin)
        }
      }
    }
  }

  @Test("Any data keeps the invariants", arguments: 0..<40)
  func anyDataKeepsTheInvariants(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    for _ in 0..<100 {
      let scene = RandomDay(&dice)
      let snapshot = try scene.snapshot()
      #expect(scene.violations(snapshot).isEmpty, "seed \(seed): \(scene)")
    }
  }
}

/// A few days of random events, and the rules that their snapshots must follow all the same.
private struct RandomDay {
  let baby: Baby
  let sleeps: [SleepSpan]
  let feeds: [FeedSpan]
  let wokeAt: Instant?
  let now: Instant
  let zone: ZoneWindow

  init(_ dice: inout Dice) {
    zone = Zones.all[dice.roll(Zones.all.count)]
    now = at("2026-03-27T00:00:00Z").adding(minutes: dice.roll(4 * 1440))
    baby = Baby(
      birthdate: day("2026-03-26").adding(days: -dice.roll(500)),
      bedtime: WallTime(minutesAfterMidnight: dice.roll(1440)),
      dreamFeed: WallTime(minutesAfterMidnight: dice.roll(1440)),
      dayStart: WallTime(minutesAfterMidnight: dice.roll(600)))
    let (now, count) = (now, 6)
    func instant() -> Instant { now.adding(minutes: dice.roll(3 * 1440) - 2900) }
    sleeps = (0..<count).map { _ in
      let start = instant()
      return SleepSpan(
        start: start, end: dice.roll(4) == 0 ? nil : start.adding(minutes: dice.roll(700) - 30))
    }
    feeds = (0..<count).map { _ in
      let start = instant()
      return FeedSpan(isNursing: dice.roll(2) == 0, start: start, end: dice.roll(5) == 0 ? nil : start)
    }
    wokeAt = dice.roll(2) == 0 ? nil : instant()
  }

  func snapshot() throws -> DaySnapshot {
    try DayEngine.snapshot(
      baby: baby, feeds: feeds, sleeps: sleeps, wokeAt: wokeAt, now: now, zone: zone)
  }

  func violations(_ snapshot: DaySnapshot) -> [String] {
    var found: [String] = []
    let isAsleep = snapshot.sleeps.contains { $0.span.end == nil }
    let naps = snapshot.sleeps.filter { !$0.isNight }
    if isAsleep == (snapshot.wakeReference != nil), snapshot.state != .notStarted { found.append("awake") }
    if let reference = snapshot.wakeReference, reference > now { found.append("awake since the future") }
    if snapshot.completedNaps != naps.filter({ $0.span.end != nil }).count { found.append("naps") }
    if snapshot.feedCount != snapshot.feeds.count { found.append("feeds") }
    if case .nightSleep = snapshot.state, snapshot.sleeps.last?.isNight != true { found.append("night") }
    let outlook = Outlook(snapshot, plan: nil, now: now)
    if outlook.wakeBy != nil, !isAsleep { found.append("wake by") }
    if outlook.nextNap != nil, isAsleep || outlook.earlierBedtime != nil { found.append("next nap") }
    if let nap = snapshot.napWindow, nap.earliest >= snapshot.napCutoff || nap.latest > snapshot.napCutoff {
      found.append("nap after the cutoff")
    }
    if numbers(snapshot.state).contains(where: { $0 < 0 }) { found.append("negative minutes") }
    return found
  }

  private func numbers(_ state: DayState) -> [Int] {
    switch state {
    case .notStarted: []
    case .nightSleep(let one, _), .bedtimeWindow(let one), .awakeEarly(let one, _),
      .awakeApproaching(let one, _), .awakeBeyond(let one, _):
      [one]
    case .sleepingMustEnd(let one, let two), .sleepingApproachingCutoff(let one, let two),
      .sleepingNoPressure(let one, let two), .napWindowClosed(let one, let two):
      [one, two]
    }
  }
}

/// Pseudo-random numbers that are the same on every run (SplitMix64).
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  /// A number from 0 to one less than `sides`.
  mutating func roll(_ sides: Int) -> Int { Int(next() % UInt64(sides)) }
}

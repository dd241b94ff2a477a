import Testing

@testable import Nursery

/// Nights from the log's sleeps: which sleeps belong to them, when they are over, and days on which the clocks change.
@Suite struct NightLogTests {
  private static func log(_ scene: DayScene, now: String, motion: Set<Int> = []) -> NightLog {
    let sleeps = scene.sleeps.enumerated().map { index, text in
      SourcedSleep(span: scene.span(text), source: motion.contains(index) ? .motion : .button)
    }
    return NightLog(
      baby: scene.baby, sleeps: sleeps, wakes: scene.woke.map { [scene.time($0)] } ?? [],
      feeds: scene.nursings.map { text in
        let span = scene.span(text)
        return FeedSpan(isNursing: true, start: span.start, end: span.end)
      },
      now: scene.time(now), zone: scene.zone)
  }

  private static func segments(_ night: NightRecord?, _ scene: DayScene) -> [String] {
    (night?.segments ?? []).map { scene.text($0) ?? "" }
  }

  /// The night of 10 February, seen from noon of the 11th.
  private static func lastNight(_ sleeps: [String], woke: String? = nil) -> (NightRecord?, DayScene) {
    let scene = DayScene(woke: woke, sleeps: sleeps)
    return (log(scene, now: "12:00").review(alarm: clock("07:00")).night, scene)
  }

  @Test("A night before the first press is not judged, nor is one of the first two months")
  func notJudged() throws {
    func night(_ sleeps: [String], ageDays: Int = 150) -> NightRecord? {
      let scene = DayScene(ageDays: ageDays, sleeps: sleeps)
      return Self.log(scene, now: "12:00").review(alarm: nil).night
    }
    let first = try #require(night(["03:00..06:20"]))
    #expect(first.score == nil && first.debtMilliseconds == 0 && first.asleepMinutes == 200)
    #expect(night(["-1 20:00..-1 23:00"])?.score != nil)
    #expect(night(["-1 13:00..-1 14:00", "03:00..06:20"])?.score != nil)
    let sleeps = ["-2 19:00..-1 06:00", "-1 22:30..04:30"]
    #expect(night(sleeps, ageDays: 60)?.score == nil)
    #expect(night(sleeps, ageDays: 61)?.score != nil && night(sleeps, ageDays: 61)?.debtMilliseconds != 0)
  }

  @Test(
    "A night's sleeps",
    arguments: [
      (["-1 19:05..06:40"], ["10 19:05-06:40"]),
      // Naps before and after the night do not belong to it.
      (["-1 15:00..-1 16:00", "-1 19:05..06:40", "09:00..10:00"], ["10 19:05-06:40"]),
      // Wakings split the night.
      (
        ["-1 19:00..-1 23:10", "-1 23:35..02:40", "03:20..06:40"],
        ["10 19:00-10 23:10", "10 23:35-02:40", "03:20-06:40"]
      ),
      // A stir of less than five minutes does not split it; one of five minutes does.
      (["-1 19:00..-1 23:10", "-1 23:14..06:40"], ["10 19:00-06:40"]),
      (["-1 19:00..-1 23:10", "-1 23:15..06:40"], ["10 19:00-10 23:10", "10 23:15-06:40"]),
      // Sleeps shorter than twenty minutes do not count.
      (["-1 19:00..-1 19:19", "-1 20:00..06:40"], ["10 20:00-06:40"]),
      (["-1 19:00..-1 19:20", "-1 20:00..06:40"], ["10 19:00-10 19:20", "10 20:00-06:40"]),
      // The first waking after 04:00 is the morning.
      (["-1 19:00..05:10", "05:30..07:00"], ["10 19:00-05:10"]),
      // A nap that continued past bedtime became the night.
      (["-1 17:40..06:40"], ["10 17:40-06:40"]),
      // The log has nothing of the night.
      ([], []), (["-1 09:00..-1 10:00", "09:00..10:00"], []),
    ])
  func belongs(sleeps: [String], parts: [String]) {
    let (night, scene) = Self.lastNight(sleeps)
    #expect(Self.segments(night, scene) == parts)
    #expect(night?.wakings ?? 0 == max(0, parts.count - 1))
    #expect(night?.bedtimes.first == night.flatMap { scene.zone.civil($0.segments[0].earliest).time })
  }

  @Test(
    "A night that began as a nap in the early afternoon has no stars, and does not count for regular bedtimes"
  )
  func forgottenNap() throws {
    let forgotten = try #require(Self.lastNight(["-1 13:00..06:40"]).0)
    #expect(forgotten.isForgottenNap && forgotten.score == nil && forgotten.hasData)
    let late = try #require(Self.lastNight(["-1 17:40..06:40"]).0)
    #expect(!late.isForgottenNap && late.score != nil)
    let nights = ["-4 13:00..-3 06:40", "-3 19:00..-2 06:40", "-2 19:00..-1 06:40", "-1 19:00..06:40"]
    #expect(try #require(Self.lastNight(nights).0?.score).deductions == [.tooShort])
  }

  @Test("A stated waking ends the night from the day's start on; an earlier one belongs to the night")
  func aStatedMorningEndsTheNight() {
    let sleeps = ["-1 19:00..03:30", "05:30..07:00"]
    let (night, scene) = Self.lastNight(sleeps, woke: "04:40")
    #expect(Self.segments(night, scene) == ["10 19:00-03:30"])
    let (whole, _) = Self.lastNight(sleeps, woke: "03:40")
    #expect(Self.segments(whole, scene) == ["10 19:00-03:30", "05:30-07:00"])
  }

  @Test(
    "Without a logged sleep after a waking, the night is counted until the stated wake-up")
  func estimated() throws {
    func night(_ sleep: String, fed: [String] = [], woke: String) throws -> (NightRecord, DayScene) {
      var scene = DayScene(woke: woke, sleeps: [sleep])
      scene.nursings = fed
      return (try #require(Self.log(scene, now: "12:00").review(alarm: clock("07:00")).night), scene)
    }
    let (bare, scene) = try night("-1 19:00..02:10", woke: "06:40")
    #expect(Self.segments(bare, scene) == ["10 19:00-02:10", "02:10-06:40"])
    #expect(bare.isEstimated && bare.asleepMinutes == 700 && bare.wakings == 1)
    // The feed after the waking is not counted as sleep, and a feed in the morning shortens nothing.
    let fed = try night("-1 19:00..02:10", fed: ["02:12..02:40", "06:12..06:30"], woke: "06:40").0
    #expect(Self.segments(fed, scene) == ["10 19:00-02:10", "02:40-06:40"])
    #expect(fed.fedWakings == 1)
    // The baby was awake from then until a stated early morning, so there is no sleep to estimate.
    for morning in ["04:40", "05:00"] {
      let awake = try night("-1 19:00..03:30", woke: morning).0
      #expect(!awake.isEstimated && Self.segments(awake, scene) == ["10 19:00-03:30"], "\(morning)")
    }
    #expect(try night("-1 19:00..01:30", woke: "04:40").0.isEstimated)
    // A later feed, and a press after it, leave the sleep before the feed.
    let again = try night("-1 19:00..01:30", fed: ["01:35..01:50", "05:00..05:15"], woke: "06:40").0
    #expect(Self.segments(again, scene) == ["10 19:00-01:30", "01:50-05:00"])
    let both = try night("-1 19:00..00:30", fed: ["00:35..00:50", "03:20..03:40"], woke: "06:40").0
    #expect(Self.segments(both, scene) == ["10 19:00-00:30", "00:50-03:20", "03:40-06:40"])
    // Where the log has the whole night, nothing is estimated.
    let whole = try night("-1 19:00..06:30", woke: "06:40").0
    #expect(!whole.isEstimated && whole.segments.count == 1)
  }

  @Test(
    "The last night changes when a night is over",
    arguments: [
      ("-1 18:00", "2026-02-09"), ("-1 23:00", "2026-02-09"), ("03:00", "2026-02-09"),
      ("06:30", "2026-02-09"), ("06:40", "2026-02-10"), ("11:59", "2026-02-10"), ("12:00", "2026-02-10"),
      ("20:00", "2026-02-10"), ("+1 11:00", "2026-02-10"), ("+1 12:00", "2026-02-11"),
    ])
  func lastNights(now: String, evening: String) {
    let scene = DayScene(sleeps: ["-2 19:00..-1 06:30", "-1 19:00..02:40", "03:00..06:40"])
    #expect(Self.log(scene, now: now).lastEvening == day(evening))
  }

  @Test("The sensor's sleeps are marked")
  func theSensorsSleepsAreMarked() {
    let scene = DayScene(sleeps: ["-2 19:00..-1 06:30", "-1 19:00..02:40", "03:00..06:40"])
    let store = Self.log(scene, now: "12:00", motion: [2]).nights(7, alarm: nil)
    #expect(store.nights.suffix(2).map { $0.source } == [.button, .motion])
  }

  @Test("Missing nights are there without data")
  func missingNightsAreThereWithoutData() {
    let scene = DayScene(sleeps: ["-6 19:00..-5 06:30", "-3 19:00..-2 05:00", "-1 19:00..06:40"])
    let review = Self.log(scene, now: "12:00").review(alarm: clock("07:00"))
    #expect(review.week.map { $0?.asleepMinutes } == [nil, 690, nil, nil, 600, nil, 700])
    #expect(review.debtMinutes == 30 + 120 + 20)
    #expect(review.evening == day("2026-02-10"))
    let empty = Self.log(DayScene(), now: "12:00").review(alarm: nil)
    #expect(empty.week.map { $0?.asleepMinutes } == [Int?](repeating: nil, count: 7))
    #expect(empty.debtMinutes == 0)
  }

  @Test(
    "Nights on which the clocks change have their real length",
    arguments: [
      (Zones.berlin, "2026-03-28", 23, 660), (Zones.berlin, "2026-03-27", 24, 720),
      (Zones.berlin, "2026-10-24", 25, 780), (Zones.newYork, "2026-03-07", 23, 660),
      (Zones.newYork, "2026-10-31", 25, 780), (Zones.sydney, "2026-10-03", 23, 660),
      (Zones.sydney, "2026-04-04", 25, 780), (Zones.kolkata, "2026-03-28", 24, 720),
    ])
  func clockChanges(zone: ZoneWindow, evening: String, hours: Int, minutes: Int) {
    let date = day(evening)
    let window = NightWindow(evening: date, zone: zone)
    #expect(window.start.minutes(until: window.end) == hours * 60)
    let scene = DayScene(zone: zone, date: date.adding(days: 1), sleeps: ["-1 19:00..07:00"])
    let night = Self.log(scene, now: "12:00").review(alarm: clock("07:00")).night
    #expect(night?.asleepMinutes == minutes)
    #expect(night?.bedtimes == [clock("19:00")])
    #expect(night?.goalMinutes == 720)
    #expect(night?.debtMilliseconds == max(0, 720 - minutes) * 60_000)
  }

  @Test("Every instant belongs to exactly one night")
  func everyInstant() {
    for zone in Zones.all {
      for date in ["2026-03-07", "2026-03-28", "2026-04-04", "2026-10-24", "2026-10-31"].map(day) {
        let start = zone.instant(date, clock("00:00"))
        for quarter in 0..<240 {
          let instant = start.adding(minutes: quarter * 15)
          let night = NightWindow(containing: instant, zone: zone)
          #expect((night.start..<night.end).contains(instant))
          #expect(NightWindow(evening: night.evening, zone: zone) == night)
        }
      }
    }
  }

  @Test("A skipped date has no night")
  func aSkippedDateHasNoNight() {
    // Samoa skipped from the evening of 29 December 2011 to the 31st.
    let change = at("2011-12-30T10:00:00Z")
    let samoa = ZoneWindow(
      name: "Pacific/Apia", initialOffsetSeconds: -36_000,
      transitions: [ZoneWindow.Transition(at: change, offsetSeconds: 50_400)])
    for hour in 0..<72 {
      let instant = at("2011-12-29T00:00:00-10:00").adding(minutes: hour * 60)
      let night = NightWindow(containing: instant, zone: samoa)
      #expect((night.start..<night.end).contains(instant))
    }
  }
}

/// The goal of a baby's night, and the stars that a feed costs.
@Suite struct BabyNightTests {
  private func night(
    ageDays: Int, sleeps: [String] = ["-1 19:00..-1 23:10", "-1 23:35..02:40", "03:00..06:40"],
    bottles: [String] = [], alarm: String? = nil
  ) throws -> NightRecord {
    let scene = DayScene(ageDays: ageDays, sleeps: sleeps, bottles: bottles)
    let log = NightLog(
      baby: scene.baby, sleeps: sleeps.map { SourcedSleep(span: scene.span($0), source: .button) }, wakes: [],
      feeds: bottles.map { FeedSpan(isNursing: false, start: scene.time($0), end: scene.time($0)) },
      now: scene.time("12:00"), zone: scene.zone)
    return try #require(log.review(alarm: alarm.map(clock)).night)
  }

  @Test(
    "Without an alarm the goal is the age's daily sleep less the plan's naps",
    arguments: [(30, 555), (150, 720), (250, 690), (350, 720)])
  func goal(ageDays: Int, minutes: Int) throws {
    #expect(try night(ageDays: ageDays).goalMinutes == minutes)
    #expect(try night(ageDays: ageDays, alarm: "06:00").goalMinutes == 660)
  }

  @Test("A waking for a feed costs no star below 12 months")
  func feeds() throws {
    let fed = ["-1 23:15", "02:45"]
    func score(_ night: NightRecord) throws -> [NightDeduction] { try #require(night.score).deductions }
    #expect(try score(night(ageDays: 150, bottles: fed)) == [.tooShort])
    #expect(try score(night(ageDays: 150, bottles: ["02:45"])) == [.tooShort, .interrupted])
    #expect(try score(night(ageDays: 150)) == [.tooShort, .interrupted, .interruptedAgain])
    #expect(try score(night(ageDays: 366, bottles: fed)) == [.tooShort, .interrupted, .interruptedAgain])
    #expect(try night(ageDays: 150, bottles: fed).wakings == 2)
  }
}

extension NightLog {
  fileprivate func review(alarm: WallTime?) -> NightReview {
    NightReview(evening: lastEvening, store: nights(SleepAnalyzer.weekNights, alarm: alarm))
  }
}

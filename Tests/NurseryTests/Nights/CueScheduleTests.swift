import Nursery
import Testing

/// Cues at every minute of a day, on days on which the clocks change, and across steps of the clock.
@Suite struct CueScheduleTests {
  private static func cues(
    around now: Instant, bedtime: String = "19:00", alarm: String? = "07:00", zone: ZoneWindow = .utc
  ) -> [DueCue] {
    DueCue.cues(
      around: now, bedtime: clock(bedtime), dayStart: clock("04:00"), alarm: alarm.map(clock), zone: zone)
  }

  /// A box that looks at its cues every minute. Its wall clock may be stepped between two looks.
  private struct Box {
    var schedule = CueSchedule()
    var bedtime = "19:00"
    var zone = ZoneWindow.utc
    /// Minutes of the boot clock.
    var minute = 0
    /// The reading of the wall clock.
    var wall: Instant
    private(set) var seen: [(cue: NightCue, at: Instant, minutes: Int)] = []
    private var standing: NightCue?

    init(at text: String, bedtime: String = "19:00", zone: ZoneWindow = .utc) {
      wall = at(text)
      self.bedtime = bedtime
      self.zone = zone
    }

    mutating func run(minutes: Int) {
      for _ in 0..<minutes {
        let due = CueScheduleTests.cues(around: wall, bedtime: bedtime, zone: zone)
        let cue = schedule.look(at: wall, milliseconds: minute * 60_000, cues: due)
        if let cue, cue != standing { seen.append((cue, wall, 0)) }
        if cue != nil { seen[seen.count - 1].minutes += 1 }
        standing = cue
        minute += 1
        wall = wall.adding(minutes: 1)
      }
    }

    mutating func step(minutes: Int) { wall = wall.adding(minutes: minutes) }

    var told: [String] {
      seen.map { "\($0.cue) \(zone.civil($0.at).time.text) \($0.minutes)" }
    }
  }

  @Test("Each cue is shown for an hour each day")
  func eachCueIsShownForAnHourEachDay() {
    var box = Box(at: "2026-02-11T00:00:00Z")
    box.run(minutes: 2880)
    let day = ["alarm 07:00 60", "noMoreCaffeine 13:00 60", "windDown 18:00 60"]
    #expect(box.told == day + day)
  }

  @Test(
    "Bedtimes around midnight have all their cues",
    arguments: [
      ("00:00", ["alarm 07:00 60", "noMoreCaffeine 18:00 60", "windDown 23:00 60"]),
      ("00:30", ["alarm 07:00 60", "noMoreCaffeine 18:30 60", "windDown 23:30 60"]),
      ("23:30", ["alarm 07:00 60", "noMoreCaffeine 17:30 60", "windDown 22:30 60"]),
    ])
  func lateBedtimes(bedtime: String, told: [String]) {
    var box = Box(at: "2026-02-11T02:00:00Z", bedtime: bedtime)
    box.run(minutes: 1440)
    #expect(box.told == told)
  }

  @Test(
    "On days on which the clocks change each cue comes once, on time",
    arguments: ["2026-03-28", "2026-10-24"])
  func clockChanges(date: String) {
    let start = Zones.berlin.instant(day(date), clock("10:00"))
    var box = Box(at: "2026-01-01T00:00:00Z", zone: Zones.berlin)
    box.wall = start
    box.run(minutes: 2 * 1440)
    let day = ["noMoreCaffeine 13:00 60", "windDown 18:00 60", "alarm 07:00 60"]
    #expect(box.told == day + day)
  }

  @Test("The leads are minutes that pass")
  func theLeadsAreMinutesThatPass() throws {
    // The clocks change at 02:00 to 03:00, so six hours before a bedtime of 04:30 it is 21:30.
    let now = Zones.berlin.instant(day("2026-03-29"), clock("00:00"))
    let due = DueCue.cues(
      around: now, bedtime: clock("04:30"), dayStart: clock("05:00"), alarm: nil, zone: Zones.berlin)
    let caffeine = due.filter { $0.cue == .noMoreCaffeine && $0.evening == day("2026-03-28") }
    #expect(caffeine.map { Zones.berlin.civil($0.at).time.text } == ["21:30"])
  }

  @Test(
    "A step over a cue shows it late, and a step back does not show it again",
    arguments: Array(stride(from: 0, to: 240, by: 10)) + [59, 61, 119, 121, 179, 181])
  func steps(minute: Int) {
    // Steps at every tenth minute of four hours and just around the cues: two hours ahead and back later, or one hour
    // back.
    var ahead = Box(at: "2026-02-11T11:00:00Z")
    ahead.run(minutes: minute)
    ahead.step(minutes: 120)
    ahead.run(minutes: 30)
    ahead.step(minutes: -120)
    ahead.run(minutes: 1300 - minute)
    #expect(ahead.seen.filter { $0.cue == .noMoreCaffeine }.count == 1)
    #expect(ahead.seen.filter { $0.cue == .windDown }.count == 1)
    var back = Box(at: "2026-02-11T11:00:00Z")
    back.run(minutes: minute)
    back.step(minutes: -60)
    back.run(minutes: 1200)
    #expect(back.seen.filter { $0.cue == .noMoreCaffeine }.count == 1)
    #expect(back.seen.filter { $0.cue == .windDown }.count == 1)
    #expect(back.seen.filter { $0.cue == .noMoreCaffeine }.allSatisfy { $0.minutes == 60 })
  }

  @Test("A clock that was wrong by days blocks no cue", arguments: [-400, -3, -1, 1, 3, 400])
  func wrongDays(days: Int) {
    var box = Box(at: "2026-02-11T11:00:00Z")
    box.step(minutes: days * 1440)
    box.run(minutes: 180)
    box.step(minutes: -days * 1440)
    let before = box.seen.count
    box.run(minutes: 1440)
    #expect(box.seen.dropFirst(before).map { $0.cue } == [.windDown, .alarm, .noMoreCaffeine])
  }

  @Test("A pointless cue is not shown")
  func aPointlessCueIsNotShown() {
    for (time, cue) in [
      ("12:59", nil), ("13:00", NightCue.noMoreCaffeine), ("17:59", .noMoreCaffeine), ("18:00", .windDown),
      ("18:59", .windDown), ("19:00", nil), ("06:59", nil), ("07:00", .alarm), ("08:59", .alarm),
      ("09:00", nil),
    ] {
      let now = at("2026-02-11T\(time):00Z")
      var schedule = CueSchedule()
      let shown = schedule.look(at: now, milliseconds: 5, cues: Self.cues(around: now))
      #expect(shown == cue, "\(time)")
    }
  }
}

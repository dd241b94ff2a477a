import Nursery
import Testing

/// The nightly quiet session: real zones, nights on which the clocks change, and clocks that are set.
@Suite struct QuietScheduleTests {
  private static func bench(
    at wall: String, _ schedule: RecurringSchedule = .from("22:00", to: "07:00"),
    zone: ZoneWindow = Zones.newYork
  ) -> QuietBench {
    var defaults = QuietDefaults()
    defaults.schedule = schedule
    return QuietBench(at: wall, zone: zone, defaults: defaults)
  }

  @Test("By default 22:00 to 07:00, disabled, flexible; an end equal to the start makes no schedule")
  func usual() {
    let usual = RecurringSchedule.usual
    #expect(usual.start == clock("22:00") && usual.end == clock("07:00"))
    #expect(!usual.isEnabled && usual.strictness == .flexible)
    let time = clock("22:00")
    #expect(RecurringSchedule(isEnabled: true, start: time, end: time, strictness: .strict) == nil)
    var bench = QuietBench()
    bench.pass(minutes: 1440)
    #expect(bench.news.isEmpty)
  }

  @Test(
    "It starts and ends each night at its wall time",
    arguments: [
      ("2026-02-11T20:00:00-05:00", 120, 540),
      // When the clocks go forward, the window has eight hours; when they go back, ten.
      ("2026-03-07T20:00:00-05:00", 120, 480),
      ("2026-10-31T20:00:00-04:00", 120, 600),
    ])
  func nights(wall: String, until: Int, lasts: Int) {
    var bench = Self.bench(at: wall)
    bench.pass(minutes: until - 1)
    #expect(!bench.isShielded)
    bench.pass(minutes: 1)
    #expect(bench.isShielded && bench.remaining == lasts * 60_000)
    bench.pass(minutes: lasts - 1)
    #expect(bench.isShielded)
    bench.pass(minutes: 1)
    #expect(!bench.isShielded && bench.news.last == .ended(.timeUp))
    bench.pass(minutes: 1440)
    #expect(bench.news.count { if case .started = $0 { true } else { false } } == 2)
  }

  @Test(
    "A window that the clocks skip or repeat starts once at the most",
    arguments: [
      ("2026-03-08T00:00:00-05:00", "02:10", "02:50", 40),
      ("2026-11-01T00:00:00-04:00", "01:10", "01:50", 40),
    ])
  func within(wall: String, start: String, end: String, lasts: Int) {
    var bench = Self.bench(at: wall, .from(start, to: end))
    bench.pass(minutes: 600)
    #expect(bench.news.count { if case .started = $0 { true } else { false } } == 1)
    #expect(bench.news.last == .ended(.timeUp))
  }

  @Test("A process that starts within the window begins it at once, with the window's times")
  func late() {
    let bench = Self.bench(at: "2026-02-11T23:00:00-05:00")
    #expect(bench.remaining == 8 * 3_600_000)
    #expect(bench.course.session?.startedAt == at("2026-02-11T22:00:00-05:00"))
    #expect(bench.course.session?.durationText == "9h")
  }

  @Test("The night waits for the clock")
  func waits() {
    var bench = Self.bench(at: "2026-02-11T20:00:00-05:00")
    bench.cutPower(forSeconds: 4 * 3600)
    bench.start()
    bench.pass(minutes: 10)
    #expect(!bench.isShielded)
    bench.learnClock()
    #expect(bench.isShielded && bench.course.session?.endsAt == at("2026-02-12T07:00:00-05:00"))
  }

  @Test("After a power cut the night ends at its wall time")
  func powerCut() {
    var bench = Self.bench(at: "2026-02-11T21:30:00-05:00")
    bench.pass(minutes: 60)
    bench.cutPower(forSeconds: 3600)
    bench.start()
    #expect(bench.isShielded)
    bench.learnClock()
    #expect(bench.remaining == 450 * 60_000 && bench.course.session?.isActive(at: bench.moment) == true)
    bench.cutPower(forSeconds: 9 * 3600)
    bench.start()
    bench.learnClock()
    #expect(!bench.isShielded)
  }

  @Test("A clock that is set back begins no night twice, not even a cancelled one")
  func setBack() {
    var bench = Self.bench(at: "2026-02-11T21:00:00-05:00")
    bench.pass(minutes: 90)
    bench.step(seconds: -3600)
    #expect(bench.isShielded)
    bench.receive(.cancel)
    bench.pass(minutes: 1)
    #expect(!bench.isShielded)
    bench.pass(minutes: 60)
    #expect(!bench.isShielded)
    bench.step(seconds: -3600)
    bench.pass(minutes: 120)
    #expect(!bench.isShielded)
    // The next night begins.
    bench.pass(minutes: 1380)
    #expect(bench.isShielded)
  }

  @Test("A clock that is set past the end ends the night")
  func setAhead() {
    var bench = Self.bench(at: "2026-02-11T21:59:00-05:00")
    bench.pass(minutes: 2)
    #expect(bench.isShielded)
    bench.step(seconds: 9 * 3600)
    #expect(!bench.isShielded)
  }

  @Test("A clock that was a year ahead once does not suppress later nights")
  func yearAhead() {
    var bench = Self.bench(at: "2027-02-11T23:00:00-05:00")
    #expect(bench.isShielded)
    bench.receive(.reset)
    bench.step(seconds: -365 * 86_400)
    #expect(bench.isShielded)
  }

  @Test(
    "Of a running session and the night's, the one that ends later stays, and that is reported",
    arguments: [
      (180, "keptLonger"), (840, "keptLonger"), (60, "replaced"), (660, "replaced"),
    ])
  func overlap(minutes: Int, kept: String) {
    var bench = Self.bench(
      at: "2026-02-11T18:00:00-05:00", .from("20:00", to: kept == "replaced" ? "07:00" : "20:30"))
    bench.pass(minutes: 90)
    bench.receive(.start(minutes: minutes, .strict))
    bench.pass(minutes: 30)
    let session = bench.course.session
    if kept == "replaced" {
      #expect(session?.mode == RecurringSchedule.from("20:00", to: "07:00").mode)
      #expect(bench.news.last == session.map { .replaced(by: $0) })
    } else {
      #expect(session?.mode == .manual(durationMinutes: minutes))
      #expect(bench.news.last == session.map { .keptLonger($0) })
      // The night that gave way does not begin afterwards.
      bench.receive(.reset)
      bench.pass(minutes: 10)
      #expect(!bench.isShielded)
    }
  }

  @Test("A schedule that is set within its window starts at once; once off, it starts nothing more")
  func changed() {
    var bench = QuietBench(at: "2026-02-11T23:00:00-05:00")
    bench.receive(.schedule(.from("22:00", to: "07:00", .strict)))
    #expect(bench.course.session?.strictness == .strict)
    var off = RecurringSchedule.from("22:00", to: "07:00")
    off.isEnabled = false
    bench.receive(.schedule(off))
    // Turning the schedule off must not cancel a strict session.
    #expect(bench.isShielded)
    bench.pass(minutes: 3000)
    #expect(!bench.isShielded && bench.news.count == 2)
  }

  @Test("Two processes make the same session from a window")
  func sameSession() {
    var (one, other) = (
      Self.bench(at: "2026-02-11T21:59:00-05:00"), Self.bench(at: "2026-02-11T23:00:00-05:00")
    )
    one.pass(minutes: 61)
    other.pass(minutes: 0)
    #expect(one.course.session != nil && one.course.session?.id == other.course.session?.id)
    #expect(one.course.session?.endsAt == other.course.session?.endsAt)
  }
}

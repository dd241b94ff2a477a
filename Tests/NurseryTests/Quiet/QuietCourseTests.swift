import Nursery
import Testing

/// The life cycle of a quiet session, step by step.
@Suite struct QuietCourseTests {
  private static func running(_ minutes: Int = 60, _ strictness: StrictnessMode? = nil) -> QuietBench {
    var bench = QuietBench()
    bench.receive(.start(minutes: minutes, strictness))
    return bench
  }

  @Test("A session runs for its time, with a shield, and both end together")
  func manual() {
    var bench = Self.running()
    #expect(bench.remaining == 3_600_000 && bench.isShielded)
    #expect(bench.files.session?.mode == .manual(durationMinutes: 60))
    #expect(bench.files.session?.strictness == .flexible)
    #expect(bench.files.session?.startedAt == at("2026-02-11T20:00:00-05:00"))
    #expect(bench.files.session?.endsAt == at("2026-02-11T21:00:00-05:00"))
    #expect(bench.files.shield?.allowed == [.nap, .feed])
    bench.pass(seconds: 3599)
    #expect(bench.remaining == 1000)
    bench.pass(seconds: 1)
    #expect(bench.course.session == nil && !bench.isShielded && bench.files.shield == nil)
    #expect(bench.files.session == nil)
    #expect(bench.news.last == .ended(.timeUp))
  }

  @Test(
    "Durations from 1 minute to 24 hours are accepted, others change nothing",
    arguments: [
      (0, false), (-5, false), (1, true), (30, true), (1440, true), (1441, false), (Int.max, false),
    ])
  func durations(minutes: Int, isTaken: Bool) {
    var bench = QuietBench()
    bench.receive(.start(minutes: minutes, .strict))
    #expect((bench.course.session != nil) == isTaken)
    #expect(bench.refusals == (isTaken ? [] : [.duration(minutes: minutes)]))
    #expect(bench.stores == (isTaken ? 1 : 0))
  }

  @Test("A cancel ends a flexible session after 30 s")
  func cancel() {
    var bench = Self.running()
    bench.receive(.cancel)
    #expect(bench.course.session?.cancelRemainingMilliseconds(at: bench.moment) == 30_000)
    bench.pass(seconds: 20)
    // A second request does not start the wait again.
    bench.receive(.cancel)
    #expect(bench.course.session?.cancelRemainingMilliseconds(at: bench.moment) == 10_000)
    bench.pass(seconds: 10)
    #expect(bench.course.session == nil && !bench.isShielded)
    #expect(bench.news.suffix(2) == [.cancelling, .ended(.cancelled)])
  }

  @Test("After keeping the session, a new cancel waits 30 s again")
  func keep() {
    var bench = Self.running()
    bench.receive(.cancel)
    bench.pass(seconds: 29)
    bench.receive(.keep)
    bench.pass(minutes: 5)
    #expect(bench.remaining == 3_600_000 - 329_000)
    bench.receive(.cancel)
    #expect(bench.course.session?.cancelRemainingMilliseconds(at: bench.moment) == 30_000)
  }

  @Test("A strict session cannot be cancelled; a reset ends it at once")
  func strict() {
    var bench = Self.running(120, .strict)
    bench.receive(.cancel)
    bench.pass(minutes: 5)
    #expect(bench.refusals == [.strict] && bench.course.session != nil)
    bench.receive(.reset)
    #expect(bench.course.session == nil && !bench.isShielded)
    #expect(bench.news.last == .ended(.reset))
  }

  @Test(
    "Requests that need a session are refused without one",
    arguments: [
      (QuietInput.cancel, QuietRefusal.notRunning), (.keep, .notRunning),
    ])
  func nothingRuns(wish: QuietInput, refusal: QuietRefusal) {
    var bench = QuietBench()
    bench.receive(wish)
    bench.receive(.reset)
    #expect(bench.refusals == [refusal] && bench.news.isEmpty && bench.stores == 0)
  }

  @Test("No second session begins while one runs, and keeping needs a cancel")
  func overAnother() {
    var bench = Self.running()
    bench.receive(.start(minutes: 480, nil))
    bench.receive(.keep)
    #expect(bench.refusals == [.running, .notCancelling])
    #expect(bench.remaining == 3_600_000)
  }

  @Test("A change of what is allowed applies to the running session too")
  func allow() {
    var bench = Self.running()
    bench.receive(.allow([.nap, .lamp]))
    #expect(bench.course.shield?.allowed == [.nap, .lamp] && bench.files.shield?.allowed == [.nap, .lamp])
    bench.receive(.allow([]))
    #expect(bench.course.shield?.allowed == [])
  }

  @Test("The default strictness is flexible, and a chosen one is kept")
  func strictness() {
    var bench = QuietBench()
    bench.receive(.strictness(.strict))
    bench.kill()
    bench.start()
    bench.receive(.start(minutes: 30, nil))
    #expect(bench.course.session?.strictness == .strict)
  }

  @Test("While a session runs the files are replaced every ten minutes, and no more often")
  func stores() {
    var bench = Self.running()
    bench.pass(minutes: 59)
    #expect(bench.stores == 6)
    var idle = QuietBench()
    idle.pass(minutes: 1000)
    #expect(idle.stores == 0)
  }

  @Test("Files that could not be written are written again")
  func notStored() {
    var bench = Self.running()
    bench.receive(.notStored)
    #expect(bench.stores == 1)
    bench.pass(seconds: 9)
    #expect(bench.stores == 1)
    bench.pass(seconds: 1)
    #expect(bench.stores == 2)
    bench.pass(minutes: 5)
    #expect(bench.stores == 2)
  }

  // MARK: Two processes

  @Test("What another process writes is applied and reported")
  func found() {
    var bench = QuietBench()
    let other = Self.running()
    bench.replaceFiles { $0 = other.files }
    #expect(bench.isShielded && bench.remaining == 3_600_000)
    bench.replaceFiles { $0.session?.cancelMilliseconds = 90_000 }
    bench.replaceFiles { $0.session?.cancelMilliseconds = nil }
    bench.replaceFiles { $0 = QuietState() }
    #expect(!bench.isShielded)
    let session = other.files.session
    #expect(
      bench.news == [session.map { .started($0) }, .cancelling, .kept, .ended(.elsewhere)].compactMap { $0 })
    #expect(bench.stores == 0)
  }

  @Test("The second process acts a second later")
  func lag() {
    let begun = Self.running()
    var bench = QuietBench(lag: 1000)
    bench.replaceFiles { $0 = begun.files }
    bench.pass(seconds: 3600)
    #expect(bench.remaining == 0 && bench.isShielded)
    bench.pass(seconds: 1)
    #expect(!bench.isShielded && bench.files.session == nil)
  }

  @Test("A damaged file ends whatever runs, and an orphaned shield is cleared")
  func damaged() {
    var bench = Self.running(60, .strict)
    bench.kill()
    bench.start(isDamaged: true)
    #expect(!bench.isShielded && bench.files.session == nil && bench.files.shield == nil)
    bench.replaceFiles { $0.shield = Shield(session: EventID(high: 1, low: 1), allowed: []) }
    #expect(!bench.isShielded && bench.files.shield == nil)
  }

  @Test("After damage the current window is skipped, and the next one begins", arguments: [true, false])
  func damagedWithinAWindow(isClockKnown: Bool) {
    var defaults = QuietDefaults()
    defaults.schedule = .from("19:00", to: "23:00")
    var bench = QuietBench(defaults: defaults)
    #expect(bench.isShielded)
    bench.kill()
    if !isClockKnown { bench.cutPower(forSeconds: 60) }
    bench.loseFiles()
    bench.start(isDamaged: true)
    #expect(!bench.isShielded)
    // Another process may read what was written, and knows no more than that.
    bench.start()
    bench.learnClock()
    bench.pass(seconds: 3600)
    #expect(!bench.isShielded && bench.files.session == nil)
    bench.pass(seconds: 23 * 3600)
    #expect(bench.isShielded)
  }

  @Test("Settings survive damage that a running process finds")
  func damagedBesideAProcess() {
    var bench = Self.running(60, .strict)
    bench.receive(.strictness(.strict))
    bench.receive(.allow([.nap]))
    bench.receive(.schedule(.from("19:00", to: "23:00")))
    bench.loseFiles()
    bench.receive(.found(QuietFinding(isDamaged: true)))
    #expect(!bench.isShielded && bench.files.session == nil)
    #expect(bench.files.strictness == .strict && bench.files.allowed == [.nap])
    #expect(bench.files.schedule == .from("19:00", to: "23:00"))
    bench.pass(seconds: 3600)
    #expect(!bench.isShielded)
  }

  @Test("Files that cannot be read end and begin nothing, and apply as soon as they can be read")
  func unreadable() {
    var defaults = QuietDefaults()
    defaults.schedule = .from("19:00", to: "23:00")
    var bench = QuietBench(defaults: defaults)
    let written = bench.files
    bench.receive(.found(.unreadable))
    #expect(bench.isShielded && bench.files == written)
    bench.receive(.launch(.unreadable, lastAlive: nil))
    #expect(!bench.isShielded)
    // The process asks to read the files again, repeatedly.
    #expect(bench.files != written)
    bench.receive(.notStored)
    bench.receive(.notStored)
    let stores = bench.stores
    bench.pass(seconds: 11)
    #expect(!bench.isShielded && bench.stores > stores)
    bench.receive(.found(QuietFinding(written)))
    #expect(bench.isShielded && bench.course.session?.id == written.session?.id)
  }

  @Test("A session whose shield was not written yet gets it")
  func shieldIsMissing() {
    var bench = Self.running()
    bench.kill()
    bench.replaceFiles { $0.shield = nil }
    bench.start()
    #expect(bench.isShielded && bench.files.shield != nil)
  }

  @Test(
    "A duration is text in hours and minutes",
    arguments: [
      (0, "0m"), (30, "30m"), (60, "1h"), (90, "1h 30m"), (120, "2h"), (480, "8h"), (1440, "24h"), (-3, "0m"),
    ])
  func durationText(minutes: Int, text: String) {
    #expect(QuietText.duration(minutes: minutes) == text)
  }

  @Test(
    "The remaining time is text in minutes and seconds",
    arguments: [
      (0, "00:00"), (1, "00:01"), (1000, "00:01"), (59_001, "01:00"), (3_599_000, "59:59"),
      (3_599_001, "1:00:00"),
      (28_800_000, "8:00:00"), (36_061_000, "10:01:01"), (-5, "00:00"),
    ])
  func remainingText(milliseconds: Int, text: String) {
    #expect(QuietText.remaining(milliseconds: milliseconds) == text)
  }
}

import Nursery
import Testing

/// Quiet sessions with clocks that are unknown, set, or stopped without power.
@Suite struct QuietClockTests {
  private static func running(_ minutes: Int = 120) -> QuietBench {
    var bench = QuietBench()
    bench.receive(.start(minutes: minutes, nil))
    return bench
  }

  @Test(
    "A manual session runs on elapsed time, whatever the wall clock does",
    arguments: [-86_400, -3600, 3600, 90_000])
  func manualStep(seconds: Int) {
    var bench = Self.running()
    bench.pass(minutes: 30)
    bench.step(seconds: seconds)
    #expect(bench.remaining == 90 * 60_000)
    bench.pass(minutes: 89)
    #expect(bench.isShielded)
    bench.pass(minutes: 1)
    #expect(!bench.isShielded)
  }

  @Test("A killed process costs no time and no session")
  func killed() {
    var bench = Self.running()
    bench.pass(minutes: 15)
    bench.kill()
    bench.pass(minutes: 15)
    bench.start()
    #expect(bench.remaining == 90 * 60_000 && bench.isShielded)
    bench.kill()
    bench.pass(minutes: 100)
    bench.start()
    #expect(!bench.isShielded && bench.files.session == nil)
  }

  @Test("After a power cut the clock decides what is left; until it is known, the last saved rest is left")
  func powerCut() {
    var bench = Self.running()
    bench.pass(minutes: 33)
    bench.cutPower(forSeconds: 1800)
    bench.start()
    // The files are three minutes old, and the start took five seconds.
    #expect(bench.remaining == 90 * 60_000 - 5_000)
    bench.pass(minutes: 10)
    #expect(bench.remaining == 80 * 60_000 - 5_000)
    bench.learnClock()
    #expect(bench.remaining == (120 - 33 - 30 - 10) * 60_000)
    bench.pass(minutes: 47)
    #expect(!bench.isShielded)
  }

  @Test("The log may have a later moment than the files")
  func lastAlive() {
    var bench = Self.running()
    bench.pass(minutes: 33)
    let alive = KernelTime(kernelBoot: "boot-1", milliseconds: bench.moment.milliseconds)
    bench.cutPower(forSeconds: 60)
    bench.start(lastAlive: alive)
    #expect(bench.remaining == 87 * 60_000 - 5_000)
  }

  @Test("A session that ran out during two power cuts ends once the clock is known")
  func overWithoutPower() {
    var bench = Self.running()
    bench.pass(minutes: 10)
    bench.cutPower(forSeconds: 3600)
    bench.start()
    bench.pass(minutes: 1)
    bench.cutPower(forSeconds: 3600)
    bench.start()
    #expect(bench.isShielded)
    bench.learnClock()
    #expect(!bench.isShielded && bench.news.last == .ended(.timeUp))
  }

  @Test("A clock that is behind the last known time adds no time")
  func earlierClock() {
    var bench = Self.running()
    bench.pass(minutes: 30)
    bench.cutPower(forSeconds: -7200)
    bench.start()
    bench.learnClock()
    #expect(bench.remaining == 90 * 60_000 - 5_000)
  }

  @Test("A session that began without a clock gets its times once the clock is known, and lasts as long")
  func unknownClock() {
    var bench = QuietBench()
    bench.isClockKnown = false
    bench.receive(.start(minutes: 60, nil))
    #expect(bench.files.session?.endsAt == nil)
    bench.pass(minutes: 20)
    bench.learnClock()
    #expect(bench.files.session?.endsAt == at("2026-02-11T21:00:00-05:00"))
    #expect(bench.remaining == 40 * 60_000)
  }

  @Test("A cancel survives a killed process, but no power cut")
  func cancelSurvives() {
    var bench = Self.running()
    bench.receive(.cancel)
    bench.kill()
    bench.pass(seconds: 10)
    bench.start()
    #expect(bench.course.session?.cancelRemainingMilliseconds(at: bench.moment) == 20_000)
    bench.cutPower(forSeconds: 60)
    bench.start()
    #expect(bench.isShielded && bench.course.session?.cancelMilliseconds == nil)
  }
}

import Bedside
import Nursery
import Testing

@testable import BoxRuntime

/// Box and guard on the same files with clocks that disagree: one has accepted a step, and the other has not.
@Suite struct GuardClocksTests {
  private static let noon = 1_770_811_200_000
  private static let offs = [0, 3_000, -90_000, 3_600_000, -90_000_000, 3_153_600_000_000]
  private static let night = NightHours(
    from: WallTime(minutesAfterMidnight: 1140), to: WallTime(minutesAfterMidnight: 420))

  /// Both processes from noon on, called once a second.
  private struct Pair {
    var box: QuietCourse?
    var guardian: Guardian
    private(set) var writes = 0
    private(set) var files = QuietState()
    private(set) var milliseconds = 0
    /// The seconds by which the guard's wall clock is ahead.
    let off: Int

    init(_ schedule: RecurringSchedule, offMilliseconds off: Int) {
      var defaults = QuietDefaults()
      defaults.schedule = schedule
      self.off = off
      box = QuietCourse(defaults: defaults, zone: .utc)
      guardian = Guardian(defaults: defaults, zone: .utc, night: night)
      tell(box: .launch(QuietFinding(), lastAlive: nil))
      tell(guardian: .launched(QuietFinding(files)))
    }

    private func moment(off: Int) -> QuietMoment {
      QuietMoment(
        kernelBoot: "a", milliseconds: milliseconds,
        wall: Instant(milliseconds: noon + milliseconds + off))
    }

    mutating func pass(seconds: Int) {
      for _ in 0..<seconds where writes < 1_000 {
        milliseconds += 1_000
        tell(box: .tick)
        tell(guardian: .tick)
      }
    }

    mutating func tell(box input: QuietInput) {
      let now = moment(off: 0)
      for case .store(let state) in box?.handle(input, at: now) ?? [] { write(state) }
    }

    mutating func tell(guardian event: Guardian.Event) {
      let now = moment(off: off)
      for case .store(let state) in guardian.handle(event, at: now, boxRuns: box != nil) { write(state) }
    }

    /// Each process is notified of its own writes, too.
    private mutating func write(_ state: QuietState) {
      writes += 1
      files = state
      guard writes < 1_000 else { return }
      tell(box: .found(QuietFinding(state)))
      tell(guardian: .found(QuietFinding(state)))
    }

    mutating func killBox() {
      box = nil
      tell(guardian: .boxEnded)
    }
  }

  /// An enabled schedule from 11:00 to 13:30.
  private static func schedule() throws -> RecurringSchedule {
    try #require(
      RecurringSchedule(
        isEnabled: true, start: WallTime(minutesAfterMidnight: 660), end: WallTime(minutesAfterMidnight: 810),
        strictness: .flexible))
  }

  @Test("Neither keeps writing forever, and the box's clock counts while it runs", arguments: offs)
  func boxRuns(off: Int) throws {
    var manual = Pair(.usual, offMilliseconds: off)
    manual.tell(box: .start(minutes: 60, nil))
    var nightly = Pair(try Self.schedule(), offMilliseconds: off)
    for (minutes, isManual, isNightly) in [
      (59, true, true), (2, false, true), (28, false, true), (2, false, false),
    ] {
      manual.pass(seconds: minutes * 60)
      nightly.pass(seconds: minutes * 60)
      #expect((manual.files.session != nil) == isManual && (nightly.files.session != nil) == isNightly)
    }
    manual.pass(seconds: 1_800)
    nightly.pass(seconds: 1_800)
    // A start, a mark every ten minutes, and an end.
    #expect(manual.writes <= 12 && nightly.writes <= 12)
  }

  @Test("A box that hangs keeps no session past its end")
  func boxHangs() {
    var pair = Pair(.usual, offMilliseconds: 0)
    pair.tell(box: .start(minutes: 30, nil))
    // The process exists, but is not called any more.
    var guardian = pair.guardian
    let now = QuietMoment(kernelBoot: "a", milliseconds: 1_801_000, wall: Instant(milliseconds: Self.noon))
    let effects = guardian.handle(.tick, at: now, boxRuns: true)
    #expect(effects.contains { if case .store(let state) = $0 { state.session == nil } else { false } })
  }

  @Test(
    "The guard's own clock counts once the box is gone", arguments: [3_600_000, 3_153_600_000_000])
  func boxIsGone(off: Int) throws {
    var pair = Pair(try Self.schedule(), offMilliseconds: off)
    pair.pass(seconds: 3_000)
    pair.killBox()
    pair.pass(seconds: Guardian.graceMilliseconds / 1_000 - 1)
    #expect(pair.files.session?.endsAt == Instant(milliseconds: Self.noon + 5_400_000))
    pair.pass(seconds: 2)
    #expect(pair.files.session?.endsAt != Instant(milliseconds: Self.noon + 5_400_000))
    #expect(pair.writes <= 12)
  }
}

import Bedside
import Nursery
import Testing

@testable import BoxRuntime

/// The guard's decisions. Times are in milliseconds.
@Suite struct GuardianTests {
  private static let noon = Instant(milliseconds: 1_770_811_200_000)  // 2026-02-11T12:00:00Z
  private static let night = NightHours(
    from: WallTime(minutesAfterMidnight: 1140), to: WallTime(minutesAfterMidnight: 420))
  private var guardian = Guardian(defaults: QuietDefaults(), zone: .utc, night: night)

  private func moment(_ milliseconds: Int, wall: Bool = true) -> QuietMoment {
    QuietMoment(
      kernelBoot: "a", milliseconds: milliseconds,
      wall: wall ? Instant(milliseconds: Self.noon.milliseconds + milliseconds) : nil)
  }

  typealias PanelOutcome = Guardian.PanelOutcome

  private mutating func handle(_ event: Guardian.Event, _ time: Int) -> [Guardian.Effect] {
    guardian.handle(event, at: moment(time), boxRuns: false)
  }

  /// The files of a box that starts a session at a time, for a number of minutes.
  private func session(minutes: Int, at time: Int) -> QuietFinding {
    var course = QuietCourse(defaults: QuietDefaults(), zone: .utc)
    _ = course.handle(.launch(QuietFinding(), lastAlive: nil), at: moment(time))
    _ = course.handle(.start(minutes: minutes, nil), at: moment(time))
    return QuietFinding(course.state)
  }

  @Test("An idle guard sleeps forever")
  mutating func anIdleGuardSleepsForever() {
    #expect(handle(.launched(QuietFinding()), 0) == [])
    #expect(guardian.nextDeadline == Guardian.startGraceMilliseconds)
    #expect(handle(.tick, 10_000) == [.takePanel(.stopped(.on))])
    #expect(handle(.panel(.boxRuns), 10_000) == [])
    #expect(guardian.nextDeadline == nil && !guardian.hasPanel)
  }

  @Test("A box that comes back keeps its panel")
  mutating func aBoxThatComesBackKeepsItsPanel() {
    _ = handle(.launched(QuietFinding()), 0)
    _ = handle(.tick, 10_000)
    _ = handle(.panel(.boxRuns), 10_000)
    #expect(handle(.boxEnded, 60_000) == [])
    #expect(guardian.nextDeadline == 65_000)
    #expect(handle(.tick, 65_000) == [.takePanel(.stopped(.on))])
    #expect(handle(.panel(.boxRuns), 65_000) == [])
    #expect(guardian.nextDeadline == nil)
  }

  /// With a wrong profile, a line that is in use, or a trap in the log, the box opens the directory and ends, again
  /// and again.
  @Test("The guard reports a box that keeps failing at its start", arguments: [PanelOutcome.shown, .failed])
  mutating func theGuardReportsABoxThatKeepsFailingAtItsStart(outcome: PanelOutcome) {
    _ = handle(.launched(QuietFinding()), 0)
    _ = handle(.tick, 10_000)
    _ = handle(.panel(.boxRuns), 10_000)
    var effects = handle(.boxEnded, 60_000)
    var pictures: [Int] = []
    for time in stride(from: 60_000, to: 180_000, by: 100) {
      if time % 2_300 == 0 { effects += handle(.boxBegan, time) }
      if time % 2_300 == 300 { effects += handle(.boxEnded, time) }
      guard let due = guardian.nextDeadline, due <= time else { continue }
      guard handle(.tick, time).contains(.takePanel(.stopped(.on))) else { continue }
      pictures.append(time)
      effects += handle(.panel(outcome), time)
    }
    #expect(pictures.first == 65_000)
    // Each picture of the failing box stays only for a moment.
    #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $1 - $0 <= 8_000 })
    #expect(effects.count == 1, "it is reported once")
  }

  @Test("A box that ran for a while is reported again")
  mutating func aBoxThatRanForAWhileIsReportedAgain() {
    _ = handle(.launched(QuietFinding()), 0)
    _ = handle(.tick, 10_000)
    #expect(handle(.panel(.shown), 10_000).count == 1)
    _ = handle(.boxBegan, 20_000)
    _ = handle(.boxEnded, 40_000)
    #expect(handle(.tick, 45_000) == [.takePanel(.stopped(.on))])
    #expect(handle(.panel(.shown), 45_000).count == 1)
  }

  @Test("A box that stays away is reported once")
  mutating func aBoxThatStaysAwayIsReportedOnce() {
    _ = handle(.launched(QuietFinding()), 0)
    _ = handle(.tick, 10_000)
    #expect(handle(.panel(.shown), 10_100).count == 1)
    #expect(guardian.hasPanel)
    #expect(handle(.tick, 20_000) == [])
    // At night it is dim, and bright again in the morning.
    #expect(guardian.nextDeadline == 7 * 3_600_000)
    #expect(handle(.tick, 8 * 3_600_000) == [.takePanel(.stopped(.dim))])
  }

  @Test("A panel that fails is tried again")
  mutating func aPanelThatFailsIsTriedAgain() {
    _ = handle(.launched(QuietFinding()), 0)
    _ = handle(.tick, 10_000)
    #expect(handle(.panel(.failed), 10_000).count == 1, "it is said")
    #expect(guardian.nextDeadline == 20_000)
    #expect(handle(.tick, 20_000) == [.takePanel(.stopped(.on))])
    // The retries become rarer, and make no reports.
    #expect(handle(.panel(.failed), 20_000) == [] && guardian.nextDeadline == 40_000)
    var time = 40_000
    for _ in 0..<20 {
      _ = handle(.tick, time)
      #expect(handle(.panel(.failed), time) == [])
      time = guardian.nextDeadline ?? 0
    }
    _ = handle(.tick, time)
    _ = handle(.panel(.failed), time)
    #expect(guardian.nextDeadline == time + 640_000)
  }

  @Test("The box notes a session that continues after a power cut")
  mutating func theBoxNotesASessionThatContinuesAfterAPowerCut() {
    var finding = session(minutes: 60, at: 0)
    finding.state.session?.mark.kernelBoot = "before"
    #expect(handle(.launched(finding), 1_000) == [])
    #expect(handle(.tick, 10_999) == [])
    #expect(handle(.tick, 11_000).last == .takePanel(.dark))
    // If the box never comes, the session ends all the same.
    #expect(handle(.tick, 3_601_000).contains { if case .store = $0 { true } else { false } })
  }

  @Test("A panel that fails at the start of the night is retried later")
  mutating func aPanelThatFailsAtTheStartOfTheNightIsRetriedLater() {
    _ = handle(.launched(QuietFinding()), 0)
    _ = handle(.tick, 10_000)
    _ = handle(.panel(.shown), 10_000)
    let evening = 8 * 3_600_000
    #expect(handle(.tick, evening) == [.takePanel(.stopped(.dim))])
    #expect(!handle(.panel(.failed), evening).contains(.takePanel(.stopped(.dim))))
    #expect(handle(.tick, evening + 1_000) == [])
    #expect(handle(.tick, evening + 10_000) == [.takePanel(.stopped(.dim))])
  }

  @Test("A dead box's session ends on time and the panel says so")
  mutating func aDeadBoxsSessionEndsOnTimeAndThePanelSaysSo() throws {
    let finding = session(minutes: 60, at: 0)
    _ = handle(.launched(finding), 1_000)
    #expect(handle(.tick, 11_000) == [.takePanel(.dark)])
    _ = handle(.panel(.shown), 11_000)
    // The box would end it at the full hour. Without a box the guard ends it a second later.
    #expect(!handle(.tick, 3_600_000).contains { if case .takePanel = $0 { true } else { false } })
    let effects = handle(.tick, 3_601_000)
    let stored = try #require(
      effects.compactMap { effect -> QuietState? in
        if case .store(let state) = effect { state } else { nil }
      }.first)
    #expect(stored.session == nil && stored.shield == nil)
    #expect(effects.last == .takePanel(.stopped(.on)))
  }

  @Test("A shield keeps its settings")
  mutating func aShieldKeepsItsSettings() {
    var finding = session(minutes: 60, at: 0)
    finding.state.shield?.allowed = [.nap]
    #expect(handle(.launched(finding), 1_000) == [])
    #expect(handle(.found(finding), 2_000) == [], "by whatever defaults")
    finding.state.shield = nil
    #expect(handle(.found(finding), 3_000).count == 1, "one that is missing is raised")
  }

  @Test("The end of a cancelled session is reported")
  mutating func theEndOfACancelledSessionIsReported() {
    var finding = session(minutes: 60, at: 0)
    finding.state.session?.cancelMilliseconds = 30_000
    _ = handle(.launched(finding), 1_000)
    let effects = handle(.tick, 31_000)
    #expect(
      effects.contains(.announce("the quiet session was cancelled, and ended while the box was away")))
  }

  @Test("A running box is not called away")
  mutating func aRunningBoxIsNotCalledAway() {
    var finding = session(minutes: 60, at: 0)
    finding.state.session?.cancelMilliseconds = 30_000
    _ = handle(.launched(finding), 1_000)
    let effects = guardian.handle(.tick, at: moment(31_000), boxRuns: true)
    #expect(effects.contains(.announce("the quiet session was cancelled, and ended")))
  }

  @Test("A session that the box ends is not ended twice")
  mutating func aSessionThatTheBoxEndsIsNotEndedTwice() {
    _ = handle(.launched(session(minutes: 60, at: 0)), 1_000)
    _ = handle(.tick, 11_000)
    _ = handle(.panel(.boxRuns), 11_000)
    #expect(handle(.found(QuietFinding()), 3_600_000) == [])
    #expect(handle(.tick, 3_601_000) == [])
  }

  @Test("Without a clock a dead box's panel is dim")
  mutating func withoutAClockADeadBoxsPanelIsDim() {
    _ = guardian.handle(.launched(QuietFinding()), at: moment(0, wall: false), boxRuns: false)
    #expect(
      guardian.handle(.tick, at: moment(10_000, wall: false), boxRuns: false) == [.takePanel(.stopped(.dim))])
  }

  /// A box ran for a moment within the guard's first seconds, and then the schedule's time came. Nothing else would
  /// wake the guard for it.
  @Test("A window that begins while a box may come is not missed")
  mutating func aWindowThatBeginsWhileABoxMayComeIsNotMissed() throws {
    var defaults = QuietDefaults()
    defaults.schedule = try #require(
      RecurringSchedule(
        isEnabled: true, start: WallTime(minutesAfterMidnight: 660), end: WallTime(minutesAfterMidnight: 780),
        strictness: .strict))
    guardian = Guardian(defaults: defaults, zone: .utc, night: Self.night)
    _ = guardian.handle(.launched(QuietFinding()), at: moment(0, wall: false), boxRuns: false)
    _ = handle(.boxBegan, 1_000)
    _ = handle(.boxEnded, 3_000)
    _ = handle(.tick, 8_000)
    _ = handle(.panel(.shown), 8_000)
    #expect(handle(.tick, 9_000) == [])
    #expect(guardian.nextDeadline == 10_000)
    #expect(handle(.tick, 10_000).contains { if case .store = $0 { true } else { false } })
  }

  @Test("A damaged file never leaves the panel dark")
  mutating func aDamagedFileNeverLeavesThePanelDark() {
    let effects = handle(.launched(QuietFinding(session(minutes: 60, at: 0).state, isDamaged: true)), 1_000)
    #expect(effects.contains { if case .announce = $0 { true } else { false } })
    #expect(handle(.tick, 11_000).contains(.takePanel(.stopped(.on))))
  }
}

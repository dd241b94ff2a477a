/// Decides whether a report of the wall clock is believed. One wrong answer from the network must not move a whole
/// night.
public struct ClockJudge: Hashable, Sendable {
  /// The decision about a report of the clock.
  public enum Verdict: Hashable, Sendable {
    /// Nothing new.
    case unchanged
    /// Believe it and write a `sync` line. Known times move by `stepSeconds`; 0 at the first sync of a boot.
    case believed(stepSeconds: Int)
    /// The time is too far off: wait for a second report that agrees.
    case held(stepSeconds: Int)
  }

  /// How much two clocks read one after the other may differ.
  public static let toleranceMilliseconds = 2_000
  /// A larger step in a synced boot needs a second report.
  static let heldBeyondMilliseconds = 86_400_000

  /// The least time to a second report. An earlier one may only repeat the first.
  static let agreesAfterMilliseconds = 60_000

  /// The steps at the first sync of a boot that need no second report, in milliseconds from the earliest time that
  /// the boots before it allow. A box may have been off for months.
  private static let firstStepMilliseconds = -heldBeyondMilliseconds...366 * 86_400_000

  /// The report that waits for a second one.
  private var held: Report?
  /// The last believed report. If later boots contradict it, its boot has no believed sync, and the same report again
  /// changes nothing.
  private var believed: Report?

  private struct Report: Hashable, Sendable {
    var time: BootTime
    var offset: Int
    var trust: ClockTrust

    func agrees(with other: Report) -> Bool { abs(offset - other.offset) <= toleranceMilliseconds }
  }

  /// A judge that believes the first sync of a boot, unless the boots before it make it absurd.
  public init() {}

  /// Whether a report waits for a second one.
  public var isHolding: Bool { held != nil }

  /// Whether a report differs so much from what is known that a second one must agree. A start does not believe such
  /// a clock either, nor does a reader of its line. A battery clock is not believed at all if it is behind the network's
  /// time of an earlier boot.
  public static func doubts(
    _ wall: Instant, at time: BootTime, by trust: ClockTrust = .synced, _ history: ClockHistory
  ) -> Bool {
    if trust == .battery, history.isBeforeNetwork(wall, at: time) { return true }
    guard history.trust(ofBoot: time.boot)?.isByPerson == true else {
      guard let step = history.step(to: wall, at: time) else { return false }
      return history.isSynced(boot: time.boot)
        ? abs(step) > heldBeyondMilliseconds : !firstStepMilliseconds.contains(step)
    }
    // A time that a person entered bounds nothing, but the boots before it do.
    guard let step = history.firstStep(to: wall, at: time) else { return false }
    return !firstStepMilliseconds.contains(step)
  }

  /// Judges a report of a synchronised clock; a clock that is not synchronised changes nothing.
  public mutating func judge(_ moment: Moment, by history: ClockHistory) -> Verdict {
    guard moment.trust.isSet, let wall = moment.wall else { return .unchanged }
    let known = history.trust(ofBoot: moment.boot.boot)
    // The network is at least as good as a battery clock.
    if moment.trust == .battery, known == .synced || history.isBeforeNetwork(wall, at: moment.boot) {
      return .unchanged
    }
    let report = Report(
      time: moment.boot, offset: wall.milliseconds - moment.boot.milliseconds,
      trust: moment.trust)
    let isFirst = known.map { $0 < moment.trust } ?? true
    let step = history.step(to: wall, at: moment.boot) ?? 0
    let told = known == nil ? 0 : step / 1000
    guard !Self.doubts(wall, at: moment.boot, history) else {
      return hold(report, step: step / 1000, told: told)
    }
    held = nil
    return isFirst || abs(step) > Self.toleranceMilliseconds ? believe(report, told: told) : .unchanged
  }

  private mutating func hold(_ report: Report, step: Int, told: Int) -> Verdict {
    guard let held, held.agrees(with: report) else {
      held = report
      return .held(stepSeconds: step)
    }
    guard report.time.milliseconds - held.time.milliseconds >= Self.agreesAfterMilliseconds else {
      return .unchanged
    }
    self.held = nil
    return believe(report, told: told)
  }

  private mutating func believe(_ report: Report, told: Int) -> Verdict {
    if let believed, believed.time.boot == report.time.boot, believed.trust >= report.trust,
      believed.agrees(with: report)
    {
      return .unchanged
    }
    believed = report
    return .believed(stepSeconds: told)
  }
}

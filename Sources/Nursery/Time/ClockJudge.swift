/// Decides when a report of the wall clock is believed, so that one wrong answer from the network cannot
/// move a whole night.
public struct ClockJudge: Hashable, Sendable {
  /// What a report of the clock leads to.
  public enum Verdict: Hashable, Sendable {
    /// Nothing new.
    case unchanged
    /// Believe it: write a `sync` line. The seconds by which known times move; 0 at the first sync of a boot.
    case believed(stepSeconds: Int)
    /// More than a day off: wait for a second report that agrees.
    case held(stepSeconds: Int)
  }

  /// Steps up to this are noise of two clocks read one after the other.
  static let toleranceMilliseconds = 2_000
  /// A larger step needs a second report.
  static let heldBeyondMilliseconds = 86_400_000

  /// A second report that comes sooner may be the echo of the first.
  static let agreesAfterMilliseconds = 60_000

  /// What the first sync of a boot may say without a second report, in milliseconds from the earliest time that
  /// the boots before it allow. A box may well have been off for months.
  private static let firstStepMilliseconds = -heldBeyondMilliseconds...366 * 86_400_000

  /// Wall minus boot clock of the report that waits for a second, and when it came.
  private var held: Report?
  /// The report that was believed last. Where the boots that follow contradict it, its boot stays without a sync, and
  /// the same report again says nothing new.
  private var believed: Report?

  private struct Report: Hashable, Sendable {
    var time: BootTime
    var offset: Int
    var trust: ClockTrust

    func agrees(with other: Report) -> Bool { abs(offset - other.offset) <= toleranceMilliseconds }
  }

  /// Believes the first sync of a boot, unless the boots before it make it absurd.
  public init() {}

  /// Whether a report waits for a second one.
  public var isHolding: Bool { held != nil }

  /// Whether a report says so much else than what is known that another one has to agree with it. A start of the
  /// program that finds such a clock does not believe it either, here and when its line is read again.
  public static func doubts(_ wall: Instant, at time: BootTime, by history: ClockHistory) -> Bool {
    guard history.trust(ofBoot: time.boot)?.isTold == true else {
      guard let step = history.step(to: wall, at: time) else { return false }
      return history.isSynced(boot: time.boot)
        ? abs(step) > heldBeyondMilliseconds : !firstStepMilliseconds.contains(step)
    }
    // What a person said bounds nothing: the boots before it do.
    guard let step = history.firstStep(to: wall, at: time) else { return false }
    return !firstStepMilliseconds.contains(step)
  }

  /// Whether what was believed last of a boot's clock, while nothing was known of other boots, is absurd beside them.
  /// What the same start said first says nothing against it: two reports agreed in it since. An earlier start in the
  /// same boot of the kernel does.
  public static func doubts(lastBelieved wall: Instant, at time: BootTime, by history: ClockHistory) -> Bool {
    guard !history.isShared(boot: time.boot) else { return doubts(wall, at: time, by: history) }
    guard let step = history.firstStep(to: wall, at: time) else { return false }
    return !firstStepMilliseconds.contains(step)
  }

  /// Judges a report of a synchronised clock; a clock that is not synced changes nothing.
  public mutating func judge(_ moment: Moment, by history: ClockHistory) -> Verdict {
    guard moment.trust.isSet, let wall = moment.wall else { return .unchanged }
    let known = history.trust(ofBoot: moment.boot.boot)
    // A battery clock knows no better than the network.
    if moment.trust == .battery, known == .synced { return .unchanged }
    let report = Report(
      time: moment.boot, offset: wall.milliseconds - moment.boot.milliseconds,
      trust: moment.trust)
    let isFirst = known.map { $0 < moment.trust } ?? true
    let step = history.step(to: wall, at: moment.boot) ?? 0
    let told = known == nil ? 0 : step / 1000
    guard !Self.doubts(wall, at: moment.boot, by: history) else {
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

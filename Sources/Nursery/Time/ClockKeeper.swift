/// Decides when a report of the wall clock is believed, so that one wrong answer from the network cannot
/// move a whole night.
public struct ClockKeeper: Hashable, Sendable {
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

  /// Wall minus boot clock of the report that waits for a second, and when it came.
  private var held: Held?

  private struct Held: Hashable, Sendable {
    var offset: Int
    var bootMilliseconds: Int
  }

  /// Believes the first sync of a boot.
  public init() {}

  /// Judges a report of a synchronised clock; a clock that is not synced changes nothing.
  public mutating func judge(_ moment: Moment, by history: ClockHistory) -> Verdict {
    guard moment.trust == .synced, let wall = moment.wall else { return .unchanged }
    guard history.isSynced(boot: moment.boot.boot) else {
      held = nil
      return .believed(stepSeconds: 0)
    }
    let step = wall.milliseconds - history.instant(at: moment.boot).milliseconds
    guard abs(step) > Self.toleranceMilliseconds else {
      held = nil
      return .unchanged
    }
    let report = Held(
      offset: wall.milliseconds - moment.boot.milliseconds, bootMilliseconds: moment.boot.milliseconds)
    return judgeStep(step, report)
  }

  private mutating func judgeStep(_ step: Int, _ report: Held) -> Verdict {
    if abs(step) <= Self.heldBeyondMilliseconds {
      held = nil
      return .believed(stepSeconds: step / 1000)
    }
    guard let held, abs(held.offset - report.offset) <= Self.toleranceMilliseconds else {
      held = report
      return .held(stepSeconds: step / 1000)
    }
    guard report.bootMilliseconds - held.bootMilliseconds >= Self.agreesAfterMilliseconds else {
      return .unchanged
    }
    self.held = nil
    return .believed(stepSeconds: step / 1000)
  }
}

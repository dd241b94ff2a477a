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

  /// What the first sync of a boot may say without a second report, in milliseconds from the earliest time that
  /// the boots before it allow. A box may well have been off for months.
  private static let firstStepMilliseconds = -heldBeyondMilliseconds...366 * 86_400_000

  /// Wall minus boot clock of the report that waits for a second, and when it came.
  private var held: Held?

  private struct Held: Hashable, Sendable {
    var offset: Int
    var bootMilliseconds: Int
  }

  /// Believes the first sync of a boot, unless the boots before it make it absurd.
  public init() {}

  /// Whether a report waits for a second one.
  public var isHolding: Bool { held != nil }

  /// Whether a report says so much else than what is known that another one has to agree with it. A start of the
  /// program that finds such a clock does not believe it either, here and when its line is read again.
  public static func doubts(_ wall: Instant, at time: BootTime, by history: ClockHistory) -> Bool {
    guard let step = history.step(to: wall, at: time) else { return false }
    return history.isSynced(boot: time.boot)
      ? abs(step) > heldBeyondMilliseconds : !firstStepMilliseconds.contains(step)
  }

  /// Judges a report of a synchronised clock; a clock that is not synced changes nothing.
  public mutating func judge(_ moment: Moment, by history: ClockHistory) -> Verdict {
    guard moment.trust == .synced, let wall = moment.wall else { return .unchanged }
    let isFirst = !history.isSynced(boot: moment.boot.boot)
    let step = history.step(to: wall, at: moment.boot) ?? 0
    let told = isFirst ? 0 : step / 1000
    guard Self.doubts(wall, at: moment.boot, by: history) else {
      held = nil
      return isFirst || abs(step) > Self.toleranceMilliseconds ? .believed(stepSeconds: told) : .unchanged
    }
    return hold(
      Held(
        offset: wall.milliseconds - moment.boot.milliseconds, bootMilliseconds: moment.boot.milliseconds),
      step: step / 1000, told: told)
  }

  private mutating func hold(_ report: Held, step: Int, told: Int) -> Verdict {
    guard let held, abs(held.offset - report.offset) <= Self.toleranceMilliseconds else {
      held = report
      return .held(stepSeconds: step)
    }
    guard report.bootMilliseconds - held.bootMilliseconds >= Self.agreesAfterMilliseconds else {
      return .unchanged
    }
    self.held = nil
    return .believed(stepSeconds: told)
  }
}

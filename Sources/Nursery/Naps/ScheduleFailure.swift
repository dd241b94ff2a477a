/// Why a day has no plan.
public struct ScheduleFailure: Hashable, Sendable {
  /// What stood in the way.
  public let cause: Cause

  /// Where a day fails.
  public enum Cause: Hashable, Sendable {
    /// The request itself cannot be reckoned with.
    case request(ScheduleRequestFault)
    /// Settings contradict each other.
    case setting(ScheduleSettingFault)
    /// Neither the naps asked for nor another number of them fit.
    case infeasible(Attempt, other: Attempt?)
  }

  /// What one number of naps failed for.
  public struct Attempt: Hashable, Sendable {
    /// How many naps.
    public let naps: Int
    /// Why they do not fit.
    public let reason: ScheduleInfeasibility
  }
}

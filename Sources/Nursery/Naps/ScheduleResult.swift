/// The answer to one day: plans, or the reasons why there is none.
public struct ScheduleResult: Hashable, Sendable {
  /// The plans; those without violations first. Empty exactly when there is a `failure`.
  public let scenarios: [Scenario]
  /// Why there is no plan.
  public let failure: ScheduleFailure?
  /// How many naps the first plan has; 0 without one.
  public let napCount: Int
  /// How many naps were asked for.
  public let requestedNapCount: Int
  /// True when the plan was found by the wider search, beyond what the original program tries.
  public let isExtended: Bool
  /// The bedtime wanted, after the wake time, in minutes since the wake day's midnight.
  public let targetBedtime: Int
  /// How many days the search reckoned through.
  public let examinedDays: Int

  /// The mode that the first plan was built from; nil when the settings do not come so far.
  private let mode: NapMode?

  /// An answer that the search never began for.
  init(_ request: ScheduleRequest, _ cause: ScheduleFailure.Cause) {
    scenarios = []
    failure = ScheduleFailure(cause: cause)
    napCount = 0
    requestedNapCount = request.preferredNaps
    isExtended = false
    targetBedtime = 0
    examinedDays = 0
    mode = nil
  }

  /// What a search found.
  init(_ planner: SchedulePlanner, _ scenarios: [Scenario], isExtended: Bool = false) {
    self.scenarios = scenarios
    failure = scenarios.isEmpty ? planner.failure() : nil
    napCount = scenarios.first?.napCount ?? 0
    requestedNapCount = planner.requested.count
    self.isExtended = isExtended
    targetBedtime = planner.frame.bedtime
    examinedDays = planner.examined
    mode = scenarios.first?.mode ?? planner.requested
  }
}

extension ScheduleResult {
  /// True when there is a plan.
  public var isFeasible: Bool { failure == nil }

  /// True when the plan has another number of naps than was asked for.
  public var hasSwitchedNapCount: Bool { failure == nil && napCount != requestedNapCount }

  /// The lengths that were asked for, for the number of naps that the first plan was built from, in minutes.
  public var baseLengths: [Int] { mode.map { $0.asked.array($0.count) } ?? [] }

  /// The same after power sleep, in minutes.
  public var boostedLengths: [Int] { mode.map { $0.lengths.array($0.count) } ?? [] }
}

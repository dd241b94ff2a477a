import Nursery
import Testing

/// Rules that every answer must follow, for many random days.
@Suite struct SchedulePropertyTests {
  /// A hundred thousand days in total.
  @Test("Every plan is honest", arguments: 0..<20)
  func everyPlanIsHonest(seed: Int) {
    var requests = PlanRequests(seed: seed)
    for turn in 0..<5_000 {
      let request = requests.next()
      let result = ScheduleEngine.computeSchedules(request: request)
      if let complaint = complaint(result, request) {
        Issue.record("seed \(seed), day \(turn): \(complaint)\n\(request)")
        return
      }
    }
  }

  private func complaint(_ result: ScheduleResult, _ request: ScheduleRequest) -> String? {
    if (result.failure == nil) == result.scenarios.isEmpty { return "plans and a failure, or neither" }
    let invariants = PlanInvariants(request: request)
    var previous: Scenario?
    for scenario in result.scenarios {
      if let lie = invariants.lie(scenario) { return "\(scenario.style): \(lie)" }
      if let previous, !previous.isClean, scenario.isClean { return "a plan without violations comes late" }
      previous = scenario
    }
    return nil
  }
}

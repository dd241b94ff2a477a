import Nursery
import Testing

/// Requests with the answers of the program from which the rules were taken. Each states what our answer must be. The
/// text of exact plans is compared by `PlanVectorAnswersTests`.
@Suite struct PlanVectorsTests {
  @Test("Every vector is answered")
  func everyVectorIsAnswered() throws {
    let vectors = try PlanVector.all()
    #expect(vectors.count == 400)
    for vector in vectors {
      let result = ScheduleEngine.computeSchedules(request: vector.request)
      #expect(vector.complaint(about: result) == nil, "\(vector.id), \(vector.must.rawValue)")
    }
  }
}

extension PlanVector {
  /// What is wrong with an answer; nil if it is accepted.
  fileprivate func complaint(about result: ScheduleResult) -> String? {
    let invariants = PlanInvariants(request: request)
    for scenario in result.scenarios {
      if let lie = invariants.lie(scenario) { return "\(scenario.style): \(lie)" }
    }
    if result.isFeasible == result.scenarios.isEmpty { return "plans and a failure, or neither" }
    switch must {
    case .exact: return exactComplaint(result)
    case .rescue: return result.isExtended && hasCleanPlan(result) ? nil : "not rescued"
    case .failOrValid: return failureComplaint(result)
    case .valid: return validComplaint(result)
    }
  }

  private func exactComplaint(_ result: ScheduleResult) -> String? {
    if result.isFeasible != isFeasible { return "feasible, or not" }
    if let reason { return result.failure?.reason == reason ? nil : "says \(result.failure?.reason ?? "")" }
    if result.napCount != napCount || result.hasSwitchedNapCount != hasSwitched { return "nap count" }
    return result.scenarios.count == scenarios.count ? nil : "\(result.scenarios.count) plans"
  }

  private func failureComplaint(_ result: ScheduleResult) -> String? {
    guard let failure = result.failure else {
      return result.isExtended || !request.actualNaps.isEmpty ? nil : "a plan from nowhere"
    }
    return failure.twoNap == twoNap && failure.threeNap == threeNap ? nil : "other reasons"
  }

  private func validComplaint(_ result: ScheduleResult) -> String? {
    if !result.isFeasible || hasCleanPlan(result) { return nil }
    let isNear = result.scenarios.contains { own in scenarios.contains { own.isNear($0) } }
    return isNear ? nil : "neither a plan that breaks nothing nor the original's"
  }

  private func hasCleanPlan(_ result: ScheduleResult) -> Bool { result.scenarios.contains { $0.isClean } }
}

extension Scenario {
  /// Whether two plans differ by rounding to whole minutes only.
  fileprivate func isNear(_ rows: [PlanVector.Row]) -> Bool {
    items.count == rows.count
      && zip(items, rows).allSatisfy { own, wanted in
        abs(Double(own.start) - wanted.start) <= 1
          && abs(Double(own.end) - (wanted.end ?? Double(own.end))) <= 1
      }
  }
}

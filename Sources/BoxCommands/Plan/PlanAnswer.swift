import CareJournal
import Nursery

/// The answers of `cribside plan` to JSON lines.
package enum PlanAnswer {
  /// Answers lines. A day without a plan is an answer too; it is no "yes".
  package static var lines: RequestLines {
    RequestLines(passedOver: ["result", "must", "tags"]) { value throws(FieldFault) in
      let result = ScheduleEngine.computeSchedules(request: try ScheduleRequest(value))
      return RequestLines.Result(
        PlanDocument(result: result, scenarios: result.scenarios).json, isYes: result.isFeasible)
    }
  }
}

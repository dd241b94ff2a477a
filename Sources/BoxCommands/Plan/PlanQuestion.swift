import BoxRuntime
import CareJournal
import Nursery

/// One day to be planned on the command line, and how the answer is to look.
package struct PlanQuestion {
  /// How an answer looks.
  package enum Form: Hashable, Sendable {
    /// A table for people.
    case table
    /// The line that parents paste, of one plan.
    case copyText
    /// One JSON document.
    case json
  }

  /// The day.
  package var request: ScheduleRequest
  /// The only style wanted; nil for all.
  package var style: ScheduleStyle?
  /// How the answer looks.
  package var form = Form.table
  /// Whether the reasons are told too.
  package var explains = false

  package init(
    request: ScheduleRequest, style: ScheduleStyle? = nil, form: Form = Form.table, explains: Bool = false
  ) {
    self.request = request
    self.style = style
    self.form = form
    self.explains = explains
  }

  /// The answer; 1 as the exit code when there is no plan, or none of the style.
  package func answer() -> BoxAnswer {
    let result = ScheduleEngine.computeSchedules(request: request)
    let shown = result.scenarios.filter { style == nil || $0.style == style }
    let refusal = refusal(result, shown: shown)
    let output = output(result, shown, refusal: refusal)
    guard let refusal else { return BoxAnswer(output: output) }
    return BoxAnswer(output: output, error: form == .json ? "" : refusal, exit: .no)
  }

  /// Why there is nothing to show; nil when there is something.
  private func refusal(_ result: ScheduleResult, shown: [Scenario]) -> String? {
    if let failure = result.failure { return swap(failure) ?? failure.text }
    guard shown.isEmpty, let style else { return nil }
    let others = PlanText.list(result.scenarios.map(\.style.title))
    return "no plan of the style \(style.title) fits this day; there is one of: \(others)"
  }

  /// A bedtime before the wake-up is the next day's, and such a day hardly has a plan: no advice about naps helps.
  private func swap(_ failure: ScheduleFailure) -> String? {
    guard case .infeasible = failure.cause, let wake = request.wakeTime, let bed = request.bedTime,
      bed <= wake
    else { return nil }
    let (bedtime, wakeUp) = (
      WallTime(minutesAfterMidnight: bed).text, WallTime(minutesAfterMidnight: wake).text
    )
    return
      "the bedtime \(bedtime) is \(bed == wake ? "the same as" : "before") the wake-up \(wakeUp), so it is "
      + "taken for the next day's; give a later one. \(failure.reason)"
  }

  private func output(_ result: ScheduleResult, _ shown: [Scenario], refusal: String?) -> String {
    let insights = explains ? insights(shown.first?.style) : nil
    switch form {
    case .json:
      let document = PlanDocument(result: result, scenarios: shown, insights: insights, refusal: refusal)
      return JSONWriter.text(document.json) + "\n"
    case .copyText: return shown.first.map { $0.copyText + "\n" } ?? ""
    case .table:
      let explanation = explains ? PlanExplanation(request: request, result: result) : nil
      let plans = PlanTable(scenarios: shown, explanation: explanation).lines
      return [plans, insights?.lines ?? []].filter { !$0.isEmpty }.joined(separator: [""])
        .map { $0 + "\n" }.joined()
    }
  }

  /// The recorded naps against the same day planned without them; nil when none was recorded.
  private func insights(_ style: ScheduleStyle?) -> NapInsights? {
    guard !request.actualNaps.isEmpty, let wakeTime = request.wakeTime else { return nil }
    var unrecorded = request
    unrecorded.actualNaps = []
    let plans = ScheduleEngine.computeSchedules(request: unrecorded).scenarios
    let plan = plans.first { $0.style == style } ?? plans.first
    return NapInsights(recorded: request.actualNaps, wakeTime: wakeTime, plan: plan)
  }
}

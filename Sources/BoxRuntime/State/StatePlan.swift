import CareJournal
import Nursery

/// The day's plan in the state document: the scenarios drawn on the clock, what each breaks, and the naps so far held
/// against the plan.
struct StatePlan {
  let plan: WakingDayPlan
  let zone: ZoneWindow

  /// Every field.
  var json: JSONValue {
    [
      "style": plan.scenario.map { .string($0.style.key) } ?? .null,
      "styles": .array(plan.styles.map { .string($0.key) }), "isOver": .bool(plan.isOver),
      "wantedNaps": .integer(plan.wantedNaps), "bedtimeChange": .integer(plan.bedtimeChange),
      "nextNap": plan.nextNap.map { ["start": time($0.earliest), "end": time($0.latest)] } ?? .null,
      "failure": plan.result?.failure.map { .string($0.reason) } ?? .null,
      "scenarios": .array((plan.result?.scenarios ?? []).map(scenario)),
      "insights": insights,
    ]
  }

  private func scenario(_ scenario: Scenario) -> JSONValue {
    [
      "style": .string(scenario.style.key), "title": .string(scenario.style.title),
      "message": .string(scenario.message),
      "wake": time(plan.line.wake), "bedtime": time(plan.line.instant(of: scenario.bedtime)),
      "naps": .array(scenario.items.compactMap(nap)),
      "bedtimeWakeWindow": scenario.items.last.map { .integer($0.wakeWindow) } ?? .null,
      "violations": .array(
        scenario.violations.map { ["message": .string($0.message), "suggestion": .string($0.suggestion)] }),
    ]
  }

  private func nap(_ item: ScheduleItem) -> JSONValue? {
    guard case .nap(let number) = item.kind else { return nil }
    return [
      "number": .integer(number), "start": time(plan.line.instant(of: item.start)),
      "end": time(plan.line.instant(of: item.end)), "wakeWindow": .integer(item.wakeWindow),
      "actual": .bool(item.isActual),
    ]
  }

  private var insights: JSONValue {
    let insights = plan.insights
    return [
      "actualMinutes": .integer(insights.actualMinutes), "plannedMinutes": number(insights.plannedMinutes),
      "differenceMinutes": number(insights.differenceMinutes),
      "naps": .array(
        insights.naps.map { nap in
          [
            "number": .integer(nap.number), "start": time(plan.line.instant(of: nap.start)),
            "end": time(plan.line.instant(of: nap.end)), "minutes": .integer(nap.minutes),
            "plannedMinutes": number(nap.plannedMinutes), "differenceMinutes": number(nap.differenceMinutes),
            "wakeWindow": number(nap.wakeWindow), "plannedWakeWindow": number(nap.plannedWakeWindow),
          ]
        }),
    ]
  }

  private func time(_ instant: Instant) -> JSONValue { .string(ISO8601.text(instant, in: zone)) }

  private func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
}

extension ScheduleStyle {
  /// The style's name in JSON.
  package var key: String {
    switch self {
    case .buildLater: "buildLater"
    case .gentle: "gentle"
    case .balanced: "balanced"
    case .default: "default"
    }
  }
}

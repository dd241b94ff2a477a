import CareJournal
import Nursery

/// A day's plans as the `result` object of JSON lines and of `--json`.
struct PlanDocument {
  /// The request and its result.
  var result: ScheduleResult
  /// The plans to show.
  var scenarios: [Scenario]
  /// The recorded naps compared with the plan; present if they were requested.
  var insights: NapInsights?
  /// Why no plan is shown; nil if one is. The result's own failure comes first.
  var refusal: String?

  /// Every field.
  var json: JSONValue {
    .object(plans + [failure].compactMap { $0 } + computedFrom + [comparison].compactMap { $0 })
  }

  private var plans: [JSONValue.Member] {
    [
      Self.member("ok", .bool(result.isFeasible && refusal == nil)),
      Self.member("napCount", .integer(result.napCount)),
      Self.member("requestedNapCount", .integer(result.requestedNapCount)),
      Self.member("switchedNapCount", .bool(result.hasSwitchedNapCount)),
      Self.member("extended", .bool(result.isExtended)),
      Self.member("scenarios", .array(scenarios.map(Self.scenario))),
    ]
  }

  private var failure: JSONValue.Member? {
    if let failure = result.failure { return Self.member("failure", Self.failure(failure)) }
    return refusal.map { Self.member("failure", ["reason": .string($0), "twoNap": nil, "threeNap": nil]) }
  }

  private var computedFrom: [JSONValue.Member] {
    [
      Self.member("baseLengths", Self.numbers(result.baseLengths)),
      Self.member("boostedLengths", Self.numbers(result.boostedLengths)),
      Self.member("targetBedtime", .integer(result.targetBedtime)),
    ]
  }

  private var comparison: JSONValue.Member? { insights.map { Self.member("insights", Self.insights($0)) } }

  private static func scenario(_ scenario: Scenario) -> JSONValue {
    [
      "style": .string(scenario.style.key), "napCount": .integer(scenario.napCount),
      "items": .array(scenario.items.map(item)), "napLengths": numbers(scenario.napLengths),
      "bedtime": .integer(scenario.bedtime), "autoAdjusted": .bool(scenario.isAutoAdjusted),
      "constraintAdjusted": .bool(scenario.isConstraintAdjusted), "message": .string(scenario.message),
      "violations": .array(scenario.violations.map(violation)),
    ]
  }

  private static func item(_ item: ScheduleItem) -> JSONValue {
    switch item.kind {
    case .wake: ["kind": "wake", "start": .integer(item.start)]
    case .nap(let number):
      [
        "kind": "nap", "nap": .integer(number), "start": .integer(item.start), "end": .integer(item.end),
        "wakeWindow": .integer(item.wakeWindow), "actual": .bool(item.isActual),
      ]
    case .bedtime:
      ["kind": "bedtime", "start": .integer(item.start), "wakeWindow": .integer(item.wakeWindow)]
    }
  }

  private static func violation(_ violation: ScheduleViolation) -> JSONValue {
    [
      "type": .string(violation.type), "message": .string(violation.message),
      "suggestion": .string(violation.suggestion),
    ]
  }

  private static func failure(_ failure: ScheduleFailure) -> JSONValue {
    [
      "reason": .string(failure.reason), "twoNap": .string(failure.twoNap),
      "threeNap": .string(failure.threeNap),
    ]
  }

  private static func insights(_ insights: NapInsights) -> JSONValue {
    [
      "naps": .array(insights.naps.map(nap)), "actualMinutes": .integer(insights.actualMinutes),
      "plannedMinutes": .integer(insights.plannedMinutes),
      "plannedMinutesSoFar": .integer(insights.plannedMinutesSoFar),
      "differenceMinutes": .integer(insights.differenceMinutes),
    ]
  }

  private static func nap(_ nap: NapInsights.Nap) -> JSONValue {
    [
      "nap": .integer(nap.number), "start": .integer(nap.start), "end": .integer(nap.end),
      "minutes": .integer(nap.minutes), "plannedMinutes": .integer(nap.plannedMinutes),
      "differenceMinutes": .integer(nap.differenceMinutes), "wakeWindow": .integer(nap.wakeWindow),
      "plannedWakeWindow": .integer(nap.plannedWakeWindow),
      "wakeWindowDifference": .integer(nap.wakeWindowDifference),
    ]
  }

  private static func numbers(_ values: [Int]) -> JSONValue { .array(values.map { .integer($0) }) }

  private static func member(_ key: String, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(key: key, value: value)
  }
}

extension ScheduleViolation {
  /// The rule's name in JSON.
  fileprivate var type: String {
    switch self {
    case .awakeWindow: "awake-window"
    case .sleepWindow: "sleep-window"
    case .limit: "limit"
    }
  }
}

/// The answers of `cribside plan` to JSON lines.
package enum PlanAnswer {
  /// Answers lines. For a day without a plan the line has an answer, and the exit code is 1.
  package static var lines: RequestLines {
    RequestLines(passedOver: ["result", "must", "tags"]) { value throws(FieldFault) in
      let result = ScheduleEngine.computeSchedules(request: try ScheduleRequest(value))
      return RequestLines.Result(
        PlanDocument(result: result, scenarios: result.scenarios).json, isYes: result.isFeasible)
    }
  }
}

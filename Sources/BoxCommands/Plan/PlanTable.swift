import BoxRuntime
import Nursery

/// A day's plans for people to read.
struct PlanTable {
  /// The plans to show.
  var scenarios: [Scenario]
  /// The reasons; nil when no one asked for them.
  var explanation: PlanExplanation?

  /// The plans one below the other, with an empty line between two.
  var lines: [String] { Array(groups.map(block).joined(separator: [""])) }

  /// Styles that come to the same plan stand together.
  private var groups: [[Scenario]] {
    var groups: [[Scenario]] = []
    for scenario in scenarios {
      if let same = groups.firstIndex(where: { $0[0].isSamePlan(as: scenario) }) {
        groups[same].append(scenario)
      } else {
        groups.append([scenario])
      }
    }
    return groups
  }

  private func block(_ group: [Scenario]) -> [String] {
    let plan = group[0]
    let sleep = PlanText.duration(plan.naps.reduce(0) { $0 + $1.item.end - $1.item.start })
    let names = PlanText.list(group.map(\.style.title))
    let rows = TextColumns.lines(plan.items.map(Self.row)).map { "  " + $0 }
    let broken = plan.violations.map { "  ! \($0.message). \($0.suggestion)." }
    return ["\(names): \(PlanText.naps(plan.naps.count)), \(sleep) of sleep"] + rows + broken + changes(plan)
  }

  /// The reasons, which say all that the plan's own words say.
  private func changes(_ plan: Scenario) -> [String] {
    guard let explanation else { return plan.message.isEmpty ? [] : ["  \(plan.message)."] }
    return explanation.lines(plan).map { "  - " + $0 }
  }

  private static func row(_ item: ScheduleItem) -> [String] {
    let awake = "awake \(PlanText.duration(item.wakeWindow)) before"
    switch item.kind {
    case .wake: return ["Wake", PlanText.time(item.start), "", "", ""]
    case .nap(let number):
      return [
        "Nap \(number)", PlanText.span(item.start, item.end), PlanText.duration(item.end - item.start), awake,
        item.isActual ? "recorded" : "",
      ]
    case .bedtime: return ["Bed", PlanText.time(item.start), "", awake, ""]
    }
  }
}

extension Scenario {
  /// Whether another plan differs in nothing but the name of its style.
  fileprivate func isSamePlan(as other: Scenario) -> Bool {
    items == other.items && changes == other.changes && violations == other.violations
      && isConstraintAdjusted == other.isConstraintAdjusted
  }
}

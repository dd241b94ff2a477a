import Bedside
import BoxRuntime
import Nursery

/// A day's plans for people to read.
struct PlanTable {
  /// The plans to show.
  var scenarios: [Scenario]
  /// The reasons; nil if they were not requested.
  var explanation: PlanExplanation?

  /// The plans one below the other, with an empty line in between.
  var lines: [String] { Array(groups.map(block).joined(separator: [""])) }

  /// Styles with the same plan are shown together.
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
    return ["\(names): \(plan.naps.count.counted("nap")), \(sleep) of sleep"] + rows + broken + changes(plan)
  }

  /// The reasons, which include all of the plan's own messages.
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
  /// Whether another plan differs only in the name of its style.
  fileprivate func isSamePlan(as other: Scenario) -> Bool {
    items == other.items && changes == other.changes && violations == other.violations
      && isConstraintAdjusted == other.isConstraintAdjusted
  }
}

/// Why a plan is as it is: what was requested, what was changed, and why.
struct PlanExplanation {
  /// The request.
  var request: ScheduleRequest
  /// The result.
  var result: ScheduleResult

  /// The reasons of one plan, one a line.
  func lines(_ plan: Scenario) -> [String] {
    [count(plan)] + naps(plan) + leftOut(plan) + [bedtime(plan)] + [power(plan), search].compactMap { $0 }
  }

  private func count(_ plan: Scenario) -> String {
    let wanted = result.requestedNapCount
    if let planned = plan.switchedCount {
      let obstacle =
        plan.isConstraintAdjusted ? "cannot keep the time to be awake or asleep" : "do not fit into the day"
      return "\(planned.counted("nap")) in place of the \(wanted) wanted, which \(obstacle)."
    }
    return plan.napCount == wanted
      ? "\(wanted.counted("nap")), as wanted." : "\(plan.napCount) of the \(wanted.counted("nap")) wanted."
  }

  private func naps(_ plan: Scenario) -> [String] {
    plan.naps.map { number, item in
      let minutes = item.end - item.start
      let text = "Nap \(number): \(PlanText.duration(minutes))"
      let set = set(plan, number)
      if item.isActual { return text + ", recorded" + settingText(set) + "." }
      if set?.base == minutes { return text + ", as set." }
      let power = set.map { change($0.boosted - $0.base, "for power sleep") } ?? []
      return ([text + settingText(set)] + power + change(plan.change(ofNap: number), reason(of: plan)))
        .joined(separator: ", ") + "."
    }
  }

  private func settingText(_ set: (base: Int, boosted: Int)?) -> String {
    set.map { "; \(PlanText.duration($0.base)) set" } ?? ""
  }

  /// The length that was set for a nap, and its length after power sleep, in minutes; nil if no lengths are known for
  /// the number of naps for which the plan was made.
  private func set(_ plan: Scenario, _ number: Int) -> (base: Int, boosted: Int)? {
    let planned = plan.switchedCount ?? result.requestedNapCount
    guard planned == result.baseLengths.count, number <= planned else { return nil }
    return (result.baseLengths[number - 1], result.boostedLengths[number - 1])
  }

  private func change(_ minutes: Int, _ reason: String) -> [String] {
    minutes == 0 ? [] : [PlanText.difference(minutes, "more", "less", none: "") + " " + reason]
  }

  private func reason(of plan: Scenario) -> String {
    if plan.isConstraintAdjusted { return "to keep the time to be awake or asleep" }
    if plan.isAutoAdjusted { return "so that the day fits" }
    return plan.items.contains(where: \.isActual) ? "after the recorded naps" : "so that the day fits"
  }

  private func leftOut(_ plan: Scenario) -> [String] {
    plan.changes.compactMap { change in
      guard case .leftOut(let nap) = change else { return nil }
      return "Nap \(nap): left out, because it has no place in this plan."
    }
  }

  private func bedtime(_ plan: Scenario) -> String {
    let text = "Bedtime: \(PlanText.time(plan.bedtime))"
    let change = plan.bedtime - result.targetBedtime
    guard change != 0 else { return "\(text), as wanted." }
    let difference = PlanText.difference(change, "later", "earlier", none: "")
    return
      "\(text), \(difference) than the \(PlanText.time(result.targetBedtime)) wanted, \(reason(of: plan))."
  }

  private func power(_ plan: Scenario) -> String? {
    guard request.powerSleep.isEnabled else { return nil }
    // 0 stands for the usual target.
    let target = request.powerSleep.targetMinutes == 0 ? 180 : request.powerSleep.targetMinutes
    let total = plan.naps.reduce(0) { $0 + $1.item.end - $1.item.start }
    let difference = PlanText.difference(total - target, "more than", "less than", none: "exactly")
    return
      "Power sleep: \(PlanText.duration(total)) of naps, \(difference) the \(PlanText.duration(target)) wanted."
  }

  private var search: String? {
    result.isExtended ? "Found by the wider search: of the plans that fit, the one that changes least." : nil
  }
}

extension Scenario {
  /// The number of naps for which the plan was made, if it is not the requested one.
  fileprivate var switchedCount: Int? {
    for case .napCount(let count, _) in changes { return count }
    return nil
  }

  /// How much longer a nap is than requested, power sleep included, in minutes.
  fileprivate func change(ofNap number: Int) -> Int {
    for case .nap(number, let minutes) in changes { return minutes }
    return 0
  }
}

extension NapInsights {
  /// The day so far, one line for each recorded nap and one for all; empty if none was recorded.
  package var lines: [String] {
    guard !naps.isEmpty else { return [] }
    return ["Recorded so far:"] + naps.map { "  " + Self.line($0) } + ["  " + together]
  }

  private static func line(_ nap: Nap) -> String {
    let length = "\(PlanText.duration(nap.minutes))\(comparison(nap.differenceMinutes, "longer", "shorter"))"
    let awake = nap.wakeWindow.map {
      "; awake \(PlanText.duration($0)) before\(comparison(nap.wakeWindowDifference, "longer", "shorter"))"
    }
    return "Nap \(nap.number) \(PlanText.span(nap.start, nap.end)): \(length)\(awake ?? "")."
  }

  private static func comparison(_ minutes: Int?, _ more: String, _ less: String) -> String {
    minutes.map {
      ", " + PlanText.difference($0, more + " than planned", less + " than planned", none: "as planned")
    }
      ?? ""
  }

  private var together: String {
    let text = "Together \(PlanText.duration(actualMinutes))"
    guard let differenceMinutes, let plannedMinutes else {
      return text + "; there is no plan to compare it with."
    }
    let difference = PlanText.difference(
      differenceMinutes, "more than planned so far", "less than planned so far", none: "as planned so far")
    return "\(text), \(difference); the whole day's plan has \(PlanText.duration(plannedMinutes))."
  }
}

/// The words of every text about a plan.
enum PlanText {
  /// The time of day, `07:05`, for minutes since the wake day's midnight; whole days are left out.
  static func time(_ minutes: Int) -> String { WallTime(minutesAfterMidnight: minutes).text }

  /// From one time of day to another: `09:15–09:45`.
  static func span(_ start: Int, _ end: Int) -> String { "\(time(start))–\(time(end))" }

  /// A duration as the box shows it: `42 m`, `1 h 25`. After a recorded nap it may be less than zero.
  static func duration(_ minutes: Int) -> String {
    minutes < 0 ? "-" + duration(-minutes) : Words.english.duration(minutes: minutes)
  }

  /// The difference from what it should be: `10 m more`, `5 m less`, or `none`.
  static func difference(_ minutes: Int, _ more: String, _ less: String, none: String) -> String {
    if minutes == 0 { return none }
    return "\(duration(abs(minutes))) \(minutes > 0 ? more : less)"
  }

  /// The words as a list: `A`, `A and B`, `A, B and C`.
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension ScheduleStyle {
  /// The style's name as an option's value; nil for a style that cannot be requested.
  package var option: String? {
    switch self {
    case .buildLater: "build-later"
    case .gentle: "gentle"
    case .balanced: "balanced"
    case .default: nil
    }
  }
}

extension Scenario {
  /// The naps of the plan, in order.
  package var naps: [(number: Int, item: ScheduleItem)] {
    items.compactMap { item in
      guard case .nap(let number) = item.kind else { return nil }
      return (number, item)
    }
  }
}

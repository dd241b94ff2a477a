/// One plan of a day.
public struct Scenario: Hashable, Sendable {
  /// How the awake time is spread over the wake windows.
  public let style: ScheduleStyle
  /// Whether nap lengths or bedtime were changed to make the day fit.
  public let isAutoAdjusted: Bool
  /// Whether nap lengths, bedtime or the number of naps were changed to keep a constraint.
  public let isConstraintAdjusted: Bool
  /// The rules that the plan breaks, and where.
  public private(set) var violations: [ScheduleViolation]

  private(set) var plan: DayPlan
  /// The nap lengths and recorded naps that the plan was built from.
  let mode: NapMode
  /// The bedtime wanted, in minutes since midnight of the wake day.
  let targetBedtime: Int
  var requestedNapCount: Int

  init(_ draft: ScheduleDraft, _ planner: SchedulePlanner) {
    style = draft.style
    isAutoAdjusted = draft.isAutoAdjusted
    isConstraintAdjusted = draft.isConstraintAdjusted
    violations = draft.plan.violations(in: planner.frame)
    plan = draft.plan
    mode = draft.mode
    targetBedtime = planner.frame.bedtime
    requestedNapCount = planner.requested.count
  }
}

extension Scenario {
  /// Bedtime, in minutes since midnight of the wake day.
  public var bedtime: Int { plan.bedtime }

  /// How many naps the plan has, without those left out.
  public var napCount: Int { plan.count - plan.leftOut.count(below: plan.count) }

  /// How long each nap is, in minutes.
  public var napLengths: [Int] { places.map { plan.lengths[$0] } }

  /// The wake-up, the naps and bedtime, in order.
  public var items: [ScheduleItem] {
    var items = [
      ScheduleItem(kind: .wake, start: plan.wake, end: plan.wake, wakeWindow: 0, isActual: false)
    ]
    var cursor = plan.wake
    for place in places {
      let start = cursor + plan.windows[place]
      cursor = start + plan.lengths[place]
      items.append(
        ScheduleItem(
          kind: .nap(place + 1), start: start, end: cursor, wakeWindow: plan.windows[place],
          isActual: plan.recorded.contains(place)))
    }
    items.append(
      ScheduleItem(
        kind: .bedtime, start: bedtime, end: bedtime, wakeWindow: plan.windows[plan.count], isActual: false))
    return items
  }

  /// What the plan changes in the request.
  public var changes: [ScheduleChange] {
    var changes: [ScheduleChange] = []
    if plan.count != requestedNapCount {
      changes.append(.napCount(plan.count, insteadOf: requestedNapCount))
    }
    if bedtime != targetBedtime { changes.append(.bedtime(byMinutes: bedtime - targetBedtime)) }
    for place in places where !plan.recorded.contains(place) && plan.lengths[place] != mode.lengths[place] {
      changes.append(.nap(place + 1, byMinutes: plan.lengths[place] - mode.lengths[place]))
    }
    for place in 0..<5 where plan.leftOut.contains(place) { changes.append(.leftOut(nap: place + 1)) }
    return changes
  }

  /// Whether the plan breaks nothing.
  public var isClean: Bool { violations.isEmpty }

  /// Whether the plan keeps the constraints; it may still break a limit.
  var keepsConstraints: Bool {
    violations.allSatisfy { violation in
      if case .limit = violation { return true }
      return false
    }
  }

  /// The same plan with its next nap at another time, see `DayPlan.startingNext`.
  func startingNext(after minutes: Int, shortestLast: Int, in frame: DayFrame) -> Scenario {
    var scenario = self
    scenario.plan = plan.startingNext(after: minutes, shortestLast: shortestLast, in: frame.limits)
    scenario.violations = scenario.plan.violations(in: frame)
    return scenario
  }

  /// The same plan with its next nap within the longest wake window, see `DayPlan.keepingNext`.
  func keepingNext(in frame: DayFrame) -> Scenario {
    var scenario = self
    scenario.plan = plan.keepingNext(in: frame.limits)
    scenario.violations = scenario.plan.violations(in: frame)
    return scenario
  }

  var hasRecordedNaps: Bool { !plan.recorded.isEmpty }

  /// The places, from 0, of the naps that the plan has.
  private var places: [Int] { (0..<plan.count).filter { !plan.leftOut.contains($0) } }
}

/// How the awake time of a day is spread over its wake windows.
public enum ScheduleStyle: Hashable, Sendable, CaseIterable {
  /// Short windows first and much longer ones towards the evening.
  case buildLater
  /// Short windows first, slowly growing longer.
  case gentle
  /// Windows as equal as whole minutes allow.
  case balanced
  /// A name without a plan: no search produces it.
  case `default`
}

extension ScheduleStyle {
  /// The style's name in English.
  public var title: String {
    switch self {
    case .buildLater: "Build later"
    case .gentle: "Gentle"
    case .balanced: "Balanced"
    case .default: "The one plan left"
    }
  }
}

/// One row of a plan. Times are minutes since midnight of the wake day, not wrapped at 24 h.
public struct ScheduleItem: Hashable, Sendable {
  /// What happens.
  public var kind: Kind
  /// When it begins.
  public var start: Int
  /// When a nap ends; equal to `start` for wake-up and bedtime.
  public var end: Int
  /// The minutes awake before it; 0 for wake-up.
  public var wakeWindow: Int
  /// Whether it is a recorded nap rather than a planned one.
  public var isActual: Bool

  /// What a row is about.
  public enum Kind: Hashable, Sendable {
    /// The morning wake-up.
    case wake
    /// A nap and its number, counted from 1.
    case nap(Int)
    /// Going to bed.
    case bedtime
  }
}

/// A difference between a plan and its request. Plans never change the limits of wake windows.
public enum ScheduleChange: Hashable, Sendable {
  /// A nap, counted from 1, is longer (above 0) or shorter than asked for.
  case nap(Int, byMinutes: Int)
  /// Bedtime is later (above 0) or earlier than asked for.
  case bedtime(byMinutes: Int)
  /// The plan has this number of naps instead of the number asked for.
  case napCount(Int, insteadOf: Int)
  /// The plan has no place for a nap: there is no room for it between recorded naps, or it was recorded and the plan
  /// has fewer naps.
  case leftOut(nap: Int)
}

extension Scenario {
  /// What the plan changes, in words for a parent; empty: nothing.
  public var message: String {
    let parts = [napCountText, adjustmentText, leftOutText].filter { !$0.isEmpty }
    return parts.joined(separator: " • ")
  }

  /// The plan on one line: `Wake 07:00, Nap 1 09:30–10:00 (30m), Bed 20:30`.
  public var copyText: String { items.map { $0.copyText }.joined(separator: ", ") }

  private var napCountText: String {
    guard plan.count != requestedNapCount else { return "" }
    return "\(plan.count) naps in place of \(requestedNapCount)"
  }

  private var adjustmentText: String {
    let naps = napTexts.joined(separator: ", ")
    let change = bedtime - targetBedtime
    if change == 0 { return naps.isEmpty ? "" : "\(napsReason): \(naps)" }
    let bed =
      "Adjusted bedtime \(change < 0 ? "earlier" : "later") by \(abs(change)) min to \(ClockText.time(bedtime))"
    return naps.isEmpty ? bed : bed + " • naps: " + naps
  }

  private var napsReason: String {
    if hasRecordedNaps { return "Planned around the recorded naps" }
    return isConstraintAdjusted
      ? "Adjusted naps to keep the times set" : "Auto-adjusted naps to fit schedule"
  }

  private var napTexts: [String] {
    changes.compactMap { change in
      guard case .nap(let nap, let minutes) = change else { return nil }
      return "Nap \(nap) \(ClockText.change(minutes))"
    }
  }

  private var leftOutText: String {
    let naps = changes.compactMap { change in
      guard case .leftOut(let nap) = change else { return nil as String? }
      return "Nap \(nap) left out"
    }
    return naps.joined(separator: ", ")
  }
}

extension ScheduleItem {
  fileprivate var copyText: String {
    switch kind {
    case .wake: "Wake \(ClockText.time(start))"
    case .nap(let number):
      "Nap \(number) \(ClockText.time(start))–\(ClockText.time(end)) (\(end - start)m)"
    case .bedtime: "Bed \(ClockText.time(start))"
    }
  }
}

/// Minutes of a day as text.
enum ClockText {
  /// The time of day, without whole days: `07:05`.
  static func time(_ minutes: Int) -> String { WallTime(minutesAfterMidnight: minutes).text }

  /// A change with its sign: `+10 min`, `-5 min`.
  static func change(_ minutes: Int) -> String { (minutes > 0 ? "+" : "") + "\(minutes) min" }
}

/// One plan of a day.
public struct Scenario: Hashable, Sendable {
  /// How the awake time is spread.
  public let style: ScheduleStyle
  /// True when nap lengths or bedtime were changed so that the day fits.
  public let isAutoAdjusted: Bool
  /// True when nap lengths, bedtime or the number of naps were changed for a constraint.
  public let isConstraintAdjusted: Bool
  /// The rules that the plan breaks; each says which and where.
  public let violations: [ScheduleViolation]

  /// The numbers.
  let plan: DayPlan
  /// What the plan was built from.
  let mode: NapMode
  /// The bedtime wanted.
  let targetBedtime: Int
  /// How many naps were asked for.
  let requestedNapCount: Int

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
  /// Bedtime, in minutes since the wake day's midnight.
  public var bedtime: Int { plan.bedtime }

  /// How many naps the plan has.
  public var napCount: Int { plan.count - plan.leftOut.count(below: plan.count) }

  /// How long each nap is, in minutes.
  public var napLengths: [Int] { places.map { plan.lengths[$0] } }

  /// Wake-up, naps and bedtime, in order.
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

  /// What was changed of what was asked for.
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

  /// Whether the plan breaks no constraint; it may still break a limit.
  var keepsConstraints: Bool {
    violations.allSatisfy { violation in
      if case .limit = violation { return true }
      return false
    }
  }

  /// Whether a nap of the plan really happened.
  var hasRecordedNaps: Bool { !plan.recorded.isEmpty }

  /// The places of the naps that the plan has.
  private var places: [Int] { (0..<plan.count).filter { !plan.leftOut.contains($0) } }
}

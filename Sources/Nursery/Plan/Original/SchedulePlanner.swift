/// Searches the plans of one day:
///
/// 1. Choose the number of naps: the one asked for, auto-fitted if necessary, else the other one.
/// 2. Make a plan for each style. Auto-fit it if it does not fit, and change it if it breaks a constraint.
///
/// `ScheduleEngine` starts the wider search when this finds no plan that keeps the constraints.
struct SchedulePlanner {
  let frame: DayFrame
  let requested: NapMode
  /// The mode that the day may change to; nil: none.
  let other: NapMode?
  var judge = PlanJudge.exact
  /// Whether power sleep was dropped with a change of the number of naps. The original always drops it; the exact
  /// rules only as a last resort.
  var hasDroppedPowerSleep = false

  /// The style of the first plan.
  private static let mainStyle = ScheduleStyle.buildLater
  /// The styles in the order in which plans are shown.
  static let styles: [ScheduleStyle] = [.buildLater, .gentle, .balanced]

  init(frame: DayFrame, requested: NapMode, other: NapMode?) {
    (self.frame, self.requested, self.other) = (frame, requested, other)
  }

  /// The plans of the ordinary search; empty: no number of naps fits.
  mutating func scenarios(judgedBy judge: PlanJudge) -> [Scenario] {
    self.judge = judge
    hasDroppedPowerSleep = false
    return drafts().map { Scenario($0, self) }
  }

  /// Whether both judges are certain to agree: no nap is recorded, all naps are within 12 h of the wake time, and no
  /// time to be asleep reaches into the night.
  var judgesAgree: Bool {
    if hasDroppedPowerSleep { return false }
    let lastNapEnd = frame.bedtime + DayFrame.latestBedtime - frame.limits.last
    guard requested.recorded.isEmpty && other?.recorded.isEmpty ?? true else { return false }
    guard lastNapEnd < min(frame.wake + 720, 1440) else { return false }
    guard let asleep = frame.constraints.asleep else { return true }
    return asleep.lower < frame.bedtime - DayFrame.latestBedtime && asleep.upper > frame.wake
  }

  private mutating func drafts() -> [ScheduleDraft] {
    guard let mode = fittingMode() else { return [] }
    guard let first = draft(mode, SchedulePlanner.mainStyle) else { return [] }
    guard first.mode.count == mode.count else { return drafts(switchedTo: first) }
    return drafts(after: first)
  }

  /// The first plan and those of the other styles, in the same mode.
  private mutating func drafts(after first: ScheduleDraft) -> [ScheduleDraft] {
    var drafts = [first]
    drafts.reserveCapacity(SchedulePlanner.styles.count)
    for style in SchedulePlanner.styles where style != first.style {
      if let draft = draft(first.mode, style) { drafts.append(draft) }
    }
    return drafts
  }

  /// The plans of a day with another number of naps because of a constraint.
  private mutating func drafts(switchedTo first: ScheduleDraft) -> [ScheduleDraft] {
    var drafts = drafts(after: first)
    for index in drafts.indices { drafts[index].isConstraintAdjusted = true }
    return drafts
  }

  /// Why each number of naps has no plan.
  func failure() -> ScheduleFailure {
    let requested = attempt(requested) ?? .init(naps: requested.count, reason: .windowsOutsideLimits)
    return ScheduleFailure(cause: .infeasible(requested, other: other.flatMap { attempt($0) }))
  }

  private func attempt(_ mode: NapMode) -> ScheduleFailure.Attempt? {
    guard case .failure(let reason) = mode.plainPlan(SchedulePlanner.mainStyle, in: frame) else { return nil }
    return ScheduleFailure.Attempt(naps: mode.count, reason: reason)
  }
}

// MARK: - The number of naps

extension SchedulePlanner {
  /// The mode asked for if it keeps the limits or can be made to fit, else the other one. As a last resort, a mode
  /// that breaks limits around recorded naps.
  private func fittingMode() -> NapMode? {
    let plain = plainPlan(requested)
    if let plain, judge.isWithinLimits(plain, frame) { return requested }
    let fit = AutoFit(mode: requested, frame: frame)
    if plain == nil, fit.firstPlan(SchedulePlanner.mainStyle) != nil { return requested }
    guard let other else { return plain == nil ? nil : requested }
    let alternative = plainPlan(other)
    if let alternative, judge.isWithinLimits(alternative, frame) { return other }
    if plain != nil { return requested }
    return alternative == nil ? nil : other
  }

  private func plainPlan(_ mode: NapMode) -> DayPlan? {
    guard case .success(let plan) = mode.plainPlan(SchedulePlanner.mainStyle, in: frame),
      judge.knows(plan, frame)
    else { return nil }
    return plan
  }

  /// The other mode.
  private func counterpart(of mode: NapMode) -> NapMode? {
    mode.count == requested.count ? other : requested
  }
}

// MARK: - One plan for each style

extension SchedulePlanner {
  /// The plan of a style: as asked for, or made to fit, or changed for the constraints; nil: nothing fits.
  private mutating func draft(_ mode: NapMode, _ style: ScheduleStyle) -> ScheduleDraft? {
    guard case .success(let plan) = mode.plainPlan(style, in: frame) else { return fitted(mode, style) }
    let draft = ScheduleDraft(style: style, mode: mode, plan: plan)
    return judge.keepsConstraints(plan, frame) ? draft : constrained(mode, style) ?? draft
  }

  private func fitted(_ mode: NapMode, _ style: ScheduleStyle) -> ScheduleDraft? {
    guard let plan = AutoFit(mode: mode, frame: frame).firstPlan(style) else { return nil }
    return ScheduleDraft(style: style, mode: mode, plan: plan, isAutoAdjusted: true)
  }

  /// A plan that keeps the constraints: with other nap lengths and bedtime, else with the other number of naps and
  /// unchanged lengths, without power sleep if necessary; nil: there is none.
  private mutating func constrained(_ mode: NapMode, _ style: ScheduleStyle) -> ScheduleDraft? {
    let search = ConstraintSearch(mode: mode, frame: frame, style: style, judge: judge)
    if let plan = search.firstPlan() {
      return ScheduleDraft(style: style, mode: mode, plan: plan, isConstraintAdjusted: true)
    }
    guard let other = counterpart(of: mode) else { return nil }
    if judge == .exact, let draft = switched(to: other, style) { return draft }
    let draft = switched(to: other.withoutPowerSleep, style)
    if draft != nil && other.lengths != other.asked { hasDroppedPowerSleep = true }
    return draft
  }

  private func switched(to mode: NapMode, _ style: ScheduleStyle) -> ScheduleDraft? {
    guard let plan = plainPlan(mode), judge.accepts(plan, frame) else { return nil }
    return ScheduleDraft(style: style, mode: mode, plan: plan, isConstraintAdjusted: true)
  }
}

/// A plan before it becomes a `Scenario`.
struct ScheduleDraft: Hashable, Sendable {
  var style: ScheduleStyle
  var mode: NapMode
  var plan: DayPlan
  /// Whether the plan was changed to make the day fit.
  var isAutoAdjusted = false
  /// Whether the plan was changed to keep a constraint.
  var isConstraintAdjusted = false
}

/// Searches the plans of one day, in these steps:
///
/// 1. choose the number of naps: the one asked for, auto-fitted if need be, else the other one;
/// 2. make one plan for each style, auto-fitted if need be and changed where it breaks a constraint;
/// 3. when there is no plan, or none that keeps the constraints, use the wider search.
struct SchedulePlanner {
  let frame: DayFrame
  let requested: NapMode
  /// The mode that the day may change to.
  let other: NapMode?
  /// Decides which plans are good enough.
  var judge = PlanJudge.exact
  /// How many days were tried: what the search cost.
  var examined = 0
  /// Whether a change of the number of naps dropped power sleep. The original always does so; we do only when nothing
  /// else helps.
  var hasDroppedPowerSleep = false

  /// The style of the first plan.
  private static let mainStyle = ScheduleStyle.buildLater
  /// The styles in the order in which plans are shown.
  static let styles: [ScheduleStyle] = [.buildLater, .gentle, .balanced]

  init(frame: DayFrame, requested: NapMode, other: NapMode?) {
    self.frame = frame
    self.requested = requested
    self.other = other
  }

  /// The plans by the ordinary search; empty when no number of naps fits.
  mutating func scenarios(judgedBy judge: PlanJudge) -> [Scenario] {
    self.judge = judge
    hasDroppedPowerSleep = false
    return drafts().map { Scenario($0, self) }
  }

  /// Whether both judges must agree on this day: nothing was recorded, all naps are within 12 h of the wake time, and
  /// no time to be asleep reaches into the night.
  var judgesAgree: Bool {
    if hasDroppedPowerSleep { return false }
    let lastNapEnd = frame.bedtime + 15 - frame.limits.last
    guard requested.recorded.isEmpty && other?.recorded.isEmpty ?? true else { return false }
    guard lastNapEnd < min(frame.wake + 720, 1440) else { return false }
    guard let asleep = frame.constraints.asleep else { return true }
    return asleep.lower < frame.bedtime - 15 && asleep.upper > frame.wake
  }

  private mutating func drafts() -> [ScheduleDraft] {
    guard let mode = fittingMode() else { return [] }
    guard let first = draft(mode, SchedulePlanner.mainStyle) else { return [] }
    guard first.mode.count == mode.count else { return drafts(switchedTo: first) }
    return drafts(after: first)
  }

  /// The styles that follow the first plan, in its mode.
  private mutating func drafts(after first: ScheduleDraft) -> [ScheduleDraft] {
    var drafts = [first]
    drafts.reserveCapacity(SchedulePlanner.styles.count)
    for style in SchedulePlanner.styles where style != first.style {
      if let draft = draft(first.mode, style) { drafts.append(draft) }
    }
    return drafts
  }

  /// The plans of a day whose number of naps was changed for a constraint.
  private mutating func drafts(switchedTo first: ScheduleDraft) -> [ScheduleDraft] {
    var drafts = drafts(after: first)
    for index in drafts.indices { drafts[index].isConstraintAdjusted = true }
    return drafts
  }

  /// Why the day has no plan, for each number of naps.
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
  /// The mode asked for when it works within the limits or can be made to, else the other one; a plan that breaks
  /// limits around recorded naps is the last resort.
  private mutating func fittingMode() -> NapMode? {
    let plain = plainPlan(requested)
    if let plain, judge.isWithinLimits(plain, frame) { return requested }
    let fit = AutoFit(mode: requested, frame: frame)
    if plain == nil, fit.firstPlan(SchedulePlanner.mainStyle, &examined) != nil { return requested }
    guard let other else { return plain == nil ? nil : requested }
    let alternative = plainPlan(other)
    if let alternative, judge.isWithinLimits(alternative, frame) { return other }
    if plain != nil { return requested }
    return alternative == nil ? nil : other
  }

  private mutating func plainPlan(_ mode: NapMode) -> DayPlan? {
    examined += 1
    guard case .success(let plan) = mode.plainPlan(SchedulePlanner.mainStyle, in: frame),
      judge.knows(plan, frame)
    else { return nil }
    return plan
  }

  /// The mode that a day of `mode` may change to.
  private func counterpart(of mode: NapMode) -> NapMode? {
    mode.count == requested.count ? other : requested
  }
}

// MARK: - One plan for each style

extension SchedulePlanner {
  /// The plan of a style: as asked for, or made to fit, or changed for the constraints; nil when nothing fits.
  private mutating func draft(_ mode: NapMode, _ style: ScheduleStyle) -> ScheduleDraft? {
    examined += 1
    guard case .success(let plan) = mode.plainPlan(style, in: frame) else { return fitted(mode, style) }
    let draft = ScheduleDraft(style: style, mode: mode, plan: plan)
    return judge.keepsConstraints(plan, frame) ? draft : constrained(mode, style) ?? draft
  }

  private mutating func fitted(_ mode: NapMode, _ style: ScheduleStyle) -> ScheduleDraft? {
    guard let plan = AutoFit(mode: mode, frame: frame).firstPlan(style, &examined) else { return nil }
    return ScheduleDraft(style: style, mode: mode, plan: plan, isAutoAdjusted: true)
  }

  /// The plan that keeps the constraints: with other lengths and bedtime, else with another number of naps as they are;
  /// there power sleep is dropped if it has to be.
  private mutating func constrained(_ mode: NapMode, _ style: ScheduleStyle) -> ScheduleDraft? {
    let search = ConstraintSearch(mode: mode, frame: frame, style: style, judge: judge)
    if let plan = search.firstPlan(&examined) {
      return ScheduleDraft(style: style, mode: mode, plan: plan, isConstraintAdjusted: true)
    }
    guard let other = counterpart(of: mode) else { return nil }
    if judge == .exact, let draft = switched(to: other, style) { return draft }
    let draft = switched(to: other.withoutPowerSleep, style)
    if draft != nil && other.lengths != other.asked { hasDroppedPowerSleep = true }
    return draft
  }

  private mutating func switched(to mode: NapMode, _ style: ScheduleStyle) -> ScheduleDraft? {
    guard let plan = plainPlan(mode), judge.accepts(plan, frame) else { return nil }
    return ScheduleDraft(style: style, mode: mode, plan: plan, isConstraintAdjusted: true)
  }
}

/// A plan on its way into the answer: what it was made of, and what was done for it.
struct ScheduleDraft: Hashable, Sendable {
  var style: ScheduleStyle
  var mode: NapMode
  var plan: DayPlan
  /// Whether it was made to fit.
  var isAutoAdjusted = false
  /// Whether it was changed for a constraint.
  var isConstraintAdjusted = false
}

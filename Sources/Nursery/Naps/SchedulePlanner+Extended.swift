/// The search beyond the ordinary one: both numbers of naps are made to fit, the constraints are looked for on top
/// of that, and the longest first window shapes the day in place of judging it. The plan with the least change of
/// naps and bedtime wins.
extension SchedulePlanner {
  /// The nearest plan in each style that it works in. Without one that breaks nothing, and with `isAnyWelcome`,
  /// the nearest that at least fits the day.
  mutating func extendedScenarios(isAnyWelcome: Bool) -> [Scenario] {
    judge = .exact
    return extendedDrafts(isAnyWelcome).map { Scenario($0, self) }
  }

  private mutating func extendedDrafts(_ isAnyWelcome: Bool) -> [ScheduleDraft] {
    var clean: ScheduleDraft?
    var any: ScheduleDraft?
    look(in: requested, &clean, &any)
    if let other { look(in: other, &clean, &any) }
    if let clean { return inEachStyle(clean) }
    guard isAnyWelcome, let any else { return [] }
    return inEachStyle(any)
  }

  private mutating func look(
    in mode: NapMode, _ clean: inout ScheduleDraft?, _ any: inout ScheduleDraft?
  ) {
    for style in SchedulePlanner.styles {
      if let plan = fittedPlan(mode, style) {
        keep(plan, mode, style, &any)
        if judge.accepts(plan, frame) { keep(plan, mode, style, &clean) }
      }
      let bound = clean.map { $0.plan.change(from: $0.mode, frame) } ?? Int.max
      if let plan = constrainedPlan(mode, style, below: bound) { keep(plan, mode, style, &clean) }
      if !mode.recorded.isEmpty { return }
    }
  }

  /// The day within a bounded first window, made to fit if need be.
  private mutating func fittedPlan(_ mode: NapMode, _ style: ScheduleStyle) -> DayPlan? {
    examined += 1
    let bounded = mode.plan(mode.lengths, bedtime: frame.bedtime, style, in: frame, isFirstBounded: true)
    if case .success(let plan) = bounded { return plan }
    return AutoFit(mode: mode, frame: frame, isFirstBounded: true).nearestPlan(style, &examined)
  }

  /// The nearest day that keeps constraints and limits. Around recorded naps the windows do not follow from the sum of
  /// the lengths, and combinations are tried.
  private mutating func constrainedPlan(
    _ mode: NapMode, _ style: ScheduleStyle, below bound: Int
  ) -> DayPlan? {
    if mode.recorded.isEmpty {
      if frame.constraints.isEmpty { return nil }
      return NearestSearch(mode: mode, frame: frame, style: style).plan(below: bound, &examined)
    }
    return ConstraintSearch(mode: mode, frame: frame, style: style, judge: judge, isFirstBounded: true)
      .nearestPlan(below: bound, &examined)
  }

  private func keep(_ plan: DayPlan, _ mode: NapMode, _ style: ScheduleStyle, _ best: inout ScheduleDraft?) {
    let change = plan.change(from: mode, frame)
    if let best, change >= best.plan.change(from: best.mode, frame) { return }
    best = ScheduleDraft(
      style: style, mode: mode, plan: plan, isAutoAdjusted: change > 0 && frame.constraints.isEmpty,
      isConstraintAdjusted: !frame.constraints.isEmpty)
  }

  /// The nearest plan's lengths and bedtime in every style that is as good with them.
  private func inEachStyle(_ nearest: ScheduleDraft) -> [ScheduleDraft] {
    let isClean = judge.accepts(nearest.plan, frame)
    return SchedulePlanner.styles.compactMap { style in
      var draft = nearest
      draft.style = style
      if style == nearest.style || !nearest.mode.recorded.isEmpty { return draft }
      let built = nearest.mode.plan(
        nearest.plan.lengths, bedtime: nearest.plan.bedtime, style, in: frame, isFirstBounded: true)
      guard case .success(let plan) = built, judge.accepts(plan, frame) == isClean else { return nil }
      draft.plan = plan
      return draft
    }
  }
}

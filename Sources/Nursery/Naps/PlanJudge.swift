/// Who decides whether a plan will do.
enum PlanJudge: Hashable, Sendable {
  /// The rules.
  case exact
  /// The original program, with its errors: it reads naps back from its own display, and looks at no limits once
  /// naps were recorded. Where nothing keeps the rules, the answer is the plan that it would show, with
  /// everything named that it breaks.
  case original

  /// Whether there is such a plan at all: the original program refuses a day whose recorded first nap was late.
  func knows(_ plan: DayPlan, _ frame: DayFrame) -> Bool {
    self == .exact || !plan.recorded.contains(0) || plan.windows[0] <= frame.limits.maximumFirst
  }

  /// Whether a plan keeps the constraints.
  func keepsConstraints(_ plan: DayPlan, _ frame: DayFrame) -> Bool {
    switch self {
    case .exact: frame.constraints.areKept(by: plan)
    case .original: frame.constraints.seemKept(by: plan)
    }
  }

  /// Whether a plan is within the limits.
  func isWithinLimits(_ plan: DayPlan, _ frame: DayFrame) -> Bool {
    self == .original || plan.recorded.isEmpty || plan.firstBreak(of: frame.limits) == nil
  }

  /// Whether a plan breaks nothing.
  func accepts(_ plan: DayPlan, _ frame: DayFrame) -> Bool {
    keepsConstraints(plan, frame) && isWithinLimits(plan, frame)
  }
}

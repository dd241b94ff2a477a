/// Decides whether a plan is good enough: by all rules, or as the original does.
enum PlanJudge: Hashable, Sendable {
  /// The rules.
  case exact
  /// As the original does, with its errors: it reads naps back from its own display, and checks no limits once naps
  /// were recorded.
  case original

  /// Whether this judge knows the plan at all: the original refuses a day whose recorded first nap was late.
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

extension DayConstraints {
  /// Whether a plan keeps both as the original program sees it: each end of a nap is moved to within 12 h of
  /// the wake time by itself, a time in halves or thirds counts as midnight, and no night covers a time to be
  /// asleep.
  func seemKept(by plan: DayPlan) -> Bool {
    var isCovered = asleep == nil
    var cursor = plan.wake
    for place in 0..<plan.count where !plan.leftOut.contains(place) {
      let start = cursor + plan.windows[place]
      cursor = start + plan.lengths[place]
      let isOdd = plan.fractional.contains(place)
      let shownStart = DayConstraints.nearestShown(isOdd ? 0 : start, plan.wake)
      let shownEnd = DayConstraints.nearestShown(isOdd && place < plan.count - 1 ? 0 : cursor, plan.wake)
      if let awake, shownStart < awake.upper, shownEnd > awake.lower { return false }
      if let asleep, shownStart <= asleep.lower, shownEnd >= asleep.upper { isCovered = true }
    }
    return isCovered
  }

  /// The display drops the day before the time is moved.
  private static func nearestShown(_ time: Int, _ wake: Int) -> Int {
    nearest(WallTime(minutesAfterMidnight: time).minutesAfterMidnight, wake)
  }
}

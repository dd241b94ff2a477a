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
  /// The clock forgets the day before the time is moved.
  private static func nearestShown(_ time: Int, _ wake: Int) -> Int {
    nearest(WallTime(minutesAfterMidnight: time).minutesAfterMidnight, wake)
  }
}

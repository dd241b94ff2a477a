/// Makes a day fit that does not: one nap up to 15 minutes shorter or longer, bedtime up to 15 minutes earlier or
/// later. Days with recorded naps adapt to these, and are not fitted.
struct AutoFit {
  let mode: NapMode
  let frame: DayFrame
  /// Whether the longest first window shapes the day.
  var isFirstBounded = false

  /// The largest change of a nap, in minutes.
  private static let limit = 15

  /// The first day that fits, in the order of trying.
  func firstPlan(_ style: ScheduleStyle, _ examined: inout Int) -> DayPlan? {
    var found: DayPlan?
    forEachCandidate { lengths, bedtime in
      examined += 1
      found = plan(lengths, bedtime, style)
      return found != nil
    }
    return found
  }

  /// The day that fits with the least change of naps and bedtime, and the first of several.
  func nearestPlan(_ style: ScheduleStyle, _ examined: inout Int) -> DayPlan? {
    var nearest: DayPlan?
    forEachCandidate { lengths, bedtime in
      examined += 1
      guard let found = plan(lengths, bedtime, style) else { return false }
      if nearest.map({ found.change(from: mode, frame) < $0.change(from: mode, frame) }) ?? true {
        nearest = found
      }
      return false
    }
    return nearest
  }

  private func plan(_ lengths: MinuteRow, _ bedtime: Int, _ style: ScheduleStyle) -> DayPlan? {
    let built = mode.plan(lengths, bedtime: bedtime, style, in: frame, isFirstBounded: isFirstBounded)
    guard case .success(let plan) = built else { return nil }
    return plan
  }

  /// Whether the day lacks, or has to spare, no more than one nap and bedtime can make up for.
  private var isWithinReach: Bool {
    let limits = frame.limits
    let excess =
      frame.bedtime - frame.wake - mode.lengths.sum - limits.last - mode.count * limits.minimum
    let reach = AutoFit.limit + 15
    return excess >= -reach && excess <= mode.count * (limits.maximum - limits.minimum) + reach
  }

  /// Each bedtime, and for it each change of a single nap. Time moved from nap to nap is left out: it keeps the
  /// sum of the lengths, and the sum alone decides whether a day can be.
  private func forEachCandidate(_ isEnough: (MinuteRow, Int) -> Bool) {
    guard mode.recorded.isEmpty, isWithinReach else { return }
    let combinations = NapCombinations(
      lengths: mode.lengths, count: mode.count, limit: AutoFit.limit, locked: NapSet())
    for turn in 0..<3 {
      let bedtime = frame.bedtime + DayFrame.bedtimeChanges[turn]
      if isEnough(mode.lengths, bedtime) { return }
      if combinations.firstSingle({ isEnough($0, bedtime) }) != nil { return }
    }
  }
}

/// Searches nap lengths and a bedtime with which a day breaks nothing: naps up to 30 minutes shorter or longer, bedtime
/// up to 15 minutes earlier or later. Limits are never changed, and recorded naps are locked.
struct ConstraintSearch {
  let mode: NapMode
  let frame: DayFrame
  let style: ScheduleStyle
  let judge: PlanJudge
  /// Whether the longest first window shapes the day.
  var isFirstBounded = false

  /// The largest change of a nap, in minutes.
  private static let limit = 30

  /// The first plan that breaks nothing, in the order of trying. Nothing is minimised.
  func firstPlan(_ examined: inout Int) -> DayPlan? {
    var found: DayPlan?
    forEachCandidate { lengths, bedtime in
      examined += 1
      found = cleanPlan(lengths, bedtime)
      return found != nil
    }
    return found
  }

  /// The plan that breaks nothing with the least change; nil when every such plan changes `bound` minutes or more.
  func nearestPlan(below bound: Int, _ examined: inout Int) -> DayPlan? {
    var nearest: DayPlan?
    var bound = bound
    forEachCandidate { lengths, bedtime in
      examined += 1
      guard let plan = cleanPlan(lengths, bedtime), plan.change(from: mode, frame) < bound else {
        return false
      }
      nearest = plan
      bound = plan.change(from: mode, frame)
      return false
    }
    return nearest
  }

  private func cleanPlan(_ lengths: MinuteRow, _ bedtime: Int) -> DayPlan? {
    let built = mode.plan(lengths, bedtime: bedtime, style, in: frame, isFirstBounded: isFirstBounded)
    guard case .success(let plan) = built, judge.accepts(plan, frame) else { return nil }
    return plan
  }

  private func forEachCandidate(_ isEnough: (MinuteRow, Int) -> Bool) {
    let combinations = NapCombinations(
      lengths: effectiveLengths, count: mode.count, limit: ConstraintSearch.limit,
      locked: mode.recorded.places)
    for turn in 0..<3 {
      let bedtime = frame.bedtime + DayFrame.bedtimeChanges[turn]
      if combinations.first(where: { isEnough($0, bedtime) }) != nil { return }
    }
  }

  /// A recorded nap counts with its own length, unless it was very short.
  private var effectiveLengths: MinuteRow {
    var lengths = mode.lengths
    for place in 0..<mode.count where mode.recorded.contains(place) {
      let length = mode.recorded.length(place)
      if length >= NapMode.shortestNap { lengths[place] = length }
    }
    return lengths
  }
}

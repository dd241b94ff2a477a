/// Searches nap lengths and a bedtime with which a day breaks nothing: naps up to 30 minutes shorter or longer,
/// bedtime up to 15 minutes earlier or later. It changes no limit and no recorded nap.
struct ConstraintSearch {
  let mode: NapMode
  let frame: DayFrame
  let style: ScheduleStyle
  let judge: PlanJudge
  /// Whether the first wake window is built within its own limit rather than rejected beyond it.
  var isFirstBounded = false

  /// The largest change of a nap, in minutes.
  private static let limit = 30

  /// The first plan in search order that breaks nothing, whatever its changes.
  func firstPlan() -> DayPlan? {
    var found: DayPlan?
    forEachCandidate { lengths, bedtime in
      found = cleanPlan(lengths, bedtime)
      return found != nil
    }
    return found
  }

  /// The plan that breaks nothing and changes least; nil: none changes less than `bound` minutes.
  func nearestPlan(below bound: Int) -> DayPlan? {
    var nearest: DayPlan?
    var bound = bound
    forEachCandidate { lengths, bedtime in
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
    for change in DayFrame.bedtimeChanges {
      let bedtime = frame.bedtime + change
      if combinations.first(where: { isEnough($0, bedtime) }) != nil { return }
    }
  }

  /// A recorded nap has its own length, unless that is below the shortest nap.
  private var effectiveLengths: MinuteRow {
    var lengths = mode.lengths
    for place in 0..<mode.count where mode.recorded.contains(place) {
      let length = mode.recorded.length(place)
      if length >= NapMode.shortestNap { lengths[place] = length }
    }
    return lengths
  }
}

/// Makes a day fit: one nap up to 15 minutes shorter or longer, bedtime up to 15 minutes earlier or later. A day with
/// recorded naps is never fitted.
struct AutoFit {
  let mode: NapMode
  let frame: DayFrame
  /// Whether the first wake window is built within its own limit rather than rejected beyond it.
  var isFirstBounded = false

  /// The largest change of a nap, in minutes.
  static let limit = 15

  /// The first plan in search order that fits.
  func firstPlan(_ style: ScheduleStyle) -> DayPlan? {
    var found: DayPlan?
    forEachCandidate { lengths, bedtime in
      found = plan(lengths, bedtime, style)
      return found != nil
    }
    return found
  }

  /// The plan that fits and changes least; the first of several.
  func nearestPlan(_ style: ScheduleStyle) -> DayPlan? {
    var nearest: DayPlan?
    forEachCandidate { lengths, bedtime in
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

  /// Whether one nap and bedtime can make up for what the day lacks or has to spare.
  private var isWithinReach: Bool {
    let limits = frame.limits
    let excess =
      frame.bedtime - frame.wake - mode.lengths.sum - limits.last - mode.count * limits.minimum
    let reach = AutoFit.limit + DayFrame.latestBedtime
    return excess >= -reach && excess <= mode.count * (limits.maximum - limits.minimum) + reach
  }

  /// Tries each bedtime, and for each the change of every single nap. Moving time between naps keeps the sum of the
  /// lengths, which alone decides whether a day fits.
  private func forEachCandidate(_ isEnough: (MinuteRow, Int) -> Bool) {
    guard mode.recorded.isEmpty, isWithinReach else { return }
    let combinations = NapCombinations(
      lengths: mode.lengths, count: mode.count, limit: AutoFit.limit, locked: NapSet())
    for change in DayFrame.bedtimeChanges {
      let bedtime = frame.bedtime + change
      if isEnough(mode.lengths, bedtime) { return }
      if combinations.firstSingle({ isEnough($0, bedtime) }) != nil { return }
    }
  }
}

/// The nap lengths that a search tries, in order. Some occur twice, which changes nothing.
struct NapCombinations {
  /// The lengths to change, in minutes.
  let lengths: MinuteRow
  let count: Int
  /// The largest change, in minutes; changes are multiples of 5.
  let limit: Int
  /// The naps that may not change.
  let locked: NapSet

  private static let step = 5

  /// The first accepted lengths: the unchanged ones, then time moved between two naps, then one nap's time shared
  /// among the others, then a single nap changed.
  func first(where isAccepted: (MinuteRow) -> Bool) -> MinuteRow? {
    if isAccepted(lengths) { return lengths }
    return firstTransfer(isAccepted) ?? firstShared(isAccepted) ?? firstSingle(isAccepted)
  }

  /// Moves time between two naps; the total stays.
  private func firstTransfer(_ isAccepted: (MinuteRow) -> Bool) -> MinuteRow? {
    for one in 0..<count where !locked.contains(one) {
      for other in (one + 1)..<max(count, one + 1) where !locked.contains(other) {
        for minutes in stride(from: NapCombinations.step, through: limit, by: NapCombinations.step) {
          if let found = moved(minutes, one, other, isAccepted) { return found }
          if let found = moved(minutes, other, one, isAccepted) { return found }
        }
      }
    }
    return nil
  }

  private func moved(
    _ minutes: Int, _ giver: Int, _ taker: Int, _ isAccepted: (MinuteRow) -> Bool
  ) -> MinuteRow? {
    guard lengths[giver] - minutes >= NapMode.shortestNap else { return nil }
    var changed = lengths
    changed[giver] -= minutes
    changed[taker] += minutes
    return isAccepted(changed) ? changed : nil
  }

  /// Shares one nap's time among all others; the total stays.
  private func firstShared(_ isAccepted: (MinuteRow) -> Bool) -> MinuteRow? {
    let takers = count - 1 - locked.count(below: count)
    guard takers > 0 else { return nil }
    for giver in 0..<count where !locked.contains(giver) {
      for minutes in stride(from: NapCombinations.step, through: limit, by: NapCombinations.step)
      where lengths[giver] - minutes >= NapMode.shortestNap {
        let changed = shared(minutes, giver, takers)
        if isAccepted(changed) { return changed }
      }
    }
    return nil
  }

  private func shared(_ minutes: Int, _ giver: Int, _ takers: Int) -> MinuteRow {
    var changed = lengths
    changed[giver] -= minutes
    var odd = minutes % takers
    for taker in 0..<count where taker != giver && !locked.contains(taker) {
      changed[taker] += minutes / takers + (odd > 0 ? 1 : 0)
      odd -= 1
    }
    return changed
  }

  /// Makes one nap shorter or longer, by the largest reduction first; the total changes.
  func firstSingle(_ isAccepted: (MinuteRow) -> Bool) -> MinuteRow? {
    for nap in 0..<count where !locked.contains(nap) {
      for change in stride(from: -limit, through: limit, by: NapCombinations.step)
      where change != 0 && lengths[nap] + change >= NapMode.shortestNap {
        var changed = lengths
        changed[nap] += change
        if isAccepted(changed) { return changed }
      }
    }
    return nil
  }
}

/// Decides whether a plan is good enough, by the exact rules or as the original decides.
enum PlanJudge: Hashable, Sendable {
  case exact
  /// As the original, with its errors: it compares naps by the times that it displays, and checks no limit once a nap
  /// is recorded.
  case original

  /// Whether this judge considers the plan. The original refuses a day whose recorded first nap was late.
  func knows(_ plan: DayPlan, _ frame: DayFrame) -> Bool {
    self == .exact || !plan.recorded.contains(0) || plan.windows[0] <= frame.limits.maximumFirst
  }

  func keepsConstraints(_ plan: DayPlan, _ frame: DayFrame) -> Bool {
    switch self {
    case .exact: frame.constraints.areKept(by: plan)
    case .original: frame.constraints.seemKept(by: plan)
    }
  }

  func isWithinLimits(_ plan: DayPlan, _ frame: DayFrame) -> Bool {
    self == .original || plan.recorded.isEmpty || plan.firstBreak(of: frame.limits) == nil
  }

  func accepts(_ plan: DayPlan, _ frame: DayFrame) -> Bool {
    keepsConstraints(plan, frame) && isWithinLimits(plan, frame)
  }
}

extension DayConstraints {
  /// Whether a plan keeps both constraints as the original program sees them: it moves the start and the end of a nap
  /// separately to within 12 h of the wake time, takes a time with a fraction of a minute for midnight, and lets no
  /// night cover a time to be asleep.
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

/// Finds the plan nearest to the request that keeps the constraints: nap lengths in steps of 5 minutes, bedtime up to
/// 15 minutes earlier or later. The search is complete, but does not try nap lengths one by one:
///
/// The sum of the lengths fixes all wake windows. A time to be awake must then lie in one of these, and a time to be
/// asleep in one of the naps. Either bounds how much longer or shorter the naps up to some place may be together.
/// Between such bounds the least change moves nothing before it has to.
struct NearestSearch {
  let mode: NapMode
  let frame: DayFrame
  let style: ScheduleStyle

  /// Naps change by multiples of this many minutes.
  private static let step = 5
  /// No nap is made longer than this.
  private static let longestNap = 240

  /// The nearest plan with less change than `bound` minutes; nil when there is none.
  func plan(below bound: Int, _ examined: inout Int) -> DayPlan? {
    var best: DayPlan?
    var bound = bound
    for turn in 0..<3 {
      let bedtime = frame.bedtime + DayFrame.bedtimeChanges[turn]
      for change in sumChanges(bedtime) {
        let cost = abs(bedtime - frame.bedtime)
        if cost + abs(change) >= bound { continue }
        examined += 1
        let day = plainDay(bedtime, change)
        guard let path = nearestPath(day, change, below: bound - cost) else { continue }
        bound = cost + path.length
        best = shifted(day, path)
      }
    }
    return best
  }

  /// By how much the sum of the lengths may change so that the windows stay within their limits.
  private func sumChanges(_ bedtime: Int) -> StrideThrough<Int> {
    let limits = frame.limits
    let free = bedtime - frame.wake - limits.last - mode.lengths.sum
    let most = (mode.count - 1) * limits.maximum + min(limits.maximum, limits.maximumFirst)
    let step = NearestSearch.step
    return stride(
      from: -Corridor.down(most - free, step),
      through: Corridor.down(free - mode.count * limits.minimum, step),
      by: step)
  }

  /// The day with the windows for such a sum and the naps of the request.
  private func plainDay(_ bedtime: Int, _ change: Int) -> DayPlan {
    let limits = frame.limits
    let room = limits.maximum - limits.minimum
    let walk = WakeWindowWalk(
      count: mode.count, minimum: limits.minimum, room: room,
      firstRoom: min(room, limits.maximumFirst - limits.minimum))
    let awake = bedtime - frame.wake - limits.last - mode.lengths.sum - change
    var day = DayPlan(wake: frame.wake, bedtime: bedtime, count: mode.count)
    day.lengths = mode.lengths
    day.windows = walk.windows(style, excess: awake - mode.count * limits.minimum)
    day.windows[mode.count] = limits.last
    return day
  }

  /// The least change over all windows that the time awake, and all naps that the time asleep may lie in.
  private func nearestPath(_ day: DayPlan, _ change: Int, below bound: Int) -> Corridor.Path? {
    var best: Corridor.Path?
    var bound = bound
    let windows = frame.constraints.awake == nil ? 1 : mode.count + 1
    let naps = isAsleepFree(day) ? 1 : mode.count
    for window in 0..<windows where isWideEnough(window, day) {
      for nap in 0..<naps where naps == 1 || isInOrder(window, nap) {
        guard var corridor = corridor(day, change, window, nap), let path = corridor.laziestPath(),
          path.length < bound
        else { continue }
        best = path
        bound = path.length
      }
    }
    return best
  }

  /// Whether the time awake can lie in a window at all; the night widens the first and the last.
  private func isWideEnough(_ window: Int, _ day: DayPlan) -> Bool {
    guard let awake = frame.constraints.awake, window > 0, window < mode.count else { return true }
    return day.windows[window] >= awake.upper - awake.lower
  }

  /// Whether a nap and a window follow each other as the times asleep and awake do.
  private func isInOrder(_ window: Int, _ nap: Int) -> Bool {
    guard let awake = frame.constraints.awake, let asleep = frame.constraints.asleep else { return true }
    return nap < window ? asleep.upper <= awake.lower : asleep.lower >= awake.upper
  }

  /// Whether no nap need cover anything.
  private func isAsleepFree(_ day: DayPlan) -> Bool {
    guard let asleep = frame.constraints.asleep else { return true }
    return asleep.lower >= day.bedtime || asleep.upper <= day.wake
  }

  /// The bounds when the time awake lies in that window and the time asleep in that nap.
  private func corridor(_ day: DayPlan, _ change: Int, _ window: Int, _ nap: Int) -> Corridor? {
    var corridor = Corridor(mode, change: change, step: NearestSearch.step, longest: NearestSearch.longestNap)
    if let awake = frame.constraints.awake {
      let begin = day.start(ofWindow: window)
      if window > 0 { corridor.keep(window, atMost: awake.lower - begin) }
      if window < mode.count {
        corridor.keep(window, atLeast: awake.upper - begin - day.windows[window])
      }
    }
    if let asleep = frame.constraints.asleep, !isAsleepFree(day) {
      let start = day.start(ofWindow: nap) + day.windows[nap]
      corridor.keep(nap, atMost: asleep.lower - start)
      corridor.keep(nap + 1, atLeast: asleep.upper - start - day.lengths[nap])
    }
    return corridor
  }

  private func shifted(_ day: DayPlan, _ path: Corridor.Path) -> DayPlan {
    var day = day
    for place in 0..<mode.count {
      let before = place == 0 ? 0 : path.sums[place - 1]
      day.lengths[place] += path.sums[place] - before
    }
    return day
  }
}

extension DayPlan {
  /// When the window before the nap at a place begins; behind the last nap that before bed.
  fileprivate func start(ofWindow place: Int) -> Int {
    var time = wake
    for index in 0..<place { time += windows[index] + lengths[index] }
    return time
  }
}

/// The wider search: both numbers of naps are auto-fitted, the constraints are met on top of that, and the longest
/// first window bounds the day rather than rejecting it. The plan with the least change of naps and bedtime wins.
extension SchedulePlanner {
  /// The nearest plan, in each style that it works in. If every plan breaks something and `isAnyWelcome`, the nearest
  /// one that at least fits the day.
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

/// Bounds for how much longer the naps of a day become together, from the first up to each, in minutes.
struct Corridor {
  private let count: Int
  private let step: Int
  private var lowest = MinuteRow()
  private var highest = MinuteRow()
  /// By how much each nap may shrink (below 0) and grow.
  private var shrink = MinuteRow()
  private var growth = MinuteRow()
  /// Whether the first nap would have to move without anything before it.
  private var isClosed = false

  /// Changes of the naps up to each, and how long the way is: the changes of single naps without their signs.
  struct Path {
    var sums = MinuteRow()
    var length = 0
  }

  private static let wide = 1_000_000

  /// The bounds of a day whose naps change by `change` minutes in all, in multiples of `step`.
  init(_ mode: NapMode, change: Int, step: Int, longest: Int) {
    count = mode.count
    self.step = step
    for place in 0..<count {
      let length = mode.lengths[place]
      shrink[place] = -Corridor.down(max(0, length - NapMode.shortestNap), step)
      growth[place] = Corridor.down(max(0, longest - length), step)
      lowest[place] = place == count - 1 ? change : -Corridor.wide
      highest[place] = place == count - 1 ? change : Corridor.wide
    }
  }

  /// The naps before a place become at most so much longer; before the first there is nothing to change.
  mutating func keep(_ place: Int, atMost limit: Int) {
    if place > 0 {
      highest[place - 1] = min(highest[place - 1], Corridor.down(limit, step))
    } else if limit < 0 {
      isClosed = true
    }
  }

  /// The naps before a place become at least so much longer.
  mutating func keep(_ place: Int, atLeast limit: Int) {
    if place > 0 {
      lowest[place - 1] = max(lowest[place - 1], -Corridor.down(-limit, step))
    } else if limit > 0 {
      isClosed = true
    }
  }

  /// The shortest way between the bounds; nil when they leave none.
  mutating func laziestPath() -> Path? {
    if isClosed { return nil }
    tighten()
    var path = Path()
    var sum = 0
    for place in 0..<count {
      let low = max(lowest[place], sum + shrink[place])
      let high = min(highest[place], sum + growth[place])
      if low > high { return nil }
      let next = max(low, min(high, sum))
      path.length += abs(next - sum)
      path.sums[place] = next
      sum = next
    }
    return path
  }

  /// Bounds that later ones impose on earlier places are made their own, from the last backwards.
  private mutating func tighten() {
    for place in stride(from: count - 1, to: 0, by: -1) {
      lowest[place - 1] = max(lowest[place - 1], lowest[place] - growth[place])
      highest[place - 1] = min(highest[place - 1], highest[place] - shrink[place])
    }
  }

  /// The largest multiple of `step` that is not above a number.
  static func down(_ number: Int, _ step: Int) -> Int {
    let rest = number % step
    return number - (rest < 0 ? rest + step : rest)
  }
}

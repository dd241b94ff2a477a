/// Finds the plan nearest to the request that keeps the constraints, with nap lengths in steps of 5 minutes and
/// bedtime up to 15 minutes earlier or later. The search is complete without trying nap lengths one by one:
///
/// The sum of the lengths fixes all wake windows. A time to be awake then lies in one of these windows, and a time to
/// be asleep in one of the naps. Both bound how much longer the first naps may be together. The least change within
/// these bounds moves nothing before it must.
struct NearestSearch {
  let mode: NapMode
  let frame: DayFrame
  let style: ScheduleStyle

  /// The step of nap lengths, in minutes.
  private static let step = 5
  /// The longest nap of this search, in minutes.
  private static let longestNap = 240

  /// The nearest plan that changes less than `bound` minutes; nil: none.
  func plan(below bound: Int) -> DayPlan? {
    var best: DayPlan?
    var bound = bound
    for shift in DayFrame.bedtimeChanges {
      let bedtime = frame.bedtime + shift
      for change in sumChanges(bedtime) {
        let cost = abs(shift)
        if cost + abs(change) >= bound { continue }
        let day = plainDay(bedtime, change)
        guard let path = nearestPath(day, change, below: bound - cost) else { continue }
        bound = cost + path.length
        best = shifted(day, path)
      }
    }
    return best
  }

  /// The changes of the sum of the lengths that keep the windows within their limits, in minutes.
  private func sumChanges(_ bedtime: Int) -> StrideThrough<Int> {
    let limits = frame.limits
    let free = bedtime - frame.wake - limits.last - mode.lengths.sum
    let most = (mode.count - 1) * limits.maximum + limits.longest(isFirst: true)
    let step = NearestSearch.step
    return stride(
      from: -Corridor.down(most - free, step),
      through: Corridor.down(free - mode.count * limits.minimum, step),
      by: step)
  }

  /// The day with the windows for a change of the sum, and with unchanged naps.
  private func plainDay(_ bedtime: Int, _ change: Int) -> DayPlan {
    let limits = frame.limits
    let room = limits.maximum - limits.minimum
    let walk = WakeWindowWalk(
      count: mode.count, minimum: limits.minimum, room: room,
      firstRoom: limits.longest(isFirst: true) - limits.minimum)
    let awake = bedtime - frame.wake - limits.last - mode.lengths.sum - change
    var day = DayPlan(wake: frame.wake, bedtime: bedtime, count: mode.count)
    day.lengths = mode.lengths
    day.windows = walk.windows(style, excess: awake - mode.count * limits.minimum)
    day.windows[mode.count] = limits.last
    return day
  }

  /// The least change over all pairs of a window for the time awake and a nap for the time asleep; nil: none below
  /// `bound`.
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

  /// Whether a window can hold the time awake. The night extends the first and the last one.
  private func isWideEnough(_ window: Int, _ day: DayPlan) -> Bool {
    guard let awake = frame.constraints.awake, window > 0, window < mode.count else { return true }
    return day.windows[window] >= awake.upper - awake.lower
  }

  /// Whether a nap and a window are in the same order as the times asleep and awake.
  private func isInOrder(_ window: Int, _ nap: Int) -> Bool {
    guard let awake = frame.constraints.awake, let asleep = frame.constraints.asleep else { return true }
    return nap < window ? asleep.upper <= awake.lower : asleep.lower >= awake.upper
  }

  /// Whether no nap has to cover a time asleep.
  private func isAsleepFree(_ day: DayPlan) -> Bool {
    guard let asleep = frame.constraints.asleep else { return true }
    return asleep.lower >= day.bedtime || asleep.upper <= day.wake
  }

  /// The bounds if the time awake lies in that window and the time asleep in that nap.
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
  /// When the window at a place begins; the last one is before bed.
  fileprivate func start(ofWindow place: Int) -> Int {
    var time = wake
    for index in 0..<place { time += windows[index] + lengths[index] }
    return time
  }
}

/// The wider search. It auto-fits both numbers of naps, also keeps the constraints, and builds the first window
/// within its own limit rather than rejecting it. The plan with the least change of naps and bedtime wins.
extension SchedulePlanner {
  /// The nearest plan that breaks nothing, in each style that works. If there is none and `isAnyWelcome`, the nearest
  /// plan that fits the day.
  mutating func extendedScenarios(isAnyWelcome: Bool) -> [Scenario] {
    judge = .exact
    return extendedDrafts(isAnyWelcome).map { Scenario($0, self) }
  }

  private func extendedDrafts(_ isAnyWelcome: Bool) -> [ScheduleDraft] {
    var clean: ScheduleDraft?
    var any: ScheduleDraft?
    look(in: requested, &clean, &any)
    if let other { look(in: other, &clean, &any) }
    if let clean { return inEachStyle(clean) }
    guard isAnyWelcome, let any else { return [] }
    return inEachStyle(any)
  }

  private func look(
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

  /// The day with a first window within its own limit, auto-fitted if necessary.
  private func fittedPlan(_ mode: NapMode, _ style: ScheduleStyle) -> DayPlan? {
    let bounded = mode.plan(mode.lengths, bedtime: frame.bedtime, style, in: frame, isFirstBounded: true)
    if case .success(let plan) = bounded { return plan }
    return AutoFit(mode: mode, frame: frame, isFirstBounded: true).nearestPlan(style)
  }

  /// The nearest day that keeps constraints and limits. Around recorded naps the sum of the lengths does not fix the
  /// windows, so the search tries combinations.
  private func constrainedPlan(
    _ mode: NapMode, _ style: ScheduleStyle, below bound: Int
  ) -> DayPlan? {
    if mode.recorded.isEmpty {
      if frame.constraints.isEmpty { return nil }
      return NearestSearch(mode: mode, frame: frame, style: style).plan(below: bound)
    }
    return ConstraintSearch(mode: mode, frame: frame, style: style, judge: judge, isFirstBounded: true)
      .nearestPlan(below: bound)
  }

  private func keep(_ plan: DayPlan, _ mode: NapMode, _ style: ScheduleStyle, _ best: inout ScheduleDraft?) {
    let change = plan.change(from: mode, frame)
    if let best, change >= best.plan.change(from: best.mode, frame) { return }
    best = ScheduleDraft(
      style: style, mode: mode, plan: plan, isAutoAdjusted: change > 0 && frame.constraints.isEmpty,
      isConstraintAdjusted: !frame.constraints.isEmpty)
  }

  /// The nearest plan's lengths and bedtime in each style that is as good with them.
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

/// Bounds for the change of the first naps together, up to each nap, in minutes.
struct Corridor {
  private let count: Int
  private let step: Int
  private var lowest = MinuteRow()
  private var highest = MinuteRow()
  /// How much each nap may shrink (below 0) and grow, in minutes.
  private var shrink = MinuteRow()
  private var growth = MinuteRow()
  /// Whether a bound contradicts the fixed wake-up, so that no path exists.
  private var isClosed = false

  /// A change of all naps. `sums` has the change of the naps up to each, and `length` adds up the changes of single
  /// naps without their signs.
  struct Path {
    var sums = MinuteRow()
    var length = 0
  }

  private static let wide = 1_000_000

  /// The bounds if the naps change by `change` minutes in all, in multiples of `step`, and none becomes longer than
  /// `longest`.
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

  /// Bounds the change of the naps before a place from above. Before the first nap nothing can change.
  mutating func keep(_ place: Int, atMost limit: Int) {
    if place > 0 {
      highest[place - 1] = min(highest[place - 1], Corridor.down(limit, step))
    } else if limit < 0 {
      isClosed = true
    }
  }

  /// Bounds the change of the naps before a place from below.
  mutating func keep(_ place: Int, atLeast limit: Int) {
    if place > 0 {
      lowest[place - 1] = max(lowest[place - 1], -Corridor.down(-limit, step))
    } else if limit > 0 {
      isClosed = true
    }
  }

  /// The path with the least change; nil: the bounds leave none.
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

  /// Moves the bounds of later places to earlier ones.
  private mutating func tighten() {
    for place in stride(from: count - 1, to: 0, by: -1) {
      lowest[place - 1] = max(lowest[place - 1], lowest[place] - growth[place])
      highest[place - 1] = min(highest[place - 1], highest[place] - shrink[place])
    }
  }

  /// The largest multiple of `step` that is at most `number`.
  static func down(_ number: Int, _ step: Int) -> Int {
    let rest = number % step
    return number - (rest < 0 ? rest + step : rest)
  }
}

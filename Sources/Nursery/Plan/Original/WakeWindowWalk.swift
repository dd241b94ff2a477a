/// Spreads a day's awake time over the wake windows before its naps. Each begins with the shortest length, and the
/// rest is added from the last window backwards, since a baby tires less easily later in the day.
struct WakeWindowWalk {
  /// How many windows there are, without the one before bed.
  let count: Int
  /// The shortest length of a window, in minutes.
  let minimum: Int
  /// How much longer a window may become, in minutes.
  let room: Int
  /// How much longer the first window may become, in minutes.
  let firstRoom: Int

  /// The windows. `excess` is the awake time beyond `count` shortest windows, and no more than they have room for.
  func windows(_ style: ScheduleStyle, excess: Int) -> MinuteRow {
    switch style {
    case .buildLater, .default: growing(excess, step: 25)
    case .gentle: growing(excess, step: 12)
    case .balanced: even(excess)
    }
  }

  /// Adds a step to each window but the first, then from the last backwards whatever still fits.
  private func growing(_ excess: Int, step: Int) -> MinuteRow {
    var windows = MinuteRow(repeating: minimum, count: count)
    var rest = excess
    for index in stride(from: count - 1, to: 0, by: -1) {
      let share = min(step, room, rest)
      windows[index] += share
      rest -= share
    }
    for index in stride(from: count - 1, through: 0, by: -1) where rest > 0 {
      let limit = minimum + (index == 0 ? firstRoom : room)
      let share = min(limit - windows[index], rest)
      windows[index] += share
      rest -= share
    }
    return windows
  }

  /// Adds equal shares. The last windows get the odd minutes, and the others what the first has no room for.
  private func even(_ excess: Int) -> MinuteRow {
    let first = min(excess / count, firstRoom)
    var windows = MinuteRow(repeating: minimum, count: count)
    windows[0] += first
    let others = count - 1
    guard others > 0 else { return windows }
    let share = (excess - first) / others
    let odd = (excess - first) % others
    for index in 1..<count { windows[index] += share + (count - index <= odd ? 1 : 0) }
    return windows
  }
}

extension NapMode {
  /// The day with these nap lengths and this bedtime, or why it is impossible.
  ///
  /// With `isFirstBounded` the first window is built within its own limit. Without it, a day that exceeds the limit
  /// fails, as in the original.
  func plan(
    _ lengths: MinuteRow, bedtime: Int, _ style: ScheduleStyle, in frame: DayFrame,
    isFirstBounded: Bool = false
  ) -> Result<DayPlan, ScheduleInfeasibility> {
    recorded.isEmpty
      ? evenDay(lengths, bedtime, style, frame, isFirstBounded)
      : RecordedDay(mode: self, frame: frame, bedtime: bedtime, isFirstBounded: isFirstBounded).plan(lengths)
  }

  /// The day with the lengths and the bedtime asked for.
  func plainPlan(_ style: ScheduleStyle, in frame: DayFrame) -> Result<DayPlan, ScheduleInfeasibility> {
    plan(lengths, bedtime: frame.bedtime, style, in: frame)
  }

  /// A day without recorded naps. Whether it is possible depends only on the sum of the lengths.
  private func evenDay(
    _ lengths: MinuteRow, _ bedtime: Int, _ style: ScheduleStyle, _ frame: DayFrame, _ isFirstBounded: Bool
  ) -> Result<DayPlan, ScheduleInfeasibility> {
    let limits = frame.limits
    let awake = bedtime - frame.wake - lengths.sum - limits.last
    if bedtime <= frame.wake { return .failure(.bedtimeBeforeWake) }
    if awake < 0 { return .failure(.notEnoughTime) }
    let excess = awake - count * limits.minimum
    let room = limits.maximum - limits.minimum
    if excess < 0 || excess > count * room { return .failure(.windowsOutsideLimits) }
    let firstRoom = limits.longest(isFirst: isFirstBounded) - limits.minimum
    if excess > firstRoom + (count - 1) * room { return .failure(.windowsOutsideLimits) }
    let walk = WakeWindowWalk(count: count, minimum: limits.minimum, room: room, firstRoom: firstRoom)
    let plan = evenPlan(lengths, bedtime, walk.windows(style, excess: excess), frame)
    if plan.windows[0] > limits.maximumFirst {
      return .failure(.firstWindow(minutes: plan.windows[0], limit: limits.maximumFirst))
    }
    return .success(plan)
  }

  private func evenPlan(
    _ lengths: MinuteRow, _ bedtime: Int, _ windows: MinuteRow, _ frame: DayFrame
  ) -> DayPlan {
    var plan = DayPlan(wake: frame.wake, bedtime: bedtime, count: count)
    plan.lengths = lengths
    plan.windows = windows
    plan.windows[count] = frame.limits.last
    plan.leftOut = recorded.beyond
    return plan
  }
}

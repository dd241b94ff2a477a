extension NapMode {
  /// The day with these nap lengths and this bedtime, or why there is none.
  ///
  /// With `isFirstBounded` the longest first window shapes the day; without it, it only judges, as the original
  /// program does.
  func plan(
    _ lengths: MinuteRow, bedtime: Int, _ style: ScheduleStyle, in frame: DayFrame,
    isFirstBounded: Bool = false
  ) -> Result<DayPlan, ScheduleInfeasibility> {
    recorded.isEmpty
      ? evenDay(lengths, bedtime, style, frame, isFirstBounded)
      : RecordedDay(mode: self, frame: frame, bedtime: bedtime, isFirstBounded: isFirstBounded).plan(lengths)
  }

  /// The day with the lengths and the bedtime that were asked for.
  func plainPlan(_ style: ScheduleStyle, in frame: DayFrame) -> Result<DayPlan, ScheduleInfeasibility> {
    plan(lengths, bedtime: frame.bedtime, style, in: frame)
  }

  /// A day of which nothing has happened yet. Whether it can be depends on the sum of the lengths alone.
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
    let firstRoom = isFirstBounded ? min(room, limits.maximumFirst - limits.minimum) : room
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

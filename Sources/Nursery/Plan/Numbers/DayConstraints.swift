/// The times that must be awake and asleep, on the day's own count of minutes.
struct DayConstraints: Hashable, Sendable {
  let awake: MinuteRange?
  let asleep: MinuteRange?

  /// The constraints of a request that have both ends.
  init(_ request: ScheduleRequest, wake: Int) {
    awake = DayConstraints.unrolled(request.awake, wake: wake)
    asleep = DayConstraints.unrolled(request.asleep, wake: wake)
  }

  /// Whether there is no constraint.
  var isEmpty: Bool { awake == nil && asleep == nil }

  /// Each end is moved by whole days to within 12 h of the wake time; an end at or before the start is then a
  /// day later. Only these times are moved, never those of naps.
  private static func unrolled(_ window: ClockWindow?, wake: Int) -> MinuteRange? {
    guard let start = window?.start, let end = window?.end else { return nil }
    let near = nearest(start, wake)
    let last = nearest(end, wake)
    return MinuteRange(near, last <= near ? last + 1440 : last)
  }

  static func nearest(_ time: Int, _ wake: Int) -> Int {
    if time < wake - 720 { return time + 1440 }
    return time > wake + 720 ? time - 1440 : time
  }
}

extension DayConstraints {
  /// Whether a plan keeps both.
  func areKept(by plan: DayPlan) -> Bool { firstNapAwake(plan) == nil && isAsleepKept(by: plan) }

  /// The place of the first nap in the time that must be awake.
  func firstNapAwake(_ plan: DayPlan) -> Int? {
    guard let awake else { return nil }
    var cursor = plan.wake
    for index in 0..<plan.count where !plan.leftOut.contains(index) {
      let start = cursor + plan.windows[index]
      cursor = start + plan.lengths[index]
      if start < awake.upper && cursor > awake.lower { return index }
    }
    return nil
  }

  /// Whether one nap covers the time to be asleep, or the night before or after the day does.
  func isAsleepKept(by plan: DayPlan) -> Bool {
    guard let asleep else { return true }
    if asleep.lower >= plan.bedtime || asleep.upper <= plan.wake { return true }
    var cursor = plan.wake
    for index in 0..<plan.count where !plan.leftOut.contains(index) {
      let start = cursor + plan.windows[index]
      cursor = start + plan.lengths[index]
      if start <= asleep.lower && cursor >= asleep.upper { return true }
    }
    return false
  }
}

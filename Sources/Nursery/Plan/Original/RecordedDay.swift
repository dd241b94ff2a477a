/// Plans a day around the naps that happened, which keep their times.
struct RecordedDay {
  let mode: NapMode
  let frame: DayFrame
  let bedtime: Int
  /// Whether a planned first wake window is built within its own limit rather than rejected beyond it.
  let isFirstBounded: Bool

  /// The day with these nap lengths, built nap by nap from the wake-up on; or why it is impossible.
  func plan(_ wished: MinuteRow) -> Result<DayPlan, ScheduleInfeasibility> {
    let lengths = settled(wished)
    var plan = DayPlan(wake: frame.wake, bedtime: bedtime, count: mode.count)
    plan.recorded = mode.recorded.places
    plan.leftOut = mode.recorded.beyond
    var cursor = frame.wake
    var isFractional = false
    for place in 0..<mode.count {
      guard let nap = nap(place, after: cursor, lengths) else {
        if place == mode.count - 1 { return .failure(.noRoomForLastNap(minimum: frame.limits.minimum)) }
        plan.leftOut.insert(place)
        continue
      }
      isFractional = isShownInFractions(place, after: cursor, isFractional, lengths)
      if isFractional { plan.fractional.insert(place) }
      plan.windows[place] = nap.start - cursor
      plan.lengths[place] = nap.end - nap.start
      cursor = nap.end
    }
    plan.windows[mode.count] = bedtime - cursor
    return judged(plan)
  }

  /// Rejects a planned first window above its limit. One before a recorded nap is a fact.
  private func judged(_ plan: DayPlan) -> Result<DayPlan, ScheduleInfeasibility> {
    let limit = frame.limits.maximumFirst
    let isPlanned = !plan.recorded.contains(0) && !plan.leftOut.contains(0)
    if isPlanned && plan.windows[0] > limit {
      return .failure(.firstWindow(minutes: plan.windows[0], limit: limit))
    }
    return .success(plan)
  }

  /// The times of one nap; nil: there is no room for it.
  private func nap(_ place: Int, after cursor: Int, _ lengths: MinuteRow) -> (start: Int, end: Int)? {
    if mode.recorded.contains(place) { return (mode.recorded.start(place), mode.recorded.end(place)) }
    if place == mode.count - 1 { return lastNap(after: cursor, lengths[place]) }
    let usual = earlierNap(place, after: cursor, lengths)
    guard let next = mode.recorded.next(after: place) else { return usual }
    let limit = mode.recorded.start(next)
    return usual.end <= limit ? usual : napBetween(place, cursor, limit, usual.end - usual.start)
  }

  /// Shares the remaining awake time evenly among the windows, in whole minutes. The next window gets what the
  /// division leaves over, since it shares again.
  private func earlierNap(_ place: Int, after cursor: Int, _ lengths: MinuteRow) -> (start: Int, end: Int) {
    let start = cursor + bounded(free(place, after: cursor, lengths) / (mode.count - place), place)
    return (start, start + max(NapMode.shortestNap, lengths[place]))
  }

  /// The awake time that remains for the windows before this and all later naps.
  private func free(_ place: Int, after cursor: Int, _ lengths: MinuteRow) -> Int {
    var free = bedtime - cursor - frame.limits.last
    for index in place..<mode.count { free -= max(NapMode.shortestNap, lengths[index]) }
    return free
  }

  /// Whether the original program, which does not round, has a fraction of a minute here: from its division, or from
  /// the nap before.
  private func isShownInFractions(
    _ place: Int, after cursor: Int, _ wasFractional: Bool, _ lengths: MinuteRow
  ) -> Bool {
    if mode.recorded.contains(place) { return false }
    if place == mode.count - 1 {
      return wasFractional && lengths[place] > bedtime - frame.limits.last - cursor - frame.limits.minimum
    }
    let free = free(place, after: cursor, lengths)
    let windows = mode.count - place
    let isClamped = free < frame.limits.minimum * windows || free >= frame.limits.maximum * windows
    return wasFractional || (!isClamped && free % windows != 0)
  }

  private func bounded(_ window: Int, _ place: Int) -> Int {
    let limits = frame.limits
    return max(limits.minimum, min(limits.longest(isFirst: place == 0 && isFirstBounded), window))
  }

  /// Ends the last nap where the last wake window begins. The window before it may exceed its limit.
  private func lastNap(after cursor: Int, _ length: Int) -> (start: Int, end: Int)? {
    let end = bedtime - frame.limits.last
    let room = end - cursor - frame.limits.minimum
    if room < NapMode.shortestNap { return nil }
    return (end - max(NapMode.shortestNap, min(length, room)), end)
  }

  /// Places a planned nap before a recorded one: in the middle of the gap if both windows then reach the minimum,
  /// else as early as allowed. The window after it belongs to a recorded nap, so it has no limit.
  private func napBetween(_ place: Int, _ cursor: Int, _ limit: Int, _ wished: Int) -> (start: Int, end: Int)?
  {
    let limits = frame.limits
    let gap = limit - cursor
    let length = max(NapMode.shortestNap, min(wished, gap - 2 * limits.minimum))
    if gap - length < limits.minimum { return nil }
    let start = cursor + max(limits.minimum, min(limits.longest(isFirst: place == 0), (gap - length) / 2))
    return (start, start + length)
  }
}

extension RecordedDay {
  /// Gives recorded naps their own lengths and lets the other naps make up for the difference.
  private func settled(_ wished: MinuteRow) -> MinuteRow {
    var lengths = wished
    var surplus = 0
    for place in 0..<mode.count where mode.recorded.contains(place) {
      lengths[place] = mode.recorded.length(place)
      surplus += lengths[place] - wished[place]
    }
    if surplus > 0 { shorten(&lengths, by: surplus) }
    if surplus < 0 { lengthen(&lengths, by: -surplus) }
    return lengths
  }

  /// Shortens the planned naps, the last one first.
  private func shorten(_ lengths: inout MinuteRow, by surplus: Int) {
    var rest = surplus
    for place in stride(from: mode.count - 1, through: 0, by: -1) where !mode.recorded.contains(place) {
      let share = min(rest, max(0, lengths[place] - NapMode.shortestNap))
      lengths[place] -= share
      rest -= share
    }
  }

  /// Lengthens the nap after the last recorded one.
  private func lengthen(_ lengths: inout MinuteRow, by deficit: Int) {
    guard let last = mode.recorded.last, last + 1 < mode.count else { return }
    lengths[last + 1] += deficit
  }
}

/// The naps that happened, by place from 0, in minutes since midnight of the wake day.
struct RecordedNaps: Hashable, Sendable {
  private(set) var places = NapSet()
  /// The naps that happened at places beyond the plan's.
  private(set) var beyond = NapSet()
  private var starts = MinuteRow()
  private var ends = MinuteRow()

  init() {}

  /// Takes from a request the naps with both ends. Those at `count` or later are `beyond`.
  init(_ request: ScheduleRequest, count: Int, wake: Int) {
    for nap in request.actualNaps {
      guard let times = nap.unrolled(wake: wake) else { continue }
      let place = nap.nap - 1
      if place >= count {
        beyond.insert(place)
      } else {
        places.insert(place)
        starts[place] = times.start
        ends[place] = times.end
      }
    }
  }

  var isEmpty: Bool { places.isEmpty }

  func contains(_ place: Int) -> Bool { places.contains(place) }

  func start(_ place: Int) -> Int { starts[place] }

  func end(_ place: Int) -> Int { ends[place] }

  func length(_ place: Int) -> Int { ends[place] - starts[place] }

  /// The place of the last recorded nap; nil: none.
  var last: Int? { (0..<5).last { places.contains($0) } }

  /// The place of the first recorded nap after `place`; nil: none.
  func next(after place: Int) -> Int? { (place..<5).first { $0 > place && places.contains($0) } }
}

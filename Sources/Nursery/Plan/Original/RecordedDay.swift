/// A day on which some naps have happened. They keep their times, and the others are planned around them.
struct RecordedDay {
  let mode: NapMode
  let frame: DayFrame
  let bedtime: Int
  /// Whether the longest first window bounds a planned first window in place of judging it.
  let isFirstBounded: Bool

  /// The day with these lengths, built from the wake-up on, nap by nap.
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

  /// A planned first window is judged by its limit; one before a recorded nap is a fact.
  private func judged(_ plan: DayPlan) -> Result<DayPlan, ScheduleInfeasibility> {
    let limit = frame.limits.maximumFirst
    let isPlanned = !plan.recorded.contains(0) && !plan.leftOut.contains(0)
    if isPlanned && plan.windows[0] > limit {
      return .failure(.firstWindow(minutes: plan.windows[0], limit: limit))
    }
    return .success(plan)
  }

  /// The place of one nap; nil when there is no room for it.
  private func nap(_ place: Int, after cursor: Int, _ lengths: MinuteRow) -> (start: Int, end: Int)? {
    if mode.recorded.contains(place) { return (mode.recorded.start(place), mode.recorded.end(place)) }
    if place == mode.count - 1 { return lastNap(after: cursor, lengths[place]) }
    let usual = earlierNap(place, after: cursor, lengths)
    guard let next = mode.recorded.next(after: place) else { return usual }
    let limit = mode.recorded.start(next)
    return usual.end <= limit ? usual : napBetween(place, cursor, limit, usual.end - usual.start)
  }

  /// A nap that others follow: the awake time that is left is shared evenly, in whole minutes. What the
  /// division leaves over goes to the next window, since that one shares what is left then.
  private func earlierNap(_ place: Int, after cursor: Int, _ lengths: MinuteRow) -> (start: Int, end: Int) {
    let start = cursor + bounded(free(place, after: cursor, lengths) / (mode.count - place), place)
    return (start, start + max(NapMode.shortestNap, lengths[place]))
  }

  /// The awake time that is left for the windows before this and all later naps.
  private func free(_ place: Int, after cursor: Int, _ lengths: MinuteRow) -> Int {
    var free = bedtime - cursor - frame.limits.last
    for index in place..<mode.count { free -= max(NapMode.shortestNap, lengths[index]) }
    return free
  }

  /// Whether the original program, which does not round, has a fraction of a minute here: from the division, or
  /// handed on by the nap before.
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
    let isBounded = place == 0 && isFirstBounded
    let maximum = isBounded ? min(limits.maximum, limits.maximumFirst) : limits.maximum
    return max(limits.minimum, min(maximum, window))
  }

  /// The last nap ends where the last wake window begins. Its own window may come out above the limit.
  private func lastNap(after cursor: Int, _ length: Int) -> (start: Int, end: Int)? {
    let end = bedtime - frame.limits.last
    let room = end - cursor - frame.limits.minimum
    if room < NapMode.shortestNap { return nil }
    return (end - max(NapMode.shortestNap, min(length, room)), end)
  }

  /// An unrecorded nap before a recorded one: in the middle of the gap when both windows can be long enough, else as
  /// early as allowed. The window after it ends with a recorded nap, so no limit judges it.
  private func napBetween(_ place: Int, _ cursor: Int, _ limit: Int, _ wished: Int) -> (start: Int, end: Int)?
  {
    let limits = frame.limits
    let gap = limit - cursor
    let length = max(NapMode.shortestNap, min(wished, gap - 2 * limits.minimum))
    if gap - length < limits.minimum { return nil }
    let maximum = place == 0 ? min(limits.maximum, limits.maximumFirst) : limits.maximum
    let start = cursor + max(limits.minimum, min(maximum, (gap - length) / 2))
    return (start, start + length)
  }
}

extension RecordedDay {
  /// The lengths after what really happened: recorded naps as long as they were, the others paying for it.
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

  /// Sleep beyond the plan is taken from the other naps, the last one first.
  private func shorten(_ lengths: inout MinuteRow, by surplus: Int) {
    var rest = surplus
    for place in stride(from: mode.count - 1, through: 0, by: -1) where !mode.recorded.contains(place) {
      let share = min(rest, max(0, lengths[place] - NapMode.shortestNap))
      lengths[place] -= share
      rest -= share
    }
  }

  /// Missing sleep is given whole to the next nap that is still to come.
  private func lengthen(_ lengths: inout MinuteRow, by deficit: Int) {
    guard let last = mode.recorded.last, last + 1 < mode.count else { return }
    lengths[last + 1] += deficit
  }
}

/// The naps that happened, by their places from 0, in minutes since the wake day's midnight.
struct RecordedNaps: Hashable, Sendable {
  private(set) var places = NapSet()
  /// Naps that happened beyond the places of the plan.
  private(set) var beyond = NapSet()
  private var starts = MinuteRow()
  private var ends = MinuteRow()

  /// No nap happened yet.
  init() {}

  /// The complete naps of a request whose places are below `count`.
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

  /// Whether none of the plan's naps happened.
  var isEmpty: Bool { places.isEmpty }

  /// Whether the nap at a place happened.
  func contains(_ place: Int) -> Bool { places.contains(place) }

  /// When the nap at a place began.
  func start(_ place: Int) -> Int { starts[place] }

  /// When the nap at a place ended.
  func end(_ place: Int) -> Int { ends[place] }

  /// How long the nap at a place was.
  func length(_ place: Int) -> Int { ends[place] - starts[place] }

  /// The last place of a nap that happened; nil without one.
  var last: Int? { (0..<5).last { places.contains($0) } }

  /// The first place after `place` of a nap that happened.
  func next(after place: Int) -> Int? { (place..<5).first { $0 > place && places.contains($0) } }
}

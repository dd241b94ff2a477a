/// A day as numbers: wake windows and naps in turn, from the wake-up to bedtime. Times are minutes since midnight of
/// the wake day.
struct DayPlan: Hashable, Sendable {
  /// The wake-up.
  var wake: Int
  var bedtime: Int
  /// How many naps the day was planned for. Naps that are left out keep their places.
  var count: Int
  /// The length of each nap; 0 for one that is left out.
  var lengths = MinuteRow()
  /// The wake window before each nap, then the one before bed.
  var windows = MinuteRow()
  /// The naps that happened.
  var recorded = NapSet()
  /// The naps without a place in the plan, and recorded ones at `count` or later.
  var leftOut = NapSet()
  /// The planned naps whose times have a fraction of a minute in the original program, which does not round.
  var fractional = NapSet()
}

extension DayPlan {
  /// The first limit that a planned window breaks. A window before a recorded nap has none.
  func firstBreak(of limits: DayLimits) -> ScheduleViolation? {
    var isFirst = true
    for index in 0..<count where !leftOut.contains(index) {
      if !recorded.contains(index), let broken = plannedBreak(at: index, isFirst, limits) { return broken }
      isFirst = false
    }
    return lastBreak(of: limits)
  }

  private func plannedBreak(at index: Int, _ isFirst: Bool, _ limits: DayLimits) -> ScheduleViolation? {
    let window = windows[index]
    if window < limits.minimum {
      return .limit(window: index + 1, minutes: window, limit: limits.minimum)
    }
    let maximum = limits.longest(isFirst: isFirst)
    return window > maximum ? .limit(window: index + 1, minutes: window, limit: maximum) : nil
  }

  /// The last window is as set after a planned nap, and whatever is left after a recorded one.
  private func lastBreak(of limits: DayLimits) -> ScheduleViolation? {
    let window = windows[count]
    if window < 0 { return .limit(window: count + 1, minutes: window, limit: 0) }
    if window <= limits.maximum { return nil }
    return .limit(window: count + 1, minutes: window, limit: limits.maximum)
  }

  /// The constraints that the plan breaks, and around recorded naps the first limit.
  func violations(in frame: DayFrame) -> [ScheduleViolation] {
    var found: [ScheduleViolation] = []
    if let nap = frame.constraints.firstNapAwake(self) { found.append(.awakeWindow(nap: nap + 1)) }
    if !frame.constraints.isAsleepKept(by: self) { found.append(.sleepWindow) }
    if !recorded.isEmpty, let broken = firstBreak(of: frame.limits) { found.append(broken) }
    return found
  }
}

extension DayPlan {
  /// The same day with its next nap after that many minutes awake, or as near to it as possible. The later windows
  /// make up for the move, nearest first, within their limits, and the one before bed down to `shortestLast`. Then
  /// the naps do, last first, each by as much as auto-fit changes one. Bedtime stays. A nap before a recorded one
  /// does not move.
  func startingNext(after minutes: Int, shortestLast: Int, in limits: DayLimits) -> DayPlan {
    let ahead = (0..<count).filter { !recorded.contains($0) && !leftOut.contains($0) }
    guard let next = ahead.first, (next..<count).allSatisfy({ !recorded.contains($0) }) else { return self }
    let longest = limits.longest(isFirst: next == 0)
    let wanted = (limits.minimum...longest).clamped(minutes) - windows[next]
    var (plan, rest) = (self, wanted)
    for place in ahead.dropFirst() + [count] {
      let (shortest, longest) =
        place == count ? (shortestLast, limits.last) : (limits.minimum, limits.maximum)
      let window = windows[place]
      plan.windows[place] = (min(shortest, window)...max(longest, window)).clamped(window - rest)
      rest -= window - plan.windows[place]
    }
    for place in ahead.reversed() {
      let length = lengths[place]
      let shortest = min(length, max(NapMode.shortestNap, length - AutoFit.limit))
      let longest = max(length, min(PlanFacts.longestNapMinutes, length + AutoFit.limit))
      plan.lengths[place] = (shortest...longest).clamped(length - rest)
      rest -= length - plan.lengths[place]
    }
    plan.windows[next] += wanted - rest
    return plan
  }

  /// The same day with its next nap after the longest wake window at the latest. The time saved goes to the later
  /// windows as far as their limits allow, and then before bed.
  func keepingNext(in limits: DayLimits) -> DayPlan {
    let ahead = (0..<count).filter { !recorded.contains($0) && !leftOut.contains($0) }
    guard let next = ahead.first, (next..<count).allSatisfy({ !recorded.contains($0) }) else { return self }
    let longest = limits.longest(isFirst: next == 0)
    var (plan, rest) = (self, max(0, windows[next] - longest))
    plan.windows[next] -= rest
    for place in ahead.dropFirst() {
      let room = min(rest, max(0, limits.maximum - windows[place]))
      plan.windows[place] += room
      rest -= room
    }
    plan.windows[count] += rest
    return plan
  }

  /// How far the plan is from the request, in minutes: the changes of planned naps and of bedtime, without their
  /// signs.
  func change(from mode: NapMode, _ frame: DayFrame) -> Int {
    var total = abs(bedtime - frame.bedtime)
    for place in 0..<count where !recorded.contains(place) && !leftOut.contains(place) {
      total += abs(lengths[place] - mode.lengths[place])
    }
    return total
  }
}

/// A set of naps, by place from 0.
struct NapSet: Hashable, Sendable {
  private var bits: UInt8 = 0

  var isEmpty: Bool { bits == 0 }

  func contains(_ index: Int) -> Bool { bits & (1 << UInt8(truncatingIfNeeded: index)) != 0 }

  mutating func insert(_ index: Int) { bits |= 1 << UInt8(truncatingIfNeeded: index) }

  /// How many naps in the set have a place below `end`.
  func count(below end: Int) -> Int { (0..<end).reduce(0) { $0 + (contains($1) ? 1 : 0) } }
}

/// Up to six numbers of minutes, for the naps or wake windows of a day. It has no array, since a search tries
/// thousands of days and an array for each would cost more than the computation.
struct MinuteRow: Hashable, Sendable {
  private var first: Int32 = 0
  private var second: Int32 = 0
  private var third: Int32 = 0
  private var fourth: Int32 = 0
  private var fifth: Int32 = 0
  private var sixth: Int32 = 0

  /// The number at a place, 0…5; 0 if it was never set.
  subscript(_ index: Int) -> Int {
    get {
      switch index {
      case 0: Int(first)
      case 1: Int(second)
      case 2: Int(third)
      case 3: Int(fourth)
      case 4: Int(fifth)
      default: Int(sixth)
      }
    }
    set {
      let number = Int32(truncatingIfNeeded: newValue)
      switch index {
      case 0: first = number
      case 1: second = number
      case 2: third = number
      case 3: fourth = number
      case 4: fifth = number
      default: sixth = number
      }
    }
  }

  /// The sum of all six.
  var sum: Int { Int(first) + Int(second) + Int(third) + Int(fourth) + Int(fifth) + Int(sixth) }
}

extension MinuteRow {
  /// The same number at the first `count` places, then 0.
  init(repeating number: Int, count: Int) {
    self.init()
    for index in 0..<count { self[index] = number }
  }

  /// The first `count` numbers.
  func array(_ count: Int) -> [Int] { (0..<count).map { self[$0] } }
}

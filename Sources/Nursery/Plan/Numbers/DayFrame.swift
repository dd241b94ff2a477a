/// What all plans of a day share. Times are minutes since midnight of the wake day.
struct DayFrame: Hashable, Sendable {
  let wake: Int
  /// The bedtime wanted, always after the wake time.
  let bedtime: Int
  let limits: DayLimits
  let constraints: DayConstraints

  /// Throws the first setting that is missing or contradicts another.
  init(_ request: ScheduleRequest) throws(ScheduleSettingFault) {
    guard let wake = request.wakeTime, let bed = request.bedTime else { throw .noTimes }
    self.wake = wake
    bedtime = bed <= wake ? bed + 1440 : bed
    limits = try DayLimits(request.wakeWindows)
    constraints = DayConstraints(request, wake: wake)
  }

  /// How much later or earlier a plan may put bedtime, in minutes.
  static let latestBedtime = 15

  /// The changes of bedtime, in minutes and in search order.
  static let bedtimeChanges = [0, -latestBedtime, latestBedtime]
}

/// The limits of wake windows, all set and consistent, in minutes.
struct DayLimits: Hashable, Sendable {
  let minimum: Int
  let maximum: Int
  let last: Int
  let maximumFirst: Int

  /// Throws the first limit that is missing or contradicts another.
  init(_ limits: WakeWindowLimits) throws(ScheduleSettingFault) {
    minimum = limits.minimum ?? 0
    maximum = limits.maximum ?? 0
    last = limits.last ?? 0
    maximumFirst = limits.maximumFirst ?? 0
    if minimum <= 0 { throw .minimumNotPositive }
    if maximum <= 0 { throw .maximumNotPositive }
    if maximum < minimum { throw .maximumBelowMinimum }
    if last <= 0 { throw .lastNotPositive }
    if last < minimum || last > maximum { throw .lastOutside(minimum: minimum, maximum: maximum) }
    if maximumFirst <= 0 { throw .maximumFirstNotPositive }
    if maximumFirst < minimum { throw .maximumFirstBelowMinimum }
  }
}

extension WakeWindowLimits {
  /// The first limit that is missing or contradicts another; nil if a day can be planned within them.
  public func fault() -> ScheduleSettingFault? {
    do throws(ScheduleSettingFault) {
      _ = try DayLimits(self)
      return nil
    } catch {
      return error
    }
  }
}

extension DayLimits {
  /// The longest wake window before a nap, which for the first one has a limit of its own.
  func longest(isFirst: Bool) -> Int { isFirst ? min(maximum, maximumFirst) : maximum }

  /// The same limits in the type of a request.
  var asSet: WakeWindowLimits {
    WakeWindowLimits(minimum: minimum, maximum: maximum, last: last, maximumFirst: maximumFirst)
  }
}

/// The times that must be awake or asleep, in minutes since midnight of the wake day; nil: no such constraint.
struct DayConstraints: Hashable, Sendable {
  let awake: MinuteRange?
  let asleep: MinuteRange?

  /// Reads the constraints of a request that have both ends.
  init(_ request: ScheduleRequest, wake: Int) {
    awake = DayConstraints.unrolled(request.awake, wake: wake)
    asleep = DayConstraints.unrolled(request.asleep, wake: wake)
  }

  var isEmpty: Bool { awake == nil && asleep == nil }

  /// Moves each end by a whole day to within 12 h of the wake time; an end at or before the start is then a day
  /// later. Naps are never moved.
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
  /// Whether a plan keeps both constraints.
  func areKept(by plan: DayPlan) -> Bool { firstNapAwake(plan) == nil && isAsleepKept(by: plan) }

  /// The place of the first nap that overlaps the time that must be awake; nil: none.
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

  /// Whether one nap, or the night before or after the day, covers the time that must be asleep.
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

/// Everything about a day that its number of naps decides.
struct NapMode: Hashable, Sendable {
  /// The number of naps.
  let count: Int
  /// The nap lengths asked for, in minutes.
  let asked: MinuteRow
  /// The nap lengths after power sleep, with which plans begin, in minutes.
  let lengths: MinuteRow
  let recorded: RecordedNaps

  /// The shortest planned nap, in minutes.
  static let shortestNap = 30

  /// The other number of naps that a day may change to. Two and three depend on the day; one, four and five on the
  /// age.
  static func alternative(to count: Int) -> Int? {
    switch count {
    case 2: 3
    case 3: 2
    default: nil
    }
  }
}

extension NapMode {
  /// The mode asked for. Throws if a nap has no length.
  init(requested request: ScheduleRequest, in frame: DayFrame) throws(ScheduleSettingFault) {
    let count = request.preferredNaps
    let lengths = NapMode.lengths(request, count, frame) { $0 }
    if lengths[0] <= 0 || (count > 1 && lengths[1] <= 0) { throw .firstNapsNotPositive }
    for index in 2..<max(count, 2) where lengths[index] <= 0 { throw .laterNapNotPositive(naps: count) }
    self.init(request, count, lengths, frame)
  }

  /// The mode that the day may change to. A length of 0 means "not set".
  init(alternative count: Int, _ request: ScheduleRequest, in frame: DayFrame) {
    self.init(request, count, NapMode.lengths(request, count, frame) { $0 > 0 ? $0 : nil }, frame)
  }

  /// The same mode without power sleep.
  var withoutPowerSleep: NapMode { NapMode(count: count, asked: asked, lengths: asked, recorded: recorded) }

  private init(_ request: ScheduleRequest, _ count: Int, _ asked: MinuteRow, _ frame: DayFrame) {
    self.count = count
    self.asked = asked
    lengths = request.powerSleep.boosted(asked, count: count)
    recorded =
      request.actualNaps.isEmpty
      ? RecordedNaps() : RecordedNaps(request, count: count, wake: frame.wake)
  }

  private static func lengths(
    _ request: ScheduleRequest, _ count: Int, _ frame: DayFrame, accepted: (Int) -> Int?
  ) -> MinuteRow {
    let own = request.napLengths.lengths(count)
    var row = MinuteRow()
    for index in 0..<count {
      let length = own.flatMap { index < $0.count ? accepted($0[index]) : nil }
      row[index] = length ?? usualLength(count, index, frame)
    }
    return row
  }

  /// The length of a nap that is not set, in minutes: with two or three naps as in the original, else as on the age
  /// table's typical day within these limits.
  private static func usualLength(_ count: Int, _ index: Int, _ frame: DayFrame) -> Int {
    switch count {
    case 2: index == 0 ? 90 : 30
    case 3: index == 1 ? 60 : 30
    default:
      TypicalDay.napMinutes(
        TypicalDay.bracket(naps: count), naps: count, dayMinutes: frame.bedtime - frame.wake,
        limits: frame.limits.asSet)
    }
  }
}

extension NapLengths {
  /// The lengths set for a number of naps; nil: the usual ones.
  func lengths(_ naps: Int) -> [Int]? {
    switch naps {
    case 1: one
    case 2: two
    case 3: three
    case 4: four
    default: five
    }
  }
}

extension PowerSleep {
  /// Nap lengths in minutes, lengthened in proportion to reach the target; unchanged if they reach it already.
  ///
  /// As in the original, each nap is rounded by itself, so the total can miss the target by a minute or two.
  func boosted(_ lengths: MinuteRow, count: Int) -> MinuteRow {
    let target = targetMinutes == 0 ? 180 : targetMinutes
    var total = 0
    for index in 0..<count { total += lengths[index] }
    guard isEnabled, total > 0, total < target else { return lengths }
    var boosted = lengths
    for index in 0..<count {
      // Dividing first, as the original does, decides how some halves are rounded.
      let share = Double(target - total) * (Double(lengths[index]) / Double(total))
      boosted[index] += PowerSleep.halfUp(share)
    }
    return boosted
  }

  /// Rounds a number of at least 0, with halves up. `rounded()` would need an operating system.
  private static func halfUp(_ value: Double) -> Int {
    let whole = Int(value)
    return value - Double(whole) >= 0.5 ? whole + 1 : whole
  }
}

/// A household's settings for its plan of the day. What is not set follows from the baby's age.
public struct PlanSettings: Hashable, Sendable {
  /// The number of naps, 1…5; nil: by age.
  public var naps: Int?
  /// The nap lengths for each number of naps, in minutes; nil: by age.
  public var napLengths = NapLengths()
  /// The limits of wake windows, in minutes; nil: by age.
  public var wakeWindows = WakeWindowLimits.unset
  /// Whether wake windows and naps are learned, and whether that is used.
  public var learn = LearningMode.auto
  /// Whether naps are lengthened to a total.
  public var powerSleep = PowerSleep()
  /// When the baby must be awake, as wall times; nil: no such constraint.
  public var awake: ClockWindow?
  /// What one nap, or the night, must cover, as wall times; nil: no such constraint.
  public var asleep: ClockWindow?
  /// The style to show first; nil: the first one that keeps every rule.
  public var style: ScheduleStyle?

  /// Everything follows from the age, without constraints.
  public init() {}
}

extension PlanSettings {
  /// The number of naps: as set, else as learned, else the larger usual number of the age, which fits every ordinary
  /// day.
  func naps(_ bracket: AgeTable.Bracket, _ own: OwnDay = OwnDay()) -> Int {
    naps ?? own.naps ?? bracket.naps.upper
  }

  /// The limits of wake windows for a day of that many minutes from wake-up to bedtime. A limit that was set is kept,
  /// and the age's limits are moved to agree with it. If the number of naps was set or learned, the windows make room
  /// for it.
  func limits(_ bracket: AgeTable.Bracket, dayMinutes: Int, _ own: OwnDay = OwnDay()) -> WakeWindowLimits {
    let naps = naps(bracket, own)
    var usual = TypicalDay.limits(bracket, naps: naps, dayMinutes: dayMinutes)
    let set = wakeWindows
    if set == .unset, self.naps ?? own.naps != nil {
      let sleep =
        napLengths.lengths(naps)?.reduce(0, +)
        ?? TypicalDay.wantedMinutes(bracket, naps: naps, dayMinutes: dayMinutes, learned: own.lengths)
      usual.stretch(bracket, naps: naps, awake: dayMinutes - sleep, windows: own.windows)
    }
    let minimum =
      set.minimum ?? [usual.minimum, set.maximum, set.last, set.maximumFirst].compactMap { $0 }.min() ?? 0
    let maximum = set.maximum ?? [usual.maximum, set.last].compactMap { $0 }.reduce(minimum, max)
    return WakeWindowLimits(
      minimum: minimum, maximum: maximum,
      last: set.last ?? min(max(usual.last ?? minimum, minimum), maximum),
      maximumFirst: set.maximumFirst ?? max(usual.maximumFirst ?? minimum, minimum))
  }

  /// The nap lengths for each number of naps, on the same day.
  func lengths(_ bracket: AgeTable.Bracket, dayMinutes: Int, _ own: OwnDay = OwnDay()) -> NapLengths {
    let limits = limits(bracket, dayMinutes: dayMinutes, own)
    func usual(_ naps: Int) -> [Int] {
      TypicalDay.napMinutes(
        bracket, naps: naps, dayMinutes: dayMinutes, limits: limits, learned: own.lengths)
    }
    let set = napLengths
    return NapLengths(
      one: set.one ?? usual(1), two: set.two ?? usual(2), three: set.three ?? usual(3),
      four: set.four ?? usual(4), five: set.five ?? usual(5))
  }

  /// A planned nap is never shorter, in minutes.
  public static var shortestNapMinutes: Int { NapMode.shortestNap }

  /// The longest usual sleep, in minutes: 12 hours at night. By day it is 2 hours, or 3 for the only nap of the day,
  /// or the household's longest nap if that is longer.
  public func longestSleepMinutes(isNight: Bool, _ bracket: AgeTable.Bracket) -> Int {
    guard !isNight else { return AgeTable.Bracket.longestNightMinutes }
    let lengths = napLengths.lengths(naps(bracket)) ?? []
    return max(TypicalDay.lengths(of: naps(bracket)).upperBound, lengths.max() ?? 0)
  }

  /// Whether a nap ran for twice the longest usual length before bedtime, so that it was probably never ended,
  /// however long it then runs into the night.
  public func isForgottenNap(
    from start: Instant, before bedtime: Instant, _ bracket: AgeTable.Bracket
  ) -> Bool {
    start.minutes(until: bedtime) >= 2 * longestSleepMinutes(isNight: false, bracket)
  }

  /// Until a baby's mornings are known, it wakes up within these minutes of the day: 06:30 to 07:30.
  private static let firstMornings = 390...450

  /// The time at which a baby of this age wakes up, until its mornings are known: bedtime plus the age's daily sleep
  /// less its naps. After a bedtime from noon on it is in the hour in which most babies wake up, and not before the day's
  /// start.
  public func usualWakeUp(of baby: Baby, on date: CivilDate) -> WallTime {
    let bracket = baby.bracket(on: date)
    let night = bracket.nightMinutes(afterNaps: napMinutes(bracket))
    let bedtime = baby.bedtime.minutesAfterMidnight
    guard bedtime >= 720 else { return WallTime(minutesAfterMidnight: bedtime + night) }
    let morning = Self.firstMornings.clamped(bedtime + night - 1440)
    return WallTime(minutesAfterMidnight: max(morning, baby.dayStart.minutesAfterMidnight))
  }

  /// The sleep of all naps together on a day of 12 hours from wake-up to bedtime, in minutes.
  func napMinutes(_ bracket: AgeTable.Bracket) -> Int {
    lengths(bracket, dayMinutes: 720).lengths(naps(bracket))?.reduce(0, +) ?? 0
  }
}

/// The part of a child's learned day that is used.
struct OwnDay: Hashable, Sendable {
  /// The number of naps; nil: by age.
  var naps: Int?
  /// The nap lengths in minutes, first nap first; empty: by age.
  var lengths: [Int] = []
  /// The wake windows in minutes, in order; empty: by age.
  var windows: [Int] = []

  init() {}

  /// What is learned and used on this day.
  init(_ day: DaySnapshot) {
    guard let learned = day.learned else { return }
    naps = learned.usualNaps.count
    lengths = learned.usualNaps.used
    windows = learned.isUsed ? day.bracket.wakeWindows.map { $0.middle } : []
  }
}

extension WakeWindowLimits {
  /// Makes room for the child's own number of naps when the baby is awake for `awake` minutes in all. If the windows
  /// were learned, the one before bed is what they leave; else all are equal. No window exceeds what learning may
  /// reach.
  fileprivate mutating func stretch(
    _ bracket: AgeTable.Bracket, naps: Int, awake: Int, windows: [Int]
  ) {
    let usualLast = last
    func longest(_ window: MinuteRange, _ minutes: Int) -> Int {
      min(minutes, window.learningLimits.upperBound)
    }
    if windows.count > naps {
      last = max(last ?? 0, longest(bracket.lastWindow, awake - windows[..<naps].reduce(0, +)))
    } else {
      let each = (awake + naps) / (naps + 1)
      last = max(last ?? 0, longest(bracket.lastWindow, each))
      maximumFirst = max(maximumFirst ?? 0, longest(bracket.wakeWindows[0], awake - naps * (last ?? 0)))
      maximum = max(maximum ?? 0, maximumFirst ?? 0)
    }
    // A slightly longer window before bed still looks the same to a family.
    if last != usualLast {
      maximum = max(maximum ?? 0, longest(bracket.lastWindow, (last ?? 0) + PlanFacts.easyChangeMinutes))
    }
  }
}

/// A day by the age table: how many naps, how long they are, and how long the baby is awake between them.
///
/// At some ages the table's daily sleep and wake windows do not add up to a day of ordinary length. Wake windows take
/// precedence, because plans never change them, and the naps get the rest.
public enum TypicalDay {
  /// The length of each nap, in minutes, when all naps are equal.
  ///
  /// `dayMinutes` is from wake-up to bedtime; `limits` are the age's when nil. The naps together are the middle of
  /// the age's daily sleep less the night. That total moves as far as needed to keep the wake windows before the naps
  /// between the shortest window and the longest first one, so that every style works. A nap is a multiple of 5 from
  /// 30 to 120 minutes, or to 180 for the only nap.
  public static func napMinutes(
    _ bracket: AgeTable.Bracket, naps: Int, dayMinutes: Int, limits: WakeWindowLimits? = nil
  ) -> Int {
    let naps = max(naps, 1)
    let limits = limits ?? self.limits(bracket, naps: naps, dayMinutes: dayMinutes)
    let (least, most) = totals(naps, dayMinutes: dayMinutes, limits)
    let total = max(min(wanted(bracket, dayMinutes: dayMinutes), most), least, 0)
    let step = 5 * naps
    let roundedUp = (total + step - 1) / step * 5
    let each = roundedUp * naps <= most ? roundedUp : roundedUp - 5
    return lengths(of: naps).clamped(each)
  }

  /// The wanted sleep of all naps together, in minutes, without regard to wake windows: as learned, else by the daily
  /// sleep.
  static func wantedMinutes(
    _ bracket: AgeTable.Bracket, naps: Int, dayMinutes: Int, learned: [Int]
  ) -> Int {
    let byAge = wanted(bracket, dayMinutes: dayMinutes) / naps
    return (0..<naps).reduce(0) {
      $0 + lengths(of: naps).clamped($1 < learned.count ? learned[$1] : byAge)
    }
  }

  /// The middle of the age's daily sleep less the night, in minutes.
  private static func wanted(_ bracket: AgeTable.Bracket, dayMinutes: Int) -> Int {
    (bracket.dailySleepHours.lower + bracket.dailySleepHours.upper) * 30 - (1440 - dayMinutes)
  }

  /// The length of each nap, in minutes, first nap first. Naps without a learned length have that of the other
  /// `napMinutes`. Each is a multiple of 5 within the same bounds. If the wake windows need another total, the
  /// longest nap shrinks first, or the shortest one grows first.
  static func napMinutes(
    _ bracket: AgeTable.Bracket, naps: Int, dayMinutes: Int, limits: WakeWindowLimits, learned: [Int]
  ) -> [Int] {
    let byAge = napMinutes(bracket, naps: naps, dayMinutes: dayMinutes, limits: limits)
    guard !learned.isEmpty else { return [Int](repeating: byAge, count: naps) }
    let (bounds, (least, most)) = (lengths(of: naps), totals(naps, dayMinutes: dayMinutes, limits))
    var minutes = (0..<naps).map { bounds.clamped($0 < learned.count ? (learned[$0] + 2) / 5 * 5 : byAge) }
    while minutes.reduce(0, +) > most, let longest = minutes.indices.max(by: { minutes[$0] < minutes[$1] }),
      minutes[longest] > bounds.lowerBound
    {
      minutes[longest] -= 5
    }
    while minutes.reduce(0, +) < least, let shortest = minutes.indices.min(by: { minutes[$0] < minutes[$1] }),
      minutes[shortest] < bounds.upperBound
    {
      minutes[shortest] += 5
    }
    return minutes
  }

  /// The least and the most sleep of all naps together, in minutes, at which the wake windows before them keep the
  /// limits.
  private static func totals(
    _ naps: Int, dayMinutes: Int, _ limits: WakeWindowLimits
  ) -> (least: Int, most: Int) {
    let beforeLast = dayMinutes - (limits.last ?? 0)
    let longest = min(limits.maximum ?? 1440, limits.maximumFirst ?? 1440)
    return (beforeLast - naps * longest, beforeLast - naps * (limits.minimum ?? 0))
  }

  /// How long a nap may be on a day with that many naps, in minutes.
  static func lengths(of naps: Int) -> ClosedRange<Int> {
    NapMode.shortestNap...(naps == 1 ? 180 : 120)
  }

  /// The oldest row of the age table with that number of naps, else the nearest row.
  public static func bracket(naps: Int) -> AgeTable.Bracket {
    AgeTable.brackets.last { ($0.naps.lower...$0.naps.upper).contains(naps) }
      ?? AgeTable.brackets[naps < 1 ? AgeTable.brackets.count - 1 : 0]
  }

  /// The limits of an age, from its shortest window to its longest. The window before bed is the longest of its row,
  /// so that the last nap ends at the cutoff. On a day too short for that, it shrinks down to the shortest of its
  /// row.
  public static func limits(
    _ bracket: AgeTable.Bracket, naps: Int, dayMinutes: Int
  ) -> WakeWindowLimits {
    let windows = bracket.wakeWindows
    let last = bracket.lastWindow
    let minimum = windows.reduce(last.lower) { min($0, $1.lower) }
    let left = dayMinutes - naps * (minimum + NapMode.shortestNap)
    return WakeWindowLimits(
      minimum: minimum, maximum: windows.reduce(last.upper) { max($0, $1.upper) },
      last: min(max(left, last.lower), last.upper), maximumFirst: windows[0].upper)
  }
}

/// The facts that a waking day's plan follows from, in minutes of the day's line.
struct PlanFacts: Hashable, Sendable {
  let line: DayLine
  /// The request for the day before its first nap.
  let base: ScheduleRequest
  /// The style wanted; nil: the first one that keeps every rule.
  let style: ScheduleStyle?
  /// The naps that have ended.
  let recorded: [ActualNap]
  /// The nap in progress, without an end.
  let runningNap: ActualNap?
  /// The bedtime set for the day.
  let bedtime: Int
  /// Bedtime less the longest last wake window. No nap begins then or later.
  let cutoff: Int
  /// Whether the cutoff has passed.
  let isClosed: Bool
  /// Whether the night has begun.
  let isOver: Bool
  /// Whether the household did not set the number of naps, so that it may change before the first nap.
  let isCountFree: Bool
  /// The shortest wake window before bed that is usual at the age; nil: the household set that window.
  let shortestLast: Int?
  /// The predicted wake window before the next nap, in minutes since the last counted nap or the wake-up; nil at
  /// night, and when nothing learned is used.
  let nextWindow: Int?
  /// The longest that a nap may last, in minutes.
  let longestNap: Int
  /// The usual lengths once the day has had a nap. On a day with fewer naps than wanted they share the sleep of the
  /// wanted number, unless the household set lengths.
  let usualLengths: NapLengths

  /// The facts at `now`; nil before the day begins, and when bedtime is not after the wake-up.
  init?(
    _ day: DaySnapshot, _ settings: PlanSettings, _ style: ScheduleStyle?, now: Instant, zone: ZoneWindow
  ) {
    guard let morning = day.morning else { return nil }
    let settings = settings.wished(day.wish)
    line = DayLine(morning: morning, zone: zone)
    let dayMinutes = line.minute(of: day.bedtime) - line.wakeMinute
    guard (1..<1440).contains(dayMinutes) else { return nil }
    base = settings.request(
      day.bracket, line: line, dayMinutes: dayMinutes, OwnDay(day), zone: zone)
    self.style = style
    recorded = PlanFacts.recorded(day, line)
    runningNap = PlanFacts.running(day, line)
    bedtime = line.minute(of: day.bedtime)
    cutoff = line.minute(of: day.napCutoff)
    isClosed = now >= day.napCutoff
    isOver = !day.nightSleeps.isEmpty
    isCountFree = settings.naps == nil
    shortestLast =
      settings.wakeWindows.last == nil
      ? max(day.bracket.lastWindow.lower, base.wakeWindows.minimum ?? 0) : nil
    nextWindow = PlanFacts.nextWindow(day, line, after: recorded.last?.end ?? line.wakeMinute)
    // In the first two months a baby is fed before a longer nap would end, until its own naps are learned.
    let isYoung = day.bracket.feedsAtNight && day.learned?.usualNaps.isUsed != true
    longestNap = isYoung ? day.bracket.feedInterval.lower : Self.longestNapMinutes
    usualLengths =
      settings.napLengths == NapLengths() ? base.napLengths.shared(by: base.preferredNaps) : base.napLengths
  }

  /// A nap or wake window changed by at most this many minutes still looks the same to a family.
  static let easyChangeMinutes = 30

  /// The usual nap lengths on a day with that many naps, in minutes.
  func usualNaps(_ count: Int) -> [Int] {
    let most = min(count, WakingDayPlan.mostNaps)
    let usual = base.powerSleep.boosted(usualLengths.row(most), count: most).array(most)
    guard count > most else { return usual }
    // A request has at most `mostNaps`; more naps share their sleep.
    let each = usual.reduce(0, +) / count / 5 * 5
    return [Int](repeating: max(NapMode.shortestNap, each), count: count)
  }

  /// The usual length of the nap in progress on a day with the plan's number of naps, in minutes.
  func usualMinutes(of plan: Scenario, skipped: Int) -> Int {
    let usual = usualNaps(plan.napCount + skipped)
    return usual.indices.contains(recorded.count) ? usual[recorded.count] : longestNap
  }

  /// The ends to try for the nap in progress: for each number of naps the usual length, and up to `easyChangeMinutes`
  /// more.
  func otherEnds(_ start: Int) -> [Int] {
    let had = recorded.count + 1
    let longest = min(cutoff - start, longestNap)
    return counts(wanted: max(base.preferredNaps, had), had: had).flatMap { count in
      let usual = usualNaps(count)[had - 1]
      let most = usual + Self.easyChangeMinutes
      return (Array(stride(from: usual, to: most, by: 15)) + [most, longest]).filter {
        $0 <= min(most, longest)
      }
    }.map { start + $0 }
  }

  /// The numbers of naps to try: the wanted one, one fewer, one more, still fewer, still more. Several short naps can
  /// leave room for more than one extra nap.
  func counts(wanted: Int, had: Int) -> [Int] {
    let fewer = Array((max(had, 1)..<max(wanted, 1)).reversed())
    // A late nap is still ahead, although `had` counts it.
    let begun = min(had, recorded.count + (runningNap == nil ? 0 : 1))
    let most = had == 0 ? min(wanted + 1, WakingDayPlan.mostNaps) : begun + WakingDayPlan.mostNaps
    let more = Array(stride(from: wanted + 1, through: most, by: 1))
    let nearest = [wanted] + Array(fewer.prefix(1)) + Array(more.prefix(1))
    return nearest + Array(fewer.dropFirst()) + Array(more.dropFirst())
  }

  /// The requests for that many naps around those that happened: one whose next nap makes up for the missing sleep,
  /// as in the original, and one whose naps ahead have their usual length.
  func requests(_ naps: [ActualNap], count: Int) -> [ScheduleRequest] {
    let original = request(naps, count: count)
    guard !naps.isEmpty else { return [original] }
    let had = original.actualNaps.map { $0.minutes }
    var usual = original
    usual.napLengths.set(had + usualNaps(count).dropFirst(naps.count))
    usual.powerSleep = PowerSleep()
    return had.isEmpty ? [usual] : [original, usual]
  }

  /// The request for that many naps around those that happened. If there are more than a request may have, it begins
  /// after the first ones.
  func request(_ naps: [ActualNap], count: Int) -> ScheduleRequest {
    let skipped = max(0, count - WakingDayPlan.mostNaps)
    var request = base
    if !naps.isEmpty { request.napLengths = usualLengths }
    request.preferredNaps = count - skipped
    request.actualNaps = naps.dropFirst(skipped).map { nap in
      ActualNap(nap: nap.nap - skipped, start: nap.start, end: nap.end)
    }
    if skipped > 0 {
      request.wakeTime = naps[skipped - 1].end
      request.wakeWindows.maximumFirst = request.wakeWindows.maximum
    }
    // `base` has a window before bed that was shortened for its own number of naps.
    if shortestLast != nil, count != base.preferredNaps {
      request.wakeWindows.last = max(base.wakeWindows.last ?? 0, bedtime - cutoff)
    }
    return request
  }

  private static func nextWindow(_ day: DaySnapshot, _ line: DayLine, after minute: Int) -> Int? {
    guard let learned = day.learned, learned.isUsed, let forecast = learned.next?.forecast,
      forecast.isLearned,
      let awakeSince = day.sleeps.last(where: { $0.span.end != nil })?.span.end ?? day.morning
    else { return nil }
    let minutes = (day.window.lower...day.window.upper).clamped(forecast.minutes)
    return line.minute(of: awakeSince) + minutes - minute
  }

  private static func recorded(_ day: DaySnapshot, _ line: DayLine) -> [ActualNap] {
    let spans = day.naps.compactMap { nap in
      nap.end.map { (start: line.minute(of: nap.start), end: line.minute(of: $0)) }
    }
    return spans.filter { $0.end - $0.start >= DayRules.leastNapMinutes }.enumerated().map { index, span in
      ActualNap(nap: index + 1, start: span.start, end: span.end)
    }
  }

  /// The longest planned nap, in minutes: the most for the only nap of a day.
  static let longestNapMinutes = TypicalDay.lengths(of: 1).upperBound

  private static func running(_ day: DaySnapshot, _ line: DayLine) -> ActualNap? {
    guard let nap = day.naps.last, nap.end == nil else { return nil }
    return ActualNap(nap: recorded(day, line).count + 1, start: line.minute(of: nap.start), end: nil)
  }
}

extension PlanSettings {
  /// The request for the day before its first nap.
  fileprivate func request(
    _ bracket: AgeTable.Bracket, line: DayLine, dayMinutes: Int, _ own: OwnDay, zone: ZoneWindow
  ) -> ScheduleRequest {
    let bedtime = WallTime(minutesAfterMidnight: line.wakeMinute + dayMinutes).minutesAfterMidnight
    return ScheduleRequest(
      wakeTime: line.wakeMinute, bedTime: bedtime, preferredNaps: naps(bracket, own),
      napLengths: lengths(bracket, dayMinutes: dayMinutes, own),
      wakeWindows: limits(bracket, dayMinutes: dayMinutes, own),
      powerSleep: powerSleep, awake: awake.map { $0.on(line, zone) }, asleep: asleep.map { $0.on(line, zone) }
    )
  }
}

extension ClockWindow {
  fileprivate func on(_ line: DayLine, _ zone: ZoneWindow) -> ClockWindow {
    ClockWindow(
      start: start.map { line.timeOfDay($0, zone: zone) }, end: end.map { line.timeOfDay($0, zone: zone) })
  }
}

extension ScheduleRequest {
  /// The same day with another end of its last recorded nap, or another wake time if it has none.
  func with(lastEnd end: Int) -> ScheduleRequest {
    var request = self
    let last = actualNaps.count - 1
    guard last >= 0 else {
      request.wakeTime = end
      return request
    }
    request.actualNaps[last].end = end
    // Naps ahead that have their usual length keep it.
    if var lengths = napLengths.lengths(preferredNaps), lengths[last] == actualNaps[last].minutes {
      lengths[last] = request.actualNaps[last].minutes
      request.napLengths.set(lengths)
    }
    return request
  }

  /// Whether the naps ahead have room at all: each of the shortest length after the shortest wake window, and bed as
  /// late as a plan may move it. Late in a day most numbers of naps fail here, without a search.
  func hasRoom(shortestLast: Int?) -> Bool {
    guard let wake = wakeTime, let bed = bedTime, let end = actualNaps.last?.end else { return true }
    let fewest = min(preferredNaps, NapMode.alternative(to: preferredNaps) ?? preferredNaps)
    let each = (wakeWindows.minimum ?? 0) + NapMode.shortestNap
    let last = min(wakeWindows.last ?? 0, shortestLast ?? .max)
    let latestBed = (bed <= wake ? bed + 1440 : bed) + DayFrame.latestBedtime
    return fewest <= actualNaps.count || end + (fewest - actualNaps.count) * each + last <= latestBed
  }

  /// The latest end of the last recorded nap at which each nap of the plan still has its place. A window before bed
  /// longer than the longest usual one may shrink to that.
  func latestEnd(before plan: Scenario, longestLast: Int) -> Int {
    let ahead = plan.naps(after: actualNaps.count)
    let last = min(wakeWindows.last ?? 0, longestLast)
    return plan.bedtime - ahead.reduce(last) { $0 + $1.end - $1.start + (wakeWindows.minimum ?? 0) }
  }

  /// By how many minutes each nap ahead is longer than asked for (below 0: shorter).
  func changes(of plan: Scenario) -> [Int] {
    let asked = powerSleep.boosted(napLengths.row(plan.napCount), count: plan.napCount)
    return plan.naps(after: actualNaps.count).compactMap { item in
      guard case .nap(let number) = item.kind else { return nil }
      return item.end - item.start - asked[number - 1]
    }
  }
}

extension ActualNap {
  /// The length in minutes; 0 unless both ends are known.
  fileprivate var minutes: Int { (end ?? 0) - (start ?? 0) }
}

extension NapLengths {
  /// The same lengths, but naps on a day with fewer than `count` naps share the sleep of `count` naps. Up to two naps
  /// nothing changes: a child may take a long one instead of two.
  fileprivate func shared(by count: Int) -> NapLengths {
    guard count > 2 else { return self }
    var shared = self
    let total = row(count).sum
    for fewer in 1..<max(count, 1) {
      let most = max(NapMode.shortestNap, total / fewer / 5 * 5)
      shared.set(row(fewer).array(fewer).map { min($0, most) })
    }
    return shared
  }

  /// The set lengths for a number of naps.
  func row(_ count: Int) -> MinuteRow {
    var row = MinuteRow()
    for (index, minutes) in (lengths(count) ?? []).prefix(count).enumerated() { row[index] = minutes }
    return row
  }

  /// Sets the lengths for as many naps as there are lengths.
  mutating func set(_ lengths: [Int]) {
    switch lengths.count {
    case 1: one = lengths
    case 2: two = lengths
    case 3: three = lengths
    case 4: four = lengths
    default: five = lengths
    }
  }
}

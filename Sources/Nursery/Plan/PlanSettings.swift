/// What a household says about its plan of the day. What is left out follows from the baby's age, and changes
/// as it grows.
public struct PlanSettings: Hashable, Sendable {
  /// How many naps are wanted, 1…5; nil: by age.
  public var naps: Int?
  /// The nap lengths of each nap count, in minutes; nil: by age.
  public var napLengths = NapLengths()
  /// The limits of wake windows, in minutes; nil: by age.
  public var wakeWindows = WakeWindowLimits.unset
  /// Whether wake windows are learned, and used.
  public var learn = LearningMode.auto
  /// Whether naps are lengthened to a total.
  public var powerSleep = PowerSleep()
  /// When the baby must be awake, as wall times.
  public var awake: ClockWindow?
  /// What one nap, or the night, must cover, as wall times.
  public var asleep: ClockWindow?
  /// The style to show first; nil: the first one that keeps every rule.
  public var style: ScheduleStyle?

  /// Everything by age, no constraint.
  public init() {}
}

extension PlanSettings {
  /// How many naps are wanted at an age: what was set, else as many as were learned, else of the usual numbers the larger
  /// one, which fits every ordinary day.
  func naps(_ bracket: AgeTable.Bracket, _ own: OwnDay = OwnDay()) -> Int {
    naps ?? own.naps ?? bracket.naps.upper
  }

  /// The limits at an age, for a day of that many minutes from wake-up to bedtime. A limit that was set is kept, and
  /// those by age are moved to agree with it. A number of naps that was set or learned has the windows that it needs.
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

  /// The nap lengths of every count, for the same day.
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

  /// The longest usual sleep, in minutes: a night of twelve hours; a nap of two hours, of three when it is the only one,
  /// or as long as the household's longest.
  public func longestSleepMinutes(isNight: Bool, _ bracket: AgeTable.Bracket) -> Int {
    guard !isNight else { return AgeTable.Bracket.longestNightMinutes }
    let lengths = napLengths.lengths(naps(bracket)) ?? []
    return max(naps(bracket) == 1 ? 180 : 120, lengths.max() ?? 0)
  }

  /// Whether a sleep that began then was asked about before bedtime, having run for twice the longest usual nap: a nap that
  /// no one ended, for all that is known, however long it runs into the night.
  public func isForgottenNap(
    from start: Instant, before bedtime: Instant, _ bracket: AgeTable.Bracket
  ) -> Bool {
    start.minutes(until: bedtime) >= 2 * longestSleepMinutes(isNight: false, bracket)
  }

  /// When a baby of this age wakes up in the morning, as far as nothing else is known: bedtime, and the age table's daily sleep
  /// less the plan's naps. Not before 05:00 after a bedtime in the evening.
  public func usualWakeUp(of baby: Baby, on date: CivilDate) -> WallTime {
    let bracket = AgeTable.bracket(ageDays: max(0, date.daysSinceEpoch - baby.birthdate.daysSinceEpoch))
    let night = bracket.nightMinutes(afterNaps: napMinutes(bracket))
    let bedtime = baby.bedtime.minutesAfterMidnight
    let earliest = max(WakeWindow.firstWaking, baby.dayStart.minutesAfterMidnight)
    guard bedtime >= 720 else { return WallTime(minutesAfterMidnight: bedtime + night) }
    return WallTime(minutesAfterMidnight: max(bedtime + night, 1440 + earliest))
  }

  /// How many minutes the naps of an ordinary day are together, twelve hours from wake-up to bedtime.
  func napMinutes(_ bracket: AgeTable.Bracket) -> Int {
    lengths(bracket, dayMinutes: 720).lengths(naps(bracket))?.reduce(0, +) ?? 0
  }
}

/// What was learned of a child's day and is used.
struct OwnDay: Hashable, Sendable {
  /// How many naps it has; nil: as many as at its age.
  var naps: Int?
  /// How long they are, in minutes, the first nap's first; empty: as at its age.
  var lengths: [Int] = []
  /// The wake windows before them, in minutes; empty: as at its age.
  var windows: [Int] = []

  /// Nothing was learned.
  init() {}

  /// What a day has learned.
  init(_ day: DaySnapshot) {
    guard let learned = day.learned else { return }
    naps = learned.usualNaps.count
    lengths = learned.usualNaps.used
    windows = learned.isUsed ? day.bracket.wakeWindows.map { $0.middle } : []
  }
}

extension WakeWindowLimits {
  /// Makes room for a number of naps that is the family's own, with that many minutes awake: where the windows were learned,
  /// the one before bed is what they leave; else all are alike. None becomes longer than learning may make it.
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
    // A window that is a little longer than usual is still the same to a family.
    if last != usualLast {
      maximum = max(maximum ?? 0, longest(bracket.lastWindow, (last ?? 0) + PlanFacts.easyChangeMinutes))
    }
  }
}

/// The day that the age table describes, for a household that set nothing: how many naps, how long they are, and how
/// long the baby is awake between them.
///
/// The table's rows were not made to add up: at some ages the daily sleep and the wake windows leave no day of ordinary
/// length. Wake windows come first, because a plan may not change them. The naps get what is left.
public enum TypicalDay {
  /// The length of one nap in minutes, all naps of the day being equal.
  ///
  /// `dayMinutes` is from wake-up to bedtime; `limits` are the bracket's own when nil. The naps' total is the middle of
  /// the bracket's daily sleep less the night. It is moved as far as needed for the wake windows before the naps to lie
  /// between the shortest and the longest first one, so that every style works. Each nap is a multiple of 5, from 30 to
  /// 120 minutes, or to 180 for the only one of its day.
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

  /// How long the naps would be together if no wake window had a limit, in minutes: as learned, else what the daily sleep
  /// leaves for them.
  static func wantedMinutes(
    _ bracket: AgeTable.Bracket, naps: Int, dayMinutes: Int, learned: [Int]
  ) -> Int {
    let byAge = wanted(bracket, dayMinutes: dayMinutes) / naps
    return (0..<naps).reduce(0) {
      $0 + lengths(of: naps).clamped($1 < learned.count ? learned[$1] : byAge)
    }
  }

  /// The middle of the daily sleep less the night, in minutes.
  private static func wanted(_ bracket: AgeTable.Bracket, dayMinutes: Int) -> Int {
    (bracket.dailySleepHours.lower + bracket.dailySleepHours.upper) * 30 - (1440 - dayMinutes)
  }

  /// The length of each nap where some were learned, in minutes, the first nap's first; those that were not are as long as
  /// `napMinutes`. As there, each is a multiple of 5 within bounds, and the total is moved as far as the wake windows
  /// need: the longest nap gives way first, and the shortest one grows first.
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

  /// The least and the most minutes of all naps together with which the wake windows before them keep the limits.
  private static func totals(
    _ naps: Int, dayMinutes: Int, _ limits: WakeWindowLimits
  ) -> (least: Int, most: Int) {
    let beforeLast = dayMinutes - (limits.last ?? 0)
    let longest = min(limits.maximum ?? 1440, limits.maximumFirst ?? 1440)
    return (beforeLast - naps * longest, beforeLast - naps * (limits.minimum ?? 0))
  }

  /// How long a nap of a day of so many may be, in minutes.
  static func lengths(of naps: Int) -> ClosedRange<Int> {
    shortestNapMinutes...(naps == 1 ? 180 : 120)
  }

  /// The oldest row of the age table whose babies take that many naps; the nearest row for a number that none
  /// has.
  public static func bracket(naps: Int) -> AgeTable.Bracket {
    AgeTable.brackets.last { ($0.naps.lower...$0.naps.upper).contains(naps) }
      ?? AgeTable.brackets[naps < 1 ? AgeTable.brackets.count - 1 : 0]
  }

  /// The limits of wake windows at an age: from the shortest of its windows to the longest. The one before bed is the
  /// longest of its row, so that the last nap ends at the nap cutoff; on a day too short for it and that many naps it
  /// shrinks, down to the shortest.
  public static func limits(
    _ bracket: AgeTable.Bracket, naps: Int, dayMinutes: Int
  ) -> WakeWindowLimits {
    let windows = bracket.wakeWindows
    let last = bracket.lastWindow
    let minimum = windows.reduce(last.lower) { min($0, $1.lower) }
    let left = dayMinutes - naps * (minimum + shortestNapMinutes)
    return WakeWindowLimits(
      minimum: minimum, maximum: windows.reduce(last.upper) { max($0, $1.upper) },
      last: min(max(left, last.lower), last.upper), maximumFirst: windows[0].upper)
  }

  private static let shortestNapMinutes = 30
}

/// What the plan of a waking day is made of, on the day's own line of minutes.
struct PlanFacts: Hashable, Sendable {
  let line: DayLine
  /// The day as it began, without naps.
  let base: ScheduleRequest
  /// The style that is wanted.
  let style: ScheduleStyle?
  /// The naps that have ended.
  let recorded: [ActualNap]
  /// The nap that runs, without an end.
  let runningNap: ActualNap?
  /// Bedtime, as it was set for the day.
  let bedtime: Int
  /// Bedtime less the longest last wake window: no nap begins then or later.
  let cutoff: Int
  /// Whether the cutoff has passed.
  let isClosed: Bool
  /// Whether the night has begun.
  let isOver: Bool
  /// Whether the number of naps follows from the age, and may differ from the beginning.
  let isCountFree: Bool
  /// The shortest wake window before bed that is usual at the age; nil when the household set one.
  let shortestLast: Int?
  /// How long the child is predicted to stay awake before the next nap, or was before the one that runs, in minutes from the
  /// last one or from the wake-up; nil at night, and while nothing that was learned is used.
  let nextWindow: Int?
  /// How long after its start a nap has to end at the latest, in minutes.
  let longestNap: Int
  /// How long the naps of each number are once the day has naps: fewer ones share the sleep of the wanted number.
  let usualLengths: NapLengths

  /// The facts of a day at `now`; nil before it began, and when bedtime is not after the wake-up.
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
    // A baby so young is fed before a longer nap would end, until its own naps are known.
    let isYoung = day.bracket.lastDay == AgeTable.brackets[0].lastDay && day.learned?.usualNaps.isUsed != true
    longestNap = isYoung ? day.bracket.feedInterval.lower : Self.longestNapMinutes
    usualLengths =
      settings.napLengths == NapLengths() ? base.napLengths.shared(by: base.preferredNaps) : base.napLengths
  }

  /// A nap that differs from the usual by this much, in minutes, is still the same nap to a family.
  static let easyChangeMinutes = 30

  /// How long the naps of a day of so many are apart from what this day makes of them, in minutes.
  func usualNaps(_ count: Int) -> [Int] {
    let most = min(count, WakingDayPlan.mostNaps)
    let usual = base.powerSleep.boosted(usualLengths.row(most), count: most).array(most)
    guard count > most else { return usual }
    // More naps share the sleep of as many as a request may have.
    let each = usual.reduce(0, +) / count / 5 * 5
    return [Int](repeating: max(NapMode.shortestNap, each), count: count)
  }

  /// How long the nap that runs usually is on a day of as many naps as a plan has.
  func usualMinutes(of plan: Scenario, skipped: Int) -> Int {
    let usual = usualNaps(plan.napCount + skipped)
    return usual.indices.contains(recorded.count) ? usual[recorded.count] : longestNap
  }

  /// When the nap that runs would end on a day of each number of naps, as it usually is or a little later.
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

  /// The numbers of naps to plan with, the wanted one first, then those of `ScheduleRequest.otherCounts`. Several short naps
  /// may leave room for more than one that was not wanted.
  func counts(wanted: Int, had: Int) -> [Int] {
    let fewer = Array((max(had, 1)..<max(wanted, 1)).reversed())
    // A nap that is late is ahead, although the rest is planned as if it began now.
    let begun = min(had, recorded.count + (runningNap == nil ? 0 : 1))
    let most = had == 0 ? min(wanted + 1, WakingDayPlan.mostNaps) : begun + WakingDayPlan.mostNaps
    let more = Array(stride(from: wanted + 1, through: most, by: 1))
    let nearest = [wanted] + Array(fewer.prefix(1)) + Array(more.prefix(1))
    return nearest + Array(fewer.dropFirst()) + Array(more.dropFirst())
  }

  /// The requests with naps that happened and that many wanted: one whose next nap makes up for what they lacked, as in the
  /// original, and one whose naps ahead are as long as usual.
  func requests(_ naps: [ActualNap], count: Int) -> [ScheduleRequest] {
    let original = request(naps, count: count)
    guard !naps.isEmpty else { return [original] }
    let had = original.actualNaps.map { $0.minutes }
    var usual = original
    usual.napLengths.set(had + usualNaps(count).dropFirst(naps.count))
    usual.powerSleep = PowerSleep()
    return had.isEmpty ? [usual] : [original, usual]
  }

  /// The day with naps that happened and that many wanted. Five are the most that a request may have: where there are more,
  /// the day begins after the first ones.
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
    // The one before bed was made shorter for the number that is wanted.
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

  /// No nap is planned for longer, in minutes: the longest that a plan gives to the only nap of a day.
  static let longestNapMinutes = 180

  private static func running(_ day: DaySnapshot, _ line: DayLine) -> ActualNap? {
    guard let nap = day.naps.last, nap.end == nil else { return nil }
    return ActualNap(nap: recorded(day, line).count + 1, start: line.minute(of: nap.start), end: nil)
  }
}

extension PlanSettings {
  /// The day as it begins: no nap was had yet.
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
  /// The same day with another end of the last nap that happened.
  func with(lastEnd end: Int) -> ScheduleRequest {
    var request = self
    let last = actualNaps.count - 1
    guard last >= 0 else {
      request.wakeTime = end
      return request
    }
    request.actualNaps[last].end = end
    // Where the naps ahead are as long as usual, they stay so.
    if var lengths = napLengths.lengths(preferredNaps), lengths[last] == actualNaps[last].minutes {
      lengths[last] = request.actualNaps[last].minutes
      request.napLengths.set(lengths)
    }
    return request
  }

  /// Whether the naps ahead have room after those that happened: each as short as any, after the shortest wake window, and
  /// bed as late as any plan moves it. Many numbers of naps are tried late in a day, and most fail for this alone.
  func hasRoom(shortestLast: Int?) -> Bool {
    guard let wake = wakeTime, let bed = bedTime, let end = actualNaps.last?.end else { return true }
    let fewest = min(preferredNaps, NapMode.alternative(to: preferredNaps) ?? preferredNaps)
    let each = (wakeWindows.minimum ?? 0) + NapMode.shortestNap
    let last = min(wakeWindows.last ?? 0, shortestLast ?? .max)
    let latestBed = (bed <= wake ? bed + 1440 : bed) + 15
    return fewest <= actualNaps.count || end + (fewest - actualNaps.count) * each + last <= latestBed
  }

  /// The latest end of the last nap that happened for which each nap ahead has its place. A wake window before bed that was
  /// made longer than the longest usual one, for a day of few naps, may be as short as that.
  func latestEnd(before plan: Scenario, longestLast: Int) -> Int {
    let ahead = plan.naps(after: actualNaps.count)
    let last = min(wakeWindows.last ?? 0, longestLast)
    return plan.bedtime - ahead.reduce(last) { $0 + $1.end - $1.start + (wakeWindows.minimum ?? 0) }
  }

  /// By how much each nap ahead in a plan is longer than was asked for, in minutes.
  func changes(of plan: Scenario) -> [Int] {
    let asked = powerSleep.boosted(napLengths.row(plan.napCount), count: plan.napCount)
    return plan.naps(after: actualNaps.count).compactMap { item in
      guard case .nap(let number) = item.kind else { return nil }
      return item.end - item.start - asked[number - 1]
    }
  }
}

extension ActualNap {
  /// How long it was, in minutes.
  fileprivate var minutes: Int { (end ?? 0) - (start ?? 0) }
}

extension NapLengths {
  /// The same with the sleep of a day of so many for those of fewer, where theirs would be longer; a child of two naps may
  /// take a long one in their place.
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

  /// The lengths of the naps of a day of so many, as they were set.
  func row(_ count: Int) -> MinuteRow {
    var row = MinuteRow()
    for (index, minutes) in (lengths(count) ?? []).prefix(count).enumerated() { row[index] = minutes }
    return row
  }

  /// Sets the lengths of the naps of a day of as many.
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

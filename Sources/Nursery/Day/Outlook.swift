/// What comes next. It is computed once for each state of the day, and all readers show its times.
public struct Outlook: Hashable, Sendable {
  /// The plan; nil before the day began, and while the clock is unknown.
  public var plan: WakingDayPlan?
  /// The next nap; nil while asleep, at night, before the day began, and if no nap is left.
  public var nextNap: NextNap?
  /// When the running nap should end; nil unless one runs.
  public var wakeBy: WakeBy?
  /// When to put the baby down for the night: the plan's bedtime, or without a plan the set one.
  public var bedtime: Instant
  /// An earlier bedtime, if no nap is left and the evening is too long: the earliest and latest put-down that keep
  /// the last wake window, or come nearest to it, at most an hour before bedtime.
  public var earlierBedtime: InstantRange?
  /// When this baby usually wakes up after this day's night: the median of recent mornings, else an estimate by age;
  /// nil by day, and once it has passed.
  public var usualWakeUp: Instant?
  /// Whether the usual wake-up is the last morning's or an estimate by age, because too few mornings are known or
  /// learning is off.
  public var wakeUpIsAssumed = false
  /// The night; nil by day.
  public var night: Night?
  /// How the plan differs from the wanted number of naps; nil if it does not, and without a plan.
  public var napChange: NapChange?

  /// Whether the current sleep or time awake began at a time that is only bounded, or the baby has been awake for so
  /// long that a sleep was probably not logged. The next nap and the end of the running one may then be later than
  /// stated, and the box reminds of neither.
  public var isGuessed = false

  /// The next nap.
  public struct NextNap: Hashable, Sendable {
    /// The planned start, or the earliest one that the limits allow.
    public var start: Instant
    /// The planned end; nil without a plan.
    public var end: Instant?
    /// The source of the start.
    public var basis: Basis
    /// The earliest and latest start by the current limits.
    public var window: InstantRange
    /// Whether it is a short nap: the evening would be too long without it, and a whole nap has no room.
    public var isShort = false

    /// When the baby should be asleep at the latest: the planned start, or without a plan the end of the window. A
    /// late nap keeps its planned start.
    public var due: Instant { basis == .plan ? start : window.latest }
  }

  /// The source of the next nap's start.
  public enum Basis: Hashable, Sendable {
    /// The day's plan.
    case plan
    /// The wake window alone: the day has no feasible plan.
    case window
  }

  /// When the running nap should end.
  public struct WakeBy: Hashable, Sendable {
    /// The latest end.
    public var latest: Instant
    /// Whether the nap began so late that only a short one is left; `latest` is then its end.
    public var isShort: Bool
    /// The planned end, at `latest` or before; nil without a plan.
    public var plannedEnd: Instant?
    /// When the nap began.
    public var start: Instant
    /// What would not fit after `latest`.
    public var bound: Bound
  }

  /// What a longer nap would prevent.
  public enum Bound: Hashable, Sendable {
    /// The nap with this number, counted from 1.
    case nap(Int)
    /// Bedtime, after the plan's wake window before it.
    case bedtime
    /// The cutoff: bedtime less the longest last wake window.
    case cutoff
    /// Nothing, but the nap is as long as any planned nap.
    case length
  }

  /// The night so far.
  public struct Night: Hashable, Sendable {
    /// When the baby fell asleep for the night.
    public var since: Instant
    /// Since when the baby has been awake; nil while asleep.
    public var awakeSince: Instant?
    /// The sleeps so far, in order; the wakings are the gaps between them.
    public var sleeps: [SleepSpan]

    /// Whether the baby is awake in the night.
    public var isAwake: Bool { awakeSince != nil }
  }

  /// How the plan's number of naps differs from the wanted one.
  public enum NapChange: Hashable, Sendable {
    /// The plan has one nap more.
    case oneMore
    /// The plan has one nap fewer.
    case oneFewer
    /// The plan has this number of naps, which is neither.
    case other(Int)
  }
}

extension Outlook {
  /// What comes next at `now`, from a day and its plan.
  ///
  /// Without a plan only the wake windows count. A `wakeBy` of nil becomes the cutoff, and a `usualWakeUp` of nil the
  /// estimate by age.
  public init(
    _ day: DaySnapshot, plan: WakingDayPlan?, wakeBy: WakeBy? = nil, usualWakeUp: Instant? = nil, now: Instant
  ) {
    self.plan = plan
    night = Night(day)
    bedtime = day.bedtime
    if let plan, let scenario = plan.scenario { bedtime = plan.line.instant(of: scenario.bedtime) }
    napChange = plan.flatMap { NapChange($0) }
    isGuessed = day.wakeReference.map { $0.minutes(until: now) > WakeWindow.lengths.upperBound } ?? false
    guard night == nil else {
      let wake = usualWakeUp ?? day.expectedWake
      self.usualWakeUp = wake.flatMap { $0 > now ? $0 : nil }
      return
    }
    if let nap = day.runningSleep {
      self.wakeBy = wakeBy ?? WakeBy(start: nap.start, cutoff: day.napCutoff)
    } else if let awakeSince = day.wakeReference {
      let evening = Evening(day, awakeSince, plan, bedtime: bedtime)
      nextNap = NextNap(day, awakeSince, plan, evening) ?? evening.shortNap(day, now: now)
      if nextNap == nil { earlierBedtime = evening.putDown(now: now) }
    }
  }

  /// Whether a nap is ahead and the baby has been awake for longer than the limits allow.
  public func isBeyondWindow(at now: Instant) -> Bool { nextNap.map { now > $0.window.latest } ?? false }
}

extension Outlook.WakeBy {
  /// The end of a nap without a plan: the cutoff, or the end of a short nap if the cutoff comes before that.
  fileprivate init(start: Instant, cutoff: Instant) {
    let short = start.adding(minutes: NapMode.shortestNap)
    let isShort = cutoff < short
    self.init(
      latest: isShort ? short : cutoff, isShort: isShort,
      plannedEnd: nil, start: start, bound: .cutoff)
  }
}

extension Outlook.NextNap {
  /// The plan's next nap if there is a feasible plan, otherwise the window's; nil if no nap is left.
  fileprivate init?(_ day: DaySnapshot, _ awakeSince: Instant, _ plan: WakingDayPlan?, _ evening: Evening) {
    guard let plan, plan.scenario != nil else {
      guard let window = day.napWindow else { return nil }
      self.init(start: window.earliest, end: nil, basis: .window, window: window)
      return
    }
    guard let planned = plan.nextNap else {
      // All planned naps are over, but bedtime is further away than the longest wake window.
      guard let window = day.napWindow, evening.isTooLong, window.earliest < day.napCutoff else { return nil }
      self.init(start: window.earliest, end: nil, basis: .window, window: window)
      return
    }
    // A plan spreads the day's awake time and may exceed a window, so the planned times apply. A late nap keeps its
    // planned start.
    let earliest = awakeSince.adding(minutes: day.window.lower)
    let latest = min(awakeSince.adding(minutes: day.window.upper), day.napCutoff)
    let window = InstantRange(
      earliest: min(earliest, planned.earliest), latest: plan.isLate ? latest : max(latest, planned.earliest))
    self.init(start: planned.earliest, end: planned.latest, basis: .plan, window: window)
  }
}

/// The time between the last nap and bed.
private struct Evening {
  let awakeSince: Instant
  let bedtime: Instant
  /// How long the child is usually awake before bed.
  let window: MinuteRange

  /// If the number of naps is not the age's, the window before bed may be longer.
  init(_ day: DaySnapshot, _ awakeSince: Instant, _ plan: WakingDayPlan?, bedtime: Instant) {
    self.awakeSince = awakeSince
    self.bedtime = bedtime
    let usual = day.bracket.lastWindow
    let own = plan?.request.wakeWindows
    let isOwn = own?.last.map { $0 > usual.upper } ?? false
    window = MinuteRange(usual.lower, isOwn ? own?.maximum ?? usual.upper : usual.upper)
    earliestBed = max(bedtime, day.bedtime).adding(minutes: -DayRules.earliestBedMinutes)
  }

  /// Whether bedtime is further away than the longest wake window.
  var isTooLong: Bool { latest < bedtime }

  private var latest: Instant { awakeSince.adding(minutes: window.upper) }
  /// The earliest put-down: a sleep that begins before it does not belong to the night.
  private let earliestBed: Instant

  /// The short nap that a press would begin while bed is too far away. It may begin after the age's shortest wake
  /// window or half-way to bed, whichever is earlier, but not before the cutoff; and until that window just fits
  /// before bed, but for half an hour at least.
  func shortNap(_ day: DaySnapshot, now: Instant) -> Outlook.NextNap? {
    guard latest < earliestBed else { return nil }
    let least = day.bracket.wakeWindows.map { $0.lower }.min() ?? 0
    let halfWay = (awakeSince.minutes(until: bedtime) - NapMode.shortestNap) / 2
    let earliest = max(awakeSince.adding(minutes: min(least, halfWay)), day.napCutoff)
    let last = max(
      bedtime.adding(minutes: -NapMode.shortestNap - least),
      earliest.adding(minutes: NapMode.shortestNap))
    guard now <= last, last < earliestBed else { return nil }
    return Outlook.NextNap(
      start: earliest, end: nil, basis: .window, window: InstantRange(earliest: earliest, latest: last),
      isShort: true)
  }

  /// The put-downs before bedtime that keep the window before bed, or come nearest to that; nil once the latest has
  /// passed.
  func putDown(now: Instant) -> InstantRange? {
    guard isTooLong else { return nil }
    let earliest = max(awakeSince.adding(minutes: window.lower), earliestBed)
    let latest = latest < earliestBed ? bedtime.adding(minutes: -DayEngine.bedtimeBufferMinutes) : latest
    return now <= latest ? InstantRange(earliest: earliest, latest: latest) : nil
  }
}

extension Outlook.Night {
  /// The night of a day; nil before it began.
  fileprivate init?(_ day: DaySnapshot) {
    let sleeps = day.nightSleeps
    guard let first = sleeps.first, let last = sleeps.last else { return nil }
    self.init(since: first.start, awakeSince: last.end, sleeps: sleeps)
  }
}

extension Outlook.NapChange {
  /// How a plan differs from the wanted number of naps.
  fileprivate init?(_ plan: WakingDayPlan) {
    guard let count = plan.napCount, count != plan.wantedNaps else { return nil }
    switch count - plan.wantedNaps {
    case 1: self = .oneMore
    case -1: self = .oneFewer
    default: self = .other(count)
    }
  }
}

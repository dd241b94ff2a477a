/// What comes next: computed once for each state of the day, and read by the pages, `status`, `explain` and every other
/// reader, so that two of them never name different times.
public struct Outlook: Hashable, Sendable {
  /// The plan that is shown; nil before the day began, and while the clock is not known.
  public var plan: WakingDayPlan?
  /// The next nap; nil asleep, at night, before the day began, and when no nap is left.
  public var nextNap: NextNap?
  /// When the nap that runs should end; nil unless one runs.
  public var wakeBy: WakeBy?
  /// When to put the baby down for the night: the plan's bedtime where there is a plan, else the one that was set.
  public var bedtime: Instant
  /// The earliest and the latest put-down that keep the last wake window, when that is before bedtime and no nap is left.
  public var earlierBedtime: InstantRange?
  /// When this baby usually wakes up in the morning after this day's night; nil by day.
  public var usualWakeUp: Instant?
  /// The night; nil by day.
  public var night: Night?
  /// How the plan differs from the number of naps that is wanted; nil when it does not, and without a plan.
  public var napChange: NapChange?

  /// The next nap.
  public struct NextNap: Hashable, Sendable {
    /// When it begins: the planned start, or the earliest one that the limits allow.
    public var start: Instant
    /// When it ends by the plan; nil without one.
    public var end: Instant?
    /// Where the start comes from.
    public var basis: Basis
    /// The earliest and the latest start by the limits in force.
    public var window: InstantRange
  }

  /// Where the next nap's start comes from.
  public enum Basis: Hashable, Sendable {
    /// The day's plan.
    case plan
    /// The wake window alone: the day has no feasible plan.
    case window
  }

  /// When the nap that runs should end.
  public struct WakeBy: Hashable, Sendable {
    /// The latest end.
    public var latest: Instant
    /// True when the nap began so late that only a short one is left: `latest` is then its end.
    public var isShort: Bool
    /// When the plan ends the nap, at `latest` or before; nil without a plan.
    public var plannedEnd: Instant?
    /// When the nap began.
    public var start: Instant
    /// What would no longer fit after `latest`.
    public var bound: Bound
  }

  /// What a nap that ran longer would cost.
  public enum Bound: Hashable, Sendable {
    /// The day's nap of this number, 1 for the first.
    case nap(Int)
    /// Bedtime, at the end of the wake window that the plan has before it.
    case bedtime
    /// The cutoff: bedtime less the longest last wake window.
    case cutoff
  }

  /// The night so far.
  public struct Night: Hashable, Sendable {
    /// When the baby fell asleep for the night.
    public var since: Instant
    /// Since when the baby has been awake; nil asleep.
    public var awakeSince: Instant?
    /// The sleeps so far, in order; the wakings are the gaps between them.
    public var sleeps: [SleepSpan]

    /// True during a waking.
    public var isAwake: Bool { awakeSince != nil }
  }

  /// How the number of naps differs from the one that is wanted.
  public enum NapChange: Hashable, Sendable {
    /// The plan has one nap more.
    case oneMore
    /// The plan has one nap fewer.
    case oneFewer
  }
}

extension Outlook {
  /// What follows from a day and its plan at `now`.
  public init(_ day: DaySnapshot, plan: WakingDayPlan?, now: Instant) {
    self.plan = plan
    night = Night(day)
    bedtime = day.bedtime
    if let plan, let scenario = plan.scenario { bedtime = plan.line.instant(of: scenario.bedtime) }
    wakeBy = day.wakeBy.flatMap { cutoff in
      day.runningSleep.map {
        WakeBy(latest: cutoff, isShort: false, plannedEnd: nil, start: $0.start, bound: .cutoff)
      }
    }
    if night == nil {
      nextNap = day.nextNap.map { NextNap(in: $0, plan: plan) }
      earlierBedtime = day.earlierBedtime
    } else if case .nightSleep(_, let wake) = day.state {
      usualWakeUp = wake
    }
    napChange = plan.flatMap { NapChange($0) }
  }
}

extension Outlook.NextNap {
  fileprivate init(in window: InstantRange, plan: WakingDayPlan?) {
    let planned = plan?.nextNap(within: window)
    self.init(
      start: planned?.earliest ?? window.earliest, end: planned?.latest,
      basis: planned == nil ? .window : .plan,
      window: window)
  }
}

extension Outlook.Night {
  /// The night of a day that has begun; nil before that.
  fileprivate init?(_ day: DaySnapshot) {
    let sleeps = day.nightSleeps
    guard let first = sleeps.first, let last = sleeps.last else { return nil }
    self.init(since: first.start, awakeSince: last.end, sleeps: sleeps)
  }
}

extension Outlook.NapChange {
  /// How a plan differs from what it was asked for.
  fileprivate init?(_ plan: WakingDayPlan) {
    switch plan.scenario.map({ $0.napCount - plan.wantedNaps }) {
    case 1: self = .oneMore
    case -1: self = .oneFewer
    default: return nil
    }
  }
}

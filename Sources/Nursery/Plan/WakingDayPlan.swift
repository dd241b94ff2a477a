/// The plan of one waking day, with its recorded naps, in minutes of the day's line.
public struct WakingDayPlan: Hashable, Sendable {
  /// The most naps that a day can be planned with.
  public static let mostNaps = 5

  /// The line that ties the plan's minutes to instants.
  public let line: DayLine
  /// The request that the plan answers.
  public internal(set) var request: ScheduleRequest
  /// The engine's answer; nil only while the planner builds this value.
  public internal(set) var result: ScheduleResult?
  /// The answer to the day before its first nap, with which `insights` compares.
  public let original: ScheduleResult
  /// The style wanted; nil: the first one that keeps every rule.
  public let style: ScheduleStyle?
  /// The number of naps that the settings, the learned naps or the age ask for.
  public let wantedNaps: Int
  /// The naps of the day that have ended.
  public let recorded: [ActualNap]
  /// The nap in progress, with an assumed end, see `DayPlanner`.
  public internal(set) var runningNap: ActualNap?
  /// When the next nap was due, if it is late and the rest of the day is planned as if it began now.
  public internal(set) var lateSince: Int?
  /// Whether the night has begun, so that the plan is over.
  public let isOver: Bool
  /// Whether the cutoff has passed, so that no nap lies ahead.
  public let isClosed: Bool
  /// From this minute on no nap begins; nil: not known.
  public let napCutoff: Int?

  /// A plan from all its parts.
  public init(
    line: DayLine, request: ScheduleRequest, result: ScheduleResult?, original: ScheduleResult,
    style: ScheduleStyle? = nil, wantedNaps: Int, recorded: [ActualNap] = [], runningNap: ActualNap? = nil,
    isOver: Bool = false, isClosed: Bool = false, napCutoff: Int? = nil
  ) {
    self.line = line
    self.request = request
    self.result = result
    self.original = original
    self.style = style
    self.wantedNaps = wantedNaps
    self.recorded = recorded
    self.runningNap = runningNap
    self.isOver = isOver
    self.isClosed = isClosed
    self.napCutoff = napCutoff
  }
}

extension WakingDayPlan {
  /// The plan to show: among those that keep every rule, or all if none does, the one of the wanted style, else the
  /// first. nil: there is no plan.
  public var scenario: Scenario? { result?.shown(style, cutoff: napCutoff, had: had) }

  /// The styles that MENU steps through, in order: those of the plans that keep every rule, or of all if none does.
  /// Of styles that plan the same rest of the day there is only one: the one shown, else the first.
  public var styles: [ScheduleStyle] {
    guard let shown = scenario, let result else { return [] }
    let eligible = result.eligible(cutoff: napCutoff, had: had)
    let ordered = ScheduleStyle.allCases.compactMap { style in eligible.first { $0.style == style } }
    return ordered.filter { plan in
      ([shown] + ordered).first { asksTheSame($0, plan) }?.style == plan.style
    }.map { $0.style }
  }

  private func asksTheSame(_ one: Scenario, _ other: Scenario) -> Bool {
    one.bedtime == other.bedtime && one.naps(after: had) == other.naps(after: had)
  }

  /// The next style after the one shown, in a circle; nil: there is no other.
  public var nextStyle: ScheduleStyle? {
    guard let shown = scenario?.style, let index = styles.firstIndex(of: shown), styles.count > 1 else {
      return nil
    }
    return styles[(index + 1) % styles.count]
  }

  /// How many naps the day has had, with the one in progress.
  public var napsSoFar: Int { recorded.count + (runningNap == nil ? 0 : 1) }

  /// How many of the first naps the request leaves out, since a request has at most `mostNaps`.
  public var skippedNaps: Int {
    (recorded + [runningNap].compactMap { $0 }).prefix { $0.end.map { $0 <= request.wakeTime ?? 0 } ?? false }
      .count
  }

  /// How many naps of the request have begun.
  private var had: Int { napsSoFar - skippedNaps }

  /// How many naps the day has according to the plan; nil without a plan.
  public var napCount: Int? { scenario.map { $0.napCount + skippedNaps } }

  /// The naps ahead, in order; none once the night has begun or the cutoff has passed. A late nap has its original
  /// time.
  public var napsAhead: [ScheduleItem] {
    guard !isOver, !isClosed, let scenario else { return [] }
    var naps = scenario.naps(after: had)
    if let lateSince, !naps.isEmpty {
      (naps[0].start, naps[0].end) = (lateSince, naps[0].end - naps[0].start + lateSince)
    }
    return naps.filter { nap in napCutoff.map { nap.start < $0 } ?? true }
  }

  /// Whether the next nap is late and the rest of the day is planned as if it began now.
  public var isLate: Bool { lateSince != nil && !napsAhead.isEmpty }

  /// The next planned nap, from start to end; nil: none.
  public var nextNap: InstantRange? { napsAhead.first.map { line.range($0.start, $0.end) } }

  /// By how many minutes the next nap is longer than usual (below 0: shorter); 0 without a next nap, and when it is
  /// late.
  public var nextNapChange: Int {
    guard let scenario, lateSince == nil, !napsAhead.isEmpty else { return 0 }
    return request.changes(of: scenario).first ?? 0
  }

  /// By how many minutes the planned bedtime is later than the one asked for (below 0: earlier).
  public var bedtimeChange: Int {
    guard let scenario, let result else { return 0 }
    return scenario.bedtime - result.targetBedtime
  }

  /// The recorded naps compared with the plan that the day began with.
  public var insights: NapInsights {
    NapInsights(
      recorded: recorded, wakeTime: line.wakeMinute,
      plan: original.scenario(of: scenario?.style ?? style))
  }
}

extension ScheduleResult {
  /// The plan of a style, else the first; nil: there is no plan.
  func scenario(of style: ScheduleStyle?) -> Scenario? {
    scenarios.first { $0.style == style } ?? scenarios.first
  }

  /// The plans that keep every rule, or all if none does, once `had` naps have begun.
  func eligible(cutoff: Int?, had: Int) -> [Scenario] {
    let kept = scenarios.filter { $0.isKept(cutoff: cutoff, had: had) }
    return kept.isEmpty ? scenarios : kept
  }

  /// Among the eligible plans the one of a style, else the first; nil: there is no plan.
  func shown(_ style: ScheduleStyle?, cutoff: Int?, had: Int) -> Scenario? {
    let eligible = eligible(cutoff: cutoff, had: had)
    return eligible.first { $0.style == style } ?? eligible.first
  }

  /// Whether at least one plan keeps every rule.
  func isKept(cutoff: Int?, had: Int) -> Bool {
    scenarios.contains { $0.isKept(cutoff: cutoff, had: had) }
  }
}

extension Scenario {
  /// The plan's naps after the first `had`, in order.
  func naps(after had: Int) -> [ScheduleItem] {
    items.filter { item in
      guard case .nap(let number) = item.kind else { return false }
      return number > had
    }
  }

  /// Whether the plan breaks nothing and begins no nap at or after the cutoff.
  func isKept(cutoff: Int?, had: Int) -> Bool {
    isClean && cutoff.map { beginsNaps(before: $0, had: had) } ?? true
  }

  /// Whether every nap ahead begins before the cutoff.
  func beginsNaps(before cutoff: Int, had: Int) -> Bool { naps(after: had).allSatisfy { $0.start < cutoff } }
}

/// The minutes of one waking day. The wake-up has its time of day, and every other minute is counted from it in
/// elapsed time, so a change of the clocks makes no minute longer.
public struct DayLine: Hashable, Sendable {
  /// The wake-up, cut to its whole minute.
  public let wake: Instant
  /// The wake-up's time of day, in minutes after midnight.
  public let wakeMinute: Int

  /// The line of a day that began at `morning`.
  public init(morning: Instant, zone: ZoneWindow) {
    wake = Instant(milliseconds: morning.minute * 60_000)
    wakeMinute = zone.civil(wake).time.minutesAfterMidnight
  }

  /// The minute in which an instant lies, not wrapped at 24 h.
  public func minute(of instant: Instant) -> Int { wakeMinute + instant.minute - wake.minute }

  /// The instant at which a minute begins.
  public func instant(of minute: Int) -> Instant { wake.adding(minutes: minute - wakeMinute) }

  /// The range between two minutes.
  public func range(_ from: Int, _ to: Int) -> InstantRange {
    InstantRange(earliest: instant(of: from), latest: instant(of: to))
  }

  /// The minute of the day, 0…1439, for a wall time on the date of the wake-up: the wall time, moved by a change of
  /// the clocks between the wake-up and it.
  func timeOfDay(_ wall: Int, zone: ZoneWindow) -> Int {
    let date = zone.civil(wake).date
    let minute = minute(of: zone.instant(date, WallTime(minutesAfterMidnight: wall)))
    return WallTime(minutesAfterMidnight: minute).minutesAfterMidnight
  }
}

/// Recorded naps compared with the plan: their lengths, the time awake before them, and the sleep of the day.
///
/// Times are minutes since midnight of the wake day, not wrapped at 24 h. A difference above 0 means longer than
/// planned.
public struct NapInsights: Hashable, Sendable {
  /// One recorded nap and the planned nap of the same number.
  public struct Nap: Hashable, Sendable {
    /// The nap's number, counted from 1.
    public let number: Int
    /// When it began.
    public let start: Int
    /// When it ended.
    public let end: Int
    /// The minutes awake before it, since the wake-up or the nap before; nil: that nap was not recorded.
    public let wakeWindow: Int?
    /// The planned length, in minutes; nil: the plan has no such nap.
    public let plannedMinutes: Int?
    /// The planned minutes awake before it; nil: the plan has no such nap.
    public let plannedWakeWindow: Int?

    /// The length, in minutes.
    public var minutes: Int { end - start }
    /// How much longer it was than planned, in minutes.
    public var differenceMinutes: Int? { plannedMinutes.map { minutes - $0 } }
    /// How much longer the wake window before it was than planned, in minutes.
    public var wakeWindowDifference: Int? {
      guard let wakeWindow, let plannedWakeWindow else { return nil }
      return wakeWindow - plannedWakeWindow
    }
  }

  /// The recorded naps, in the order of their numbers.
  public let naps: [Nap]
  /// The sleep of all recorded naps together, in minutes.
  public let actualMinutes: Int
  /// The sleep of all planned naps together, in minutes; nil without a plan.
  public let plannedMinutes: Int?
  /// The planned sleep of the naps recorded so far, in minutes; nil without a plan.
  public let plannedMinutesSoFar: Int?

  /// How much longer the recorded naps were together than planned, in minutes; nil without a plan.
  public var differenceMinutes: Int? { plannedMinutesSoFar.map { actualMinutes - $0 } }

  /// Compares recorded naps with a plan that was made without them.
  ///
  /// Naps without both ends are ignored. A start more than 12 h before `wakeTime` (minutes since midnight of the wake
  /// day) is after the next midnight, and so is an end before its start.
  public init(recorded: [ActualNap], wakeTime: Int, plan: Scenario?) {
    let spans = recorded.compactMap { $0.unrolled(wake: wakeTime) }.sorted { $0.number < $1.number }
    let naps = spans.map { span in
      let before = span.number == 1 ? wakeTime : spans.first { $0.number == span.number - 1 }?.end
      let planned = plan?.items.first { $0.kind == .nap(span.number) }
      return Nap(
        number: span.number, start: span.start, end: span.end, wakeWindow: before.map { span.start - $0 },
        plannedMinutes: planned.map { $0.end - $0.start }, plannedWakeWindow: planned?.wakeWindow)
    }
    self.naps = naps
    actualMinutes = naps.reduce(0) { $0 + $1.minutes }
    plannedMinutes = plan?.napLengths.reduce(0, +)
    plannedMinutesSoFar = plan == nil ? nil : naps.reduce(0) { $0 + ($1.plannedMinutes ?? 0) }
  }
}

/// The plan of one waking day, on the day's own line of minutes, with the naps that really happened.
public struct WakingDayPlan: Hashable, Sendable {
  /// The most naps that a day can be planned with.
  public static let mostNaps = 5

  /// The minutes of the day.
  public let line: DayLine
  /// The request to the engine.
  public internal(set) var request: ScheduleRequest
  /// Its answer; nil until it is asked.
  public internal(set) var result: ScheduleResult?
  /// What it answered for the same day before any nap: what recorded naps are held against.
  public let original: ScheduleResult
  /// The style that is wanted; nil: the first one that keeps every rule.
  public let style: ScheduleStyle?
  /// How many naps the household or the age wants.
  public let wantedNaps: Int
  /// The naps of the day that have ended.
  public let recorded: [ActualNap]
  /// The nap that runs, with the end that is assumed for it, see `DayPlanner`.
  public internal(set) var runningNap: ActualNap?
  /// When the next nap was to begin, once it is late and the rest of the day is planned as if it began now.
  public internal(set) var lateSince: Int?
  /// True when the night has begun and the plan is over.
  public let isOver: Bool
  /// True from the cutoff on: no nap lies ahead any more.
  public let isClosed: Bool
  /// The minute from which on no nap begins; nil: none is known.
  public let napCutoff: Int?

  /// A plan of all its parts.
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
  /// The plan to show: of those that keep every rule, else of all, the one of the wanted style, else the first; nil when
  /// none is feasible.
  public var scenario: Scenario? { result?.shown(style, cutoff: napCutoff, had: had) }

  /// The styles that MENU goes through, in its order: of the plans that keep every rule, else of all. Only the shown one
  /// where all ask the same of the rest of the day.
  public var styles: [ScheduleStyle] {
    let eligible = result?.eligible(cutoff: napCutoff, had: had) ?? []
    if let shown = scenario, eligible.allSatisfy({ asksTheSame(shown, $0) }) { return [shown.style] }
    return ScheduleStyle.allCases.filter { style in eligible.contains { $0.style == style } }
  }

  private func asksTheSame(_ one: Scenario, _ other: Scenario) -> Bool {
    one.bedtime == other.bedtime && one.naps(after: had) == other.naps(after: had)
  }

  /// The style after the one shown, round and round; nil when there is no other.
  public var nextStyle: ScheduleStyle? {
    guard let shown = scenario?.style, let index = styles.firstIndex(of: shown), styles.count > 1 else {
      return nil
    }
    return styles[(index + 1) % styles.count]
  }

  /// How many naps the day has had, the running one included.
  public var napsSoFar: Int { recorded.count + (runningNap == nil ? 0 : 1) }

  /// How many of the first naps the request leaves out, since the day has more than a request may have.
  public var skippedNaps: Int {
    (recorded + [runningNap].compactMap { $0 }).prefix { $0.end.map { $0 <= request.wakeTime ?? 0 } ?? false }
      .count
  }

  /// How many naps of the request the day has had.
  private var had: Int { napsSoFar - skippedNaps }

  /// How many naps the day has by the plan; nil without one.
  public var napCount: Int? { scenario.map { $0.napCount + skippedNaps } }

  /// The naps that lie ahead, in order; none when the night has begun, and from the cutoff on. One that is late is
  /// where it was to be.
  public var napsAhead: [ScheduleItem] {
    guard !isOver, !isClosed, let scenario else { return [] }
    var naps = scenario.naps(after: had)
    if let lateSince, !naps.isEmpty {
      (naps[0].start, naps[0].end) = (lateSince, naps[0].end - naps[0].start + lateSince)
    }
    return naps.filter { nap in napCutoff.map { nap.start < $0 } ?? true }
  }

  /// Whether the next nap is late, and the rest of the day planned as if it began now.
  public var isLate: Bool { lateSince != nil && !napsAhead.isEmpty }

  /// The next nap that is planned, from its start to its end; nil when no further one is.
  public var nextNap: InstantRange? { napsAhead.first.map { line.range($0.start, $0.end) } }

  /// By how many minutes the next nap is planned longer than usual, or shorter; 0 without one, and where it is late.
  public var nextNapChange: Int {
    guard let scenario, lateSince == nil, !napsAhead.isEmpty else { return 0 }
    return request.changes(of: scenario).first ?? 0
  }

  /// By how many minutes the planned bedtime is later than was asked for.
  public var bedtimeChange: Int {
    guard let scenario, let result else { return 0 }
    return scenario.bedtime - result.targetBedtime
  }

  /// True when the plan has another number of naps than was wanted.
  public var hasOtherNapCount: Bool { napCount.map { $0 != wantedNaps } ?? false }

  /// The recorded naps beside the plan that the day began with.
  public var insights: NapInsights {
    NapInsights(
      recorded: recorded, wakeTime: line.wakeMinute,
      plan: original.scenario(of: scenario?.style ?? style))
  }
}

extension ScheduleResult {
  /// The scenario of a style, else the first; nil when there is none.
  func scenario(of style: ScheduleStyle?) -> Scenario? {
    scenarios.first { $0.style == style } ?? scenarios.first
  }

  /// The plans that keep every rule, else all of them. `had` naps have begun already.
  func eligible(cutoff: Int?, had: Int) -> [Scenario] {
    let kept = scenarios.filter { $0.isKept(cutoff: cutoff, had: had) }
    return kept.isEmpty ? scenarios : kept
  }

  /// Of these the one of a style, else the first; nil when there is none.
  func shown(_ style: ScheduleStyle?, cutoff: Int?, had: Int) -> Scenario? {
    let eligible = eligible(cutoff: cutoff, had: had)
    return eligible.first { $0.style == style } ?? eligible.first
  }

  /// Whether a plan keeps every rule.
  func isKept(cutoff: Int?, had: Int) -> Bool {
    scenarios.contains { $0.isKept(cutoff: cutoff, had: had) }
  }
}

extension Scenario {
  /// Its naps that lie ahead when `had` have begun, in order; one that is late is among them.
  func naps(after had: Int) -> [ScheduleItem] {
    items.filter { item in
      guard case .nap(let number) = item.kind else { return false }
      return number > had
    }
  }

  /// Whether the plan breaks nothing, and begins no nap at the cutoff or later.
  func isKept(cutoff: Int?, had: Int) -> Bool {
    isClean && cutoff.map { beginsNaps(before: $0, had: had) } ?? true
  }

  /// Whether none of its naps ahead begins at the cutoff or later.
  func beginsNaps(before cutoff: Int, had: Int) -> Bool { naps(after: had).allSatisfy { $0.start < cutoff } }
}

/// The minutes of one waking day, counted in elapsed time from its wake-up, so that a day on which the clocks
/// change is as long as it is: the wake-up has its wall minute, and every other minute follows from it.
public struct DayLine: Hashable, Sendable {
  /// The wake-up, on the full minute that a clock showed.
  public let wake: Instant
  /// Its time of day, in minutes after midnight.
  public let wakeMinute: Int

  /// The line of a day that began at `morning`.
  public init(morning: Instant, zone: ZoneWindow) {
    wake = Instant(milliseconds: morning.minute * 60_000)
    wakeMinute = zone.civil(wake).time.minutesAfterMidnight
  }

  /// The minute of an instant, not wrapped at 24 h.
  public func minute(of instant: Instant) -> Int { wakeMinute + instant.minute - wake.minute }

  /// When a minute of the line begins.
  public func instant(of minute: Int) -> Instant { wake.adding(minutes: minute - wakeMinute) }

  /// The stretch between two minutes.
  public func range(_ from: Int, _ to: Int) -> InstantRange {
    InstantRange(earliest: instant(of: from), latest: instant(of: to))
  }

  /// The line's time of day for a wall time on the date of the wake-up, 0…1439: the wall time itself, moved by
  /// the change of the clocks when one lies between the wake-up and it.
  func timeOfDay(_ wall: Int, zone: ZoneWindow) -> Int {
    let date = zone.civil(wake).date
    let minute = minute(of: zone.instant(date, WallTime(minutesAfterMidnight: wall)))
    return WallTime(minutesAfterMidnight: minute).minutesAfterMidnight
  }
}

/// What really happened today against the plan: recorded naps, the time awake before them, and the day's sleep.
///
/// Times are minutes since the wake day's midnight, not wrapped at 24 h. A difference above 0 means longer than
/// planned.
public struct NapInsights: Hashable, Sendable {
  /// One recorded nap beside the plan's nap of the same number.
  public struct Nap: Hashable, Sendable {
    /// Which nap of the day it was, 1 for the first.
    public let number: Int
    /// When it began.
    public let start: Int
    /// When it ended.
    public let end: Int
    /// The minutes awake before it, since the wake-up or the nap before; nil when that nap was not recorded.
    public let wakeWindow: Int?
    /// How long it should have been, in minutes; nil when the plan has no such nap.
    public let plannedMinutes: Int?
    /// The minutes awake that the plan had before it; nil when the plan has no such nap.
    public let plannedWakeWindow: Int?

    /// How long it was.
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
  /// The sleep of all recorded naps, in minutes.
  public let actualMinutes: Int
  /// The sleep that the whole day's plan has, in minutes; nil without a plan.
  public let plannedMinutes: Int?
  /// The part of it that the recorded naps should have been, in minutes; nil without a plan.
  public let plannedMinutesSoFar: Int?

  /// How much longer the recorded naps were than planned, together, in minutes; nil without a plan.
  public var differenceMinutes: Int? { plannedMinutesSoFar.map { actualMinutes - $0 } }

  /// Compares the naps that were `recorded` with the `plan` that was made without them.
  ///
  /// Naps without both ends are passed over. A start more than 12 h before `wakeTime` (minutes since the wake
  /// day's midnight) is after midnight, and so is an end before its start.
  public init(recorded: [ActualNap], wakeTime: Int, plan: Scenario?) {
    let spans = recorded.compactMap { Span($0, wakeTime: wakeTime) }.sorted { $0.number < $1.number }
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

/// A recorded nap with both ends.
private struct Span {
  let number: Int
  let start: Int
  let end: Int

  init?(_ nap: ActualNap, wakeTime: Int) {
    guard let times = nap.unrolled(wake: wakeTime) else { return nil }
    number = nap.nap
    start = times.start
    end = times.end
  }
}

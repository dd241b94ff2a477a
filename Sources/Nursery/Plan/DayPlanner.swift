/// Makes the plan of a waking day from its snapshot. It remembers the last answers, so that a day in which nothing has
/// changed is not computed again.
///
/// * The naps of the day that have ended are recorded naps 1…n. If there were more than wanted, the wanted number rises
///   to that; above five there is no plan.
/// * If no plan within the limits fits around the recorded naps, the last wake window may be any that is usual at the
///   age, unless one was set. If that does not help, fewer naps are planned, or one more when all of them were taken,
///   if that keeps every rule. Before the first nap, a number that was set is kept.
/// * A nap in progress is assumed to last as long as planned, and after that until now: the rest of the day is planned
///   as if the baby woke up then.
/// * The day ends when the night begins, and its plan is then over; before the wake-up nothing can be planned.
public struct DayPlanner: Hashable, Sendable {
  private struct Answer: Hashable, Sendable {
    var request: ScheduleRequest
    var result: ScheduleResult
  }

  /// A day takes about a dozen answers: as it began, before the running nap, with it, with shorter last wake windows
  /// and with other numbers of naps.
  private static let depth = 20
  private var answers: [Answer] = []

  /// A planner that remembers nothing yet.
  public init() {}

  /// The plan at `now`; nil before the day began, and when bedtime is not after the wake-up.
  public mutating func plan(
    _ day: DaySnapshot, settings: PlanSettings, style: ScheduleStyle?, now: Instant, zone: ZoneWindow
  ) -> WakingDayPlan? {
    guard let morning = day.morning else { return nil }
    let line = DayLine(morning: morning, zone: zone)
    let dayMinutes = line.minute(of: day.bedtime) - line.wakeMinute
    guard (1..<1440).contains(dayMinutes) else { return nil }
    let base = settings.request(day.bracket, line: line, dayMinutes: dayMinutes, zone: zone)
    var plan = WakingDayPlan(
      line: line, request: base, result: nil, original: answer(base), style: style,
      wantedNaps: base.preferredNaps, recorded: DayPlanner.recorded(day, line),
      runningNap: DayPlanner.running(day, line), isOver: !day.nightSleeps.isEmpty)
    guard plan.napsSoFar <= WakingDayPlan.mostNaps else { return plan }
    let end = assumedEnd(of: plan, now: line.minute(of: now))
    plan.runningNap?.end = end
    let naps = plan.recorded + [plan.runningNap].compactMap { $0 }
    plan.request = base.with(naps, count: max(base.preferredNaps, plan.napsSoFar))
    if plan.napsSoFar > 0, settings.wakeWindows.last == nil {
      plan.request = bestLast(plan.request, atLeast: day.bracket.lastWindow.lower)
    }
    if settings.naps == nil || plan.napsSoFar > 0 { plan.request = bestCount(plan.request) }
    plan.result = answer(plan.request)
    return plan
  }

  /// When the running nap is assumed to end.
  private mutating func assumedEnd(of plan: WakingDayPlan, now: Int) -> Int? {
    guard let nap = plan.runningNap, let start = nap.start else { return nil }
    let before = answer(plan.request.with(plan.recorded, count: max(plan.wantedNaps, nap.nap))).scenario(
      of: plan.style)
    let minutes =
      before?.minutes(ofNap: nap.nap) ?? plan.request.napLengths.minutes(ofNap: nap.nap, of: nap.nap)
    return max(start + minutes, now)
  }

  /// The request itself if it has a plan that keeps every rule, else the request with the longest wake window before
  /// bed that leaves room for the naps ahead. Without this, a nap that ran late would cost the next one.
  private mutating func bestLast(_ request: ScheduleRequest, atLeast lowest: Int) -> ScheduleRequest {
    guard let last = request.wakeWindows.last, request.actualNaps.count < request.preferredNaps,
      !answer(request).isClean
    else { return request }
    for shorter in stride(from: last - 5, through: max(lowest, request.wakeWindows.minimum ?? 0), by: -5) {
      var other = request
      other.wakeWindows.last = shorter
      if answer(other).isClean { return other }
    }
    return request
  }

  /// The request itself if it has a plan that keeps every rule, else the request with another number of naps that has
  /// one. If it has no plan at all, any plan of another number will do.
  private mutating func bestCount(_ request: ScheduleRequest) -> ScheduleRequest {
    guard !answer(request).isClean else { return request }
    let (had, wanted) = (request.actualNaps.count, request.preferredNaps)
    let fewer = (1..<max(wanted, 1)).reversed().filter { $0 >= had }
    let more = had == wanted && wanted < WakingDayPlan.mostNaps ? [wanted + 1] : []
    let others = (fewer + more).map { request.with(request.actualNaps, count: $0) }
    if let clean = others.first(where: { answer($0).isClean }) { return clean }
    guard !answer(request).isFeasible else { return request }
    return others.first { answer($0).isFeasible } ?? request
  }

  private mutating func answer(_ request: ScheduleRequest) -> ScheduleResult {
    if let known = answers.first(where: { $0.request == request }) { return known.result }
    let result = ScheduleEngine.computeSchedules(request: request)
    if answers.count == DayPlanner.depth { answers.removeFirst() }
    answers.append(Answer(request: request, result: result))
    return result
  }

  private static func recorded(_ day: DaySnapshot, _ line: DayLine) -> [ActualNap] {
    day.naps.enumerated().compactMap { index, nap in
      nap.end.map {
        ActualNap(nap: index + 1, start: line.minute(of: nap.start), end: line.minute(of: $0))
      }
    }
  }

  private static func running(_ day: DaySnapshot, _ line: DayLine) -> ActualNap? {
    guard let nap = day.naps.last, nap.end == nil else { return nil }
    return ActualNap(nap: day.naps.count, start: line.minute(of: nap.start), end: nil)
  }
}

extension PlanSettings {
  /// The day as it begins: no nap was had yet.
  fileprivate func request(
    _ bracket: AgeTable.Bracket, line: DayLine, dayMinutes: Int, zone: ZoneWindow
  ) -> ScheduleRequest {
    let bedtime = WallTime(minutesAfterMidnight: line.wakeMinute + dayMinutes).minutesAfterMidnight
    return ScheduleRequest(
      wakeTime: line.wakeMinute, bedTime: bedtime, preferredNaps: naps(bracket),
      napLengths: lengths(bracket, dayMinutes: dayMinutes),
      wakeWindows: limits(bracket, dayMinutes: dayMinutes),
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
  /// The same day with naps that happened and that many wanted.
  fileprivate func with(_ naps: [ActualNap], count: Int) -> ScheduleRequest {
    var request = self
    request.actualNaps = naps
    request.preferredNaps = count
    return request
  }
}

extension Scenario {
  /// How long a nap is planned; nil when the plan has no such nap.
  fileprivate func minutes(ofNap number: Int) -> Int? {
    items.first { $0.kind == .nap(number) }.map { $0.end - $0.start }
  }
}

extension NapLengths {
  /// How long a nap of a day of `count` naps is; 30 minutes when nothing is known of it.
  fileprivate func minutes(ofNap number: Int, of count: Int) -> Int {
    let lengths = [one, two, three, four, five].dropFirst(max(count, 1) - 1).first ?? nil
    return lengths?.dropFirst(number - 1).first ?? 30
  }
}

/// Makes the outlook of a waking day from its snapshot: the plan, and when a running nap should end. It remembers what it
/// made last, so that a minute in which nothing happened costs nothing.
///
/// * The naps of the day that have ended are recorded naps 1…n. If there were more than wanted, the wanted number rises
///   to that; above five there is no plan.
/// * A plan keeps every limit, and begins no nap at the cutoff or later. If none of the wanted number does, the last wake
///   window may be any that is usual at the age, unless one was set. If that does not help, one nap fewer is planned, or
///   one more. Before the first nap, a number that was set is kept as long as it has any plan.
/// * What was learned of the child moves the next nap to where it is predicted, as far as every rule stays kept.
/// * Once a nap is late by half an hour, the rest of the day is planned as if it began within the next five minutes.
/// * A nap in progress is assumed to last as long as planned, and after that until now: the rest of the day is planned
///   as if the baby woke up then.
/// * From the cutoff on no nap lies ahead. The day ends when the night begins, and its plan is then over; before the
///   wake-up nothing can be planned.
public struct DayPlanner: Hashable, Sendable {
  /// A day takes dozens of answers: as it began, before the running nap, with it at several ends, with shorter last wake
  /// windows and with other numbers of naps.
  private static let depth = 48
  private var asked: [ScheduleRequest] = []
  /// The answer to each of them.
  private var answers: [ScheduleResult] = []
  private var made: MadePlan?

  /// A planner that remembers nothing yet.
  public init() {}

  /// What comes next at `now`. `usualWakeUp` is when this baby usually wakes up in the morning; nil: not known.
  public mutating func outlook(
    _ day: DaySnapshot, settings: PlanSettings, style: ScheduleStyle?, usualWakeUp: WallTime? = nil,
    now: Instant, zone: ZoneWindow
  ) -> Outlook {
    let made = made(day, settings, style, now, zone)
    return Outlook(
      day, plan: made?.plan, wakeBy: made?.wakeBy,
      usualWakeUp: usualWakeUp.map { zone.instant(day.day.adding(days: 1), $0) }, now: now)
  }

  /// The plan at `now`; nil before the day began, and when bedtime is not after the wake-up.
  public mutating func plan(
    _ day: DaySnapshot, settings: PlanSettings, style: ScheduleStyle?, now: Instant, zone: ZoneWindow
  ) -> WakingDayPlan? {
    made(day, settings, style, now, zone)?.plan
  }

  private mutating func made(
    _ day: DaySnapshot, _ settings: PlanSettings, _ style: ScheduleStyle?, _ now: Instant, _ zone: ZoneWindow
  ) -> MadePlan? {
    guard let facts = PlanFacts(day, settings, style, now: now, zone: zone) else { return nil }
    let minute = facts.line.minute(of: now)
    if let made, made.facts == facts, made.holds(at: minute) { return made }
    made = make(facts, at: minute)
    return made
  }

  private mutating func make(_ facts: PlanFacts, at minute: Int) -> MadePlan {
    var plan = WakingDayPlan(
      line: facts.line, request: facts.base, result: nil, original: answer(facts.base), style: facts.style,
      wantedNaps: facts.base.preferredNaps, recorded: facts.recorded, runningNap: facts.runningNap,
      isOver: facts.isOver, isClosed: facts.isClosed, napCutoff: facts.cutoff)
    var wakeBy: Outlook.WakeBy?
    let isPlannable = plan.napsSoFar <= WakingDayPlan.mostNaps
    if let start = facts.runningNap?.start {
      let end = isPlannable ? plannedEnd(of: facts, start) : start
      let limit = isPlannable ? limit(of: facts, start, plannedEnd: end) : nil
      wakeBy = facts.wakeBy(plannedEnd: limit?.end ?? end, limit)
      plan.runningNap?.end = max(limit?.end ?? end, minute)
    }
    if isPlannable {
      let naps = plan.recorded + [plan.runningNap].compactMap { $0 }
      plan.request = request(facts, naps, isClosed: facts.isClosed)
      plan.result = facts.runningNap == nil ? answer(plan.request, facts) : answer(plan.request)
      if let late = facts.lateNap(plan, at: minute) {
        plan.lateSince = plan.napsAhead.first?.start
        plan.request = request(facts, late: late)
        plan.result = answer(plan.request)
      }
    }
    return MadePlan(facts: facts, minute: minute, plan: plan, wakeBy: wakeBy)
  }

  /// The request of a day whose next nap is late: that nap as long as planned, or so much shorter that every rule is kept.
  private mutating func request(
    _ facts: PlanFacts, late: (start: Int, end: Int)
  ) -> ScheduleRequest {
    var first: ScheduleRequest?
    for end in stride(from: late.end, through: late.start + NapMode.shortestNap, by: -AutoFit.limit) {
      let nap = ActualNap(nap: facts.recorded.count + 1, start: late.start, end: end)
      let request = request(facts, facts.recorded + [nap], isClosed: false)
      if answer(request).isKept(cutoff: facts.cutoff, had: nap.nap) { return request }
      first = first ?? request
    }
    return first ?? facts.base
  }

  /// When the running nap should end by the plan that the day had before it: as long as the panel said then.
  private mutating func plannedEnd(of facts: PlanFacts, _ start: Int) -> Int {
    guard start + NapMode.shortestNap < facts.cutoff else { return start + NapMode.shortestNap }
    let number = facts.recorded.count + 1
    let before = request(facts, facts.recorded, isClosed: false)
    let planned = answer(before, facts).shown(facts.style, cutoff: facts.cutoff, had: number - 1)
    let minutes =
      planned?.minutes(ofNap: number) ?? before.napLengths.minutes(ofNap: number, of: number)
    return min(start + minutes, facts.cutoff)
  }

  /// The request whose plan is shown around naps that happened: of the wanted number of naps, else of another one. If none
  /// keeps every rule it is the wanted number, or any that is feasible at all; once naps are learned, the one that changes them
  /// least. Before the first nap a number that was set gives way only where it has no plan at all.
  mutating func request(_ facts: PlanFacts, _ naps: [ActualNap], isClosed: Bool) -> ScheduleRequest {
    let wanted = facts.base.with(naps, count: max(facts.base.preferredNaps, naps.count))
    guard !isClosed else { return wanted.with(naps, count: max(naps.count, 1)) }
    let isCountFree = facts.isCountFree || !naps.isEmpty
    let first = kept(wanted, facts)
    guard isCountFree || (first == nil && !answer(wanted).isFeasible) else { return first ?? wanted }
    // Several short naps may leave room for more than one that was not wanted.
    let more = stride(from: wanted.preferredNaps + 2, through: WakingDayPlan.mostNaps, by: 1)
    let others = (wanted.otherCounts + (naps.isEmpty ? [] : Array(more))).map { wanted.with(naps, count: $0) }
    if let kept = easiest(first, others, facts) { return kept }
    return ([wanted] + others).filter { answer($0).isFeasible }
      .min { largestChange(of: $0, facts) < largestChange(of: $1, facts) } ?? wanted
  }

  /// By how much the naps ahead in the plan of a request differ from the usual ones at most, in minutes; 0 without a plan.
  private mutating func largestChange(of request: ScheduleRequest, _ facts: PlanFacts) -> Int {
    let had = request.actualNaps.count
    return answer(request).shown(facts.style, cutoff: facts.cutoff, had: had)
      .map { facts.largestChange(of: $0, had: had) } ?? 0
  }

  /// Of the requests that keep every rule the first whose naps are about as long as usual; where none are, the one whose naps
  /// differ least. The plan spreads what short windows leave over the naps it has: another nap is better than one of three
  /// hours.
  private mutating func easiest(
    _ first: ScheduleRequest?, _ others: [ScheduleRequest], _ facts: PlanFacts
  ) -> ScheduleRequest? {
    var best: (request: ScheduleRequest, change: Int)?
    for other in [first].compactMap({ $0 }) + others {
      guard let kept = other == first ? first : kept(other, facts) else { continue }
      let change = largestChange(of: kept, facts)
      guard change > PlanFacts.easyChangeMinutes else { return kept }
      if best.map({ change < $0.change }) ?? true { best = (kept, change) }
    }
    return best?.request
  }

  /// The request if it has a plan that keeps every rule, else with the longest wake window before bed that leaves room
  /// for the naps ahead; nil when none does. Without this, a nap that ran late would cost the next one.
  private mutating func kept(_ request: ScheduleRequest, _ facts: PlanFacts) -> ScheduleRequest? {
    let had = request.actualNaps.count
    if answer(request).isKept(cutoff: facts.cutoff, had: had) { return request }
    guard let shortest = facts.shortestLast, let last = request.wakeWindows.last,
      (1..<request.preferredNaps).contains(had)
    else { return nil }
    for shorter in stride(from: last - 5, through: shortest, by: -5) {
      var other = request
      other.wakeWindows.last = shorter
      if answer(other).isKept(cutoff: facts.cutoff, had: had) { return other }
    }
    return nil
  }

  /// The answer to a request, with the next nap where what was learned of the child puts it.
  private mutating func answer(_ request: ScheduleRequest, _ facts: PlanFacts) -> ScheduleResult {
    let result = answer(request)
    guard let minutes = facts.nextWindow else { return result }
    // A nap that ended after the cutoff would be called too long while it runs.
    return result.startingNext(
      after: minutes, shortestLast: facts.bedtime - facts.cutoff, of: request, cutoff: facts.cutoff,
      had: facts.recorded.count)
  }

  mutating func answer(_ request: ScheduleRequest) -> ScheduleResult {
    if let known = asked.firstIndex(of: request) { return answers[known] }
    let result = ScheduleEngine.computeSchedules(request: request)
    if asked.count == DayPlanner.depth {
      asked.removeFirst()
      answers.removeFirst()
    }
    asked.append(request)
    answers.append(result)
    return result
  }
}

/// What a planner made last, and of what.
struct MadePlan: Hashable, Sendable {
  let facts: PlanFacts
  /// When it was made, in minutes of the day's line.
  let minute: Int
  let plan: WakingDayPlan
  let wakeBy: Outlook.WakeBy?

  /// Whether it would be made the same at a minute: a nap that is longer than planned moves the rest of the day, and so does
  /// one that is late.
  func holds(at minute: Int) -> Bool {
    if let end = plan.runningNap?.end { return minute == self.minute || max(minute, self.minute) < end }
    guard let next = plan.napsAhead.first else { return true }
    return plan.isLate
      ? PlanFacts.lateStep(minute) == PlanFacts.lateStep(self.minute)
      : minute < next.start + PlanFacts.lateMinutes
  }
}

extension DayPlanner {
  /// The latest end of a running nap, in minutes of the day's line, and what would no longer fit after it.
  struct WakeLimit: Hashable, Sendable {
    var minute: Int
    /// When the nap of that plan ends.
    var end: Int
    var bound: Outlook.Bound
  }

  /// The latest end of the running nap for which the plan still has a place for each nap after it: as long as planned,
  /// with the shortest wake window before it, and the planned one before bed. nil when no plan keeps every rule.
  ///
  /// The plan that counts is the one of a nap that ends as planned, else of one that is a little longer, else of one that
  /// is cut short, though by no more than half: another number of naps costs a family less than waking a baby after half
  /// an hour. Else it is one that is much longer, as the last nap of a day that began late has to be. What the nap turns into later changes nothing, so the answer stays the same while it runs.
  mutating func limit(of facts: PlanFacts, _ start: Int, plannedEnd: Int) -> WakeLimit? {
    guard start + NapMode.shortestNap < facts.cutoff else { return nil }
    func naps(_ end: Int) -> [ActualNap] {
      facts.recorded + [ActualNap(nap: facts.recorded.count + 1, start: start, end: end)]
    }
    let had = facts.recorded.count + 1
    func keptPlan(_ end: Int) -> (end: Int, request: ScheduleRequest, shown: Scenario)? {
      let request = request(facts, naps(end), isClosed: false)
      let shown = answer(request).shown(facts.style, cutoff: facts.cutoff, had: had)
      return shown.flatMap { $0.isKept(cutoff: facts.cutoff, had: had) ? (end, request, $0) : nil }
    }
    let longest = min(facts.cutoff, start + facts.longestNap)
    let plannedEnd = min(plannedEnd, longest)
    let longer = stride(from: plannedEnd, through: min(plannedEnd + 45, longest), by: 15)
    let least = start + max(NapMode.shortestNap, (plannedEnd - start) / 2)
    let shorter = stride(from: plannedEnd - 15, through: least, by: -15)
    let muchLonger = Array(stride(from: plannedEnd + 60, to: longest, by: 15)) + [longest]
    var kept: (end: Int, request: ScheduleRequest, shown: Scenario)?
    for end in Array(longer) + Array(shorter) where kept == nil { kept = keptPlan(end) }
    for end in muchLonger where kept == nil {
      kept = keptPlan(end).flatMap { $0.shown.naps(after: had).isEmpty ? $0 : nil }
    }
    guard let (end, request, shown) = kept else { return nil }
    let ahead = shown.naps(after: had)
    let windows = request.wakeWindows
    let needed = ahead.reduce(windows.last ?? 0) { $0 + $1.end - $1.start + (windows.minimum ?? 0) }
    let latest = min(max(end, shown.bedtime - needed), longest)
    let minute = lastMinute(from: end, through: latest) { end in
      let result = answer(request.with(naps(end), count: request.preferredNaps))
      return result.isKept(cutoff: facts.cutoff, had: had) && result.napCount == shown.napCount
    }
    if minute == facts.cutoff { return WakeLimit(minute: minute, end: end, bound: .cutoff) }
    if minute == longest { return WakeLimit(minute: minute, end: end, bound: .length) }
    let isByNap = minute == latest && !ahead.isEmpty
    return WakeLimit(minute: minute, end: end, bound: isByNap ? .nap(had + ahead.count) : .bedtime)
  }

  /// The last minute of a stretch for which a condition holds that ends once and for all; the first when none does.
  private func lastMinute(from first: Int, through last: Int, _ holds: (Int) -> Bool) -> Int {
    guard !holds(last) else { return last }
    var (good, bad) = (first, last)
    while bad - good > 1 {
      let middle = (good + bad) / 2
      if holds(middle) { good = middle } else { bad = middle }
    }
    return good
  }
}

extension PlanFacts {
  /// A planned nap that has not begun so many minutes after its time is no plan any more.
  static let lateMinutes = 30
  /// A nap that is late begins on the next of these minutes, so that not each minute has a plan of its own.
  private static let lateStepMinutes = 5

  /// When a nap that is late at a minute begins.
  static func lateStep(_ minute: Int) -> Int {
    (minute + lateStepMinutes - 1) / lateStepMinutes * lateStepMinutes
  }

  /// The next nap of a plan as it would be if it began now, once it is late; nil while it is not, and when it would not be
  /// over by the cutoff.
  func lateNap(_ plan: WakingDayPlan, at minute: Int) -> (start: Int, end: Int)? {
    guard runningNap == nil, let next = plan.napsAhead.first, minute >= next.start + Self.lateMinutes else {
      return nil
    }
    let start = Self.lateStep(minute)
    let end = min(start + next.end - next.start, cutoff)
    return end - start >= NapMode.shortestNap ? (start, end) : nil
  }

  /// When the running nap should end: by its limit, else by the cutoff. A nap that began so late that it would have to end
  /// before it is as long as the shortest one is a short nap.
  func wakeBy(plannedEnd: Int, _ limit: DayPlanner.WakeLimit?) -> Outlook.WakeBy? {
    guard let start = runningNap?.start else { return nil }
    let longest = start + longestNap
    let latest = limit?.minute ?? min(cutoff, longest)
    let isShort = latest < start + NapMode.shortestNap
    let end = isShort ? start + NapMode.shortestNap : latest
    return Outlook.WakeBy(
      latest: line.instant(of: end), isShort: isShort,
      plannedEnd: line.instant(of: min(plannedEnd, end)), start: line.instant(of: start),
      bound: limit?.bound ?? (latest == longest ? .length : .cutoff))
  }
}

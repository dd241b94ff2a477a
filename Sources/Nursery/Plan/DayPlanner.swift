/// Computes the outlook of a waking day from its snapshot: the plan, and when the nap in progress should end. It
/// remembers its last result, so a minute in which nothing happened costs nothing. `docs/planner.md` explains the
/// rules:
///
/// * Naps that ended are facts. If there were more than wanted, the wanted number rises.
/// * A plan keeps every limit, begins no nap at or after the cutoff, and has naps of about the usual length. If the
///   wanted number has no such plan, the planner tries other numbers of naps and, unless the household set it, a
///   shorter last wake window. If none works, it takes the plan that breaks its limits by the fewest minutes.
/// * Before the first nap, a number of naps that the household set is kept as long as it has any plan.
/// * The next nap moves to where learning predicts it, as far as every rule is still kept.
/// * If a nap is half an hour late, the rest of the day is planned as if it began within the next five minutes.
/// * A nap in progress is assumed to last as long as planned, and after that until the next five minutes.
/// * There is no plan before the wake-up. No nap lies ahead after the cutoff, and the night ends the plan.
public struct DayPlanner: Hashable, Sendable {
  /// How many answers are remembered. A day needs dozens: with and without the nap in progress, for several ends of
  /// it, last wake windows and numbers of naps.
  private static let depth = 48
  private var answers: [ScheduleRequest: ScheduleResult] = [:]
  private var made: MadePlan?

  /// A planner that remembers nothing yet.
  public init() {}

  /// What comes next at `now`. `usualWakeUp` is the baby's usual time of waking in the morning; nil: not known.
  public mutating func outlook(
    _ day: DaySnapshot, settings: PlanSettings, style: ScheduleStyle?, usualWakeUp: WallTime? = nil,
    now: Instant, zone: ZoneWindow
  ) -> Outlook {
    let made = made(day, settings, style, now, zone)
    return Outlook(
      day, plan: made?.plan, wakeBy: made?.wakeBy,
      usualWakeUp: usualWakeUp.map { zone.instant(day.day.adding(days: 1), $0) }, now: now)
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
    if let start = facts.runningNap?.start {
      let planned = plannedEnd(of: facts, start)
      let limit = limit(of: facts, start, plannedEnd: planned)
      let end = limit?.end ?? planned
      wakeBy = facts.wakeBy(plannedEnd: end, limit)
      plan.runningNap?.end = minute > end ? PlanFacts.nextStep(minute) : end
    }
    let naps = plan.recorded + [plan.runningNap].compactMap { $0 }
    plan.request = request(facts, naps, isClosed: facts.isClosed)
    plan.result = facts.runningNap == nil ? answer(plan.request, facts) : answer(plan.request)
    if let late = facts.lateNap(plan, at: minute) {
      plan.lateSince = plan.napsAhead.first?.start
      plan.request = request(facts, late: late)
      plan.result = answer(plan.request)
    }
    return MadePlan(facts: facts, minute: minute, plan: plan, wakeBy: wakeBy)
  }

  /// The request for a day whose next nap is late. The nap is as long as planned, or shorter if only then every rule
  /// is kept.
  private mutating func request(
    _ facts: PlanFacts, late: (start: Int, end: Int)
  ) -> ScheduleRequest {
    var first: ScheduleRequest?
    for end in stride(from: late.end, through: late.start + NapMode.shortestNap, by: -AutoFit.limit) {
      let nap = ActualNap(nap: facts.recorded.count + 1, start: late.start, end: end)
      let request = request(facts, facts.recorded + [nap], isClosed: false)
      if isKept(request, facts) { return request }
      first = first ?? request
    }
    return first ?? facts.base
  }

  /// The end of the nap in progress, as the plan before the nap had it. The panel showed that plan.
  private mutating func plannedEnd(of facts: PlanFacts, _ start: Int) -> Int {
    guard start + NapMode.shortestNap < facts.cutoff else { return start + NapMode.shortestNap }
    let (before, shown) = planBefore(facts)
    let planned = shown?.naps(after: before.actualNaps.count).first
    let minutes = planned.map { $0.end - $0.start } ?? facts.usualNaps(facts.recorded.count + 1).last ?? 30
    return min(start + minutes, facts.cutoff)
  }

  /// The request of the nap in progress before it began, and the plan that the panel showed.
  private mutating func planBefore(_ facts: PlanFacts) -> (request: ScheduleRequest, shown: Scenario?) {
    let before = request(facts, facts.recorded, isClosed: false)
    let had = before.actualNaps.count
    return (before, answer(before, facts).shown(facts.style, cutoff: facts.cutoff, had: had))
  }

  /// The request whose plan is shown: for the wanted number of naps, else for another one, with naps of about the
  /// usual length. If none keeps every rule, it is the one whose plan breaks its limits least. Before the first nap,
  /// a number that the household set is kept as long as it has any plan.
  mutating func request(_ facts: PlanFacts, _ naps: [ActualNap], isClosed: Bool) -> ScheduleRequest {
    guard !isClosed else { return facts.request(naps, count: max(naps.count, 1)) }
    let count = max(facts.base.preferredNaps, naps.count)
    let wanted = facts.request(naps, count: count)
    let isCountFree = facts.isCountFree || !naps.isEmpty
    guard isCountFree || !isFeasible(wanted, facts) else { return kept(wanted, facts) ?? wanted }
    let requests = facts.counts(wanted: count, had: naps.count).flatMap { facts.requests(naps, count: $0) }
      .filter { $0.hasRoom(shortestLast: facts.shortestLast) }
    return easiest(requests, facts) ?? leastBroken(requests, facts) ?? wanted
  }

  /// The first request whose plan keeps every rule and has naps of about the usual length, else the one whose naps
  /// differ least. A plan with an unbelievably long nap is left out.
  private mutating func easiest(_ requests: [ScheduleRequest], _ facts: PlanFacts) -> ScheduleRequest? {
    var best: (request: ScheduleRequest, change: Int)?
    for request in requests {
      guard let kept = kept(request, facts), let change = change(of: kept, facts) else { continue }
      guard change > PlanFacts.easyChangeMinutes else { return kept }
      if best.map({ change < $0.change }) ?? true { best = (kept, change) }
    }
    return best?.request
  }

  /// The largest difference between a nap ahead and its usual length, in minutes; nil if one is unbelievably long.
  private mutating func change(of request: ScheduleRequest, _ facts: PlanFacts) -> Int? {
    let had = request.actualNaps.count
    guard let shown = answer(request).shown(facts.style, cutoff: facts.cutoff, had: had) else { return nil }
    let longest = TypicalDay.lengths(of: shown.napCount).upperBound
    var most = 0
    for (nap, change) in zip(shown.naps(after: had), request.changes(of: shown)) {
      guard change <= 0 || (change <= PlanFacts.easyChangeMinutes && nap.end - nap.start <= longest) else {
        return nil
      }
      most = max(most, abs(change))
    }
    return most
  }

  /// The request whose plan breaks its limits by the fewest minutes.
  private mutating func leastBroken(_ requests: [ScheduleRequest], _ facts: PlanFacts) -> ScheduleRequest? {
    let feasible = requests.filter { isFeasible($0, facts) }
    let usual = feasible.filter { change(of: $0, facts) != nil }
    return (usual.isEmpty ? feasible : usual).min { brokenMinutes($0, facts) < brokenMinutes($1, facts) }
  }

  private mutating func brokenMinutes(_ request: ScheduleRequest, _ facts: PlanFacts) -> Int {
    answer(request).shown(facts.style, cutoff: facts.cutoff, had: request.actualNaps.count)
      .map { $0.violations.reduce(0) { $0 + $1.minutes } } ?? 0
  }

  /// Whether the plan shown for a request begins every nap before the cutoff.
  private mutating func isFeasible(_ request: ScheduleRequest, _ facts: PlanFacts) -> Bool {
    let had = request.actualNaps.count
    return answer(request).shown(facts.style, cutoff: facts.cutoff, had: had)
      .map { $0.beginsNaps(before: facts.cutoff, had: had) } ?? false
  }

  /// The request if it has a plan that keeps every rule, else the same with the longest shorter wake window before
  /// bed that makes one possible; nil: none does. Without this, a nap that ran late would cost the next one.
  private mutating func kept(_ request: ScheduleRequest, _ facts: PlanFacts) -> ScheduleRequest? {
    if isKept(request, facts) { return request }
    guard let shortest = facts.shortestLast, let last = request.wakeWindows.last,
      request.actualNaps.count < request.preferredNaps
    else { return nil }
    for shorter in stride(from: last - 5, through: shortest, by: -5) {
      var other = request
      other.wakeWindows.last = shorter
      if isKept(other, facts) { return other }
    }
    return nil
  }

  private mutating func isKept(_ request: ScheduleRequest, _ facts: PlanFacts) -> Bool {
    answer(request).isKept(cutoff: facts.cutoff, had: request.actualNaps.count)
  }

  /// The answer to a request, with the next nap where learning predicts it.
  private mutating func answer(_ request: ScheduleRequest, _ facts: PlanFacts) -> ScheduleResult {
    let result = answer(request)
    guard let minutes = facts.nextWindow else { return result }
    // The last wake window stays so long that no nap ends after the cutoff: it would be called too long while it
    // runs.
    return result.startingNext(
      after: minutes, shortestLast: facts.bedtime - facts.cutoff, of: request, cutoff: facts.cutoff,
      had: request.actualNaps.count)
  }

  mutating func answer(_ request: ScheduleRequest) -> ScheduleResult {
    if let known = answers[request] { return known }
    if answers.count == DayPlanner.depth { answers.removeAll() }
    let result = ScheduleEngine.computeSchedules(request: request).keepingNext(of: request)
    answers[request] = result
    return result
  }
}

/// The planner's last result and the facts that it was made from.
struct MadePlan: Hashable, Sendable {
  let facts: PlanFacts
  /// When it was made, in minutes of the day's line.
  let minute: Int
  let plan: WakingDayPlan
  let wakeBy: Outlook.WakeBy?

  /// Whether the result is still the same at a minute. A nap that outlasts its plan moves the rest of the day, and so
  /// does one that is late.
  func holds(at minute: Int) -> Bool {
    if let end = plan.runningNap?.end { return (self.minute...max(self.minute, end)).contains(minute) }
    guard let next = plan.napsAhead.first else { return true }
    return plan.isLate
      ? PlanFacts.nextStep(minute) == PlanFacts.nextStep(self.minute)
      : minute < next.start + PlanFacts.lateMinutes
  }
}

extension DayPlanner {
  /// The latest end of the nap in progress, in minutes of the day's line, and what would no longer fit after it.
  struct WakeLimit: Hashable, Sendable {
    var minute: Int
    /// When the nap ends in the plan that the limit follows from.
    var end: Int
    var bound: Outlook.Bound
  }

  /// The latest end of the nap in progress at which every later nap still has its place: at its planned length, after
  /// the shortest wake window, and with the planned window before bed or the longest usual one if that is shorter.
  /// nil: no plan keeps every rule.
  ///
  /// The plan is the first that keeps every rule with this nap as long as planned, else a little longer, else shorter
  /// by at most half, else as long as on a day with another number of naps: families prefer another number of naps to
  /// waking a baby after half an hour. How long the nap has lasted changes nothing, so the answer stays the same
  /// while it runs.
  mutating func limit(of facts: PlanFacts, _ start: Int, plannedEnd: Int) -> WakeLimit? {
    guard start + NapMode.shortestNap < facts.cutoff else { return nil }
    let longest = min(facts.cutoff, start + facts.longestNap)
    let plannedEnd = min(plannedEnd, longest)
    let longer = stride(
      from: plannedEnd, through: min(plannedEnd + PlanFacts.easyChangeMinutes, longest), by: 15)
    let least = start + max(NapMode.shortestNap, (plannedEnd - start) / 2)
    let shorter = stride(from: plannedEnd - 15, through: least, by: -15)
    for end in Array(longer) + Array(shorter) + facts.otherEnds(start) {
      guard let plan = keptPlan(facts, start, end) else { continue }
      let later = plan.napCount > napCountBefore(facts) ? laterPlan(facts, start, after: plan, longest) : nil
      return limit(of: facts, later ?? plan, longest: longest)
    }
    return nil
  }

  /// The plan for a nap in progress, and how many naps the day has with it.
  private struct KeptPlan {
    let request: ScheduleRequest
    let shown: Scenario
    /// When the nap ends in it.
    let end: Int
    let napCount: Int
  }

  /// The plan with a nap in progress, if it keeps every rule and the nap is about as long as usual in it.
  private mutating func keptPlan(_ facts: PlanFacts, _ start: Int, _ end: Int) -> KeptPlan? {
    let naps = facts.recorded + [ActualNap(nap: facts.recorded.count + 1, start: start, end: end)]
    let request = request(facts, naps, isClosed: false)
    let had = request.actualNaps.count
    guard let shown = answer(request).shown(facts.style, cutoff: facts.cutoff, had: had),
      shown.isKept(cutoff: facts.cutoff, had: had),
      // The only nap of a day may be longer than the first of two.
      end - start <= facts.usualMinutes(of: shown, skipped: naps.count - had) + PlanFacts.easyChangeMinutes
    else { return nil }
    return KeptPlan(request: request, shown: shown, end: end, napCount: shown.napCount + naps.count - had)
  }

  /// How many naps the day had in the plan before the nap in progress; without one, no plan has more.
  private mutating func napCountBefore(_ facts: PlanFacts) -> Int {
    let (before, shown) = planBefore(facts)
    return shown.map { $0.napCount + facts.recorded.count - before.actualNaps.count } ?? Int.max
  }

  /// The first plan with a longer nap that needs no more naps than the plan before had: no baby is woken for a nap that no one
  /// had planned, if the day does without it once the baby sleeps on.
  private mutating func laterPlan(
    _ facts: PlanFacts, _ start: Int, after plan: KeptPlan, _ longest: Int
  ) -> KeptPlan? {
    let most = napCountBefore(facts)
    for end in stride(from: plan.end + 5, through: longest, by: 5) {
      if let later = keptPlan(facts, start, end), later.napCount <= most { return later }
    }
    return nil
  }

  /// The latest end of the nap in progress that a plan leaves, in which it ends at `end`.
  private mutating func limit(
    of facts: PlanFacts, _ plan: KeptPlan, longest: Int
  ) -> WakeLimit {
    let (request, shown, end) = (plan.request, plan.shown, plan.end)
    let had = request.actualNaps.count
    let latestEnd = request.latestEnd(before: shown, longestLast: facts.bedtime - facts.cutoff)
    let latest = min(max(end, latestEnd), longest)
    let minute = lastMinute(from: end, through: latest) { end in
      let result = answer(request.with(lastEnd: end))
      return result.isKept(cutoff: facts.cutoff, had: had) && result.napCount == shown.napCount
    }
    let ahead = shown.naps(after: had).count
    let isByNap = minute == latest && ahead > 0
    let bound: Outlook.Bound =
      minute == facts.cutoff
      ? .cutoff
      : minute == longest ? .length : isByNap ? .nap(facts.recorded.count + 1 + ahead) : .bedtime
    return WakeLimit(minute: minute, end: end, bound: bound)
  }

  /// The last minute at which a condition holds that never holds again once it fails; `first` if it holds at none.
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
  /// A nap is late once it has not begun this many minutes after its time.
  static let lateMinutes = 30
  /// A late nap begins, and a nap that outlasts its plan ends, on a multiple of this, so that not every minute needs
  /// a new plan.
  private static let stepMinutes = 5

  /// The first multiple of `stepMinutes` at or after a minute.
  static func nextStep(_ minute: Int) -> Int {
    (minute + stepMinutes - 1) / stepMinutes * stepMinutes
  }

  /// The next nap of a plan as if it began now; nil unless it is late.
  func lateNap(_ plan: WakingDayPlan, at minute: Int) -> (start: Int, end: Int)? {
    guard runningNap == nil, let next = plan.napsAhead.first, minute >= next.start + Self.lateMinutes else {
      return nil
    }
    let start = Self.nextStep(minute)
    return (start, max(start + NapMode.shortestNap, min(start + next.end - next.start, cutoff)))
  }

  /// When the nap in progress should end: at its limit, else at the cutoff. If that leaves less than the shortest
  /// nap, it is a short nap of that length.
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

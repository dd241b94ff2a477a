/// Makes the outlook of a waking day from its snapshot: the plan, and when a running nap should end. It remembers what it
/// made last, so that a minute in which nothing happened costs nothing.
///
/// * The naps of the day that have ended are recorded naps 1…n. If there were more than wanted, the wanted number rises
///   to that.
/// * A plan keeps every limit, begins no nap at the cutoff or later, and its naps are about as long as usual. If none of
///   the wanted number does, the last wake window may be any that is usual at the age, unless one was set, and other
///   numbers of naps are tried. If none keeps every limit, the plan that breaks them by the fewest minutes counts; what is
///   too long comes before bed, and not before the next nap. Before the first nap, a number that was set is kept as long as
///   it has any plan.
/// * What was learned of the child moves the next nap to where it is predicted, as far as every rule stays kept.
/// * Once a nap is late by half an hour, the rest of the day is planned as if it began within the next five minutes.
/// * A nap in progress is assumed to last as long as planned, and after that until the next five minutes: the rest of the
///   day is planned as if the baby woke up then.
/// * From the cutoff on no nap lies ahead. The day ends when the night begins, and its plan is then over; before the
///   wake-up nothing can be planned.
public struct DayPlanner: Hashable, Sendable {
  /// A day takes dozens of answers: as it began, before the running nap, with it at several ends, with shorter last wake
  /// windows and with other numbers of naps.
  private static let depth = 48
  private var answers: [ScheduleRequest: ScheduleResult] = [:]
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

  /// The request of a day whose next nap is late: that nap as long as planned, or so much shorter that every rule is kept.
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

  /// When the running nap should end by the plan that the day had before it: as long as the panel said then.
  private mutating func plannedEnd(of facts: PlanFacts, _ start: Int) -> Int {
    guard start + NapMode.shortestNap < facts.cutoff else { return start + NapMode.shortestNap }
    let before = request(facts, facts.recorded, isClosed: false)
    let had = before.actualNaps.count
    let planned = answer(before, facts).shown(facts.style, cutoff: facts.cutoff, had: had)?.naps(after: had)
      .first
    let minutes = planned.map { $0.end - $0.start } ?? facts.usualNaps(facts.recorded.count + 1).last ?? 30
    return min(start + minutes, facts.cutoff)
  }

  /// The request whose plan is shown around naps that happened: of the wanted number of naps, else of another one, with
  /// naps about as long as usual. If none keeps every rule it is the one whose plan breaks its limits least. Before the first
  /// nap a number that was set gives way only where it has no plan at all.
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

  /// Of the requests that keep every rule the first whose naps are about as long as usual, else the one whose naps differ
  /// least; none has a nap that no family would believe.
  private mutating func easiest(_ requests: [ScheduleRequest], _ facts: PlanFacts) -> ScheduleRequest? {
    var best: (request: ScheduleRequest, change: Int)?
    for request in requests {
      guard let kept = kept(request, facts), let change = change(of: kept, facts) else { continue }
      guard change > PlanFacts.easyChangeMinutes else { return kept }
      if best.map({ change < $0.change }) ?? true { best = (kept, change) }
    }
    return best?.request
  }

  /// By how much the naps ahead in the plan of a request differ from the usual ones at most, in minutes; nil where one is
  /// longer by more than a family would believe.
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

  /// Whether a request has a plan that begins every nap before the cutoff.
  private mutating func isFeasible(_ request: ScheduleRequest, _ facts: PlanFacts) -> Bool {
    let had = request.actualNaps.count
    return answer(request).shown(facts.style, cutoff: facts.cutoff, had: had)
      .map { $0.beginsNaps(before: facts.cutoff, had: had) } ?? false
  }

  /// The request if it has a plan that keeps every rule, else with the longest wake window before bed that leaves room
  /// for the naps ahead; nil when none does. Without this, a nap that ran late would cost the next one.
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

  /// The answer to a request, with the next nap where what was learned of the child puts it.
  private mutating func answer(_ request: ScheduleRequest, _ facts: PlanFacts) -> ScheduleResult {
    let result = answer(request)
    guard let minutes = facts.nextWindow else { return result }
    // A nap that ended after the cutoff would be called too long while it runs.
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
    if let end = plan.runningNap?.end { return (self.minute...max(self.minute, end)).contains(minute) }
    guard let next = plan.napsAhead.first else { return true }
    return plan.isLate
      ? PlanFacts.nextStep(minute) == PlanFacts.nextStep(self.minute)
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
  /// an hour. What the nap turns into later changes nothing, so the answer stays the same while it runs.
  mutating func limit(of facts: PlanFacts, _ start: Int, plannedEnd: Int) -> WakeLimit? {
    guard start + NapMode.shortestNap < facts.cutoff else { return nil }
    func naps(_ end: Int) -> [ActualNap] {
      facts.recorded + [ActualNap(nap: facts.recorded.count + 1, start: start, end: end)]
    }
    let longest = min(facts.cutoff, start + facts.longestNap)
    let plannedEnd = min(plannedEnd, longest)
    let longer = stride(
      from: plannedEnd, through: min(plannedEnd + PlanFacts.easyChangeMinutes, longest), by: 15)
    let least = start + max(NapMode.shortestNap, (plannedEnd - start) / 2)
    let shorter = stride(from: plannedEnd - 15, through: least, by: -15)
    for end in Array(longer) + Array(shorter) + facts.otherEnds(start) {
      let request = request(facts, naps(end), isClosed: false)
      let had = request.actualNaps.count
      guard let shown = answer(request).shown(facts.style, cutoff: facts.cutoff, had: had),
        shown.isKept(cutoff: facts.cutoff, had: had),
        // The one nap of a day is not the first of two.
        end - start <= facts.usualMinutes(of: shown, skipped: facts.recorded.count + 1 - had)
          + PlanFacts.easyChangeMinutes
      else { continue }
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
    return nil
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
  /// A nap that is late begins on the next of these minutes, and one that is longer than planned ends on it, so that not
  /// each minute has a plan of its own.
  private static let stepMinutes = 5

  /// The first of these minutes from a minute on.
  static func nextStep(_ minute: Int) -> Int {
    (minute + stepMinutes - 1) / stepMinutes * stepMinutes
  }

  /// The next nap of a plan as it would be if it began now, once it is late; nil while it is not.
  func lateNap(_ plan: WakingDayPlan, at minute: Int) -> (start: Int, end: Int)? {
    guard runningNap == nil, let next = plan.napsAhead.first, minute >= next.start + Self.lateMinutes else {
      return nil
    }
    let start = Self.nextStep(minute)
    return (start, max(start + NapMode.shortestNap, min(start + next.end - next.start, cutoff)))
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

extension DayPlanner {
  /// The latest end of a running nap, in minutes of the day's line, and what would no longer fit after it.
  struct WakeLimit: Hashable, Sendable {
    var minute: Int
    var bound: Outlook.Bound
  }

  /// The latest end of the running nap for which the plan still has a place for each nap after it: as long as planned,
  /// with the shortest wake window before it, and the planned one before bed. nil when no plan keeps every rule.
  ///
  /// The plan that counts is the one of a nap that ends as planned, or of a short one where that keeps the rules. What the
  /// nap turns into later changes nothing, so the answer stays the same while it runs.
  mutating func limit(of facts: PlanFacts, _ start: Int, plannedEnd: Int) -> WakeLimit? {
    guard start < facts.cutoff else { return nil }
    func naps(_ end: Int) -> [ActualNap] {
      facts.recorded + [ActualNap(nap: facts.recorded.count + 1, start: start, end: end)]
    }
    let had = facts.recorded.count + 1
    func keptPlan(_ end: Int) -> (request: ScheduleRequest, shown: Scenario)? {
      let request = request(facts, naps(end), isClosed: false)
      let shown = answer(request).shown(facts.style, cutoff: facts.cutoff, had: had)
      return shown.flatMap { $0.isKept(cutoff: facts.cutoff, had: had) ? (request, $0) : nil }
    }
    let ends = [plannedEnd, min(plannedEnd, start + NapMode.shortestNap)]
    guard let end = ends.first(where: { keptPlan($0) != nil }), let (request, shown) = keptPlan(end) else {
      return nil
    }
    let ahead = shown.naps(after: had)
    let windows = request.wakeWindows
    let needed = ahead.reduce(windows.last ?? 0) { $0 + $1.end - $1.start + (windows.minimum ?? 0) }
    let latest = min(max(end, shown.bedtime - needed), facts.cutoff)
    let minute = lastMinute(from: end, through: latest) { end in
      let result = answer(request.with(naps(end), count: request.preferredNaps))
      return result.isKept(cutoff: facts.cutoff, had: had) && result.napCount == shown.napCount
    }
    if minute == facts.cutoff { return WakeLimit(minute: minute, bound: .cutoff) }
    let isByNap = minute == latest && !ahead.isEmpty
    return WakeLimit(minute: minute, bound: isByNap ? .nap(had + ahead.count) : .bedtime)
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
  /// When the running nap should end: by its limit, else by the cutoff. A nap that began at that time or later is a short
  /// one.
  func wakeBy(plannedEnd: Int, _ limit: DayPlanner.WakeLimit?) -> Outlook.WakeBy? {
    guard let start = runningNap?.start else { return nil }
    let latest = limit?.minute ?? cutoff
    let isShort = latest <= start
    let end = isShort ? start + NapMode.shortestNap : latest
    return Outlook.WakeBy(
      latest: line.instant(of: end), isShort: isShort,
      plannedEnd: line.instant(of: min(plannedEnd, end)), start: line.instant(of: start),
      bound: limit?.bound ?? .cutoff)
  }
}

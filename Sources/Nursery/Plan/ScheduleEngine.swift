/// Plans a baby's day from settings, limits, constraints and the naps that happened.
public enum ScheduleEngine {
  /// The plans of a day, or the reasons why there is none. Equal requests have equal answers.
  public static func computeSchedules(request: ScheduleRequest) -> ScheduleResult {
    let result = result(of: request)
    guard request.isNapCountFree, !result.isKept(cutoff: nil, had: 0) else { return result }
    for count in request.otherCounts {
      var other = request
      other.preferredNaps = count
      let changed = Self.result(of: other)
      if changed.isKept(cutoff: nil, had: 0) { return changed.answering(request) }
    }
    return result
  }

  private static func result(of request: ScheduleRequest) -> ScheduleResult {
    if let fault = request.fault() { return ScheduleResult(request, .request(fault)) }
    do {
      let frame = try DayFrame(request)
      let requested = try NapMode(requested: request, in: frame)
      let other = NapMode.alternative(to: requested.count).map {
        NapMode(alternative: $0, request, in: frame)
      }
      return answer(SchedulePlanner(frame: frame, requested: requested, other: other))
    } catch {
      return ScheduleResult(request, .setting(error))
    }
  }

  /// Tries, in this order: the original's plans, if all of them break nothing; those of the same search under the
  /// exact rules, if one is clean; those of the wider search, if no plan so far keeps the constraints. Otherwise the
  /// answer is the original's plans and everything that they break.
  private static func answer(_ planner: SchedulePlanner) -> ScheduleResult {
    var planner = planner
    let original = planner.scenarios(judgedBy: .original)
    if !original.isEmpty, original.allSatisfy({ $0.isClean }), !planner.hasDroppedPowerSleep {
      return ScheduleResult(planner, original)
    }
    let exact = planner.judgesAgree ? original : planner.scenarios(judgedBy: .exact)
    if exact.contains(where: { $0.isClean }) { return ScheduleResult(planner, ordered(exact)) }
    let remaining = original.isEmpty ? exact : original
    if remaining.contains(where: { $0.keepsConstraints }) { return ScheduleResult(planner, remaining) }
    let extended = planner.extendedScenarios(isAnyWelcome: remaining.isEmpty)
    if !extended.isEmpty { return ScheduleResult(planner, extended, isExtended: true) }
    return ScheduleResult(planner, remaining)
  }

  /// Puts plans that break nothing first and otherwise keeps the order of the styles.
  private static func ordered(_ scenarios: [Scenario]) -> [Scenario] {
    scenarios.filter { $0.isClean } + scenarios.filter { !$0.isClean }
  }
}

extension ScheduleRequest {
  /// The other numbers of naps to try: one fewer, one more, then still fewer. None is below the number of naps that
  /// happened.
  var otherCounts: [Int] {
    let had = actualNaps.map { $0.nap }.max() ?? 0
    let fewer = (1..<max(preferredNaps, 1)).reversed().filter { $0 >= had }
    let more = preferredNaps < WakingDayPlan.mostNaps ? [preferredNaps + 1] : []
    return Array(fewer.prefix(1)) + more + Array(fewer.dropFirst())
  }
}

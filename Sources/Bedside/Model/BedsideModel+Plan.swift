import Nursery

/// The day's plan: made when the day changes, and shown in the style that was chosen.
extension BedsideModel {
  /// The plan of the chosen baby's day at a moment, as the pages show it; nil before the day began, and while
  /// the clock is not known.
  public func plan(at moment: Moment) -> WakingDayPlan? {
    outlook(at: moment)?.plan
  }

  /// What comes next for the chosen baby at a moment; nil when there is no day to speak of.
  public func outlook(at moment: Moment) -> Outlook? {
    day(at: moment).map { outlook(of: $0, at: moment) }
  }

  func outlook(of day: DaySnapshot, at moment: Moment) -> Outlook {
    // A copy has the same memory: nothing is computed again unless the day changed since the last turn.
    var planner = planning.planners[care.chosenBaby] ?? DayPlanner()
    return outlook(of: day, at: moment, by: &planner)
  }

  /// The same, keeping the answers, so that the next turns need not ask again.
  mutating func keptOutlook(of day: DaySnapshot, at moment: Moment) -> Outlook {
    var planner = planning.planners.removeValue(forKey: care.chosenBaby) ?? DayPlanner()
    defer { planning.planners[care.chosenBaby] = planner }
    return outlook(of: day, at: moment, by: &planner)
  }

  private func outlook(of day: DaySnapshot, at moment: Moment, by planner: inout DayPlanner) -> Outlook {
    let now = care.clocks.resolve(.boot(moment.boot))
    guard now.isExact, !care.box.isSafe, let resident else {
      return Outlook(day, plan: nil, now: now.instant)
    }
    var outlook = planner.outlook(
      day, settings: resident.plan, style: planning.styles[resident.id] ?? resident.plan.style,
      usualWakeUp: learnedDay(at: moment)?.usualWakeUp, now: now.instant, zone: care.settings.zone)
    outlook.isGuessed = isGuessed(
      day.runningSleep?.start ?? day.wakeReference, projection(of: care.chosenBaby, memoryOnly: true))
    return outlook
  }

  /// The next feasible style, until the program ends; the log does not know of it.
  mutating func changeStyle(at moment: Moment) {
    let plan = plan(at: moment)
    guard let plan, !plan.isOver, plan.scenario != nil else {
      return show(.noPlan, for: Self.noticeMilliseconds, at: moment)
    }
    guard let next = plan.nextStyle else {
      return show(.onlyStyle, for: Self.noticeMilliseconds, at: moment)
    }
    planning.styles[care.chosenBaby] = next
  }
}

import Nursery

/// The plans of the babies' days, with what they were made from.
struct PlanModel: Sendable {
  /// The planner of each baby, which remembers the last plan.
  var planners: [BabyID: DayPlanner] = [:]
  /// The styles that MENU has chosen since the start, by baby.
  var styles: [BabyID: ScheduleStyle] = [:]
  /// What the babies that are not shown need.
  var calls: [BabyCall] = []
  /// What was learned, by baby.
  var learned: [BabyID: LearnedMemory] = [:]
}

/// The day's plan. It is made when the day changes, and shown in the chosen style.
extension BedsideModel {
  /// The plan of the chosen baby's day at a moment, as the pages show it; nil before the day began, and while
  /// the clock is not known.
  public func plan(at moment: Moment) -> WakingDayPlan? {
    outlook(at: moment)?.plan
  }

  /// What comes next for the chosen baby at a moment; nil if there is no day.
  public func outlook(at moment: Moment) -> Outlook? {
    day(at: moment).map { outlook(of: $0, at: moment) }
  }

  func outlook(of day: DaySnapshot, at moment: Moment) -> Outlook {
    // The copy of the planner remembers the last plan, so nothing is computed again unless the day has changed.
    var planner = planning.planners[care.chosenBaby] ?? DayPlanner()
    return outlook(of: day, at: moment, by: &planner)
  }

  /// What comes next, like `outlook(at:)`; the planner keeps the result for the next turns.
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
    let learned = learnedDay(at: moment)
    var outlook = planner.outlook(
      day, settings: resident.plan, style: planning.styles[resident.id] ?? resident.plan.style,
      // Only a night has an expected wake-up, and computing it needs another day.
      usualWakeUp: day.nightSleeps.isEmpty
        ? nil
        : usualMorning(
          after: day.day, from: projection(of: care.chosenBaby, memoryOnly: true), learned, at: moment),
      now: now.instant, zone: care.settings.zone)
    outlook.wakeUpIsAssumed = learned?.usualWakeUp(after: day.day) == nil
    outlook.isGuessed =
      outlook.isGuessed
      || isGuessed(
        day.runningSleep?.start ?? day.wakeReference, projection(of: care.chosenBaby, memoryOnly: true))
    return outlook
  }

  /// Changes to the next feasible style. It is in no log, and lasts until the program ends.
  mutating func changeStyle(at moment: Moment) {
    let plan = plan(at: moment)
    guard let plan, !plan.isOver, plan.scenario != nil else {
      return show(.noPlan, for: Self.noticeMilliseconds, at: moment)
    }
    guard let next = plan.nextStyle else {
      return show(.onlyStyle, for: Self.noticeMilliseconds, at: moment)
    }
    planning.styles[care.chosenBaby] = next
    show(.styleChosen(next), for: Self.noticeMilliseconds, at: moment)
  }
}

/// What was learned about the babies. It is computed once for each state of the log and each day, and kept only in
/// memory.
extension BedsideModel {
  /// What was learned about the chosen baby by the beginning of the day; nil if learning is off, and while the clock is
  /// not known.
  public func learnedDay(at moment: Moment) -> LearnedDay? {
    learnedDay(from: projection(of: care.chosenBaby, memoryOnly: true), at: moment)
  }

  func learnedDay(from log: CareLog, at moment: Moment) -> LearnedDay? {
    guard let resident, resident.plan.learn != .off, !care.box.isSafe,
      care.clocks.isSynced(boot: moment.boot.boot)
    else { return nil }
    let now = care.clocks.instant(at: moment.boot)
    let date = resident.baby.day(of: now, in: care.settings.zone)
    let mark = LearningMark(day: date.daysSinceEpoch, logLines: log.lineCount)
    if let known = planning.learned[resident.id], known.mark == mark { return known.day }
    return log.learnedDay(
      of: resident.baby, mode: resident.plan.learn, clock: care.clocks, now: now, zone: care.settings.zone)
  }

  /// Learns again if the log or the day has changed.
  mutating func learn(at moment: Moment) {
    let log = projection(of: care.chosenBaby, memoryOnly: true)
    guard let resident, let day = learnedDay(from: log, at: moment) else { return }
    planning.learned[resident.id] = LearnedMemory(
      mark: LearningMark(day: day.day, logLines: log.lineCount), day: day)
  }
}

/// What a day was learned from. While it is the same, so is what was learned.
struct LearningMark: Hashable, Sendable {
  var day: Int
  var logLines: Int
}

/// What was learned, and from what.
struct LearnedMemory: Sendable {
  var mark: LearningMark
  var day: LearnedDay
}

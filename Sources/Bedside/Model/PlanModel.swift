import Nursery

/// The plans of the babies' days, and what they are made from.
struct PlanModel: Sendable {
  /// What each plan was made from last, by baby.
  var planners: [BabyID: DayPlanner] = [:]
  /// The styles that MENU chose since the start, by baby.
  var styles: [BabyID: ScheduleStyle] = [:]
  /// What the babies that are not shown need.
  var calls: [BabyCall] = []
  /// What was learned, by baby.
  var learned: [BabyID: LearnedMemory] = [:]
}

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
    let learned = learnedDay(at: moment)
    var outlook = planner.outlook(
      day, settings: resident.plan, style: planning.styles[resident.id] ?? resident.plan.style,
      // Only a night has a morning to expect, and another day is computed for it.
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
    show(.styleChosen(next), for: Self.noticeMilliseconds, at: moment)
  }
}

/// What was learned of the babies: computed once for each state of the log and each day, and kept in memory alone.
extension BedsideModel {
  /// What was learned of the chosen baby by the beginning of the day; nil when learning is off, and while the clock is
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

  /// Keeps what was learned until the log or the day changes.
  mutating func learn(at moment: Moment) {
    let log = projection(of: care.chosenBaby, memoryOnly: true)
    guard let resident, let day = learnedDay(from: log, at: moment) else { return }
    planning.learned[resident.id] = LearnedMemory(
      mark: LearningMark(day: day.day, logLines: log.lineCount), day: day)
  }
}

/// What a day was learned from: as long as it is the same, so is what was learned.
struct LearningMark: Hashable, Sendable {
  var day: Int
  var logLines: Int
}

/// What was learned, and from what.
struct LearnedMemory: Sendable {
  var mark: LearningMark
  var day: LearnedDay
}

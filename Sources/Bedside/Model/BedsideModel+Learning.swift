import Nursery

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
    let date = LearnedDay.date(at: now, dayStart: resident.baby.dayStart, zone: care.settings.zone).date
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

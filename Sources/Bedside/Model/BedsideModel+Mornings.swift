import Nursery

/// When this baby usually wakes up in the morning, even if the box knows only few mornings.
extension BedsideModel {
  /// The usual wake-up after the night of a date's evening: what was learned, else the waking on that date's morning,
  /// else the age table's for the household's bedtime. It is nil while the clock is not known, and in safe mode.
  func usualMorning(
    after date: CivilDate, from log: CareLog, _ learned: LearnedDay?, at moment: Moment
  ) -> WallTime? {
    guard let resident, care.clocks.isSynced(boot: moment.boot.boot), !care.box.isSafe else { return nil }
    if let usual = learned?.usualWakeUp(after: date) { return usual }
    let begin = care.settings.zone.instant(date.adding(days: 1), resident.baby.dayStart)
    if let waking = lastWaking(of: resident, from: log, before: begin) {
      return care.settings.zone.civil(waking).time
    }
    return resident.plan.usualWakeUp(of: resident.baby, on: date.adding(days: 1))
  }

  /// The usual wake-up that tells a waking in the night from a morning: what was learned, else the age table's for the
  /// household's bedtime. One unusual morning does not move it, so a past night stays as it was shown.
  func usualMorning(by learned: LearnedDay?, at moment: Moment) -> WallTime? {
    guard let resident, care.clocks.isSynced(boot: moment.boot.boot), !care.box.isSafe else { return nil }
    if let usual = learned?.usualWakeUp { return usual }
    let now = care.clocks.instant(at: moment.boot)
    let date = resident.baby.day(of: now, in: care.settings.zone)
    return resident.plan.usualWakeUp(of: resident.baby, on: date)
  }

  /// The time in the morning's question. If the log has no sleep or waking of the day before, the box is new or was
  /// off, and it does not ask.
  func askedMorning(from log: CareLog, _ learned: LearnedDay?, at moment: Moment) -> WallTime? {
    guard let resident else { return nil }
    let date = resident.baby.day(of: care.clocks.instant(at: moment.boot), in: care.settings.zone)
    let begin = care.settings.zone.instant(date, resident.baby.dayStart)
    let since = begin.adding(minutes: -1440)
    guard
      log.daySleeps(clock: care.clocks, since: since, now: begin).contains(where: { $0.start < begin })
        || log.wakes(clock: care.clocks, since: since, now: begin).contains(where: { $0 < begin })
    else { return nil }
    return usualMorning(after: date.adding(days: -1), from: log, learned, at: moment)
  }

  /// When the last day before an instant began with a waking; nil if it began with something else.
  private func lastWaking(
    of resident: BedsideSettings.Resident, from log: CareLog, before begin: Instant
  ) -> Instant? {
    let (since, now) = (begin.adding(minutes: -2 * 1440), begin.adding(minutes: -1))
    let sleeps = log.daySleeps(clock: care.clocks, since: since, now: now)
    let wakes = log.wakes(clock: care.clocks, since: since, now: now)
    do {
      let usual = resident.plan.usualWakeUp(of: resident.baby, on: care.settings.zone.civil(now).date)
      let day = try DayEngine.snapshot(
        baby: resident.baby, feeds: [], sleeps: sleeps, wokeAt: nil, wakes: wakes, now: now,
        zone: care.settings.zone, rules: .box(usualWakeUp: usual))
      guard let morning = day.morning, now.adding(minutes: -1440) <= morning else { return nil }
      return wakes.contains(morning) || sleeps.contains { $0.end == morning } ? morning : nil
    } catch {
      // The only possible error is a birth date in the future.
      return nil
    }
  }
}

extension CareLog {
  /// What was learned from this log by the beginning of the day that an instant belongs to.
  public func learnedDay(
    of baby: Baby, mode: LearningMode, clock: ClockHistory, now: Instant, zone: ZoneWindow
  ) -> LearnedDay {
    let (date, begin) = LearnedDay.date(at: now, dayStart: baby.dayStart, zone: zone)
    let since = begin.adding(minutes: -(LearnedDay.days + 1) * 1440)
    let sleeps = believed(.sleep, clock: clock, since: since, now: begin)
    return LearnedDay(
      date, sleeps: sleeps.map { $0.span },
      gaps: uncertainDays(sleeps, clock, zone).union(daysOff(since, clock, zone)),
      birthdate: baby.birthdate, bedtime: baby.bedtime, zone: zone, mode: mode)
  }

  /// The dates of sleeps whose times are known within bounds only: the box had no clock.
  private func uncertainDays(
    _ sleeps: [PlacedSpan], _ clock: ClockHistory, _ zone: ZoneWindow
  ) -> Set<CivilDate> {
    var dates: Set<CivilDate> = []
    for sleep in sleeps {
      let care = records[sleep.place].care
      for time in [care.start, care.end].compactMap({ $0 }) {
        let resolved = clock.resolve(time)
        if !resolved.isExact { dates.insert(zone.civil(resolved.instant).date) }
      }
    }
    return dates
  }

  /// The dates from an instant on with a stretch of an hour or more, in the time that windows are looked at, in which the
  /// box was off, or may have been: a nap that no one could log may lie there.
  private func daysOff(_ since: Instant, _ clock: ClockHistory, _ zone: ZoneWindow) -> Set<CivilDate> {
    var dates: Set<CivilDate> = []
    for gap in clock.gaps(ofAtLeast: 60) where gap.latest > since {
      let last = zone.civil(gap.latest).date
      var date = zone.civil(max(gap.earliest, since)).date
      while date <= last {
        if gap.latest > zone.instant(date, WallTime(minutesAfterMidnight: WakeWindow.firstWaking)),
          gap.earliest < zone.instant(date, WallTime(minutesAfterMidnight: WakeWindow.lastStart))
        {
          dates.insert(date)
        }
        date = date.adding(days: 1)
      }
    }
    return dates
  }
}

extension LearnedDay {
  /// The date of the day that an instant belongs to, and when it began: before `dayStart` it is still the day before.
  public static func date(
    at now: Instant, dayStart: WallTime, zone: ZoneWindow
  ) -> (date: CivilDate, begin: Instant) {
    let today = zone.civil(now).date
    let begin = zone.instant(today, dayStart)
    guard now < begin else { return (today, begin) }
    let yesterday = today.adding(days: -1)
    return (yesterday, zone.instant(yesterday, dayStart))
  }
}

/// A waking by day, with the facts that predict how long the child then stays awake.
public struct Waking: Hashable, Sendable {
  /// The local date, as days since 1970-01-01.
  public var day: Int
  /// The local time, in minutes after midnight, 0…1439.
  public var minuteOfDay: Int
  /// How many naps of that day were before it.
  public var napsDone: Int
  /// How long the sleep that just ended lasted, 1…1440 minutes.
  public var lastSleepMinutes: Int

  /// A waking from all its parts.
  public init(day: Int, minuteOfDay: Int, napsDone: Int, lastSleepMinutes: Int) {
    self.day = day
    self.minuteOfDay = minuteOfDay
    self.napsDone = napsDone
    self.lastSleepMinutes = (1...1440).clamped(lastSleepMinutes)
  }

  /// The local date.
  public var date: CivilDate { CivilDate(daysSinceEpoch: day) }
  /// Whether the date is a Saturday or a Sunday. 1970-01-01 was a Thursday.
  var isWeekend: Bool { (day + 5).flooringRemainder(by: 7) < 2 }
}

/// A stretch awake by day: from a waking to the start of the next nap.
public struct WakeWindow: Hashable, Sendable {
  /// The waking at its beginning.
  public var waking: Waking
  /// How long the child stayed awake, in minutes, within `lengths`.
  public var minutes: Int
  /// The length of the nap after it, in minutes; nil for a running sleep and for a night.
  public var napMinutes: Int?

  /// A window of some minutes, and the nap after it.
  public init(waking: Waking, minutes: Int, napMinutes: Int? = nil) {
    (self.waking, self.minutes, self.napMinutes) = (waking, minutes, napMinutes)
  }

  /// Sleeps less than this many minutes apart are one sleep.
  public static let joinMinutes = 10
  /// The first minute of the day at which a waking begins a window: 05:00.
  public static let firstWaking = 300
  /// A nap begins before this minute of the day: 18:30.
  public static let lastStart = 1110
  /// The possible lengths of a window, in minutes. Beyond these a nap was probably not logged.
  public static let lengths = 5...480
  /// A longer sleep belongs to the night, in minutes.
  static let longestNapMinutes = 300
}

extension WakeWindow {
  /// The windows between completed sleeps in any order, in a zone.
  ///
  /// - Parameters:
  ///   - bedtime: separates naps from nights. Without it, only the length of a sleep does.
  ///   - leastMinutes: a shorter sleep does not count.
  public static func windows(
    between sleeps: [SleepSpan], zone: ZoneWindow, bedtime: WallTime? = nil, leastMinutes: Int = 0
  ) -> [WakeWindow] {
    let sleeps = joined(sleeps, leastMinutes)
    var windows: [WakeWindow] = []
    for (sleep, next) in zip(sleeps, sleeps.dropFirst()) {
      guard let waking = sleep.end, let minutes = length(from: waking, to: next.start, zone) else { continue }
      let civil = zone.civil(waking)
      let day = civil.date.daysSinceEpoch
      let napsDone = windows.last.map { $0.waking.day == day ? $0.waking.napsDone + 1 : 0 } ?? 0
      windows.append(
        WakeWindow(
          waking: Waking(
            day: day, minuteOfDay: civil.time.minutesAfterMidnight, napsDone: napsDone,
            lastSleepMinutes: sleep.start.minutes(until: waking)),
          minutes: minutes, napMinutes: napMinutes(next, zone, bedtime)))
    }
    return windows
  }

  private static func napMinutes(_ sleep: SleepSpan, _ zone: ZoneWindow, _ bedtime: WallTime?) -> Int? {
    guard let end = sleep.end else { return nil }
    let minutes = sleep.start.minutes(until: end)
    guard minutes <= longestNapMinutes else { return nil }
    if let bedtime, isNight(sleep.start, end, zone, bedtime) { return nil }
    return minutes
  }

  /// The rule of `WakingDay`: a night begins half an hour before bedtime or later, or as early as the box offers bedtime and
  /// ends after it, or ends long after bedtime.
  private static func isNight(
    _ start: Instant, _ end: Instant, _ zone: ZoneWindow, _ bedtime: WallTime
  ) -> Bool {
    let date = zone.civil(start).date
    // A bedtime after midnight belongs to the evening before.
    let evening = bedtime.minutesAfterMidnight < 720 ? date.adding(days: 1) : date
    let bed = zone.instant(evening, bedtime)
    if start >= bed.adding(minutes: -DayRules.nightLeadMinutes) { return true }
    let isEarlyBed = start >= bed.adding(minutes: -DayRules.earliestBedMinutes)
    return end > bed.adding(minutes: isEarlyBed ? 0 : DayInput.lateNapMinutes)
  }

  /// The length of a window; nil for other times awake, such as a night waking, an evening, or a day with a gap.
  private static func length(from waking: Instant, to start: Instant, _ zone: ZoneWindow) -> Int? {
    let minutes = waking.minutes(until: start)
    guard lengths.contains(minutes) else { return nil }
    let (from, to) = (zone.civil(waking), zone.civil(start))
    guard from.date == to.date, from.time.minutesAfterMidnight >= firstWaking,
      to.time.minutesAfterMidnight < lastStart
    else { return nil }
    return minutes
  }

  /// Sleeps that are long enough for a nap, with close ones joined.
  private static func joined(_ sleeps: [SleepSpan], _ leastMinutes: Int) -> [SleepSpan] {
    var joined: [[SleepSpan]] = []
    for sleep in sleeps.sorted(by: { $0.start < $1.start }) where sleep.isForward {
      let end = joined.last?.compactMap { $0.end }.max()
      if let end, joined.last?.last?.end != nil, end.minutes(until: sleep.start) < joinMinutes {
        joined[joined.count - 1].append(sleep)
      } else {
        joined.append([sleep])
      }
    }
    return joined.filter { SleepSpan.holdNap($0, leastMinutes: leastMinutes) }.map { pieces in
      let isOver = pieces.allSatisfy { $0.end != nil }
      return SleepSpan(start: pieces[0].start, end: isOver ? pieces.compactMap { $0.end }.max() : nil)
    }
  }
}

extension CareLog {
  /// What was learned from this log by the beginning of the day that an instant belongs to.
  public func learnedDay(
    of baby: Baby, mode: LearningMode, clock: ClockHistory, now: Instant, zone: ZoneWindow
  ) -> LearnedDay {
    let date = baby.day(of: now, in: zone)
    let since = zone.instant(date, baby.dayStart).adding(minutes: -(LearnedDay.days + 1) * 1440)
    // The day's own morning counts for the usual wake-up after its night, and for nothing else.
    let sleeps = believed(.sleep, clock: clock, since: since, now: now)
    return LearnedDay(
      date, sleeps: sleeps.map { $0.span }, wakes: wakes(clock: clock, since: since, now: now),
      gaps: uncertainDays(sleeps, clock, zone).union(daysOff(since, clock, zone)),
      birthdate: baby.birthdate, bedtime: baby.bedtime, zone: zone, mode: mode)
  }

  /// The dates of sleeps whose times are only bounded, because the box had no clock.
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

  /// The dates since an instant on which the box was, or may have been, off for an hour or more while windows count:
  /// a nap may be missing.
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

extension DayEngine {
  /// The state of the day: the first of the states that applies.
  static func state(_ limits: DayLimitTimes, _ input: DayInput) -> DayState {
    if let sleep = limits.day.running {
      return sleep.isNight ? nightState(sleep.span, limits.day, input) : napState(sleep.span, limits)
    }
    guard let awakeSince = limits.day.wakeReference else { return .notStarted }
    let awake = max(0, awakeSince.minutes(until: limits.now))
    let toBedtime = limits.now.minutes(until: limits.day.bedtime)
    if toBedtime <= bedtimeBufferMinutes { return .bedtimeWindow(minutesToBedtime: max(0, toBedtime)) }
    if limits.now >= limits.cutoff {
      return .napWindowClosed(awakeMinutes: awake, minutesToBedtime: toBedtime)
    }
    return awakeState(minutes: awake, window: limits.window)
  }

  private static func awakeState(minutes: Int, window: MinuteRange) -> DayState {
    if minutes < window.lower { return .awakeEarly(awakeMinutes: minutes, window: window) }
    if minutes <= window.upper { return .awakeApproaching(awakeMinutes: minutes, window: window) }
    return .awakeBeyond(awakeMinutes: minutes, window: window)
  }

  private static func napState(_ nap: SleepSpan, _ limits: DayLimitTimes) -> DayState {
    let asleep = nap.minutes(at: limits.now)
    let left = limits.now.minutes(until: limits.cutoff)
    if left <= 0 { return .sleepingMustEnd(sleepMinutes: asleep, minutesPastCutoff: -left) }
    return left <= cutoffBufferMinutes
      ? .sleepingApproachingCutoff(sleepMinutes: asleep, minutesUntilCutoff: left)
      : .sleepingNoPressure(sleepMinutes: asleep, minutesUntilCutoff: left)
  }

  private static func nightState(_ sleep: SleepSpan, _ day: WakingDay, _ input: DayInput) -> DayState {
    .nightSleep(
      sleepMinutes: sleep.minutes(at: input.now),
      expectedWake: expectedWake(after: day.nightStart ?? sleep.start, day, input))
  }

  /// An estimate of the morning after this day's night, at most twelve hours after bedtime; nil before the night. The
  /// limit matters if the log began in the middle of the night.
  static func expectedWake(_ day: WakingDay, _ input: DayInput) -> Instant? {
    let latest = day.bedtime.adding(minutes: AgeTable.Bracket.longestNightMinutes)
    return day.nightStart.map { min(expectedWake(after: $0, day, input), latest) }
  }

  /// An estimate of the morning: a usual night from the first sleep on, less the naps, and not before waking counts
  /// as morning.
  private static func expectedWake(
    after nightStart: Instant, _ day: WakingDay, _ input: DayInput
  ) -> Instant {
    let napped = day.naps.reduce(0) { $0 + $1.minutes(at: input.now) }
    let night = input.baby.bracket(on: day.date).nightMinutes(afterNaps: napped)
    return max(nightStart.adding(minutes: night), input.place.dayStart(of: day.date.adding(days: 1)))
  }
}

extension DayEngine {
  /// A feed at most this many minutes before the dream feed's time counts as the dream feed.
  private static let dreamFeedLeadMinutes = 60

  /// The feed state, counted from the start of the last feed on any day: in the morning the night's last feed counts.
  static func feedState(_ input: DayInput, bracket: AgeTable.Bracket) -> FeedState {
    if let running = input.feeds.last(where: { $0.end == nil }) {
      return .feedingNow(startedMinutesAgo: running.start.minutes(until: input.now))
    }
    guard let last = input.feeds.last else { return .noFeedsYet }
    let minutes = last.start.minutes(until: input.now)
    let interval = feedInterval(of: input.baby, bracket: bracket)
    if minutes >= interval.lower { return .ready(minutesAgo: minutes, interval: interval) }
    if minutes >= interval.lower * 8 / 10 { return .approaching(minutesAgo: minutes, interval: interval) }
    return .recentlyFed(minutesAgo: minutes)
  }

  /// The interval between feeds: the baby's own if one is set, otherwise the age's.
  public static func feedInterval(of baby: Baby, bracket: AgeTable.Bracket) -> MinuteRange {
    let own = baby.feedIntervalMinutes
    return own > 0 ? MinuteRange(own, own) : bracket.feedInterval
  }

  /// When the dream feed was due, if the night's sleep runs and the feed was neither logged nor dismissed. A feed of
  /// this night shortly before that time counts as the dream feed.
  static func dreamFeedDue(_ day: WakingDay, _ input: DayInput) -> Instant? {
    guard let time = input.baby.dreamFeed, let running = day.running, running.isNight else { return nil }
    let due = input.place.instant(of: time, on: day.date)
    guard input.now >= due else { return nil }
    let from = max(due.adding(minutes: -dreamFeedLeadMinutes), day.nightStart ?? due)
    let isDone =
      input.feeds.contains { $0.start >= from }
      || input.dreamFeedDismissals.contains { $0 >= from && $0 <= input.now }
    return isDone ? nil : due
  }
}

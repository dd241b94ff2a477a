/// What the box knows about the baby right now: a pure function of the corrected log, the time and the zone.
public enum DayEngine {
  /// Awake this close to bedtime, in minutes, bedtime is all that matters.
  static let bedtimeBufferMinutes = 30
  /// A nap this close to the cutoff, in minutes, is about to have to end.
  static let cutoffBufferMinutes = 30

  /// The day as it stands at `now`.
  ///
  /// Feeds and sleeps may span several days, in any order; the engine finds the waking day among them. It takes
  /// any data: spans that end before they start, overlap an earlier one or lie ahead of `now` are left out.
  ///
  /// - Bedtimes before the day's start (00:30) belong to the following calendar date.
  /// - Minutes are whole elapsed minutes of real time, so a day of 23 or 25 hours is reckoned right; bedtime
  ///   is a wall time, and moves with the clocks.
  /// - What was learned of the child by the beginning of the day replaces the age table's windows, when `learned` says
  ///   that it is used; `limits` are the household's.
  /// - Throws: when the birth date lies after today in the zone.
  public static func snapshot(
    baby: Baby, feeds: [FeedSpan], sleeps: [SleepSpan], wokeAt: Instant?,
    dreamFeedDismissals: [Instant] = [], now: Instant, zone: ZoneWindow, learned: LearnedDay? = nil,
    limits: WakeWindowLimits = .unset
  ) throws(DayRefusal) -> DaySnapshot {
    let today = zone.civil(now).date
    guard baby.birthdate <= today else {
      throw DayRefusal.birthDateInTheFuture(birthdate: baby.birthdate, today: today)
    }
    let input = DayInput(
      baby: baby, feeds: feeds, sleeps: sleeps, wokeAt: wokeAt, dreamFeedDismissals: dreamFeedDismissals,
      now: now, zone: zone)
    let day = input.wakingDay()
    let windows = LearnedWindows(of: day, input.bracket(on: day.date), learned, limits, zone)
    return snapshot(of: day, input, windows)
  }

  private static func snapshot(
    of day: WakingDay, _ input: DayInput, _ windows: LearnedWindows
  ) -> DaySnapshot {
    let bracket = windows.bracket
    let cutoff = day.bedtime.adding(minutes: -bracket.lastWindow.upper)
    let outlook = Outlook(
      day: day, now: input.now, window: bracket.window(napsDone: day.completedNaps),
      lastWindow: bracket.lastWindow, cutoff: cutoff)
    return DaySnapshot(
      state: state(outlook, input), feed: feedState(input, bracket: bracket), bracket: bracket,
      ageDays: input.ageDays(on: day.date), day: day.date, completedNaps: day.completedNaps,
      feedCount: day.feeds.count, window: outlook.window, wakeReference: day.wakeReference,
      bedtime: day.bedtime, napCutoff: cutoff, nextNap: outlook.nextNap, wakeBy: outlook.wakeBy,
      dreamFeedDue: dreamFeedDue(day, input), earlierBedtime: outlook.earlierBedtime, sleeps: day.sleeps,
      feeds: day.feeds, morning: day.morning, learned: windows.remark)
  }
}

extension AgeTable.Bracket {
  /// The wake window before bed.
  public var lastWindow: MinuteRange { wakeWindows[wakeWindows.count - 1] }

  /// The wake window in force after a number of naps; the last one stands for every later one.
  public func window(napsDone: Int) -> MinuteRange {
    wakeWindows[min(max(0, napsDone), wakeWindows.count - 1)]
  }
}

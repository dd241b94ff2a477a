/// Computes what the box knows about the baby now: a pure function of the corrected log, the time and the zone.
public enum DayEngine {
  /// From this many minutes before bedtime, a baby that is awake only waits for bedtime.
  static let bedtimeBufferMinutes = 30
  /// From this many minutes before the cutoff on, a nap must end soon.
  static let cutoffBufferMinutes = 30

  /// The day at `now`.
  ///
  /// Feeds and sleeps may span several days, in any order; the engine finds the waking day among them. It accepts any
  /// data: spans that end before they start, overlap an earlier one, or begin after `now` are left out.
  ///
  /// - Bedtimes before the day's start (00:30) belong to the following calendar date.
  /// - Minutes are whole elapsed minutes of real time, so days of 23 or 25 hours are computed correctly. Bedtime is a
  ///   wall time, and moves with the clocks.
  /// - The household's `limits` replace the age table's windows, and so does what was learned by the beginning of the
  ///   day, if `learned` says that it is used. `windows` replace all of them: one for each number of naps done, the
  ///   last one before bed.
  /// - `wokeAt` is a stated morning wake-up. `wakes` are presses and entries that say that the baby woke up; only those
  ///   that begin a day count, see `DayRules`.
  /// - Throws: if the birth date is after today in the zone.
  public static func snapshot(
    baby: Baby, feeds: [FeedSpan], sleeps: [SleepSpan], wokeAt: Instant?, wakes: [Instant] = [],
    dreamFeedDismissals: [Instant] = [], now: Instant, zone: ZoneWindow, learned: LearnedDay? = nil,
    limits: WakeWindowLimits = .unset, windows: [MinuteRange] = [], rules: DayRules = .plain
  ) throws(DayRefusal) -> DaySnapshot {
    let today = zone.civil(now).date
    guard baby.birthdate <= today else {
      throw DayRefusal.birthDateInTheFuture(birthdate: baby.birthdate, today: today)
    }
    let input = DayInput(
      baby: baby, feeds: feeds, sleeps: sleeps, wokeAt: wokeAt, wakes: wakes,
      dreamFeedDismissals: dreamFeedDismissals, now: now, zone: zone, rules: rules)
    let day = input.wakingDay()
    var row = input.baby.bracket(on: day.date)
    if !windows.isEmpty { row.wakeWindows = windows }
    return snapshot(of: day, input, LearnedWindows(of: day, row, learned, limits, zone))
  }

  private static func snapshot(
    of day: WakingDay, _ input: DayInput, _ windows: LearnedWindows
  ) -> DaySnapshot {
    let bracket = windows.bracket
    let cutoff = day.bedtime.adding(minutes: -bracket.lastWindow.upper)
    let limits = DayLimitTimes(
      day: day, now: input.now, window: bracket.window(napsDone: day.completedNaps), cutoff: cutoff)
    return DaySnapshot(
      state: state(limits, input), feed: feedState(input, bracket: bracket), bracket: bracket,
      ageDays: input.baby.ageDays(on: day.date), day: day.date, completedNaps: day.completedNaps,
      feedCount: day.feeds.count, window: limits.window, wakeReference: day.wakeReference,
      bedtime: day.bedtime, napCutoff: cutoff, napWindow: limits.napWindow,
      expectedWake: expectedWake(day, input), dreamFeedDue: dreamFeedDue(day, input), sleeps: day.sleeps,
      feeds: day.feeds, morning: day.morning, morningIsAssumed: day.morningIsAssumed, learned: windows.remark,
      windowSource: windows.source,
      wish: input.baby.wish(on: day.date), shortSleeps: input.shortSleeps(of: day))
  }
}

extension AgeTable.Bracket {
  /// The wake window before bed.
  public var lastWindow: MinuteRange { wakeWindows[wakeWindows.count - 1] }

  /// The length of a night after that many minutes of naps: the middle of the daily sleep less the naps, but 9 to 12
  /// hours, so that unusual naps do not lead to an absurd morning.
  func nightMinutes(afterNaps minutes: Int) -> Int {
    let rest = (dailySleepHours.lower + dailySleepHours.upper) * 30 - minutes
    return min(max(rest, 9 * 60), Self.longestNightMinutes)
  }

  /// The longest usual night, in minutes.
  static let longestNightMinutes = 12 * 60

  /// The wake window after a number of naps; the last window applies to every later one.
  public func window(napsDone: Int) -> MinuteRange {
    wakeWindows[min(max(0, napsDone), wakeWindows.count - 1)]
  }
}

/// Why a snapshot is impossible.
public enum DayRefusal: Error, Hashable, Sendable {
  /// The birth date is after today, so there is no age.
  case birthDateInTheFuture(birthdate: CivilDate, today: CivilDate)
}

/// The times that limit the next nap of a day.
struct DayLimitTimes {
  let day: WakingDay
  /// The instant the snapshot is for.
  let now: Instant
  /// The current wake window.
  let window: MinuteRange
  /// When the last nap should be over.
  let cutoff: Instant

  /// The earliest and latest start of a nap; nil if even the earliest start is too late. No nap begins at the cutoff
  /// or later.
  var napWindow: InstantRange? {
    guard let awakeSince = day.wakeReference, now < cutoff else { return nil }
    let earliest = awakeSince.adding(minutes: window.lower)
    guard earliest < cutoff else { return nil }
    return InstantRange(earliest: earliest, latest: min(awakeSince.adding(minutes: window.upper), cutoff))
  }
}

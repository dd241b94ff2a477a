/// What the box knows about the baby right now: a pure function of the corrected log, the time and the zone.
public enum DayEngine {
  /// Awake this close to bedtime, in minutes, bedtime is all that matters.
  static let bedtimeBufferMinutes = 30
  /// A nap this close to the cutoff, in minutes, is about to have to end.
  static let cutoffBufferMinutes = 30

  /// The day as it stands at `now`.
  ///
  /// Feeds and sleeps may span several days, in any order; the engine finds the waking day among them. It accepts any
  /// data: spans that end before they start, overlap an earlier one or begin after `now` are left out.
  ///
  /// - Bedtimes before the day's start (00:30) belong to the following calendar date.
  /// - Minutes are whole elapsed minutes of real time, so a day of 23 or 25 hours is computed correctly; bedtime is a
  ///   wall time, and moves with the clocks.
  /// - The household's `limits` replace the age table's windows, and so does what was learned of the child by the beginning
  ///   of the day, when `learned` says that it is used. `windows` replace them all: one for each number of naps done, the
  ///   last one before bed.
  /// - `wokeAt` is a morning's wake-up as it was stated. Of `wakes`, the presses and entries that say that the baby woke up,
  ///   only those count that begin a day, see `DayRules`.
  /// - Throws: when the birth date lies after today in the zone.
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
    var row = input.bracket(on: day.date)
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
      ageDays: input.ageDays(on: day.date), day: day.date, completedNaps: day.completedNaps,
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

  /// How long a night is after that many minutes of naps: the middle of the daily sleep less the naps, and 9 to 12 hours, so
  /// that a day with many or no naps does not lead to an absurd morning.
  func nightMinutes(afterNaps minutes: Int) -> Int {
    let rest = (dailySleepHours.lower + dailySleepHours.upper) * 30 - minutes
    return min(max(rest, 9 * 60), Self.longestNightMinutes)
  }

  /// The longest usual night, in minutes.
  static let longestNightMinutes = 12 * 60

  /// The wake window in force after a number of naps; the last one counts for every later one.
  public func window(napsDone: Int) -> MinuteRange {
    wakeWindows[min(max(0, napsDone), wakeWindows.count - 1)]
  }
}

/// Why no snapshot can be given.
public enum DayRefusal: Error, Hashable, Sendable {
  /// The birth date lies after today: there is no age, and so no row of the table.
  case birthDateInTheFuture(birthdate: CivilDate, today: CivilDate)
}

/// What the limits of the day say of its next nap.
struct DayLimitTimes {
  /// The waking day.
  let day: WakingDay
  /// The instant the snapshot is for.
  let now: Instant
  /// The wake window in force.
  let window: MinuteRange
  /// When the last nap should be over.
  let cutoff: Instant

  /// The earliest and latest start of a nap: no nap begins at the cutoff or later, so the latest start is at most the
  /// cutoff, and there is none when even the earliest start would be too late.
  var napWindow: InstantRange? {
    guard let awakeSince = day.wakeReference, now < cutoff else { return nil }
    let earliest = awakeSince.adding(minutes: window.lower)
    guard earliest < cutoff else { return nil }
    return InstantRange(earliest: earliest, latest: min(awakeSince.adding(minutes: window.upper), cutoff))
  }
}

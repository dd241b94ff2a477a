/// What one snapshot is computed from, in order: spans are sorted, contradictions and the future left out.
struct DayInput {
  /// The baby, with the settings of its day.
  let baby: Baby
  /// Sleeps in order of time, none overlapping another; at most the last one runs. Those that are too short to count are
  /// not among them.
  let sleeps: [SleepSpan]
  /// What was too short to be a nap, in order.
  let shortSleeps: [SleepSpan]
  /// Feeds in order of their start.
  let feeds: [FeedSpan]
  /// The explicit morning wake-ups, in order of time.
  let wakeUps: [Instant]
  /// When the dream feed's reminder was waved away.
  let dreamFeedDismissals: [Instant]
  /// The instant the snapshot is for.
  let now: Instant
  /// The local time zone.
  let zone: ZoneWindow
  /// How presses are read.
  let rules: DayRules

  /// How far two honest clocks may differ, in minutes: an event this far ahead has just happened.
  static let clockToleranceMinutes = 2
  /// How long before bedtime a sleep already counts as the night's, in minutes.
  static let nightLeadMinutes = 30
  /// A sleep that ran past bedtime was a nap after all when it ended this soon after it, in minutes.
  static let lateNapMinutes = 120

  /// Puts everything in order. A span counts as it was at `now`: what begins later is left out, and what ends later is
  /// still running.
  init(
    baby: Baby, feeds: [FeedSpan], sleeps: [SleepSpan], wokeAt: Instant?, wakes: [Instant] = [],
    dreamFeedDismissals: [Instant], now: Instant, zone: ZoneWindow, rules: DayRules = .plain
  ) {
    let horizon = now.adding(minutes: DayInput.clockToleranceMinutes)
    let begun = sleeps.filter { $0.isForward && $0.start <= horizon }.map { $0.seen(at: now, until: horizon) }
    let place = DayPlace(baby: baby, zone: zone)
    let consistent = SleepSpan.consistent(begun) { $0 }
    self.baby = baby
    (self.sleeps, shortSleeps) = place.counted(consistent, by: rules)
    self.feeds = feeds.filter { $0.isForward && $0.start <= horizon }
      .map { $0.seen(at: now, until: horizon) }.sorted { $0.start < $1.start }
    let stated = [wokeAt].compactMap { $0 } + place.mornings(among: wakes, sleeps: self.sleeps, by: rules)
    wakeUps = stated.filter { $0 <= horizon }.map { min($0, now) }.sorted()
    self.dreamFeedDismissals = dreamFeedDismissals
    self.now = now
    self.zone = zone
    self.rules = rules
  }

  /// The sleep that runs.
  var runningSleep: SleepSpan? {
    sleeps.last.flatMap { $0.end == nil ? $0 : nil }
  }

  /// Where instants stand in the baby's days.
  private var place: DayPlace { DayPlace(baby: baby, zone: zone) }

  /// The date whose day an instant belongs to by the clock alone: before `dayStart` it is still the day before.
  func date(of instant: Instant) -> CivilDate { place.date(of: instant) }

  /// When waking begins to count as the morning of a date.
  func dayStart(of date: CivilDate) -> Instant { place.dayStart(of: date) }

  /// The bedtime of a date's waking day. A wall time before `dayStart` (00:30) comes after midnight, on the
  /// following calendar date: the evening it closes is this date's.
  func bedtime(of date: CivilDate) -> Instant { place.bedtime(of: date) }

  /// From when on falling asleep is going to bed.
  func nightStart(of date: CivilDate) -> Instant { place.nightStart(of: date) }

  /// A wall time within the waking day of a date, which lasts from `dayStart` to `dayStart`.
  func instant(of time: WallTime, on date: CivilDate) -> Instant { place.instant(of: time, on: date) }

  /// The age on a date, in calendar days; 0 for a waking day that began before the birth.
  func ageDays(on date: CivilDate) -> Int {
    max(0, date.daysSinceEpoch - baby.birthdate.daysSinceEpoch)
  }

  /// The row of the age table for a date. The waking day's date decides, not the calendar's, so that the
  /// windows do not change under a baby in the middle of the night.
  func bracket(on date: CivilDate) -> AgeTable.Bracket {
    AgeTable.bracket(ageDays: ageDays(on: date))
  }
}

extension SleepSpan {
  /// The span as it was at `now`. Ends up to `horizon` ahead are explained by clocks that differ.
  fileprivate func seen(at now: Instant, until horizon: Instant) -> SleepSpan {
    SleepSpan(start: min(start, now), end: end.flatMap { $0 <= horizon ? min($0, now) : nil })
  }
}

extension FeedSpan {
  /// False for a feed that ends before it starts.
  fileprivate var isForward: Bool { end.map { $0 >= start } ?? true }

  /// The span as it stood at `now`; a bottle is over when it starts.
  fileprivate func seen(at now: Instant, until horizon: Instant) -> FeedSpan {
    var seen = self
    seen.start = min(start, now)
    seen.end = isNursing ? end.flatMap { $0 <= horizon ? min($0, now) : nil } : seen.start
    return seen
  }
}

/// The input of a snapshot, in order and without contradictions or the future.
struct DayInput {
  /// The baby, with its daily settings.
  let baby: Baby
  /// Computes the dates and times of the baby's days.
  let place: DayPlace
  /// Sleeps in order of time, without overlaps; at most the last one runs. Those that are too short to count are left
  /// out.
  let sleeps: [SleepSpan]
  /// The sleeps that were too short to be naps, in order.
  let shortSleeps: [SleepSpan]
  /// Feeds in order of their start.
  let feeds: [FeedSpan]
  /// The stated morning wake-ups, in order of time.
  let wakeUps: [Instant]
  /// When the dream feed's reminder was dismissed.
  let dreamFeedDismissals: [Instant]
  /// The instant the snapshot is for.
  let now: Instant
  let zone: ZoneWindow
  /// The rules by which entries make a day.
  let rules: DayRules

  /// How far two correct clocks may differ, in minutes: an event this far ahead has just happened.
  static let clockToleranceMinutes = 2
  /// A sleep that ran past bedtime and ended within this many minutes after it was a nap.
  static let lateNapMinutes = 120

  /// Spans count as they were at `now`: those that begin later are left out, and those that end later still run.
  init(
    baby: Baby, feeds: [FeedSpan], sleeps: [SleepSpan], wokeAt: Instant?, wakes: [Instant] = [],
    dreamFeedDismissals: [Instant], now: Instant, zone: ZoneWindow, rules: DayRules = .plain
  ) {
    let horizon = now.adding(minutes: DayInput.clockToleranceMinutes)
    let begun = sleeps.filter { $0.isForward && $0.start <= horizon }.map { $0.seen(at: now, until: horizon) }
    place = DayPlace(baby: baby, zone: zone)
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

  var runningSleep: SleepSpan? {
    sleeps.last.flatMap { $0.end == nil ? $0 : nil }
  }
}

extension SleepSpan {
  /// The span as it was at `now`. Ends up to `horizon` are accepted, since clocks differ.
  fileprivate func seen(at now: Instant, until horizon: Instant) -> SleepSpan {
    SleepSpan(start: min(start, now), end: end.flatMap { $0 <= horizon ? min($0, now) : nil })
  }
}

extension FeedSpan {
  /// Whether the feed does not end before it starts.
  fileprivate var isForward: Bool { end.map { $0 >= start } ?? true }

  /// The span as it was at `now`; a bottle ends when it starts.
  fileprivate func seen(at now: Instant, until horizon: Instant) -> FeedSpan {
    var seen = self
    seen.start = min(start, now)
    seen.end = isNursing ? end.flatMap { $0 <= horizon ? min($0, now) : nil } : seen.start
    return seen
  }
}

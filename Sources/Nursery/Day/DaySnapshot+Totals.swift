/// The sums of the Today page. What still runs counts up to `now`.
extension DaySnapshot {
  /// The naps of this waking day, the running one included.
  public var naps: [SleepSpan] { sleeps.filter { !$0.isNight }.map { $0.span } }

  /// The night's sleeps since this waking day's bedtime, the running one included.
  public var nightSleeps: [SleepSpan] { sleeps.filter { $0.isNight }.map { $0.span } }

  /// The nap or night sleep that runs.
  public var runningSleep: SleepSpan? { sleeps.last { $0.span.end == nil }?.span }

  /// The nap that ended last; nil before the first one has.
  public var lastNap: SleepSpan? { naps.last { $0.end != nil } }

  /// The feed that began last, the running one included; nil when none did in this waking day.
  public var lastFeed: FeedSpan? { feeds.last }

  /// Minutes slept in naps.
  public func totalNapMinutes(at now: Instant) -> Int {
    naps.reduce(0) { $0 + $1.minutes(at: now) }
  }

  /// Minutes of the longest nap; 0 without one.
  public func longestNapMinutes(at now: Instant) -> Int {
    naps.map { $0.minutes(at: now) }.max() ?? 0
  }

  /// Minutes of the longest nap or night sleep; 0 without one.
  public func longestSleepMinutes(at now: Instant) -> Int {
    sleeps.map { $0.span.minutes(at: now) }.max() ?? 0
  }

  /// Minutes slept in all, naps and night.
  public func totalSleepMinutes(at now: Instant) -> Int {
    sleeps.reduce(0) { $0 + $1.span.minutes(at: now) }
  }

  /// Minutes spent nursing.
  public func nursingMinutes(at now: Instant) -> Int {
    feeds.filter { $0.isNursing }.reduce(0) { $0 + max(0, $1.start.minutes(until: $1.end ?? now)) }
  }
}

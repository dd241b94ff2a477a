/// What the rest of the waking day offers: the next nap, the end of this one, an earlier bedtime.
struct Outlook {
  /// The waking day.
  let day: WakingDay
  /// The instant the snapshot is for.
  let now: Instant
  /// The wake window in force.
  let window: MinuteRange
  /// The wake window before bed.
  let lastWindow: MinuteRange
  /// When the last nap should be over.
  let cutoff: Instant

  /// The next nap's earliest and latest start: none begins at the cutoff or later, so the latest start is
  /// held to it, and there is no next nap when even the earliest one would come too late.
  var nextNap: InstantRange? {
    guard let awakeSince = day.wakeReference, now < cutoff else { return nil }
    let earliest = awakeSince.adding(minutes: window.lower)
    guard earliest < cutoff else { return nil }
    return InstantRange(earliest: earliest, latest: min(awakeSince.adding(minutes: window.upper), cutoff))
  }

  /// When to wake the baby from the running nap.
  var wakeBy: Instant? {
    day.running.flatMap { $0.isNight ? nil : cutoff }
  }

  /// The put-down times that keep the last wake window in range, when they end before bedtime.
  ///
  /// Given as soon as no further nap fits, and never beside a next nap: the two would be contrary advice. It
  /// goes when its latest time has passed, for then no put-down keeps the window in range any more. A night
  /// waking has none: the baby was put down already.
  var earlierBedtime: InstantRange? {
    guard let awakeSince = day.wakeReference, nextNap == nil, day.nightStart == nil else { return nil }
    let latest = awakeSince.adding(minutes: lastWindow.upper)
    guard latest < day.bedtime, now <= latest else { return nil }
    return InstantRange(earliest: awakeSince.adding(minutes: lastWindow.lower), latest: latest)
  }
}

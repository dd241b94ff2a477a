import CareJournal
import Nursery

/// What the last 24 hours come to.
struct CareTotals {
  private let since: Instant
  private let now: Instant
  private let sleeps: [SleepSpan]
  private let feeds: [FeedSpan]

  /// Sums over the 24 hours up to `now`.
  init(_ log: CareLog, clocks: ClockHistory, now: Instant) {
    since = now.adding(minutes: -1440)
    self.now = now
    sleeps = log.sleeps(clock: clocks, since: since, now: now)
    feeds = log.feeds(clock: clocks, since: since, now: now).filter { [since] in $0.start >= since }
  }

  /// Minutes asleep, which an event counts for as far as it lies within the day; feeds count where they began.
  var document: JSONValue {
    let nursings = feeds.filter(\.isNursing)
    return [
      "sleepMinutes": .integer(sleeps.reduce(0) { $0 + minutes(from: $1.start, to: $1.end) }),
      "nursings": .integer(nursings.count), "bottles": .integer(feeds.count - nursings.count),
      "nursingMinutes": .integer(nursings.reduce(0) { $0 + minutes(from: $1.start, to: $1.end) }),
    ]
  }

  private func minutes(from start: Instant, to end: Instant?) -> Int {
    max(0, max(start, since).minutes(until: min(end ?? now, now)))
  }
}

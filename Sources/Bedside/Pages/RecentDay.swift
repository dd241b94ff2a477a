import Nursery

/// The last 24 hours of a baby, as the Today page shows them.
public struct RecentDay: Hashable, Sendable {
  /// Minutes that are looked back.
  public static let minutes = 1_440

  /// The sleeps that were not over 24 hours ago, in order.
  public var sleeps: [SleepSpan]
  /// The feeds that began within 24 hours, in order.
  public var feeds: [FeedSpan]
  /// Milk from bottles; nil where no amount was logged.
  public var intake: BottleAmount?
  /// Minutes nursed on the left, on the right and on both.
  public var nursed = [0, 0, 0]
  /// Nappies changed.
  public var nappies = 0
  /// When a medicine was given last.
  public var lastMedicine: Instant?

  /// What happened within 24 hours; everything else is left out.
  public init(sleeps: [SleepSpan], feeds: [FeedSpan], now: Instant) {
    let since = now.adding(minutes: -RecentDay.minutes)
    self.sleeps = sleeps.filter { ($0.end ?? now) > since && $0.start < now }
    self.feeds = feeds.filter { $0.start >= since && $0.start <= now }
  }

  /// The sleeps as minutes of the civil timeline, cut to the last 24 hours.
  func stretches(at now: Instant) -> [Range<Int>] {
    let since = now.minute - RecentDay.minutes
    return sleeps.map { sleep in
      let start = max(since, sleep.start.minute)
      return start..<max(start, min(sleep.end ?? now, now).minute)
    }
  }

  /// Minutes slept within the last 24 hours.
  func sleepMinutes(at now: Instant) -> Int {
    stretches(at: now).reduce(0) { $0 + $1.count }
  }
}

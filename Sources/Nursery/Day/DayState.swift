/// The state of the baby's day, with its minutes. The first case that applies is the state.
public enum DayState: Hashable, Sendable {
  /// No wake-up and no event yet today, and the baby is not asleep.
  case notStarted
  /// The night's sleep, to which no cutoff applies. `expectedWake` estimates the morning.
  case nightSleep(sleepMinutes: Int, expectedWake: Instant)
  /// A nap that runs past the cutoff.
  case sleepingMustEnd(sleepMinutes: Int, minutesPastCutoff: Int)
  /// A nap with at most 30 minutes left to the cutoff.
  case sleepingApproachingCutoff(sleepMinutes: Int, minutesUntilCutoff: Int)
  /// A nap with more than 30 minutes left.
  case sleepingNoPressure(sleepMinutes: Int, minutesUntilCutoff: Int)
  /// Awake, with at most 30 minutes to bedtime; 0 after bedtime.
  case bedtimeWindow(minutesToBedtime: Int)
  /// Awake, at or past the cutoff: no more naps today.
  case napWindowClosed(awakeMinutes: Int, minutesToBedtime: Int)
  /// Awake for less than the wake window's lower end.
  case awakeEarly(awakeMinutes: Int, window: MinuteRange)
  /// Awake within the wake window, both ends included.
  case awakeApproaching(awakeMinutes: Int, window: MinuteRange)
  /// Awake beyond the wake window.
  case awakeBeyond(awakeMinutes: Int, window: MinuteRange)

  /// The state's name in the test vectors and the golden frames.
  public var name: String {
    switch self {
    case .notStarted: "notStarted"
    case .nightSleep: "nightSleep"
    case .sleepingMustEnd: "sleepingMustEnd"
    case .sleepingApproachingCutoff: "sleepingApproachingCutoff"
    case .sleepingNoPressure: "sleepingNoPressure"
    case .bedtimeWindow: "bedtimeWindow"
    case .napWindowClosed: "napWindowClosed"
    case .awakeEarly: "awakeEarly"
    case .awakeApproaching: "awakeApproaching"
    case .awakeBeyond: "awakeBeyond"
    }
  }
}

/// A closed range of whole minutes.
public struct MinuteRange: Hashable, Sendable {
  /// The lower end.
  public let lower: Int
  /// The upper end, included.
  public let upper: Int

  /// The range from `lower` to `upper` minutes.
  public init(_ lower: Int, _ upper: Int) {
    self.lower = lower
    self.upper = upper
  }
}

/// The feed state, independent of sleep. Minutes count from the start of the feed.
public enum FeedState: Hashable, Sendable {
  /// A nursing runs.
  case feedingNow(startedMinutesAgo: Int)
  /// Nothing logged yet.
  case noFeedsYet
  /// Fed, and less than 80 % of the interval's lower end ago.
  case recentlyFed(minutesAgo: Int)
  /// From 80 % of the interval's lower end on.
  case approaching(minutesAgo: Int, interval: MinuteRange)
  /// From the interval's lower end on.
  case ready(minutesAgo: Int, interval: MinuteRange)

  /// The state's name in the test vectors.
  public var name: String {
    switch self {
    case .feedingNow: "feedingNow"
    case .noFeedsYet: "noFeedsYet"
    case .recentlyFed: "recentlyFed"
    case .approaching: "approaching"
    case .ready: "ready"
    }
  }
}

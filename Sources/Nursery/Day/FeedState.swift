/// The feed track, independent of sleep; minutes count from the start of the feed.
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

  /// The state's name, as in the vectors.
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

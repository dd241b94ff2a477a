import Nursery

/// What the panel shows while a quiet session runs.
public enum QuietShow: Hashable, Sendable {
  /// Nothing; the display-off command is in force.
  case dark
  /// What remains, as a ring and as time.
  case ring(seconds: Int, of: Int)
  /// The cancel's delay, as a bar and as seconds.
  case cancelling(seconds: Int, of: Int)
  /// NAP ends it, FEED leaves it.
  case confirmReset
  /// What a press came to, and what is not saved.
  case notice
}

/// Until when a quiet session holds, and whether it can be ended before.
public struct QuietLock: Hashable, Sendable {
  /// When it ends; nil while the clock does not tell.
  public var end: Instant?
  /// Whether it can be cancelled.
  public var strictness: StrictnessMode
}

/// A nap that really happened. It counts only when both ends are known.
public struct ActualNap: Hashable, Sendable {
  /// Which nap of the day it was, 1…5.
  public var nap: Int
  /// When it began, in minutes since the wake day's midnight; nil: not recorded.
  public var start: Int?
  /// When it ended, in minutes since the wake day's midnight; nil: not recorded.
  public var end: Int?

  /// A nap from `start` to `end`.
  public init(nap: Int, start: Int?, end: Int?) {
    self.nap = nap
    self.start = start
    self.end = end
  }
}

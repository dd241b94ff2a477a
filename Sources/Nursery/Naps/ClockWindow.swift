/// A stretch between two times of day, as a person sets it. It counts only when both ends are set; an end at or
/// before the start is after midnight.
public struct ClockWindow: Hashable, Sendable {
  /// Minutes after midnight, 0…1439; nil: not set.
  public var start: Int?
  /// Minutes after midnight, 0…1439; nil: not set.
  public var end: Int?

  /// A stretch from `start` to `end`.
  public init(start: Int?, end: Int?) {
    self.start = start
    self.end = end
  }
}

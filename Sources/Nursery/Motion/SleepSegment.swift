/// A stretch of sleep that is over.
public struct SleepSegment: Hashable, Sendable {
  /// When it began.
  public let start: Instant
  /// When it was over.
  public let end: Instant

  /// A stretch between two instants.
  public init(start: Instant, end: Instant) {
    self.start = start
    self.end = end
  }

  /// How long it lasted, in milliseconds.
  public var milliseconds: Int { end.milliseconds - start.milliseconds }
}

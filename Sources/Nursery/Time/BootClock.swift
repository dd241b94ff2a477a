/// What a clock history has noted of one boot, as data: from these and the starts that share a boot it can be
/// made again.
public struct BootClock: Hashable, Sendable {
  /// The boot's ordinal.
  public var boot: Int
  /// The earliest reading seen of its clock.
  public var firstMilliseconds: Int
  /// The latest reading seen of its clock.
  public var lastMilliseconds: Int
  /// Wall minus boot clock, in milliseconds, once synced.
  public var syncedOffset: Int?
  /// The least offset that a wall clock saved at the last shutdown allows, in milliseconds.
  public var savedOffset: Int?

  /// What was noted of a boot.
  public init(
    boot: Int, firstMilliseconds: Int, lastMilliseconds: Int, syncedOffset: Int?, savedOffset: Int?
  ) {
    self.boot = boot
    self.firstMilliseconds = firstMilliseconds
    self.lastMilliseconds = lastMilliseconds
    self.syncedOffset = syncedOffset
    self.savedOffset = savedOffset
  }
}

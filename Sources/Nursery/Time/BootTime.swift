/// A reading of the clock that never jumps: which boot of the box, and how long that boot had lasted.
public struct BootTime: Hashable, Comparable, Sendable {
  /// The boot's ordinal in this box's log, from 1; 0 while the log has not been opened yet.
  public var boot: Int
  /// `CLOCK_BOOTTIME` in milliseconds. Negative for an event moved to before the boot.
  public let milliseconds: Int

  /// Three thousand years either way: whatever a log may say, sums with an instant do not overflow.
  private static let limits = -100_000_000_000_000...100_000_000_000_000

  /// The reading `milliseconds` into boot number `boot`; absurd ones are held to ±3,000 years.
  public init(boot: Int, milliseconds: Int) {
    self.boot = boot
    self.milliseconds = BootTime.limits.clamped(milliseconds)
  }

  /// Orders readings by boot, then by time within it.
  public static func < (one: BootTime, other: BootTime) -> Bool {
    (one.boot, one.milliseconds) < (other.boot, other.milliseconds)
  }

  /// This reading moved within its boot.
  public func adding(milliseconds delta: Int) -> BootTime {
    BootTime(boot: boot, milliseconds: milliseconds + BootTime.limits.clamped(delta))
  }
}

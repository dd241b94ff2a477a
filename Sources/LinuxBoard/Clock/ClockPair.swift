/// The monotonic and the boot clock, read at the same time. The two differ by the time spent in suspend, so a pair
/// holds until the next suspend; take a new one each turn of the loop.
public struct ClockPair: Hashable, Sendable {
  /// `CLOCK_MONOTONIC`.
  public let monotonicNanoseconds: UInt64
  /// `CLOCK_BOOTTIME`.
  public let bootNanoseconds: UInt64

  /// Two readings of the same instant.
  public init(monotonicNanoseconds: UInt64, bootNanoseconds: UInt64) {
    self.monotonicNanoseconds = monotonicNanoseconds
    self.bootNanoseconds = bootNanoseconds
  }

  /// What a time of the monotonic clock, such as a line event's, lacks to be one of the boot clock.
  public var bootMinusMonotonicNanoseconds: Int {
    // Both clocks start near zero, so 64 bits last for 292 years and the differences fit.
    Int(truncatingIfNeeded: bootNanoseconds &- monotonicNanoseconds)
  }
}

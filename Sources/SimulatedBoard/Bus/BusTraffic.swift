/// What one chip cost the bus.
public struct BusTraffic: Hashable, Sendable {
  /// Transfers begun, failed ones included; a write followed by a read under one STOP is one.
  public var transactions = 0
  /// Bytes on the wire, address and control bytes included.
  public var bytes = 0
  /// How long the bus was held, in nanoseconds of simulated time; a transfer that timed out counts whole.
  public var busyNanoseconds: UInt64 = 0

  /// No traffic.
  public init() {}

  /// Counts one more transfer.
  mutating func add(bytes: Int, busyNanoseconds: UInt64) {
    transactions += 1
    self.bytes += bytes
    self.busyNanoseconds += busyNanoseconds
  }

  /// The sum of two chips' traffic.
  public static func + (one: BusTraffic, other: BusTraffic) -> BusTraffic {
    var sum = one
    sum.transactions += other.transactions
    sum.bytes += other.bytes
    sum.busyNanoseconds += other.busyNanoseconds
    return sum
  }
}

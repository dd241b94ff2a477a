/// What an accelerometer has cost since its session began. Failed transfers count too: they held the bus as well.
public struct AccelerometerTraffic: Hashable, Sendable {
  /// Transfers asked of the bus, from START to STOP.
  public var transactions = 0
  /// Bytes on the wires, addresses included: at nine clocks each, the time the bus was held.
  public var wireBytes = 0

  /// Nothing yet.
  public init() {}

  mutating func countWrite(_ bytes: Int) {
    transactions += 1
    wireBytes += 1 + bytes
  }

  mutating func countExchange(_ bytes: Int, reading count: Int) {
    transactions += 1
    wireBytes += 2 + bytes + count
  }
}

/// What a panel has cost since its driver was made. Failed transfers count too: they held the bus as well.
public struct PanelTraffic: Hashable, Sendable {
  /// Transfers asked of the bus, from START to STOP.
  public var transactions = 0
  /// Bytes on the wires, addresses included: at nine clocks each, the time the bus was held.
  public var wireBytes = 0
  /// Frames that were sent whole.
  public var fullRedraws = 0
  /// Frames of which only a part was sent.
  public var partialRedraws = 0

  /// Nothing yet.
  public init() {}

  mutating func countWrite(of payload: [UInt8]) {
    transactions += 1
    wireBytes += 1 + payload.count
  }

  mutating func countExchange(of payload: [UInt8], reading count: Int) {
    transactions += 1
    wireBytes += 1 + payload.count + 1 + count
  }

  mutating func count(_ redraw: PanelRedraw) {
    switch redraw {
    case .none: break
    case .partial: partialRedraws += 1
    case .full: fullRedraws += 1
    }
  }
}

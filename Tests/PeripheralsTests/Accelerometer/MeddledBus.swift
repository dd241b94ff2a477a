import Peripherals
import SimulatedBoard

/// A bus that calls `before` right before each transfer.
final class MeddledBus: I2CBus {
  private let bus: SimulatedI2CBus
  private(set) var transfers = 0
  /// Receives the transfer's number, from 1.
  var before: (Int) -> Void = { _ in }

  init(_ bus: SimulatedI2CBus) {
    self.bus = bus
  }

  func write(_ bytes: [UInt8], to address: I2CAddress) throws(BusFault) {
    meddle()
    try bus.write(bytes, to: address)
  }

  func writeThenRead(_ bytes: [UInt8], reading count: Int, at address: I2CAddress) throws(BusFault)
    -> [UInt8]
  {
    meddle()
    return try bus.writeThenRead(bytes, reading: count, at: address)
  }

  private func meddle() {
    transfers += 1
    before(transfers)
  }
}

import LinuxBoard
import Peripherals

/// The bus behind `/dev/i2c-N`, opened at the first transfer and again after it went away: a board whose bus is
/// not enabled, or whose adapter comes late, logs all the same.
final class LateI2CBus: I2CBus {
  private let number: Int
  private var bus: LinuxI2CBus?

  /// Bus number `number`, not opened yet.
  init(number: Int) {
    self.number = number
  }

  func write(_ bytes: [UInt8], to address: I2CAddress) throws(BusFault) {
    try attempt { bus throws(BusFault) in try bus.write(bytes, to: address) }
  }

  func read(_ count: Int, from address: I2CAddress) throws(BusFault) -> [UInt8] {
    try attempt { bus throws(BusFault) in try bus.read(count, from: address) }
  }

  func writeThenRead(
    _ bytes: [UInt8], reading count: Int, at address: I2CAddress
  ) throws(BusFault) -> [UInt8] {
    try attempt { bus throws(BusFault) in try bus.writeThenRead(bytes, reading: count, at: address) }
  }

  func writeThenRead(
    _ bytes: [UInt8], into answer: inout [UInt8], at address: I2CAddress
  ) throws(BusFault) {
    try attempt { bus throws(BusFault) in try bus.writeThenRead(bytes, into: &answer, at: address) }
  }

  private func attempt<Value>(
    _ transfer: (LinuxI2CBus) throws(BusFault) -> Value
  ) throws(BusFault) -> Value {
    let bus = try open()
    do throws(BusFault) {
      return try transfer(bus)
    } catch {
      // An adapter that was unbound leaves a dead descriptor behind; a new one may be there next time.
      if case .other = error { self.bus = nil }
      throw error
    }
  }

  private func open() throws(BusFault) -> LinuxI2CBus {
    if let bus { return bus }
    do throws(OpenFault) {
      let opened = try LinuxI2CBus(number: number)
      bus = opened
      return opened
    } catch {
      throw .noAcknowledge
    }
  }
}

/// Where a panel can be: the modules strap one bit of the address.
public enum PanelAddress {
  /// As most modules are sold.
  public static let low = I2CAddress(0x3C)
  /// With the address strap set.
  public static let high = I2CAddress(0x3D)
  /// Both, in the order in which they are asked.
  public static let all = [low, high]

  /// A write that changes nothing, for the sake of the answer: a command that every controller here has, and
  /// that is in force on all of them from power-on.
  static let question: [UInt8] = [0x00] + SolomonCommand.showMemory.bytes

  /// The first address that acknowledges; nil where neither does. Throws any other fault of the bus, since a stuck bus
  /// says nothing about the parts on it.
  public static func probe<Bus: I2CBus>(_ bus: Bus) throws(BusFault) -> I2CAddress? {
    for address in all {
      if try acknowledges(address, on: bus) { return address }
    }
    return nil
  }

  /// Whether a part answers at an address. Throws any other fault of the bus.
  public static func acknowledges<Bus: I2CBus>(_ address: I2CAddress, on bus: Bus) throws(BusFault) -> Bool {
    do throws(BusFault) {
      try bus.write(question, to: address)
      return true
    } catch {
      guard error == .noAcknowledge else { throw error }
      return false
    }
  }
}

/// Looks for an accelerometer. It only reads, and only the register that identifies each chip, so it does no harm to
/// a real-time clock at an accelerometer's address.
struct AccelerometerProbe {
  /// The kind by configuration; nil for any.
  var kind: AccelerometerKind?
  /// The address by configuration; nil for each of the kind's.
  var address: I2CAddress?

  /// The first supported part. If none is found, a known chip that is not supported is refused by its name. With a
  /// configured kind, any other chip at its address is refused.
  func find<Bus: I2CBus>(on bus: Bus) throws(AccelerometerFault) -> AccelerometerPart {
    var refusal: AccelerometerRefusal?
    for kind in kinds {
      for address in addresses(of: kind) {
        guard let byte = try ask(address, kind, bus) else { continue }
        let identity = kind.identity(of: byte)
        if let identity, identity.isAccepted {
          return AccelerometerPart(kind: kind, address: address, identity: byte, name: identity.name)
        }
        guard refusal == nil, identity != nil || self.kind != nil else { continue }
        refusal = AccelerometerRefusal(
          address: address, expected: kind, identity: byte, name: identity?.name)
      }
    }
    throw refusal.map { .refused($0) } ?? .bus(.noAcknowledge)
  }

  private var kinds: [AccelerometerKind] { kind.map { [$0] } ?? AccelerometerKind.allCases }

  private func addresses(of kind: AccelerometerKind) -> [I2CAddress] {
    address.map { [$0] } ?? kind.addresses
  }

  /// The byte by which a chip identifies itself; nil if no chip answers. Any other fault of the bus is thrown, since
  /// it says nothing about the parts.
  private func ask<Bus: I2CBus>(
    _ address: I2CAddress, _ kind: AccelerometerKind, _ bus: Bus
  ) throws(AccelerometerFault) -> UInt8? {
    do throws(BusFault) {
      return try bus.writeThenRead([kind.identityRegister], reading: 1, at: address).first
    } catch {
      guard error == .noAcknowledge else { throw .bus(error) }
      return nil
    }
  }
}

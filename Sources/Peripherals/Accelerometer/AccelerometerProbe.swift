/// Looks for an accelerometer. Only ever reads, and of each chip only the register that tells who it is: a real-time
/// clock at an accelerometer's address takes no harm.
struct AccelerometerProbe {
  /// The kind by configuration; nil for any.
  var kind: AccelerometerKind?
  /// The address by configuration; nil for each of the kind's.
  var address: I2CAddress?

  /// The first part that can be used. Somebody with a known name who cannot be used is refused by that name when no
  /// other part is found; with a configured kind anybody else at its address is.
  func find<Bus: I2CBus>(
    on bus: Bus, _ traffic: inout AccelerometerTraffic
  ) throws(AccelerometerFault) -> AccelerometerPart {
    var refusal: AccelerometerRefusal?
    for kind in kinds {
      for address in addresses(of: kind) {
        guard let byte = try ask(address, kind, bus, &traffic) else { continue }
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

  /// The byte by which a chip tells who it is; nil where nobody answers. What else the bus comes to says nothing
  /// about who is on it.
  private func ask<Bus: I2CBus>(
    _ address: I2CAddress, _ kind: AccelerometerKind, _ bus: Bus, _ traffic: inout AccelerometerTraffic
  ) throws(AccelerometerFault) -> UInt8? {
    traffic.countExchange(1, reading: 1)
    do throws(BusFault) {
      return try bus.writeThenRead([kind.identityRegister], reading: 1, at: address).first
    } catch {
      guard error == .noAcknowledge else { throw .bus(error) }
      return nil
    }
  }
}

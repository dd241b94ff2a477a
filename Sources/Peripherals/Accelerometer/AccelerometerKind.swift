/// The supported accelerometers, in the order in which they are looked for. Each identifies itself, so no setting is
/// needed; a setting narrows the search.
public enum AccelerometerKind: String, Hashable, Sendable, CaseIterable {
  /// Analog Devices ADXL345, and the ADXL343 that answers alike.
  case adxl345
  /// STMicroelectronics LIS3DH, and the LIS2DH12 that answers alike.
  case lis3dh
  /// InvenSense MPU-6050, and those of its successors that keep its registers.
  case mpu6050

  /// The addresses at which a part of the kind can be: the modules strap one bit of the address. The one that most
  /// modules have comes first.
  public var addresses: [I2CAddress] {
    switch self {
    case .adxl345: [I2CAddress(0x53), I2CAddress(0x1D)]
    case .lis3dh: [I2CAddress(0x18), I2CAddress(0x19)]
    case .mpu6050: [I2CAddress(0x68), I2CAddress(0x69)]
    }
  }
}

extension AccelerometerKind {
  /// The register that identifies the chip.
  var identityRegister: UInt8 {
    switch self {
    case .adxl345: ADXL345.Register.deviceID.rawValue
    case .lis3dh: LIS3DH.Register.whoAmI.rawValue
    case .mpu6050: MPU6050.Register.whoAmI.rawValue
    }
  }

  /// The part that answers with this byte; nil for an unknown one.
  func identity(of byte: UInt8) -> AccelerometerIdentity? {
    switch self {
    case .adxl345: ADXL345.identity(of: byte)
    case .lis3dh: LIS3DH.identity(of: byte)
    case .mpu6050: MPU6050.identity(of: byte)
    }
  }

  /// All that is written to and read from this chip.
  func plan(for setup: AccelerometerSetup, identity: UInt8) -> AccelerometerPlan {
    switch self {
    case .adxl345: ADXL345.plan(for: setup)
    case .lis3dh: LIS3DH.plan(for: setup)
    case .mpu6050: MPU6050.plan(for: setup, identity: identity)
    }
  }

  /// What the answers to the plan's status questions mean.
  func backlog(_ answer: [UInt8], _ plan: AccelerometerPlan) -> FIFOBacklog {
    guard answer.starts(with: plan.mark) else { return .unusable(.reset) }
    return switch self {
    case .adxl345: ADXL345.backlog(status: answer[1], plan)
    case .lis3dh: LIS3DH.backlog(source: answer[1], plan)
    case .mpu6050: MPU6050.backlog(bytes: Int(answer[2]) << 8 | Int(answer[3]), plan)
    }
  }

  /// How the chip tests itself.
  func selfTest(identity: UInt8) -> SelfTestPlan {
    switch self {
    case .adxl345: ADXL345.selfTest
    case .lis3dh: LIS3DH.selfTest
    case .mpu6050: MPU6050.selfTest(identity: identity)
    }
  }
}

/// How a chip identifies itself.
struct AccelerometerIdentity: Hashable, Sendable {
  /// Its name, or the names of parts that give the same answer.
  var name: String
  /// Whether its registers are those of the expected kind.
  var isAccepted: Bool

  static func accepted(_ name: String) -> AccelerometerIdentity {
    AccelerometerIdentity(name: name, isAccepted: true)
  }

  static func refused(_ name: String) -> AccelerometerIdentity {
    AccelerometerIdentity(name: name, isAccepted: false)
  }
}

/// An accelerometer that was found on the bus.
public struct AccelerometerPart: Hashable, Sendable {
  /// The kind whose registers it has.
  public var kind: AccelerometerKind
  /// The address at which it answers.
  public var address: I2CAddress
  /// The byte by which it identifies itself.
  public var identity: UInt8
  /// The name for that byte: `MPU-6500` for a part that is driven as an MPU-6050.
  public var name: String

  /// A part with all its properties.
  public init(kind: AccelerometerKind, address: I2CAddress, identity: UInt8, name: String) {
    (self.kind, self.address, self.identity, self.name) = (kind, address, identity, name)
  }
}

/// How to run a part.
public struct AccelerometerSetup: Hashable, Sendable {
  /// The largest acceleration that is measured, gravity included; 2 g resolves finest.
  public var range: AccelerometerRange
  /// The clock of the bus, in hertz. It decides whether an ADXL345 can be read four times as often and averaged.
  public var busHertz: Int
  /// The interrupt line, if one is wired; without it the clock decides when the FIFO is emptied.
  public var interrupt: AccelerometerInterrupt?

  /// A setup with all its parts.
  public init(
    range: AccelerometerRange = .two, busHertz: Int = 100_000, interrupt: AccelerometerInterrupt? = nil
  ) {
    (self.range, self.busHertz, self.interrupt) = (range, busHertz, interrupt)
  }
}

/// The largest acceleration that is measured, in either direction.
public enum AccelerometerRange: UInt8, Hashable, Sendable, CaseIterable {
  /// ±2 g.
  case two = 0
  /// ±4 g.
  case four = 1
  /// ±8 g.
  case eight = 2
  /// ±16 g.
  case sixteen = 3

  /// The same in g, 2…16. The raw value is what all three chips write into their range bits.
  public var gee: Int { 2 << Int(rawValue) }
}

/// The wire on which a part signals that its FIFO is worth emptying.
public struct AccelerometerInterrupt: Hashable, Sendable {
  /// The part's own pin.
  public enum Pin: Hashable, Sendable, CaseIterable {
    /// INT1, or the only one.
    case one
    /// INT2. Only an ADXL345 can signal on it.
    case two
  }

  /// Which pin is wired.
  public var pin: Pin
  /// Whether the pin is low while it signals.
  public var isActiveLow: Bool

  /// A wire with all its properties.
  public init(pin: Pin = .one, isActiveLow: Bool) { (self.pin, self.isActiveLow) = (pin, isActiveLow) }
}

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

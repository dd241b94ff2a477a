/// The accelerometers supported, in the order in which they are looked for. Each tells who it is, so a box need
/// not be told; a setting narrows the search.
public enum AccelerometerKind: String, Hashable, Sendable, CaseIterable {
  /// Analog Devices ADXL345, and the ADXL343 that answers alike.
  case adxl345
  /// STMicroelectronics LIS3DH, and the LIS2DH12 that answers alike.
  case lis3dh
  /// InvenSense MPU-6050, and those of its successors that keep its registers.
  case mpu6050

  /// Where a part of the kind can be: the modules strap one bit of the address. As most are sold comes first.
  public var addresses: [I2CAddress] {
    switch self {
    case .adxl345: [I2CAddress(0x53), I2CAddress(0x1D)]
    case .lis3dh: [I2CAddress(0x18), I2CAddress(0x19)]
    case .mpu6050: [I2CAddress(0x68), I2CAddress(0x69)]
    }
  }
}

extension AccelerometerKind {
  /// The register that tells who the chip is.
  var identityRegister: UInt8 {
    switch self {
    case .adxl345: ADXL345.Register.deviceID.rawValue
    case .lis3dh: LIS3DH.Register.whoAmI.rawValue
    case .mpu6050: MPU6050.Register.whoAmI.rawValue
    }
  }

  /// Who it is that tells such a byte; nil when nobody known does.
  func identity(of byte: UInt8) -> AccelerometerIdentity? {
    switch self {
    case .adxl345: ADXL345.identity(of: byte)
    case .lis3dh: LIS3DH.identity(of: byte)
    case .mpu6050: MPU6050.identity(of: byte)
    }
  }

  /// All that this chip has to be told and asked.
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

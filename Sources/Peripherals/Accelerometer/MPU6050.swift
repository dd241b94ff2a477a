/// The registers and rules of InvenSense's MPU-6050 (register map RM-MPU-6000A-00 Rev 4.2): the accelerometer alone,
/// the gyroscopes in standby, 1 kHz divided to 25 readings a second.
///
/// It has no watermark, so the clock decides when it is emptied, even if an interrupt line is wired.
enum MPU6050 {
  /// Bytes that the FIFO holds (product specification PS-MPU-6000A-00, 7.17).
  private static let fifoBytes = 1024
  /// The same of the MPU-6500 and MPU-9250 (PS-MPU-6500A-01, 4.16); later ones have more.
  private static let laterFIFOBytes = 512
  private static let readingBytes = 6

  /// The part that answers with a WHO_AM_I; nil for an unknown one (register 0x75; Linux
  /// drivers/iio/imu/inv_mpu6050/inv_mpu_iio.h). Modules sold as MPU-6050 were seen to answer 0x70 and 0x98.
  static func identity(of byte: UInt8) -> AccelerometerIdentity? {
    switch byte {
    case 0x68: .accepted("MPU-6050 or MPU-9150")
    case 0x70: .accepted("MPU-6500")
    case 0x71: .accepted("MPU-9250")
    case 0x73: .accepted("MPU-9255")
    case 0x74: .accepted("MPU-6515")
    case 0x98: .accepted("ICM-20689")
    case 0x11, 0x12: .refused("ICM-20600 or ICM-20602")
    case 0x47: .refused("ICM-42688")
    case 0x78: .refused("MPU-6880")
    case 0xAE, 0xAF: .refused("ICM-20608")
    case 0xEA: .refused("ICM-20948")
    default: nil
    }
  }

  /// Whether it has ACCEL_CONFIG 2, where the accelerometer's filter is set since the MPU-6500.
  static func isLater(_ identity: UInt8) -> Bool { identity != 0x68 }

  /// Awake first, since it sleeps after a reset. The FIFO is emptied while nothing goes into it, as the register map
  /// requires, and filled last.
  static func plan(for setup: AccelerometerSetup, identity: UInt8) -> AccelerometerPlan {
    let settings = Settings(
      range: setup.range, isLater: isLater(identity), isActiveLow: setup.interrupt?.isActiveLow == true)
    return AccelerometerPlan(
      start: settings.start, settings: settings.expected,
      status: [
        RegisterSpan(Register.userControl.rawValue, count: 2),
        RegisterSpan(Register.fifoCountHigh.rawValue, count: 2),
      ],
      mark: Settings.mark, data: RegisterSpan(Register.fifoData.rawValue, count: readingBytes),
      readingsPerTransfer: 5, layout: ReadingLayout(isBigEndian: true, unusedBits: 0),
      capacity: (isLater(identity) ? laterFIFOBytes : fifoBytes) / readingBytes,
      readingHertz: AccelerometerPlan.sampleHertz, readingsPerSample: 1,
      // 16,384 counts per g at ±2 g, half of it at each further range (register 28).
      milligeePerReadingCount: Double(setup.range.gee) * 1_000 / 32_768,
      // Starting takes 30 ms and the filter's delay; three readings take 120 ms.
      settlingReadings: 3, usesInterrupt: false)
  }

  /// The meaning of FIFO_COUNT (registers 0x72, 0x73). A FIFO that overflows loses single bytes, so it is unknown where
  /// a reading begins. A FIFO without room for another reading is therefore given up.
  static func backlog(bytes: Int, _ plan: AccelerometerPlan) -> FIFOBacklog {
    if bytes >= plan.capacity * readingBytes { return .unusable(.overrun) }
    return bytes % readingBytes == 0 ? .readings(bytes / readingBytes) : .unusable(.misaligned)
  }
}

extension MPU6050 {
  /// The registers used, in the words of the register map (RM-MPU-6000A-00, section 3).
  enum Register: UInt8 {
    /// SELF_TEST_X, followed by SELF_TEST_Y, SELF_TEST_Z and SELF_TEST_A: the factory's trim codes.
    case selfTestX = 0x0D
    /// SMPLRT_DIV, followed by CONFIG, GYRO_CONFIG and ACCEL_CONFIG.
    case sampleRateDivider = 0x19
    /// ACCEL_CONFIG 2, of the MPU-6500 and later.
    case accelerometerConfiguration2 = 0x1D
    /// FIFO_EN: what goes into the FIFO.
    case fifoEnable = 0x23
    /// INT_PIN_CFG, followed by INT_ENABLE.
    case interruptPin = 0x37
    /// USER_CTRL, followed by PWR_MGMT_1.
    case userControl = 0x6A
    /// PWR_MGMT_1.
    case powerManagement1 = 0x6B
    /// PWR_MGMT_2.
    case powerManagement2 = 0x6C
    /// FIFO_COUNTH, followed by FIFO_COUNTL. Reading the former latches both.
    case fifoCountHigh = 0x72
    /// FIFO_R_W. A burst stays on it.
    case fifoData = 0x74
    /// WHO_AM_I.
    case whoAmI = 0x75
  }

  /// One setting of the chip.
  struct Settings {
    var range: AccelerometerRange
    var isLater: Bool
    var isActiveLow: Bool
    /// 1 kHz is divided by one more: 25 readings a second.
    var divider: UInt8 = 39
    var isTestingItself = false

    /// DLPF_CFG 5: 10 Hz for the accelerometer, below half of the reading rate, and 1 kHz before the divider
    /// (register 26). A_DLPF_CFG 5 is the same since the MPU-6500.
    private static let filter: UInt8 = 0x05
    /// FIFO_EN (register 106).
    private static let fifoOn: UInt8 = 0x40
    /// Awake, TEMP_DIS, the internal oscillator, since the gyroscopes' clock stands still (register 107).
    private static let awake: UInt8 = 0x08
    /// STBY_XG, STBY_YG, STBY_ZG (register 108).
    private static let gyroscopesOff: UInt8 = 0x07
    /// ACCEL_FIFO_EN (register 35).
    private static let accelerometerToFIFO: UInt8 = 0x08
    /// What USER_CTRL and PWR_MGMT_1 read as.
    static let mark: [UInt8] = [fifoOn, awake]

    private var rateAndRange: [UInt8] {
      [
        Register.sampleRateDivider.rawValue, divider, Settings.filter, 0x00,
        range.rawValue << 3 | (isTestingItself ? 0xE0 : 0x00),
      ]
    }
    private var laterFilter: [[UInt8]] {
      isLater ? [[Register.accelerometerConfiguration2.rawValue, Settings.filter]] : []
    }
    private var powerManagement2: [UInt8] { [Register.powerManagement2.rawValue, Settings.gyroscopesOff] }

    /// Awake; nothing into the FIFO; rate, filter and range; an idle interrupt pin; an empty FIFO, on, fed with
    /// acceleration.
    var start: [[UInt8]] {
      [
        [Register.powerManagement1.rawValue, Settings.awake], [Register.fifoEnable.rawValue, 0x00],
        powerManagement2, rateAndRange,
      ] + laterFilter + [
        [Register.interruptPin.rawValue, isActiveLow ? 0x80 : 0x00, 0x00],
        [Register.userControl.rawValue, 0x04],
        [Register.userControl.rawValue, Settings.fifoOn],
        [Register.fifoEnable.rawValue, Settings.accelerometerToFIFO],
      ]
    }

    /// The same, as it appears in a read.
    var expected: [[UInt8]] {
      [rateAndRange] + laterFilter + [
        [Register.fifoEnable.rawValue, Settings.accelerometerToFIFO], powerManagement2,
      ]
    }
  }

  /// At ±8 g, compared with what the factory measured and wrote into the chip ("Accelerometer self-test"). The
  /// successors compute it differently.
  static func selfTest(identity: UInt8) -> SelfTestPlan {
    var settings = Settings(range: .eight, isLater: isLater(identity), isActiveLow: false, divider: 9)
    let still = settings.start
    settings.isTestingItself = true
    return SelfTestPlan(
      still: still, forced: settings.start, finish: [[Register.powerManagement1.rawValue, 0x40]],
      limits: isLater(identity)
        ? .unknown : .trim(RegisterSpan(Register.selfTestX.rawValue, count: 4)),
      milligeePerCount: 8_000.0 / 32_768, mark: Settings.mark)
  }

  /// The response that the factory measured on an axis 0…2, in milligee; nil where it stored none. The codes' upper
  /// three bits share bytes with the gyroscopes', the lower two are together in the fourth byte; the scale goes from
  /// 0.34 g to 0.92 g in 30 equal ratios ("Accelerometer factory trim value").
  static func trimMilligee(_ registers: [UInt8], axis: Int) -> Double? {
    let low = (registers[3] >> UInt8(4 - 2 * axis)) & 0x03
    let code = (registers[axis] >> 5) << 2 | low
    guard code > 0 else { return nil }
    let ratio = 1.033_737_561_7  // (0.92 / 0.34) to the power of 1/30
    return (1..<Int(code)).reduce(340) { value, _ in value * ratio }
  }
}

extension MPU6050 {
  /// The registers used, in the words of the register map (RM-MPU-6000A-00, section 3).
  enum Register: UInt8 {
    /// SELF_TEST_X, and SELF_TEST_Y, SELF_TEST_Z and SELF_TEST_A behind it: the factory's trim codes.
    case selfTestX = 0x0D
    /// SMPLRT_DIV; CONFIG, GYRO_CONFIG and ACCEL_CONFIG behind it.
    case sampleRateDivider = 0x19
    /// ACCEL_CONFIG 2, of the MPU-6500 and later.
    case accelerometerConfiguration2 = 0x1D
    /// FIFO_EN: what goes into the FIFO.
    case fifoEnable = 0x23
    /// INT_PIN_CFG, with INT_ENABLE behind it.
    case interruptPin = 0x37
    /// USER_CTRL, with PWR_MGMT_1 behind it.
    case userControl = 0x6A
    /// PWR_MGMT_1.
    case powerManagement1 = 0x6B
    /// PWR_MGMT_2.
    case powerManagement2 = 0x6C
    /// FIFO_COUNTH, with FIFO_COUNTL behind it. Reading the former holds both.
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

    /// The same as a read gives it.
    var expected: [[UInt8]] {
      [rateAndRange] + laterFilter + [
        [Register.fifoEnable.rawValue, Settings.accelerometerToFIFO], powerManagement2,
      ]
    }
  }

  /// At ±8 g, against what the factory measured and wrote into the chip ("Accelerometer self-test"). The successors
  /// reckon it otherwise.
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

  /// The response that the factory measured on an axis 0…2, in milligee; nil where it wrote none down. The codes'
  /// upper three bits stand with the gyroscopes', the lower two together in the fourth byte; the scale goes from
  /// 0.34 g to 0.92 g in 30 equal ratios ("Accelerometer factory trim value").
  static func trimMilligee(_ registers: [UInt8], axis: Int) -> Double? {
    let low = (registers[3] >> UInt8(4 - 2 * axis)) & 0x03
    let code = (registers[axis] >> 5) << 2 | low
    guard code > 0 else { return nil }
    let ratio = 1.033_737_561_7  // (0.92 / 0.34) to the power of 1/30
    return (1..<Int(code)).reduce(340) { value, _ in value * ratio }
  }
}

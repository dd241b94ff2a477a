/// The registers and rules of STMicroelectronics' LIS3DH (datasheet DocID17530 Rev 2): at 25 readings a second in high
/// resolution, 12 bits left-justified in each word.
enum LIS3DH {
  /// Readings that the FIFO holds (section 5.1).
  private static let capacity = 32

  /// The part that answers with a WHO_AM_I (register 0x0F); nil for an unknown one.
  static func identity(of byte: UInt8) -> AccelerometerIdentity? {
    switch byte {
    case 0x33: .accepted("LIS3DH or LIS2DH12")
    case 0x11: .refused("SC7A20, sold as LIS3DH")
    case 0x32: .refused("LIS331DLH or kin")
    case 0x3F: .refused("LIS3DSH")
    case 0x41: .refused("LIS2HH12")
    case 0x43: .refused("LIS2DS12")
    case 0x44: .refused("LIS2DW12")
    default: nil
    }
  }

  /// Everything set up in power-down; stream mode is entered from bypass, which empties the FIFO (section 5.1.1).
  static func plan(for setup: AccelerometerSetup) -> AccelerometerPlan {
    let interrupt = setup.interrupt.flatMap { $0.pin == .one ? $0 : nil }
    let settings = Settings(
      rate: .hertz25, range: setup.range, isHighResolution: true, interrupt: interrupt,
      watermark: AccelerometerPlan.watermark)
    return AccelerometerPlan(
      start: settings.start, settings: [settings.expected],
      status: [RegisterSpan(Register.fifoControl.severalFrom, count: 2)], mark: [settings.fifoControl],
      // From 2Dh a burst continues at 28h with the next reading (AN3308, "Retrieving data from FIFO").
      data: RegisterSpan(Register.outXLow.severalFrom, count: 6), readingsPerTransfer: 5,
      layout: ReadingLayout(isBigEndian: false, unusedBits: 4), capacity: capacity,
      readingHertz: AccelerometerPlan.sampleHertz, readingsPerSample: 1,
      milligeePerReadingCount: milligeePerDigit(setup.range),
      // Turning high resolution on takes the time of 7 readings (table 11).
      settlingReadings: 8, usesInterrupt: interrupt != nil)
  }

  /// The meaning of FIFO_SRC_REG (register 0x2F): OVRN_FIFO, EMPTY and the count, which ends at 31.
  static func backlog(source: UInt8, _ plan: AccelerometerPlan) -> FIFOBacklog {
    if source & 0x40 != 0 { return .overrun(plan.capacity) }
    return .readings(source & 0x20 != 0 ? 0 : Int(source & 0x1F))
  }

  /// Sensitivity in high resolution (table 4). At ±16 g it is not the eightfold of ±2 g.
  private static func milligeePerDigit(_ range: AccelerometerRange) -> Double {
    switch range {
    case .two: 1
    case .four: 2
    case .eight: 4
    case .sixteen: 12
    }
  }
}

extension LIS3DH {
  /// The registers used, in the words of the datasheet's register map (table 21).
  enum Register: UInt8 {
    /// WHO_AM_I.
    case whoAmI = 0x0F
    /// CTRL_REG1: data rate, low power, axes.
    case control1 = 0x20
    /// CTRL_REG2: the high-pass filter; followed by CTRL_REG3 to CTRL_REG6.
    case control2 = 0x21
    /// OUT_X_L, the first of six.
    case outXLow = 0x28
    /// FIFO_CTRL_REG, followed by FIFO_SRC_REG.
    case fifoControl = 0x2E

    /// The sub-address with the bit that makes it count up (section 6.1.1). Without it the same register comes again
    /// and again.
    var severalFrom: UInt8 { rawValue | 0x80 }
  }

  /// The rate code of CTRL_REG1 (table 31).
  enum Rate: UInt8 {
    case hertz25 = 0x30
    case hertz100 = 0x50
  }

  /// One setting of the chip.
  struct Settings {
    var rate: Rate
    var range: AccelerometerRange
    var isHighResolution: Bool
    var interrupt: AccelerometerInterrupt?
    var watermark: UInt8
    var isTestingItself = false

    /// The rate, all three axes (register 0x20).
    private var control1: UInt8 { rate.rawValue | 0x07 }
    /// CTRL_REG2, no filter; CTRL_REG3, I1_WTM; CTRL_REG4, BDU, range, HR and ST; CTRL_REG5, FIFO_EN; CTRL_REG6, the
    /// interrupt's polarity.
    private var control2To6: [UInt8] {
      [
        0x00, interrupt == nil ? 0x00 : 0x04,
        0x80 | range.rawValue << 4 | (isHighResolution ? 0x08 : 0x00) | (isTestingItself ? 0x02 : 0x00),
        0x40, interrupt?.isActiveLow == true ? 0x02 : 0x00,
      ]
    }
    /// Stream mode and the watermark (register 0x2E).
    var fifoControl: UInt8 { 0x80 | watermark }

    /// Power-down; the other settings; an empty FIFO; the rate.
    var start: [[UInt8]] {
      [
        [Register.control1.rawValue, 0x07], [Register.control2.severalFrom] + control2To6,
        [Register.fifoControl.rawValue, 0x00], [Register.fifoControl.rawValue, fifoControl],
        [Register.control1.rawValue, control1],
      ]
    }

    /// The same, as it appears in a read.
    var expected: [UInt8] { [Register.control1.severalFrom, control1] + control2To6 }
  }

  /// In normal mode at ±2 g, where the limits hold: 17…360 of the 4 mg that a digit of 10 bits is worth, either way
  /// (table 4, "Self-test output change").
  static var selfTest: SelfTestPlan {
    var settings = Settings(
      rate: .hertz100, range: .two, isHighResolution: false, interrupt: nil, watermark: 16)
    let still = settings.start
    settings.isTestingItself = true
    return SelfTestPlan(
      still: still, forced: settings.start, finish: [[Register.control1.rawValue, 0x07]],
      limits: .magnitude(68...1_440), milligeePerCount: 1, mark: [settings.fifoControl])
  }
}

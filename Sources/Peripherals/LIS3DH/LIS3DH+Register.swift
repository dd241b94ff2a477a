extension LIS3DH {
  /// The registers used, in the words of the datasheet's register map (table 21).
  enum Register: UInt8 {
    /// WHO_AM_I.
    case whoAmI = 0x0F
    /// CTRL_REG1: data rate, low power, axes.
    case control1 = 0x20
    /// CTRL_REG2: the high-pass filter; CTRL_REG3 to CTRL_REG6 behind it.
    case control2 = 0x21
    /// OUT_X_L, the first of six.
    case outXLow = 0x28
    /// FIFO_CTRL_REG, with FIFO_SRC_REG behind it.
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

    /// The same as a read gives it.
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

/// The registers and rules of Analog Devices' ADXL345 (datasheet Rev. E).
///
/// Its noise, counted in its steps, is no smaller below 100 readings a second ("Noise performance"). So if the bus is
/// fast enough, the part runs at 100, and four readings are added up to a sample.
enum ADXL345 {
  /// Readings that the FIFO holds ("FIFO").
  private static let capacity = 32
  /// A bus of this clock carries 100 readings a second in 2 % of its time; one at 100 kHz would need 9 %, and could
  /// not bridge a whole frame of the panel with the 32 readings that the FIFO holds.
  private static let busHertzForAveraging = 400_000

  /// The part that answers with this DEVID (register 0x00); nil for an unknown one.
  static func identity(of byte: UInt8) -> AccelerometerIdentity? {
    switch byte {
    case 0xE5: .accepted("ADXL345 or ADXL343")
    case 0xE6: .refused("ADXL344 or ADXL346")
    case 0xAD: .refused("ADXL355 or another with 20 bits")
    default: nil
    }
  }

  /// Everything set up in standby, and measuring last ("Power sequencing", "FIFO").
  static func plan(for setup: AccelerometerSetup) -> AccelerometerPlan {
    let isAveraged = setup.busHertz >= busHertzForAveraging
    let readingHertz = isAveraged ? 100 : AccelerometerPlan.sampleHertz
    let settings = Settings(
      rate: isAveraged ? .hertz100 : .hertz25, range: setup.range, interrupt: setup.interrupt,
      watermark: AccelerometerPlan.watermark)
    return AccelerometerPlan(
      start: settings.start, settings: settings.expected,
      status: [RegisterSpan(Register.fifoControl.rawValue, count: 2)], mark: [settings.fifoControl],
      data: RegisterSpan(Register.dataX0.rawValue, count: 6),
      // Each burst takes one reading out of the FIFO. The 5 µs that it needs before the next one pass while the bus
      // addresses the chip ("FIFO").
      readingsPerTransfer: 1, layout: ReadingLayout(isBigEndian: false, unusedBits: 0), capacity: capacity,
      readingHertz: readingHertz, readingsPerSample: readingHertz / AccelerometerPlan.sampleHertz,
      // 256 counts per g at every range in full resolution (table 1, "Sensitivity").
      milligeePerReadingCount: 3.90625,
      // Turning on takes a reading's time and 1.1 ms ("Power sequencing").
      settlingReadings: 2, usesInterrupt: setup.interrupt != nil)
  }

  /// The meaning of FIFO_STATUS (register 0x39). In stream mode a full FIFO replaces its oldest reading, and no bit
  /// shows whether it has done so.
  static func backlog(status: UInt8, _ plan: AccelerometerPlan) -> FIFOBacklog {
    let entries = Int(status & 0x3F)
    return entries >= plan.capacity ? .overrun(entries) : .readings(entries)
  }
}

extension ADXL345 {
  /// The registers used, in the words of the datasheet's register map (table 19).
  enum Register: UInt8 {
    /// DEVID: the device's identity.
    case deviceID = 0x00
    /// OFSX, followed by OFSY and OFSZ: offsets that the chip adds.
    case offsetX = 0x1E
    /// BW_RATE: data rate and power mode.
    case rate = 0x2C
    /// POWER_CTL: standby or measuring.
    case powerControl = 0x2D
    /// INT_ENABLE.
    case interruptEnable = 0x2E
    /// DATA_FORMAT: range, resolution, the interrupts' polarity, self-test.
    case dataFormat = 0x31
    /// DATAX0, the first of six.
    case dataX0 = 0x32
    /// FIFO_CTL, followed by FIFO_STATUS.
    case fifoControl = 0x38
  }

  /// The rate code of BW_RATE in normal power (table 7).
  enum Rate: UInt8 {
    case hertz25 = 0x08
    case hertz100 = 0x0A
  }

  /// One setting of the chip.
  struct Settings {
    var rate: Rate
    var range: AccelerometerRange
    var interrupt: AccelerometerInterrupt?
    var watermark: UInt8
    var isTestingItself = false

    /// FULL_RES; INT_INVERT, SELF_TEST and the range by choice (register 0x31).
    private var dataFormat: UInt8 {
      0x08 | range.rawValue | (interrupt?.isActiveLow == true ? 0x20 : 0) | (isTestingItself ? 0x80 : 0)
    }
    /// The watermark, or no interrupt at all (register 0x2E).
    private var interruptEnable: UInt8 { interrupt == nil ? 0x00 : 0x02 }
    /// The watermark on INT2 instead of INT1 (register 0x2F).
    private var interruptMap: UInt8 { interrupt?.pin == .two ? 0x02 : 0x00 }
    /// Stream mode and the watermark (register 0x38).
    var fifoControl: UInt8 { 0x80 | watermark }

    /// Standby; rate, standby again, no interrupt, its pin; offsets; format; an empty FIFO; interrupt; measuring.
    var start: [[UInt8]] {
      [
        [Register.powerControl.rawValue, 0x00],
        [Register.rate.rawValue, rate.rawValue, 0x00, 0x00, interruptMap],
        [Register.offsetX.rawValue, 0, 0, 0],
        [Register.dataFormat.rawValue, dataFormat],
        [Register.fifoControl.rawValue, 0x00],
        [Register.fifoControl.rawValue, fifoControl],
        [Register.interruptEnable.rawValue, interruptEnable],
        [Register.powerControl.rawValue, 0x08],
      ]
    }

    /// The same, as it appears in a read.
    var expected: [[UInt8]] {
      [
        [Register.offsetX.rawValue, 0, 0, 0],
        [Register.rate.rawValue, rate.rawValue, 0x08, interruptEnable, interruptMap],
        [Register.dataFormat.rawValue, dataFormat],
      ]
    }
  }

  /// At ±16 g, since the test force is added to gravity. The datasheet's limits hold at 2.5 V and grow with the
  /// supply, at 3.3 V by 1.77 for x and y and by 1.47 for z (tables 1 and 14). Modules are supplied with a voltage in
  /// between, so the limits are the smallest lower one and the largest upper one.
  static var selfTest: SelfTestPlan {
    var settings = Settings(rate: .hertz100, range: .sixteen, interrupt: nil, watermark: 16)
    let still = settings.start
    settings.isTestingItself = true
    return SelfTestPlan(
      still: still, forced: settings.start, finish: [[Register.powerControl.rawValue, 0x00]],
      limits: .milligee(x: 200...3_717, y: -3_717...(-200), z: 300...4_998), milligeePerCount: 3.90625,
      mark: [settings.fifoControl])
  }
}

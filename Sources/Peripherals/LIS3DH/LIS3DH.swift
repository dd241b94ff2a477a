/// The words of STMicroelectronics' LIS3DH (datasheet DocID17530 Rev 2): at 25 readings a second in high resolution,
/// 12 bits left-justified in each word.
enum LIS3DH {
  /// Readings that the FIFO holds (section 5.1).
  private static let capacity = 32

  /// Who tells such a WHO_AM_I (register 0x0F).
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
      watermark: AccelerometerPlan.watermark(readingHertz: AccelerometerPlan.sampleHertz))
    return AccelerometerPlan(
      start: settings.start, settings: [settings.expected],
      status: [RegisterSpan(Register.fifoControl.severalFrom, count: 2)], mark: [settings.fifoControl],
      // From 2Dh a burst goes on at 28h with the next reading (AN3308, "Retrieving data from FIFO").
      data: RegisterSpan(Register.outXLow.severalFrom, count: 6), readingsPerTransfer: 5,
      layout: ReadingLayout(isBigEndian: false, unusedBits: 4), capacity: capacity,
      readingHertz: AccelerometerPlan.sampleHertz, readingsPerSample: 1,
      milligeePerReadingCount: milligeePerDigit(setup.range),
      // Turning high resolution on takes the time of 7 readings (table 11).
      settlingReadings: 8, usesInterrupt: interrupt != nil)
  }

  /// What FIFO_SRC_REG (register 0x2F) tells: OVRN_FIFO, EMPTY and the count, which ends at 31.
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

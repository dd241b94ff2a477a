/// The words of Analog Devices' ADXL345 (datasheet Rev. E).
///
/// Its noise, counted in its steps, is no smaller below 100 readings a second ("Noise performance"), so where the bus
/// is fast enough it is run at 100 and four readings are added up to a sample.
enum ADXL345 {
  /// Readings that the FIFO holds ("FIFO").
  private static let capacity = 32
  /// A bus of this clock carries 100 readings a second in 2 % of its time; one at 100 kHz would need 9 %, and could
  /// not bridge a whole frame of the panel with the 32 readings that the FIFO holds.
  private static let busHertzForAveraging = 400_000

  /// Who tells such a DEVID (register 0x00).
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
      watermark: AccelerometerPlan.watermark(readingHertz: readingHertz))
    return AccelerometerPlan(
      start: settings.start, settings: settings.expected,
      status: [RegisterSpan(Register.fifoControl.rawValue, count: 2)], mark: [settings.fifoControl],
      data: RegisterSpan(Register.dataX0.rawValue, count: 6),
      // Each burst takes one reading out of the FIFO. The 5 µs that it wants before the next one are over while the
      // bus addresses the chip ("FIFO").
      readingsPerTransfer: 1, layout: ReadingLayout(isBigEndian: false, unusedBits: 0), capacity: capacity,
      readingHertz: readingHertz, readingsPerSample: readingHertz / AccelerometerPlan.sampleHertz,
      // 256 counts per g at every range in full resolution (table 1, "Sensitivity").
      milligeePerReadingCount: 3.90625,
      // Turning on takes a reading's time and 1.1 ms ("Power sequencing").
      settlingReadings: 2, usesInterrupt: setup.interrupt != nil)
  }

  /// What FIFO_STATUS (register 0x39) tells: a full FIFO goes on and replaces its oldest reading in stream mode, and
  /// nothing tells whether it did.
  static func backlog(status: UInt8, _ plan: AccelerometerPlan) -> FIFOBacklog {
    let entries = Int(status & 0x3F)
    return entries >= plan.capacity ? .overrun(entries) : .readings(entries)
  }
}

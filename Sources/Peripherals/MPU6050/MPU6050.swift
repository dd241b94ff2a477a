/// The words of InvenSense's MPU-6050 (register map RM-MPU-6000A-00 Rev 4.2): the accelerometer alone, the
/// gyroscopes in standby, 1 kHz divided to 25 readings a second.
///
/// It has no watermark, so it is emptied by the clock even where an interrupt line is wired.
enum MPU6050 {
  /// Bytes that the FIFO holds (product specification PS-MPU-6000A-00, 7.17).
  private static let fifoBytes = 1024
  /// The same of the MPU-6500 and MPU-9250 (PS-MPU-6500A-01, 4.16); later ones have more.
  private static let laterFIFOBytes = 512
  private static let readingBytes = 6

  /// Who tells such a WHO_AM_I (register 0x75; Linux drivers/iio/imu/inv_mpu6050/inv_mpu_iio.h). Modules sold as
  /// MPU-6050 were seen to bear 0x70 and 0x98.
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

  /// Awake first, since it sleeps after a reset; the FIFO emptied while nothing goes into it, as the register map
  /// wants it, and filled last.
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
      // Starting takes 30 ms and the filter's delay; three readings are 120 ms.
      settlingReadings: 3, usesInterrupt: false)
  }

  /// What FIFO_COUNT (registers 0x72, 0x73) tells. A FIFO that overflows loses single bytes: where a reading begins
  /// is then unknown, and it is given up when there is no room for another.
  static func backlog(bytes: Int, _ plan: AccelerometerPlan) -> FIFOBacklog {
    if bytes >= plan.capacity * readingBytes { return .unusable(.overrun) }
    return bytes % readingBytes == 0 ? .readings(bytes / readingBytes) : .unusable(.misaligned)
  }
}

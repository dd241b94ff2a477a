/// All that is written to and read from one part, as data. The driver decides when.
struct AccelerometerPlan: Hashable, Sendable {
  /// Transfers that bring the part from an unknown state to measuring into an empty FIFO; each is a register, then
  /// the bytes from there on.
  var start: [[UInt8]]
  /// Registers and their settings: the bytes that a read from the first register on must give. They are checked now
  /// and then, since noise on the wires can change one.
  var settings: [[UInt8]]
  /// Reads that show whether the part was reset and what waits in the FIFO; their answers are concatenated.
  var status: [RegisterSpan]
  /// The first bytes of the answers while the part has its settings. At power-on these registers have other values.
  var mark: [UInt8]
  /// The register from which the FIFO's oldest reading is read.
  var data: RegisterSpan
  /// Readings that one transfer may fetch. Five are 30 bytes, which an adapter with nothing but SMBus can carry.
  var readingsPerTransfer: Int
  /// How a reading's six bytes encode its three counts.
  var layout: ReadingLayout
  /// Readings that the FIFO holds.
  var capacity: Int
  /// Readings a second, in hertz.
  var readingHertz: Int
  /// Readings that are added up for one sample.
  var readingsPerSample: Int
  /// The value of one count of a reading, in milligee.
  var milligeePerReadingCount: Double
  /// Readings after the start that are not reliable yet.
  var settlingReadings: Int
  /// Whether the interrupt line signals when the FIFO is worth reading.
  var usesInterrupt: Bool

  /// Samples a second, in hertz.
  var hertz: Int { readingHertz / readingsPerSample }
  /// The value of one count of a sample, in milligee: readings are added, not divided, so nothing is rounded.
  var milligeePerCount: Double { milligeePerReadingCount / Double(readingsPerSample) }
}

extension AccelerometerPlan {
  /// The sample rate of the motion stages, in hertz.
  static var sampleHertz: Int { 25 }

  /// Milliseconds from one emptying of the FIFO to the next by the clock: there is room for the readings of a whole frame on
  /// the same bus, 93 ms at 100 kHz, and an idle box with a part wakes up less than once a second.
  private var clockMilliseconds: Int { 1_000 * Int(Self.watermark) / readingHertz }

  /// The same if an interrupt should come first and end the wait: later, but before the FIFO is full.
  private var fallbackMilliseconds: Int { 28_000 / readingHertz }

  /// The longest time from one emptying of the FIFO to the next, in milliseconds.
  var drainMilliseconds: Int { usesInterrupt ? fallbackMilliseconds : clockMilliseconds }

  /// Readings at which the FIFO is emptied. At 100 a second that is less than four times a second, even if the chip's clock
  /// is somewhat fast.
  static let watermark: UInt8 = 27
}

/// Registers that are read in one transfer.
struct RegisterSpan: Hashable, Sendable {
  /// The address of the first register, as an array, so that none is allocated for each transfer.
  let pointer: [UInt8]
  /// How many bytes.
  let count: Int

  init(_ pointer: UInt8, count: Int) {
    self.pointer = [pointer]
    self.count = count
  }
}

/// How six bytes encode three counts.
struct ReadingLayout: Hashable, Sendable {
  /// Whether the more significant byte comes first.
  var isBigEndian: Bool
  /// Bits below the count's lowest one.
  var unusedBits: Int

  /// The axis 0…2 of the reading that begins at `start`.
  func count(_ bytes: [UInt8], _ start: Int, axis: Int) -> Int {
    let first = UInt16(bytes[start + 2 * axis])
    let second = UInt16(bytes[start + 2 * axis + 1])
    let word = isBigEndian ? first << 8 | second : second << 8 | first
    return Int(Int16(bitPattern: word)) >> unusedBits
  }
}

/// What waits in a part's FIFO.
enum FIFOBacklog: Hashable {
  /// A number of readings, and none was lost.
  case readings(Int)
  /// A number of readings, the newest; older ones may be lost.
  case overrun(Int)
  /// Nothing that can be used: the part has to be set up again.
  case unusable(MotionGap.Reason)
}

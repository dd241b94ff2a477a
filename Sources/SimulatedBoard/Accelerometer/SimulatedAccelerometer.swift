/// An accelerometer on the simulated bus.
public protocol SimulatedAccelerometer: SimulatedChip {
  /// What the driver did against the data sheet, each with its transfer, counted from 1.
  var violations: [String] { get }

  /// Whether the voltage on an interrupt pin, 1 or 2, is high now.
  func isInterruptHigh(pin: Int) -> Bool

  /// When an interrupt pin next changes with time, in simulated nanoseconds; nil: never.
  var nextInterruptNanoseconds: UInt64? { get }
}

/// An acceleration along a part's axes with gravity, in milligee.
public struct Acceleration: Hashable, Sendable {
  /// Along x.
  public var x: Double
  /// Along y.
  public var y: Double
  /// Along z.
  public var z: Double

  /// An acceleration along three axes.
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  /// Nothing, as in free fall.
  public static let none = Acceleration(x: 0, y: 0, z: 0)

  /// The sum of two accelerations.
  public static func + (one: Acceleration, other: Acceleration) -> Acceleration {
    Acceleration(x: one.x + other.x, y: one.y + other.y, z: one.z + other.z)
  }
}

/// The nearest whole number of counts. The library's function needs the C library.
func nearest(_ counts: Double) -> Int {
  Int(counts < 0 ? counts - 0.5 : counts + 0.5)
}

/// What a simulated accelerometer is connected to.
public struct AccelerometerWorld {
  /// Simulated time in nanoseconds. It should advance with the bus during a transfer.
  public var clock: () -> UInt64
  /// What the part measures at a time, in simulated nanoseconds.
  public var motion: (UInt64) -> Acceleration
  /// The standard deviation of the noise for each axis; nil: as in the data sheet.
  public var noiseMilligee: Acceleration?
  /// How fast the part's own clock is, in millionths; below 0: slow.
  public var clockErrorMillionths: Int
  /// The seed of the noise.
  public var seed: UInt64

  /// A world from all its properties.
  public init(
    clock: @escaping () -> UInt64, motion: @escaping (UInt64) -> Acceleration,
    noiseMilligee: Acceleration? = nil, clockErrorMillionths: Int = 0, seed: UInt64 = 1
  ) {
    self.clock = clock
    self.motion = motion
    self.noiseMilligee = noiseMilligee
    self.clockErrorMillionths = clockErrorMillionths
    self.seed = seed
  }

  /// A nominal period by this part's clock.
  func period(nanoseconds: UInt64) -> UInt64 {
    nanoseconds * 1_000_000 / UInt64(1_000_000 + clockErrorMillionths)
  }
}

/// The memory between a part's converter and the bus, six bytes a reading.
///
/// A reading is made only when it is read. Until then it is a number, and the time determines which ones wait. So
/// passing time costs nothing.
struct ReadingQueue {
  /// Makes a reading from its number and its time in nanoseconds.
  typealias Encoder = (Int, UInt64) -> PackedReading

  private static let readingBytes = 6

  /// Its size in bytes. When it is full, the oldest bytes are dropped.
  var capacityBytes: Int
  /// Whether bytes were dropped since the last `clear` or `forgetLoss`.
  private(set) var hasLost = false

  /// Bytes of readings that were made under earlier settings.
  private var made: [UInt8] = []
  private var startNanoseconds: UInt64?
  private var periodNanoseconds: UInt64 = 1
  /// The number of this run's first reading. Numbers continue from run to run.
  private var firstOrdinal = 0
  /// How many bytes of this run were read or dropped.
  private var goneBytes = 0
  private var lastMade: (ordinal: Int, reading: PackedReading)?

  init(capacityBytes: Int) { self.capacityBytes = capacityBytes }

  // MARK: The converter

  /// Begins measuring. The first reading is made a period after `nanoseconds`.
  mutating func run(from nanoseconds: UInt64, periodNanoseconds: UInt64) {
    startNanoseconds = nanoseconds
    self.periodNanoseconds = periodNanoseconds
    lastMade = nil
  }

  /// Stops measuring. Readings that wait are made now, since the settings may change.
  mutating func stop(at now: UInt64, _ encode: Encoder) {
    settle(at: now)
    guard let startNanoseconds else { return }
    let count = readings(at: now)
    while goneBytes < count * Self.readingBytes { made.append(nextByte(startNanoseconds, encode)) }
    firstOrdinal += count
    goneBytes = 0
    self.startNanoseconds = nil
  }

  // MARK: The reader

  /// Forgets the readings that wait.
  mutating func clear(at now: UInt64) {
    made = []
    goneBytes = readings(at: now) * Self.readingBytes
    hasLost = false
  }

  mutating func forgetLoss() { hasLost = false }

  /// The number of bytes that wait.
  mutating func byteCount(at now: UInt64) -> Int {
    settle(at: now)
    return made.count + readings(at: now) * Self.readingBytes - goneBytes
  }

  /// The number of whole readings that wait.
  mutating func readingCount(at now: UInt64) -> Int { byteCount(at: now) / Self.readingBytes }

  /// Removes and returns the oldest byte; nil: nothing waits.
  mutating func nextByte(at now: UInt64, _ encode: Encoder) -> UInt8? {
    guard byteCount(at: now) > 0 else { return nil }
    if !made.isEmpty { return made.removeFirst() }
    return startNanoseconds.map { nextByte($0, encode) }
  }

  /// Removes and returns the oldest reading; nil: nothing waits. Do not mix it with `nextByte`.
  mutating func nextReading(at now: UInt64, _ encode: Encoder) -> PackedReading? {
    guard byteCount(at: now) > 0 else { return nil }
    guard made.isEmpty, let startNanoseconds else { return countMade() }
    let ordinal = goneBytes / Self.readingBytes
    goneBytes += Self.readingBytes
    return encode(firstOrdinal + ordinal, startNanoseconds + UInt64(ordinal + 1) * periodNanoseconds)
  }

  private mutating func countMade() -> PackedReading {
    let words = stride(from: 0, to: Self.readingBytes, by: 2).map { Int(made[$0]) | Int(made[$0 + 1]) << 8 }
    made.removeFirst(Self.readingBytes)
    return PackedReading(words[0], words[1], words[2])
  }

  /// When that many readings will wait if none is read; nil if they wait already or never will.
  mutating func nanoseconds(ofCount count: Int, now: UInt64) -> UInt64? {
    let waiting = readingCount(at: now)
    guard let startNanoseconds, waiting < count, count * Self.readingBytes <= capacityBytes else {
      return nil
    }
    let ordinal = readings(at: now) + count - waiting
    return startNanoseconds + UInt64(ordinal) * periodNanoseconds
  }

  // MARK: Numbers

  /// The number of readings in this run so far.
  private func readings(at now: UInt64) -> Int {
    guard let startNanoseconds, now > startNanoseconds else { return 0 }
    return Int((now - startNanoseconds) / periodNanoseconds)
  }

  private mutating func settle(at now: UInt64) {
    let waiting = made.count + readings(at: now) * Self.readingBytes - goneBytes
    guard waiting > capacityBytes else { return }
    hasLost = true
    let fromMade = min(made.count, waiting - capacityBytes)
    made.removeFirst(fromMade)
    goneBytes += waiting - capacityBytes - fromMade
  }

  private mutating func nextByte(_ startNanoseconds: UInt64, _ encode: Encoder) -> UInt8 {
    let ordinal = goneBytes / Self.readingBytes
    if lastMade?.ordinal != ordinal {
      let time = startNanoseconds + UInt64(ordinal + 1) * periodNanoseconds
      lastMade = (ordinal, encode(firstOrdinal + ordinal, time))
    }
    defer { goneBytes += 1 }
    return lastMade?.reading.byte(goneBytes % Self.readingBytes) ?? 0
  }
}

/// A reading's six bytes in the order of the bus. They are one number, so that no array is made for each reading.
struct PackedReading {
  private let bits: UInt64

  /// Three words, each with its lower byte first unless `isBigEndian`.
  init(_ x: Int, _ y: Int, _ z: Int, isBigEndian: Bool = false) {
    bits =
      Self.word(x, isBigEndian) | Self.word(y, isBigEndian) << 16 | Self.word(z, isBigEndian) << 32
  }

  /// All zeros.
  static let zero = PackedReading(0, 0, 0)

  /// The byte at a place, 0…5.
  func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> UInt64(8 * place)) }

  private static func word(_ value: Int, _ isBigEndian: Bool) -> UInt64 {
    let word = UInt16(truncatingIfNeeded: value)
    return UInt64(isBigEndian ? word.byteSwapped : word)
  }
}

/// Noise computed from a reading's number, so that readings need not be made if they are not read.
struct ReadingNoise {
  let milligee: Acceleration
  let seed: UInt64

  func sample(_ ordinal: Int) -> Acceleration {
    guard milligee != .none else { return .none }
    var random = SimulatedRandom(seed: seed &+ UInt64(truncatingIfNeeded: ordinal) &* 0xD1B5_4A32_D192_ED03)
    return Acceleration(
      x: milligee.x * Self.deviation(&random), y: milligee.y * Self.deviation(&random),
      z: milligee.z * Self.deviation(&random))
  }

  /// An approximation of a normal distribution of deviation 1: the sum of four uniform numbers.
  private static func deviation(_ random: inout SimulatedRandom) -> Double {
    let bits = random.next()
    let sum = (bits & 0xFFFF) + ((bits >> 16) & 0xFFFF) + ((bits >> 32) & 0xFFFF) + (bits >> 48)
    return (Double(sum) / 65_536 - 2) * 1.732_050_8
  }
}

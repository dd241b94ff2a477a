/// A LIS3DH by its data sheet (DocID17530 Rev 2) and application note AN3308: registers, FIFO in bypass and stream
/// mode, INT1, self-test. What they do not allow goes to `violations`.
///
/// Not modelled: filters, clicks, the two interrupt generators, FIFO and stream-to-FIFO mode, the auxiliary
/// converter, big-endian data.
public final class SimulatedLIS3DH: SimulatedAccelerometer {
  /// What the part measures at a time, in simulated nanoseconds.
  public var motion: (UInt64) -> Acceleration
  /// What the self-test adds, in milligee.
  public var selfTestMilligee = Acceleration(x: 500, y: 500, z: 450)
  /// The byte at 0Fh.
  public var whoAmI: UInt8 = 0x33
  /// What the driver did that the data sheet forbids.
  public private(set) var violations: [String] = []

  private static let readingBytes = 6

  private let world: AccelerometerWorld
  private let noise: ReadingNoise
  private var latestNanoseconds: UInt64 = 0
  private var registers = SimulatedLIS3DH.powerOn
  private var queue = ReadingQueue(capacityBytes: 6)
  private var pointer = 0
  private var countsUp = false
  private var outputs = PackedReading.zero
  private var transferOrdinal = 0
  /// When high resolution was turned on. The first readings after that are not usable.
  private var turnedOnNanoseconds: UInt64 = 0

  /// A part after power-up: in power-down, with registers at their reset values.
  public init(_ world: AccelerometerWorld) {
    self.world = world
    motion = world.motion
    // 220 µg per root hertz (table 4) over 2.8 Hz, the bandwidth of 25 readings a second in high resolution.
    noise = ReadingNoise(
      milligee: world.noiseMilligee ?? Acceleration(x: 0.37, y: 0.37, z: 0.37), seed: world.seed)
  }

  /// A brown-out: registers return to their reset values, and the FIFO is empty.
  public func reset() {
    registers = Self.powerOn
    queue = ReadingQueue(capacityBytes: 6)
    outputs = .zero
    pointer = 0
  }

  private static var powerOn: [UInt8] {
    var registers = [UInt8](repeating: 0, count: 0x40)
    registers[0x1E] = 0x10
    registers[0x20] = 0x07
    return registers
  }

  // MARK: The bus

  /// Receives a sub-address, whose highest bit makes it count up, and bytes for the registers from there on.
  public func write(_ bytes: [UInt8]) -> Int {
    transferOrdinal += 1
    guard let first = bytes.first else { return 0 }
    pointer = Int(first & 0x7F)
    countsUp = first & 0x80 != 0
    if bytes.count > 2, !countsUp { report("several bytes for one register: the sub-address lacks bit 7") }
    for byte in bytes.dropFirst() {
      store(byte, at: pointer)
      step()
    }
    return bytes.count
  }

  /// Returns bytes from the last named sub-address on.
  public func read(_ count: Int) -> [UInt8] {
    if count > 1, !countsUp { report("several bytes of one register: the sub-address lacks bit 7") }
    let isData = (0x28...0x2D).contains(pointer)
    if isData, isStreaming, pointer != 0x28 || count % Self.readingBytes != 0 {
      report(
        "\(count) bytes from \(hexadecimal(UInt8(truncatingIfNeeded: pointer))) are no whole readings: the axes shift"
      )
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for _ in 0..<count {
      bytes.append(fetch(pointer))
      step()
    }
    return bytes
  }

  /// With the FIFO on, the data registers form a ring.
  private func step() {
    guard countsUp else { return }
    pointer = pointer == 0x2D && isStreaming ? 0x28 : pointer + 1
  }

  private func fetch(_ register: Int) -> UInt8 {
    switch register {
    case 0x0F: return whoAmI
    case 0x27: return queue.readingCount(at: now) > 0 ? 0x0F : 0
    case 0x28...0x2D: return data(register - 0x28)
    case 0x2F: return source
    case 0x07...0x0D, 0x1E...0x26, 0x2E, 0x30...0x3F: return registers[register]
    default:
      report("register \(hexadecimal(UInt8(truncatingIfNeeded: register))) is reserved")
      return 0
    }
  }

  private func data(_ place: Int) -> UInt8 {
    if place == 0 {
      outputs = queue.nextReading(at: now, encode) ?? outputs
      queue.forgetLoss()
    }
    return outputs.byte(place)
  }

  // MARK: Registers

  /// Bits that must keep their value.
  private static let reservedBits: [Int: UInt8] = [0x1F: 0x3F, 0x22: 0x01, 0x24: 0x30, 0x25: 0x05]

  private func store(_ byte: UInt8, at register: Int) {
    switch register {
    case 0x1E...0x26, 0x2E, 0x30, 0x32...0x34, 0x36...0x38, 0x3A...0x3F: break
    default:
      report("\(hexadecimal(UInt8(truncatingIfNeeded: register))) is reserved or cannot be written")
      return
    }
    if let reserved = Self.reservedBits[register], byte & reserved != 0 {
      report("reserved bits of \(hexadecimal(UInt8(truncatingIfNeeded: register))) set: \(hexadecimal(byte))")
    }
    if register == 0x2E { checkMode(byte) }
    queue.stop(at: now, encode)
    let wasOn = isHighResolutionOn
    registers[register] = byte
    if !wasOn { turnedOnNanoseconds = now }
    setFIFO()
    check(register)
    if let period { queue.run(from: now, periodNanoseconds: period) }
  }

  private func checkMode(_ byte: UInt8) {
    let old = registers[0x2E] >> 6
    let new = byte >> 6
    if old != 0, new != 0, old != new { report("from one FIFO mode to another not through bypass") }
    if new == 1 || new == 3 { report("FIFO mode \(new) is not modelled") }
  }

  /// A FIFO that is switched on or off is emptied.
  private func setFIFO() {
    let capacity = isStreaming ? 32 * Self.readingBytes : Self.readingBytes
    guard queue.capacityBytes != capacity else { return }
    queue.clear(at: now)
    queue.capacityBytes = capacity
  }

  private func check(_ register: Int) {
    if registers[0x20] & 0x08 != 0, registers[0x23] & 0x08 != 0 {
      report("low power and high resolution at once")
    }
    if register == 0x23, registers[0x23] & 0x41 != 0 {
      report("big-endian data and 3 wires are not modelled")
    }
    if register == 0x20, registers[0x20] >> 4 != 0, registers[0x20] & 0x07 != 0x07 {
      report("an axis is switched off")
    }
  }

  private var isHighResolutionOn: Bool { registers[0x20] >> 4 != 0 && registers[0x23] & 0x08 != 0 }
  private var isStreaming: Bool { registers[0x24] & 0x40 != 0 && registers[0x2E] >> 6 == 2 }

  private static let hertz: [UInt64] = [0, 1, 10, 25, 50, 100, 200, 400, 1_620, 1_344]
  private static let stepMilligee = [1.0, 2, 4, 12]

  /// Nanoseconds between two readings; nil in power-down (table 31).
  private var period: UInt64? {
    let code = Int(registers[0x20] >> 4)
    guard Self.hertz.indices.contains(code), Self.hertz[code] > 0 else { return nil }
    return world.period(nanoseconds: 1_000_000_000 / Self.hertz[code])
  }

  // MARK: FIFO_SRC_REG and INT1

  /// WTM from the threshold on, OVRN_FIFO after a reading was overwritten, EMPTY, and a count up to 31 (section 5.1).
  private var source: UInt8 {
    guard isStreaming else { return 0x20 }
    let waiting = queue.readingCount(at: now)
    return (isAtWatermark(waiting) ? 0x80 : 0) | (queue.hasLost ? 0x40 : 0) | (waiting == 0 ? 0x20 : 0)
      | UInt8(min(waiting, 31))
  }

  private var threshold: Int { Int(registers[0x2E] & 0x1F) }
  private func isAtWatermark(_ waiting: Int) -> Bool { waiting > 0 && waiting >= threshold }

  /// Whether the voltage on INT1 is high now. INT2 does not signal the FIFO.
  public func isInterruptHigh(pin: Int) -> Bool {
    let source = source
    let watermark = registers[0x22] & 0x04 != 0 && source & 0x80 != 0
    let overrun = registers[0x22] & 0x02 != 0 && source & 0x40 != 0
    return (pin == 1 && (watermark || overrun)) != (registers[0x25] & 0x02 != 0)
  }

  /// When the watermark is reached; nil unless its interrupt is enabled.
  public var nextInterruptNanoseconds: UInt64? {
    guard isStreaming, registers[0x22] & 0x04 != 0 else { return nil }
    return queue.nanoseconds(ofCount: max(1, threshold), now: now)
  }

  // MARK: Readings

  private var now: UInt64 {
    latestNanoseconds = max(latestNanoseconds, world.clock())
    return latestNanoseconds
  }

  private func encode(_ ordinal: Int, _ nanoseconds: UInt64) -> PackedReading {
    let isTesting = registers[0x23] & 0x06 == 0x02
    let felt =
      motion(nanoseconds) + noise.sample(ordinal) + (isTesting ? selfTestMilligee : .none)
      + (isSettled(at: nanoseconds) ? .none : Acceleration(x: 900, y: 900, z: -900))
    return PackedReading(word(felt.x), word(felt.y), word(felt.z))
  }

  /// After high resolution is turned on, 7 readings are not usable (table 11).
  private func isSettled(at nanoseconds: UInt64) -> Bool {
    guard isHighResolutionOn, let period else { return true }
    return nanoseconds > turnedOnNanoseconds + 7 * period
  }

  /// 12, 10 or 8 bits, left-justified. A step of 12 bits is 1, 2, 4 or 12 mg (table 4).
  private func word(_ milligee: Double) -> Int {
    let isHigh = registers[0x23] & 0x08 != 0
    let bits = isHigh ? 12 : registers[0x20] & 0x08 != 0 ? 8 : 10
    let step = Self.stepMilligee[Int((registers[0x23] >> 4) & 0x03)] * Double(1 << (12 - bits))
    let limit = 1 << (bits - 1)
    return min(max(nearest(milligee / step), -limit), limit - 1) << (16 - bits)
  }

  private func report(_ text: String) { violations.append("transfer \(transferOrdinal): \(text)") }
}

/// An ADXL345 by its data sheet (Rev. G): registers, FIFO in bypass and stream mode, both interrupt pins, self-test
/// at 3.3 V. What the data sheet does not allow goes to `violations`.
///
/// Not modelled: taps, activity, free fall, auto-sleep, FIFO and trigger mode, the 33rd reading that the part may
/// hold outside its FIFO, and the 5 µs between two readings of the FIFO, which every I²C bus exceeds.
public final class SimulatedADXL345: SimulatedAccelerometer {
  /// What the part measures at a time, in simulated nanoseconds.
  public var motion: (UInt64) -> Acceleration
  /// What the self-test adds, in milligee; at first as in a typical part at 3.3 V.
  public var selfTestMilligee = Acceleration(x: 1_300, y: -1_300, z: 1_900)
  /// The byte at address 0.
  public var deviceID: UInt8 = 0xE5
  /// What the driver did that the data sheet forbids.
  public private(set) var violations: [String] = []

  private let world: AccelerometerWorld
  private let noise: ReadingNoise
  private var latestNanoseconds: UInt64 = 0
  private var registers = [UInt8](repeating: 0, count: 0x40)
  private var queue = ReadingQueue(capacityBytes: 6)
  private var pointer = 0
  private var outputs = PackedReading.zero
  /// Which of the six data bytes this transfer has read, one bit each.
  private var bytesRead: UInt8 = 0
  private var transferOrdinal = 0

  /// A part after power-up: in standby, with registers at their reset values.
  public init(_ world: AccelerometerWorld) {
    self.world = world
    motion = world.motion
    // 0.75 and 1.1 steps of 3.9 mg at 100 readings a second, and no less at lower rates (page 3, page 33).
    noise = ReadingNoise(
      milligee: world.noiseMilligee ?? Acceleration(x: 2.9, y: 2.9, z: 4.3), seed: world.seed)
    registers[0x2C] = 0x0A
  }

  /// A brown-out: registers return to their reset values, and the FIFO is empty.
  public func reset() {
    registers = [UInt8](repeating: 0, count: 0x40)
    registers[0x2C] = 0x0A
    queue = ReadingQueue(capacityBytes: 6)
    outputs = .zero
    pointer = 0
  }

  // MARK: The bus

  /// Receives a register's address, and bytes for the registers from there on.
  public func write(_ bytes: [UInt8]) -> Int {
    transferOrdinal += 1
    guard let first = bytes.first else { return 0 }
    pointer = Int(first)
    for byte in bytes.dropFirst() {
      store(byte, at: pointer)
      pointer += 1
    }
    return bytes.count
  }

  /// Returns bytes from the last named register on. A burst over data registers removes a reading from the FIFO,
  /// whole or not.
  public func read(_ count: Int) -> [UInt8] {
    bytesRead = 0
    let bytes = (0..<count).map { _ in
      defer { pointer += 1 }
      return fetch(pointer)
    }
    if bytesRead != 0, bytesRead != 0x3F {
      report("a burst over \(bytesRead.nonzeroBitCount) of the 6 data bytes loses the rest of its reading")
    }
    return bytes
  }

  private func fetch(_ register: Int) -> UInt8 {
    switch register {
    case 0x00: return deviceID
    case 0x30: return sources
    case 0x32...0x37: return data(register - 0x32)
    case 0x39: return isStreaming ? UInt8(queue.readingCount(at: now)) : 0
    case 0x1D...0x38: return registers[register]
    default:
      report("register \(hexadecimal(UInt8(truncatingIfNeeded: register))) is reserved")
      return 0
    }
  }

  /// The first data byte of a transfer removes the oldest reading. If none waits, the last one stays.
  private func data(_ place: Int) -> UInt8 {
    if bytesRead == 0 { outputs = queue.nextReading(at: now, encode) ?? outputs }
    bytesRead |= 1 << UInt8(place)
    queue.forgetLoss()
    return outputs.byte(place)
  }

  // MARK: Registers

  /// Bits that must be written as 0.
  private static let reservedBits: [Int: UInt8] = [0x2A: 0xF0, 0x2C: 0xE0, 0x2D: 0xC0, 0x31: 0x10]

  private func store(_ byte: UInt8, at register: Int) {
    switch register {
    case 0x1D...0x2A, 0x2C...0x2F, 0x31, 0x38: break
    default:
      report("\(hexadecimal(UInt8(truncatingIfNeeded: register))) is reserved or cannot be written")
      return
    }
    if let reserved = Self.reservedBits[register], byte & reserved != 0 {
      report("reserved bits of \(hexadecimal(UInt8(truncatingIfNeeded: register))) set: \(hexadecimal(byte))")
    }
    if isMeasuring, [0x2C, 0x31, 0x38].contains(register) {
      report("\(hexadecimal(UInt8(truncatingIfNeeded: register))) written while measuring")
    }
    queue.stop(at: now, encode)
    registers[register] = byte
    if register == 0x38 { setFIFO() }
    if isMeasuring { queue.run(from: now + 1_100_000, periodNanoseconds: period) }
  }

  /// A FIFO that is switched on or off is emptied.
  private func setFIFO() {
    let mode = registers[0x38] >> 6
    if mode == 1 || mode == 3 { report("FIFO mode \(mode) is not modelled") }
    let capacity = mode == 0 ? 6 : 192
    guard queue.capacityBytes != capacity else { return }
    queue.clear(at: now)
    queue.capacityBytes = capacity
  }

  private var isMeasuring: Bool { registers[0x2D] & 0x08 != 0 }
  private var isStreaming: Bool { registers[0x38] >> 6 == 2 }

  /// 3,200 readings a second at rate code 15, and half as many at each lower code.
  private var period: UInt64 {
    world.period(nanoseconds: 312_500 << UInt64(15 - registers[0x2C] & 0x0F))
  }

  // MARK: Interrupts

  /// DATA_READY, watermark and overrun.
  private var sources: UInt8 {
    let waiting = queue.readingCount(at: now)
    let isFull = isStreaming ? waiting == 32 : queue.hasLost
    return (waiting > 0 ? 0x80 : 0) | (waiting >= Int(registers[0x38] & 0x1F) ? 0x02 : 0)
      | (isFull ? 0x01 : 0)
  }

  /// Whether the voltage on INT1 or INT2 is high now.
  public func isInterruptHigh(pin: Int) -> Bool {
    let mapped = pin == 2 ? registers[0x2F] : ~registers[0x2F]
    let isActive = sources & registers[0x2E] & mapped != 0
    return isActive != (registers[0x31] & 0x20 != 0)
  }

  /// When the watermark is reached; nil unless its interrupt is enabled.
  public var nextInterruptNanoseconds: UInt64? {
    guard registers[0x2E] & 0x02 != 0 else { return nil }
    return queue.nanoseconds(ofCount: Int(registers[0x38] & 0x1F), now: now)
  }

  // MARK: Readings

  private var now: UInt64 {
    latestNanoseconds = max(latestNanoseconds, world.clock())
    return latestNanoseconds
  }

  private func encode(_ ordinal: Int, _ nanoseconds: UInt64) -> PackedReading {
    let isTesting = registers[0x31] & 0x80 != 0
    let felt = motion(nanoseconds) + noise.sample(ordinal) + (isTesting ? selfTestMilligee : .none)
    return PackedReading(
      count(felt.x + offset(0x1E)), count(felt.y + offset(0x1F)), count(felt.z + offset(0x20)))
  }

  /// An offset's step is 15.6 mg (page 24).
  private func offset(_ register: Int) -> Double { Double(Int8(bitPattern: registers[register])) * 15.6 }

  /// At full resolution 256 counts a g in every range; else 10 bits, and half as many counts in each larger range.
  private func count(_ milligee: Double) -> Int {
    let range = Int(registers[0x31] & 0x03)
    let isFull = registers[0x31] & 0x08 != 0
    let perGee = isFull ? 256 : 256 >> range
    let limit = isFull ? 512 << range : 512
    let count = min(max(nearest(milligee * Double(perGee) / 1_000), -limit), limit - 1)
    let isLeftJustified = registers[0x31] & 0x04 != 0
    return isLeftJustified ? count * (32_768 / limit) : count
  }

  private func report(_ text: String) { violations.append("transfer \(transferOrdinal): \(text)") }
}

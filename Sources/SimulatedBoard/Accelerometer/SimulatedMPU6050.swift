/// An MPU-6050 by its register map (RM-MPU-6000A-00 Rev 4.2) and product specification, or a successor by its name
/// byte: registers, FIFO of bytes, self-test with the factory's trim codes. What they do not allow goes to
/// `violations`.
///
/// Not modelled: gyroscopes, thermometer, auxiliary bus, motion detection, cycle mode, and of the interrupt pin all
/// but its idle level.
public final class SimulatedMPU6050: SimulatedAccelerometer {
  /// What the part measures at a time, in simulated nanoseconds.
  public var motion: (UInt64) -> Acceleration
  /// What the self-test adds, in milligee; at first exactly as in the trim codes.
  public var selfTestMilligee: Acceleration
  /// What the driver did that the data sheet forbids.
  public private(set) var violations: [String] = []

  private let world: AccelerometerWorld
  private let noise: ReadingNoise
  private let whoAmI: UInt8
  private let trimCodes: [UInt8]
  private var latestNanoseconds: UInt64 = 0
  private var registers = [UInt8](repeating: 0, count: 0x80)
  private var queue: ReadingQueue
  private var pointer = 0
  private var lastByte: UInt8 = 0
  private var heldCount = 0
  private var transferOrdinal = 0
  /// When the part was woken. The first readings after that are not usable.
  private var wokenNanoseconds: UInt64 = 0

  /// A part after power-up: an MPU-6050 is asleep, and a successor awake. Trim codes are 0…31 for x, y and z.
  public init(_ world: AccelerometerWorld, whoAmI: UInt8 = 0x68, trimCodes: [UInt8] = [16, 17, 21]) {
    self.world = world
    self.whoAmI = whoAmI
    self.trimCodes = trimCodes
    motion = world.motion
    // 400 µg per root hertz (product specification, 6.2) over 10 Hz.
    noise = ReadingNoise(
      milligee: world.noiseMilligee ?? Acceleration(x: 1.6, y: 1.6, z: 1.6), seed: world.seed)
    queue = ReadingQueue(capacityBytes: whoAmI == 0x68 ? 1024 : 512)
    let response = trimCodes.map(Self.response)
    selfTestMilligee = Acceleration(x: response[0], y: response[1], z: response[2])
    reset()
  }

  /// A brown-out: registers return to their reset values, and the FIFO is empty.
  public func reset() {
    registers = [UInt8](repeating: 0, count: 0x80)
    registers[0x6B] = isSuccessor ? 0x01 : 0x40
    registers[0x75] = whoAmI
    for axis in 0..<3 {
      registers[0x0D + axis] = (trimCodes[axis] >> 2) << 5
      registers[0x10] |= (trimCodes[axis] & 0x03) << UInt8(4 - 2 * axis)
    }
    queue = ReadingQueue(capacityBytes: queue.capacityBytes)
    heldCount = 0
    lastByte = 0
  }

  /// 0.34 g · (0.92 / 0.34) to the power of (code − 1) / 30 (registers 13 to 16), by repeated multiplication with the
  /// thirtieth root, since there is no power function here.
  private static func response(to code: UInt8) -> Double {
    guard code > 0 else { return 0 }
    var response = 340.0
    for _ in 1..<code { response *= 1.033737562 }
    return response
  }

  private var isSuccessor: Bool { whoAmI != 0x68 }

  // MARK: The bus

  /// Receives a register's address, and bytes for the registers from there on.
  public func write(_ bytes: [UInt8]) -> Int {
    transferOrdinal += 1
    guard let first = bytes.first else { return 0 }
    pointer = Int(first)
    for byte in bytes.dropFirst() {
      store(byte, at: pointer)
      step()
    }
    return bytes.count
  }

  /// Returns bytes from the last named register on.
  public func read(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in
      defer { step() }
      return fetch(pointer)
    }
  }

  /// A burst stays on FIFO_R_W.
  private func step() {
    if pointer != 0x74 { pointer += 1 }
  }

  private func fetch(_ register: Int) -> UInt8 {
    switch register {
    case 0x3A: return readInterruptStatus()
    case 0x72:
      heldCount = queue.byteCount(at: now)
      return UInt8(heldCount >> 8)
    case 0x73: return UInt8(heldCount & 0xFF)
    case 0x74: return nextByte()
    case 0x0D...0x10, 0x19...0x1D, 0x23...0x2A, 0x31...0x39, 0x3B...0x60, 0x67...0x6C, 0x75:
      return registers[register]
    default:
      report("register \(hexadecimal(UInt8(truncatingIfNeeded: register))) is reserved")
      return 0
    }
  }

  /// FIFO_OFLOW_INT, which reading clears.
  private func readInterruptStatus() -> UInt8 {
    _ = queue.byteCount(at: now)
    defer { queue.forgetLoss() }
    return queue.hasLost ? 0x10 : 0
  }

  /// An empty FIFO returns its last byte again.
  private func nextByte() -> UInt8 {
    if let byte = queue.nextByte(at: now, encode) {
      lastByte = byte
    } else {
      report("the FIFO is read while it is empty")
    }
    return lastByte
  }

  // MARK: Registers

  private static let reservedBits: [Int: UInt8] = [
    0x1A: 0xC0, 0x1B: 0x07, 0x1C: 0x07, 0x1D: 0xC0, 0x37: 0x01, 0x38: 0xA6, 0x6A: 0x88, 0x6B: 0x10,
  ]

  private func store(_ byte: UInt8, at register: Int) {
    switch register {
    case 0x19...0x1C, 0x23...0x34, 0x37, 0x38, 0x63...0x6C: break
    case 0x1D where isSuccessor: break
    default:
      report("\(hexadecimal(UInt8(truncatingIfNeeded: register))) is reserved or cannot be written")
      return
    }
    if let reserved = Self.reservedBits[register], byte & reserved != 0 {
      report("reserved bits of \(hexadecimal(UInt8(truncatingIfNeeded: register))) set: \(hexadecimal(byte))")
    }
    if register == 0x6B, byte & 0x80 != 0 { return reset() }
    let wasFilling = isFilling
    queue.stop(at: now, encode)
    if register == 0x6B, registers[0x6B] & 0x40 != 0 { wokenNanoseconds = now }
    registers[register] = byte
    if register == 0x6A { resetFIFO() }
    check(register, byte, wasFilling)
    if isFilling { queue.run(from: now, periodNanoseconds: period) }
  }

  /// FIFO_RESET clears itself, and works only while FIFO_EN is 0 (register 106).
  private func resetFIFO() {
    guard registers[0x6A] & 0x04 != 0 else { return }
    if registers[0x6A] & 0x40 == 0 {
      queue.clear(at: now)
    } else {
      report("FIFO_RESET while FIFO_EN is set")
    }
    registers[0x6A] &= ~0x04
  }

  private func check(_ register: Int, _ byte: UInt8, _ wasFilling: Bool) {
    if register == 0x23, byte & ~0x08 != 0 { report("only acceleration is modelled in the FIFO") }
    if register == 0x6B, byte & 0x20 != 0 { report("cycle mode is not modelled") }
    if register == 0x38, byte != 0 { report("interrupts are not modelled") }
    if wasFilling, [0x19, 0x1A, 0x1C].contains(register) {
      report("rate or range changed while the FIFO fills")
    }
  }

  /// Whether readings go into the FIFO: the part is awake, and the FIFO is on and collects acceleration.
  private var isFilling: Bool {
    registers[0x6B] & 0x40 == 0 && registers[0x23] & 0x08 != 0 && registers[0x6A] & 0x40 != 0
      && registers[0x6C] & 0x38 == 0
  }

  /// 8 kHz without a filter and 1 kHz with one, divided by SMPLRT_DIV + 1 (register 25).
  private var period: UInt64 {
    let filter = registers[0x1A] & 0x07
    let base: UInt64 = filter == 0 || filter == 7 ? 125_000 : 1_000_000
    return world.period(nanoseconds: base * UInt64(Int(registers[0x19]) + 1))
  }

  // MARK: Interrupts

  /// The idle level, as set by INT_LEVEL.
  public func isInterruptHigh(pin: Int) -> Bool { registers[0x37] & 0x80 != 0 }

  /// Never, since the part has no watermark.
  public var nextInterruptNanoseconds: UInt64? { nil }

  // MARK: Readings

  private var now: UInt64 {
    latestNanoseconds = max(latestNanoseconds, world.clock())
    return latestNanoseconds
  }

  private func encode(_ ordinal: Int, _ nanoseconds: UInt64) -> PackedReading {
    // Starting takes 30 ms (product specification, 6.2 and 7.9).
    let isSettled = nanoseconds > wokenNanoseconds + 30_000_000
    let felt =
      motion(nanoseconds) + noise.sample(ordinal)
      + (isSettled ? .none : Acceleration(x: 900, y: 900, z: -900))
    return PackedReading(
      count(felt.x + force(0x80, selfTestMilligee.x)), count(felt.y + force(0x40, selfTestMilligee.y)),
      count(felt.z + force(0x20, selfTestMilligee.z)), isBigEndian: true)
  }

  /// What the self-test bit of an axis adds, in milligee.
  private func force(_ bit: UInt8, _ milligee: Double) -> Double { registers[0x1C] & bit != 0 ? milligee : 0 }

  /// 16 bits over ±2, 4, 8 or 16 g.
  private func count(_ milligee: Double) -> Int {
    let fullScale = 2_000.0 * Double(1 << Int((registers[0x1C] >> 3) & 0x03))
    return min(max(nearest(milligee * 32_768 / fullScale), -32_768), 32_767)
  }

  private func report(_ text: String) { violations.append("transfer \(transferOrdinal): \(text)") }
}

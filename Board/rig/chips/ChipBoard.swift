import Glibc
import Peripherals
import SimulatedBoard

/// The chips on the rig's bus: the same strict models that the tests use, answering the kernel's transfers.
struct ChipBoard {
  /// The address of a 128×64 panel whose address pin is low (SSD1306 datasheet 8.1.5.2).
  static let oledAddress = I2CAddress(0x3C)
  /// The address of the accelerometer when its address pin is low (ADXL345 datasheet Rev. G, page 18).
  static let accelerometerAddress = I2CAddress(0x53)

  private let bus = SimulatedI2CBus()
  private let oled = SimulatedOLED(controller: .ssd1306)
  private let crib: SimulatedCrib
  private let accelerometer: SimulatedADXL345
  private var attached: Set<I2CAddress> = []
  private var isSilent = false

  /// A board with nothing on its bus, at an empty crib.
  init() {
    let crib = SimulatedCrib(seed: 1)
    self.crib = crib
    accelerometer = SimulatedADXL345(
      AccelerometerWorld(clock: { MachineClock.nanoseconds }, motion: crib.acceleration(at:)))
  }

  // MARK: Transfers

  /// The reply to a transfer; nil while the bus is silent, so that the kernel's own timeout applies.
  func reply(to transfer: Transfer) -> [UInt8]? {
    if isSilent { return nil }
    do {
      return transfer.reply(read: try carryOut(transfer.messages[...]))
    } catch {
      return transfer.reply(errno: error.errno)
    }
  }

  /// Carries out messages in order, with a write and a read right after it as one transfer. Returns the bytes that were
  /// read.
  private func carryOut(_ messages: ArraySlice<Transfer.Message>) throws(BusFault) -> [UInt8] {
    guard let first = messages.first else { return [] }
    let address = I2CAddress(first.address)
    if let next = messages.dropFirst().first, let count = next.readCount, isPair(first, next) {
      let read = try bus.writeThenRead(first.written, reading: count, at: address)
      return read + (try carryOut(messages.dropFirst(2)))
    }
    return try carryOut(first, at: address) + carryOut(messages.dropFirst())
  }

  private func isPair(_ first: Transfer.Message, _ next: Transfer.Message) -> Bool {
    first.address == next.address && !first.written.isEmpty && next.readCount != 0
  }

  private func carryOut(_ message: Transfer.Message, at address: I2CAddress) throws(BusFault) -> [UInt8] {
    if let count = message.readCount, count > 0 { return try bus.read(count, from: address) }
    if !message.written.isEmpty {
      try bus.write(message.written, to: address)
    } else if !attached.contains(address) {
      throw .noAcknowledge  // A message without bytes only asks whether a chip answers, as i2cdetect does.
    }
    return []
  }

  // MARK: Orders

  /// Obeys an order of the scenario and returns a one-line answer; `what?` if it does not understand the order.
  mutating func obey(_ order: String) -> String {
    let words = order.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.last) {
    case ("attach", "oled"): attach(oled, at: Self.oledAddress)
    case ("attach", "adxl345"): attachAccelerometer(telling: 0xE5)
    case ("attach", "stranger"): attachAccelerometer(telling: 0x42)
    case ("detach", "oled"): detach(Self.oledAddress)
    case ("detach", "adxl345"), ("detach", "stranger"): detach(Self.accelerometerAddress)
    case ("reset", "oled"): oled.reset()
    case ("fault", "none"): breakBus(nil)
    case ("fault", "eremoteio"): breakBus(.nack)
    case ("fault", "etimedout"): breakBus(.stuck)
    case ("fault", "silent"): isSilent = true
    case ("crib", let name?): return changeCrib(to: name)
    case ("dump", "dump"), ("dump", "oled"): return oled.dump
    case ("dump", "adxl345"): return accelerometer.dump
    default: return "what?"
    }
    return "ok"
  }

  private mutating func attach(_ chip: any SimulatedChip, at address: I2CAddress) {
    bus.attach(chip, at: address)
    attached.insert(address)
  }

  private mutating func detach(_ address: I2CAddress) {
    bus.detach(address)
    attached.remove(address)
  }

  private func changeCrib(to name: String) -> String {
    guard let state = SimulatedCrib.State(rawValue: name) else { return "what?" }
    crib.change(to: state, at: MachineClock.nanoseconds)
    return "ok"
  }

  /// A stranger is a chip at the same address with another identity: 0xE5 is the ADXL345's (page 24).
  private mutating func attachAccelerometer(telling identity: UInt8) {
    accelerometer.deviceID = identity
    attach(accelerometer, at: Self.accelerometerAddress)
  }

  private mutating func breakBus(_ trouble: BusTrouble?) {
    isSilent = false
    bus.heal()
    if let trouble { bus.fault(trouble) }
  }
}

extension BusFault {
  /// What a Pi's adapter would return (Linux drivers/i2c/busses/i2c-bcm2835.c, `bcm2835_i2c_xfer`).
  fileprivate var errno: Int32 {
    switch self {
    case .noAcknowledge: EREMOTEIO
    case .timedOut: ETIMEDOUT
    case .arbitrationLost: EAGAIN
    case .other(let errno): errno
    }
  }
}

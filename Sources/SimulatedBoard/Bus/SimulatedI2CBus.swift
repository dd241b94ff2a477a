import Peripherals

/// A chip on the simulated bus. It receives what the wires would carry, and knows nothing else of its driver.
public protocol SimulatedChip: AnyObject {
  /// Receives the bytes after `START address+W`. Returns how many of them it acknowledged; the bus stops at the first
  /// byte that it refuses.
  func write(_ bytes: [UInt8]) -> Int

  /// Returns exactly `count` bytes after `START address+R`.
  func read(_ count: Int) -> [UInt8]

  /// The transfer ended early, after the bytes that were written last.
  func breakOff()

  /// A brown-out: registers return to their reset values, and memory becomes garbage.
  func reset()
}

extension SimulatedChip {
  /// Most chips ignore where a transfer ends.
  public func breakOff() {}
}

/// An I²C bus in memory. It delivers bytes to simulated chips, measures them, and fails on request.
///
/// It has no clock of its own. Each transfer adds its duration to `elapsedNanoseconds`, by which the owner delays
/// whatever depends on it. A byte takes nine clocks, and START, RESTART and STOP one bit time each (UM10204 3.1).
public final class SimulatedI2CBus: I2CBus {
  /// How long an adapter waits before it gives up, in nanoseconds (Linux drivers/i2c/i2c-core-base.c sets one second
  /// where the adapter sets nothing else).
  public static let timeoutNanoseconds: UInt64 = 1_000_000_000

  /// How long a blocked transfer takes, in nanoseconds.
  public static let blockedNanoseconds: UInt64 = 5_000_000_000

  /// The clock in hertz; 100,000 or 400,000 on the supported boards.
  public let clockHertz: Int
  /// How long transfers have taken since the owner last set this to 0, in nanoseconds.
  public var elapsedNanoseconds: UInt64 = 0
  /// Whether transfers are recorded. It is off at first, since a week has many transfers.
  public var keepsRecord = false
  /// The recorded transfers, oldest first.
  public var record: [BusRecord] = []
  /// Transfers begun so far, with the failed ones.
  public private(set) var transactions = 0

  fileprivate struct PlannedFailure {
    var fault: BusFault
    var ordinal: Int
    var isLasting: Bool
    var bytesTaken: Int?
  }

  private var chips: [I2CAddress: any SimulatedChip] = [:]
  private var traffic: [I2CAddress: BusTraffic] = [:]
  private var trouble: BusTrouble?
  private var troubleByAddress: [I2CAddress: BusTrouble] = [:]
  private var plannedFailures: [PlannedFailure] = []
  private var plannedMishap: (mishap: BusMishap, ordinal: Int, address: I2CAddress)?
  /// Called when a planned mishap begins. The owner ends a lasting one with `endMishap`.
  public var mishapBegan: (BusMishap) -> Void = { _ in }
  private var random: SimulatedRandom

  /// A bus without chips. The seed determines what reads return under `garbage`.
  public init(clockHertz: Int = 400_000, seed: UInt64 = 1) {
    precondition(clockHertz > 0, "a bus needs a clock")
    self.clockHertz = clockHertz
    random = SimulatedRandom(seed: seed)
  }

  // MARK: Chips and counts

  /// Connects a chip, replacing the one at that address.
  public func attach(_ chip: any SimulatedChip, at address: I2CAddress) { chips[address] = chip }

  /// Unplugs the chip at an address. Transfers to it are then not acknowledged.
  public func detach(_ address: I2CAddress) { chips[address] = nil }

  /// The traffic at an address so far, also if no chip answers there.
  public func traffic(of address: I2CAddress) -> BusTraffic { traffic[address] ?? BusTraffic() }

  // MARK: Faults

  /// Breaks one chip's connection, or the whole bus without an address, until healed. A fault of the whole bus takes
  /// precedence.
  public func fault(_ trouble: BusTrouble, at address: I2CAddress? = nil) {
    if let address {
      troubleByAddress[address] = trouble
    } else {
      self.trouble = trouble
    }
  }

  /// Ends the fault of one chip, or of the whole bus without an address.
  public func heal(at address: I2CAddress? = nil) {
    if let address {
      if troubleByAddress.removeValue(forKey: address) == .absent { chips[address]?.reset() }
    } else {
      trouble = nil
    }
  }

  /// Makes the `index`-th transfer from now fail, over all addresses.
  ///
  /// - Parameters:
  ///   - index: which transfer, from 1 for the next one.
  ///   - fault: the fault that the master gets. A timeout takes `timeoutNanoseconds`.
  ///   - isLasting: whether every later transfer fails too.
  ///   - bytesTaken: how many written bytes the chip receives; nil: not even its address arrives.
  public func failTransfer(
    at index: Int, with fault: BusFault, isLasting: Bool = false, bytesTaken: Int? = nil
  ) {
    precondition(index >= 1, "the next transfer is number 1")
    plannedFailures.append(
      PlannedFailure(
        fault: fault, ordinal: transactions + index, isLasting: isLasting, bytesTaken: bytesTaken))
  }

  /// Plans a mishap for the chip at an address. Plan the next one only after this one has ended.
  public func plan(_ mishap: BusMishap, at address: I2CAddress) {
    plannedMishap = (mishap, transactions + mishap.transfer, address)
  }

  /// Ends the planned mishap.
  public func endMishap() {
    guard let planned = plannedMishap else { return }
    plannedMishap = nil
    heal(at: planned.mishap.stopsTheBus ? nil : planned.address)
  }

  private func beginMishap() {
    guard let planned = plannedMishap, planned.ordinal == transactions else { return }
    fault(planned.mishap.trouble, at: planned.mishap.stopsTheBus ? nil : planned.address)
    mishapBegan(planned.mishap)
  }

  private func endMishapOfOneTransfer() {
    guard let planned = plannedMishap, planned.ordinal == transactions, planned.mishap.nanoseconds == 0
    else { return }
    endMishap()
  }

  /// Cancels all failures planned by `failTransfer`.
  public func cancelPlannedFailures() { plannedFailures = [] }

  // MARK: Transfers

  /// `START address+W bytes… STOP`.
  public func write(_ bytes: [UInt8], to address: I2CAddress) throws(BusFault) {
    precondition(!bytes.isEmpty, "a write carries at least one byte")
    _ = try transfer(writing: bytes, reading: 0, at: address)
  }

  /// `START address+R bytes… STOP`.
  public func read(_ count: Int, from address: I2CAddress) throws(BusFault) -> [UInt8] {
    precondition(count > 0, "a read asks for at least one byte")
    return try transfer(writing: [], reading: count, at: address)
  }

  /// `START address+W bytes… RESTART address+R bytes… STOP`.
  public func writeThenRead(_ bytes: [UInt8], reading count: Int, at address: I2CAddress)
    throws(BusFault) -> [UInt8]
  {
    precondition(!bytes.isEmpty && count > 0, "both halves carry at least one byte")
    return try transfer(writing: bytes, reading: count, at: address)
  }

  private func transfer(writing bytes: [UInt8], reading count: Int, at address: I2CAddress)
    throws(BusFault) -> [UInt8]
  {
    transactions += 1
    beginMishap()
    defer { endMishapOfOneTransfer() }
    do {
      let answer = try exchange(writing: bytes, reading: count, at: address)
      note(address, bytes, count, fault: nil)
      return answer
    } catch {
      note(address, bytes, count, fault: error)
      throw error
    }
  }

  private func exchange(writing bytes: [UInt8], reading count: Int, at address: I2CAddress)
    throws(BusFault) -> [UInt8]
  {
    if let failure = nextPlannedFailure() {
      throw breakOff(bytes, at: address, with: failure.fault, bytesTaken: failure.bytesTaken)
    }
    let active = trouble ?? troubleByAddress[address]
    guard let chip = chips[address] else {
      throw breakOff(bytes, at: address, with: active.fault ?? .noAcknowledge, bytesTaken: nil)
    }
    if let fault = active.fault {
      throw breakOff(
        bytes, at: address, with: fault, bytesTaken: nil, isBlocked: active == .blocked)
    }
    try deliver(bytes, to: chip, at: address, limit: active.writeLimit(of: bytes.count, reading: count))
    guard count > 0 else {
      spend(BusMessage.write(bytes.count), at: address)
      return []
    }
    spend(BusMessage(written: bytes.count, read: count), at: address)
    let answer = chip.read(count)
    precondition(answer.count == count, "a chip yields as many bytes as are clocked out of it")
    return garbled(answer, by: active)
  }

  private func garbled(_ answer: [UInt8], by trouble: BusTrouble?) -> [UInt8] {
    switch trouble {
    case .garbage: random.bytes(answer.count)
    case .short: answer.prefix(answer.count / 2) + [UInt8](repeating: 0xFF, count: (answer.count + 1) / 2)
    default: answer
    }
  }

  private func deliver(
    _ bytes: [UInt8], to chip: any SimulatedChip, at address: I2CAddress, limit: Int?
  ) throws(BusFault) {
    guard !bytes.isEmpty else { return }
    if let limit, limit < bytes.count {
      throw breakOff(bytes, at: address, with: .noAcknowledge, bytesTaken: limit)
    }
    let taken = chip.write(bytes)
    guard taken < bytes.count else { return }
    spend(BusMessage.write(taken + 1), at: address)
    throw .noAcknowledge
  }

  /// Delivers the bytes that still reach the chip, and returns the fault to throw. The refused byte was on the wire
  /// too.
  private func breakOff(
    _ bytes: [UInt8], at address: I2CAddress, with fault: BusFault, bytesTaken: Int?, isBlocked: Bool = false
  ) -> BusFault {
    let taken = min(bytesTaken ?? 0, bytes.count)
    if taken > 0, let chip = chips[address] {
      _ = chip.write(Array(bytes.prefix(taken)))
      chip.breakOff()
    }
    let onWire = bytesTaken == nil ? 0 : min(taken + 1, bytes.count)
    let wait = isBlocked ? Self.blockedNanoseconds : fault == .timedOut ? Self.timeoutNanoseconds : nil
    spend(BusMessage.write(onWire), at: address, waitingNanoseconds: wait)
    return fault
  }

  private func nextPlannedFailure() -> PlannedFailure? {
    guard let position = plannedFailures.firstIndex(where: { $0.covers(transactions) }) else { return nil }
    let failure = plannedFailures[position]
    if !failure.isLasting { plannedFailures.remove(at: position) }
    return failure
  }

  private func spend(_ message: BusMessage, at address: I2CAddress, waitingNanoseconds: UInt64? = nil) {
    let nanoseconds = waitingNanoseconds ?? message.nanoseconds(clockHertz: clockHertz)
    elapsedNanoseconds += nanoseconds
    traffic[address, default: BusTraffic()].add(bytes: message.bytes, busyNanoseconds: nanoseconds)
  }

  private func note(_ address: I2CAddress, _ bytes: [UInt8], _ count: Int, fault: BusFault?) {
    guard keepsRecord else { return }
    record.append(BusRecord(address: address, written: bytes, readCount: count, fault: fault))
  }
}

extension SimulatedI2CBus.PlannedFailure {
  fileprivate func covers(_ transaction: Int) -> Bool {
    isLasting ? transaction >= ordinal : transaction == ordinal
  }
}

extension BusTrouble? {
  /// The fault that the master gets if no byte arrives.
  fileprivate var fault: BusFault? {
    switch self {
    case .nack, .absent: .noAcknowledge
    case .stuck, .blocked: .timedOut
    case .arbitrationLost: .arbitrationLost
    case .nackAfter, .short, .garbage, nil: nil
    }
  }

  /// How many bytes of a write arrive; nil: all. A control byte alone has no effect, but the number of a register to
  /// read arrives.
  fileprivate func writeLimit(of count: Int, reading: Int) -> Int? {
    switch self {
    case .nackAfter(let bytes): bytes
    case .short: reading > 0 ? nil : count < 4 ? 0 : count / 2
    default: nil
    }
  }
}

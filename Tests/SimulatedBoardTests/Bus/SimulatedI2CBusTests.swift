import Peripherals
import SimulatedBoard
import Testing

/// A chip that keeps what is written to it and answers with bytes that count up.
private final class NotingChip: SimulatedChip {
  var taken: [[UInt8]] = []
  var breaks = 0
  var acknowledges = Int.max

  func write(_ bytes: [UInt8]) -> Int {
    taken.append(Array(bytes.prefix(acknowledges)))
    return min(bytes.count, acknowledges)
  }

  func read(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }
  func breakOff() { breaks += 1 }
  func reset() {}
}

@Suite struct SimulatedI2CBusTests {
  private static let here = I2CAddress(0x3C)
  private static let elsewhere = I2CAddress(0x53)

  private func fixture(clockHertz: Int = 400_000) -> (SimulatedI2CBus, NotingChip) {
    let bus = SimulatedI2CBus(clockHertz: clockHertz)
    let chip = NotingChip()
    bus.attach(chip, at: Self.here)
    return (bus, chip)
  }

  private func fault(of body: () throws(BusFault) -> Void) -> BusFault? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// The payload lengths of a frame's transfers, and what they cost. By hand, every byte counts as nine clocks, and
  /// every transfer as two bit times more.
  struct Transfers: Sendable, CustomTestStringConvertible {
    var lengths: [Int]
    var bytes: Int
    var bitTimes: Int
    var testDescription: String { "\(lengths.count) transfers of \(bytes) bytes" }
  }

  @Test(
    "A byte costs nine clocks",
    arguments: [
      Transfers(lengths: [1025], bytes: 1026, bitTimes: 9236),
      Transfers(lengths: [7, 1025], bytes: 1034, bitTimes: 9310),
      Transfers(lengths: [7] + Array(repeating: 129, count: 8), bytes: 1048, bitTimes: 9450),
      Transfers(lengths: [7] + Array(repeating: 33, count: 32), bytes: 1096, bitTimes: 9930),
      Transfers(lengths: [7] + Array(repeating: 17, count: 64), bytes: 1160, bitTimes: 10570),
      Transfers(lengths: Array(repeating: [4, 129], count: 8).flatMap { $0 }, bytes: 1080, bitTimes: 9752),
      Transfers(lengths: [26], bytes: 27, bitTimes: 245),
    ])
  func nineClocks(transfers: Transfers) throws {
    for clockHertz in [100_000, 400_000] {
      let (bus, _) = fixture(clockHertz: clockHertz)
      for length in transfers.lengths {
        try bus.write([UInt8](repeating: 0, count: length), to: Self.here)
      }
      let traffic = bus.traffic(of: Self.here)
      #expect(traffic.transactions == transfers.lengths.count)
      #expect(traffic.bytes == transfers.bytes)
      #expect(traffic.busyNanoseconds == UInt64(transfers.bitTimes * (1_000_000_000 / clockHertz)))
      #expect(bus.elapsedNanoseconds == traffic.busyNanoseconds)
    }
  }

  @Test("A full frame costs what was measured")
  func aFullFrameCostsWhatWasMeasured() throws {
    for (clockHertz, microseconds) in [(100_000, 93_100), (400_000, 23_275)] {
      let (bus, _) = fixture(clockHertz: clockHertz)
      try bus.write([0x00, 0x21, 0, 127, 0x22, 0, 7], to: Self.here)
      try bus.write([0x40] + [UInt8](repeating: 0xFF, count: 1024), to: Self.here)
      #expect(bus.elapsedNanoseconds == UInt64(microseconds) * 1000)
    }
  }

  @Test("A read costs both address bytes")
  func aReadCostsBothAddressBytes() throws {
    let (bus, _) = fixture(clockHertz: 100_000)
    #expect(try bus.writeThenRead([0x32], reading: 6, at: Self.here) == [0, 1, 2, 3, 4, 5])
    #expect(bus.traffic(of: Self.here).bytes == 9)
    #expect(bus.elapsedNanoseconds == 840_000)
    bus.elapsedNanoseconds = 0
    #expect(try bus.read(1, from: Self.here) == [0])
    #expect(bus.elapsedNanoseconds == 200_000)
  }

  @Test("The bus keeps counts by address")
  func theBusKeepsCountsByAddress() throws {
    let (bus, _) = fixture()
    bus.attach(NotingChip(), at: Self.elsewhere)
    try bus.write([1, 2], to: Self.here)
    try bus.write([1, 2, 3], to: Self.elsewhere)
    #expect(bus.traffic(of: Self.here).bytes == 3)
    #expect(bus.traffic(of: Self.elsewhere).bytes == 4)
    #expect(bus.traffic(of: Self.elsewhere).transactions == 1 && bus.transactions == 2)
  }

  @Test("An address without a chip does not acknowledge")
  func anAddressWithoutAChipDoesNotAcknowledge() throws {
    let (bus, chip) = fixture(clockHertz: 100_000)
    #expect(fault { () throws(BusFault) in try bus.write([1, 2, 3], to: Self.elsewhere) } == .noAcknowledge)
    #expect(bus.traffic(of: Self.elsewhere).bytes == 1)
    #expect(bus.elapsedNanoseconds == 110_000)
    bus.detach(Self.here)
    #expect(fault { () throws(BusFault) in try bus.write([1], to: Self.here) } == .noAcknowledge)
    #expect(chip.taken.isEmpty)
  }

  @Test(
    "A broken bus passes no byte until it is repaired",
    arguments: [
      (BusTrouble.nack, BusFault.noAcknowledge), (.stuck, .timedOut), (.arbitrationLost, .arbitrationLost),
    ])
  func aBrokenBusPassesNoByteUntilItIsRepaired(trouble: BusTrouble, expected: BusFault) throws {
    for address in [Self.here, nil] {
      let (bus, chip) = fixture()
      bus.fault(trouble, at: address)
      #expect(fault { () throws(BusFault) in try bus.write([9], to: Self.here) } == expected)
      #expect(fault { () throws(BusFault) in _ = try bus.read(2, from: Self.here) } == expected)
      #expect(chip.taken.isEmpty)
      bus.heal(at: address)
      try bus.write([9], to: Self.here)
      #expect(chip.taken == [[9]])
    }
  }

  @Test("A timeout costs a second")
  func aTimeoutCostsASecond() {
    let (bus, _) = fixture()
    bus.fault(.stuck)
    _ = fault { () throws(BusFault) in try bus.write([9], to: Self.here) }
    #expect(bus.elapsedNanoseconds == 1_000_000_000)
  }

  @Test("A chip's fault does not affect the others")
  func aChipsFaultDoesNotAffectTheOthers() throws {
    let (bus, _) = fixture()
    let other = NotingChip()
    bus.attach(other, at: Self.elsewhere)
    bus.fault(.nack, at: Self.here)
    try bus.write([7], to: Self.elsewhere)
    #expect(other.taken == [[7]])
  }

  @Test("Garbage spoils reads only")
  func garbageSpoilsReadsOnly() throws {
    let (bus, chip) = fixture()
    bus.fault(.garbage, at: Self.here)
    let answer = try bus.writeThenRead([5], reading: 16, at: Self.here)
    #expect(chip.taken == [[5]])
    #expect(answer.count == 16 && answer != chip.read(16))
  }

  @Test("A refused byte ends the write", arguments: 0...4)
  func aRefusedByteEndsTheWrite(limit: Int) throws {
    let bytes: [UInt8] = [10, 11, 12, 13]
    let (bus, chip) = fixture(clockHertz: 100_000)
    bus.fault(.nackAfter(bytes: limit), at: Self.here)
    let outcome = fault { () throws(BusFault) in try bus.write(bytes, to: Self.here) }
    #expect(outcome == (limit < 4 ? .noAcknowledge : nil))
    #expect(chip.taken.flatMap { $0 } == Array(bytes.prefix(limit)))
    #expect(bus.traffic(of: Self.here).bytes == min(limit + 2, 5))
    #expect(chip.breaks == (1...3 ~= limit ? 1 : 0))
  }

  @Test("A chip may refuse a byte itself")
  func aChipMayRefuseAByteItself() {
    let (bus, chip) = fixture()
    chip.acknowledges = 2
    #expect(fault { () throws(BusFault) in try bus.write([1, 2, 3, 4], to: Self.here) } == .noAcknowledge)
    #expect(bus.traffic(of: Self.here).bytes == 4)
  }

  /// Which of six writes fail when the n-th must fail, once or permanently.
  @Test("The n-th transfer fails", arguments: 1...6)
  func theNthTransferFails(index: Int) {
    for isLasting in [false, true] {
      let (bus, chip) = fixture()
      _ = fault { () throws(BusFault) in try bus.write([0], to: Self.here) }
      bus.failTransfer(at: index, with: .other(errno: 5), isLasting: isLasting, bytesTaken: 1)
      let outcomes = (1...6).map { ordinal in
        fault { () throws(BusFault) in try bus.write([UInt8(ordinal), 0xEE], to: Self.here) }
      }
      let expected = (1...6).map { $0 == index || isLasting && $0 > index }
      #expect(outcomes.map { $0 == .other(errno: 5) } == expected)
      #expect(chip.taken.dropFirst().map(\.count) == expected.map { $0 ? 1 : 2 })
      bus.cancelPlannedFailures()
      #expect(fault { () throws(BusFault) in try bus.write([0], to: Self.here) } == nil)
    }
  }

  @Test("The bus records transfers on request")
  func theBusRecordsTransfersOnRequest() throws {
    let (bus, _) = fixture()
    try bus.write([1], to: Self.here)
    bus.keepsRecord = true
    try bus.write([2, 3], to: Self.here)
    _ = fault { () throws(BusFault) in _ = try bus.read(4, from: Self.elsewhere) }
    #expect(bus.record.map(\.written) == [[2, 3], []])
    #expect(bus.record.map(\.readCount) == [0, 4])
    #expect(bus.record.map(\.fault) == [nil, .noAcknowledge])
  }
}

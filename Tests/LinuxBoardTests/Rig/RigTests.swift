import Glibc
import Peripherals
import Testing

@testable import LinuxBoard

/// GPIO and I²C on a real kernel.
@Suite(.serialized, .enabled(if: Rig.chip != nil, Comment(rawValue: Rig.absence)))
struct RigTests {
  static let address = I2CAddress(0x3C)

  private func lines(_ offsets: [Int] = [17, 27, 22]) throws -> GPIOLines {
    try GPIOLines(chip: Rig.label, offsets: offsets)
  }

  /// Reads edges as the box does, until there are this many.
  private func edges(_ count: Int, of lines: GPIOLines) throws -> [LineEvent] {
    let loop = try EventLoop(signals: [SIGURG], syncSign: .always)
    for descriptor in try lines.descriptors() { try loop.watch(descriptor, as: .lines) }
    var edges: [LineEvent] = []
    while edges.count < count {
      let wakes = try loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
      try #require(wakes == [.lines])
      edges += try lines.read()
    }
    return edges
  }

  @Test("A press is two edges in the kernel's time")
  func aPressIsTwoEdgesInTheKernelsTime() throws {
    let lines = try lines()
    #expect(try lines.read() == [])
    #expect(try lines.levels() == [17: false, 27: false, 22: false])
    let before = LinuxClock().monotonicNanoseconds
    try Rig.pull(27, "pull-down")
    #expect(try lines.levels() == [17: false, 27: true, 22: false])
    try Rig.pull(27, "pull-up")
    let edges = try edges(2, of: lines)
    #expect(edges.map(\.offset) == [27, 27])
    #expect(edges.map(\.isActive) == [true, false])
    #expect(edges[0].monotonicNanoseconds >= before)
    #expect(edges[1].monotonicNanoseconds >= edges[0].monotonicNanoseconds)
    #expect(edges[1].monotonicNanoseconds <= LinuxClock().monotonicNanoseconds)
    #expect(edges[0].sequence == nil || edges.map(\.sequence) == [1, 2])
  }

  @Test("A burst that overflows leaves the level right")
  func aBurstThatOverflowsLeavesTheLevelRight() throws {
    let lines = try lines()
    for _ in 0..<25 {
      try Rig.pull(17, "pull-down")
      try Rig.pull(17, "pull-up")
    }
    try Rig.pull(17, "pull-down")
    var count = 0
    while true {
      let edges = try lines.read()
      if edges.isEmpty { break }
      count += edges.count
    }
    #expect((16...51).contains(count))
    #expect(try lines.levels()[17] == true)
    try Rig.pull(17, "pull-up")
    #expect(try edges(1, of: lines).map(\.isActive) == [false])
  }

  @Test("Held lines name their holder")
  func heldLinesNameTheirHolder() throws {
    let held = try lines()
    let path = try GPIOChips.path(labelled: Rig.label)
    #expect(throws: OpenFault.busy(path: path, offset: 27, holder: "cribside")) {
      try lines([4, 27])
    }
    #expect(throws: OpenFault.noLine(path: path, offset: 99)) { try lines([99]) }
    #expect(throws: OpenFault.noChip(label: "pinctrl-rp1", present: [Rig.label])) {
      try GPIOLines(chip: "pinctrl-rp1", offsets: [17])
    }
    withExtendedLifetime(held) {}
  }

  @Test("Lines are free once their holder is gone")
  func linesAreFreeOnceTheirHolderIsGone() throws {
    _ = try lines()
    _ = try lines()
  }

  @Test("An output drives its line")
  func anOutputDrivesItsLine() throws {
    let light = try GPIOOutput(chip: Rig.label, offset: 24)
    #expect(try Rig.value(24) == "0")
    try light.set(active: true)
    #expect(try Rig.value(24) == "1")
    try light.set(active: false)
    #expect(try Rig.value(24) == "0")
  }

  @Test("An interrupt output is active high")
  func anInterruptOutputIsActiveHigh() throws {
    let line = try GPIOLines(chip: Rig.label, offsets: [25], wiring: .drivenHigh)
    try Rig.pull(25, "pull-up")
    #expect(try line.levels() == [25: true])
    #expect(try edges(1, of: line).map(\.isActive) == [true])
    try Rig.pull(25, "pull-down")
    #expect(try edges(1, of: line).map(\.isActive) == [false])
  }

  @Test("Frames cross in one transfer", arguments: [1, 1025, 8192])
  func framesCrossInOneTransfer(count: Int) throws {
    let chip = try RigChip()
    let bus = try LinuxI2CBus(number: 1)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    chip.expect(1)
    try bus.write(bytes, to: RigTests.address)
    #expect(chip.transfers() == [RigChip.Transfer(address: 0x3C, written: bytes, readCount: 0)])
  }

  @Test("Reads cross in one transfer")
  func readsCrossInOneTransfer() throws {
    let chip = try RigChip()
    let bus = try LinuxI2CBus(number: 1)
    chip.expect(2)
    #expect(
      try bus.writeThenRead([0xB2, 3], reading: 6, at: RigTests.address) == RigChip.pattern(6))
    #expect(try bus.read(2, from: RigTests.address) == RigChip.pattern(2))
    let expected = [
      RigChip.Transfer(address: 0x3C, written: [0xB2, 3], readCount: 6),
      RigChip.Transfer(address: 0x3C, written: [], readCount: 2),
    ]
    #expect(chip.transfers() == expected)
  }

  @Test(
    "An adapter's errors are faults",
    arguments: [
      (EREMOTEIO, BusFault.noAcknowledge), (ENXIO, .noAcknowledge), (ETIMEDOUT, .timedOut),
      (EIO, .other(errno: EIO)), (EOPNOTSUPP, .other(errno: EOPNOTSUPP)),
    ])
  func anAdaptersErrorsAreFaults(errno: Int32, fault: BusFault) throws {
    let chip = try RigChip()
    let bus = try LinuxI2CBus(number: 1)
    chip.expect(1, errno: errno)
    #expect(throws: fault) { try bus.write([0x00, 0xAE], to: RigTests.address) }
    #expect(chip.transfers().count == 1)
  }

  @Test("An empty bus does not acknowledge")
  func anEmptyBusDoesNotAcknowledge() throws {
    let bus = try LinuxI2CBus(number: 1)
    #expect(throws: BusFault.noAcknowledge) { try bus.write([0x00, 0xAE], to: RigTests.address) }
    #expect(throws: BusFault.noAcknowledge) { _ = try bus.read(1, from: RigTests.address) }
  }

  @Test("An adapter with SMBus alone gets blocks")
  func anAdapterWithSMBusAloneGetsBlocks() throws {
    let chip = try RigChip()
    let bus = try LinuxI2CBus(path: "/dev/i2c-1", usesPlainTransfers: false)
    let data = (0..<40).map { UInt8($0) }
    chip.expect(5)
    try bus.write([0x40] + data, to: RigTests.address)
    try bus.write([0x2D], to: RigTests.address)
    #expect(try bus.writeThenRead([0x32], reading: 6, at: RigTests.address) == RigChip.pattern(6))
    #expect(try bus.read(1, from: RigTests.address) == RigChip.pattern(1))
    let expected = [
      RigChip.Transfer(address: 0x3C, written: [0x40] + data.prefix(32), readCount: 0),
      RigChip.Transfer(address: 0x3C, written: [0x40] + data.suffix(8), readCount: 0),
      RigChip.Transfer(address: 0x3C, written: [0x2D], readCount: 0),
      RigChip.Transfer(address: 0x3C, written: [0x32], readCount: 6),
      RigChip.Transfer(address: 0x3C, written: [], readCount: 1),
    ]
    #expect(chip.transfers() == expected)
    let unsupported = BusFault.other(errno: EOPNOTSUPP)
    #expect(throws: unsupported) { _ = try bus.read(2, from: RigTests.address) }
    #expect(throws: unsupported) {
      _ = try bus.writeThenRead([1, 2], reading: 1, at: RigTests.address)
    }
    #expect(throws: unsupported) {
      try bus.write([UInt8](repeating: 1, count: 34), to: RigTests.address)
    }
  }

  @Test("A step of the wall clock is seen once")
  func aStepOfTheWallClockIsSeenOnce() throws {
    let loop = try EventLoop(signals: [SIGURG], syncSign: .always)
    var time = timespec(tv_sec: 1_900_000_000, tv_nsec: 0)
    _ = try SystemCall.complete("clock_settime") { clock_settime(CLOCK_REALTIME, &time) }
    #expect(try loop.wait(untilBootMilliseconds: nil) == [.clockStepped])
    #expect(try loop.wait(untilBootMilliseconds: 0) == [.deadline])
    time.tv_sec = 1_800_000_000
    _ = try SystemCall.complete("clock_settime") { clock_settime(CLOCK_REALTIME, &time) }
    #expect(try loop.wait(untilBootMilliseconds: nil) == [.clockStepped])
  }
}

import Peripherals
import SimulatedBoard
import Testing

/// The bytes on the wires, and their number.
struct AccelerometerWireTests {
  /// The bytes that set a part up.
  struct BringUp: Sendable, CustomTestStringConvertible {
    var kind: AccelerometerKind
    var setup = AccelerometerSetup()
    var written: [[UInt8]]
    var testDescription: String { "\(kind), ±\(setup.range.gee) g, \(setup.busHertz / 1_000) kHz" }
  }

  private static let bringUps: [BringUp] = [
    BringUp(
      kind: .adxl345,
      written: [
        [0x00], [0x2D, 0x00], [0x2C, 0x08, 0x00, 0x00, 0x00], [0x1E, 0, 0, 0], [0x31, 0x08], [0x38, 0x00],
        [0x38, 0x9B], [0x2E, 0x00], [0x2D, 0x08],
      ]),
    BringUp(
      kind: .adxl345,
      setup: AccelerometerSetup(
        range: .sixteen, busHertz: 400_000,
        interrupt: AccelerometerInterrupt(pin: .two, isActiveLow: true)),
      written: [
        [0x00], [0x2D, 0x00], [0x2C, 0x0A, 0x00, 0x00, 0x02], [0x1E, 0, 0, 0], [0x31, 0x2B], [0x38, 0x00],
        [0x38, 0x9B], [0x2E, 0x02], [0x2D, 0x08],
      ]),
    BringUp(
      kind: .lis3dh,
      written: [
        [0x0F], [0x20, 0x07], [0xA1, 0x00, 0x00, 0x88, 0x40, 0x00], [0x2E, 0x00], [0x2E, 0x9B],
        [0x20, 0x37],
      ]),
    BringUp(
      kind: .lis3dh,
      setup: AccelerometerSetup(
        range: .eight, interrupt: AccelerometerInterrupt(pin: .one, isActiveLow: true)),
      written: [
        [0x0F], [0x20, 0x07], [0xA1, 0x00, 0x04, 0xA8, 0x40, 0x02], [0x2E, 0x00], [0x2E, 0x9B],
        [0x20, 0x37],
      ]),
    BringUp(
      kind: .mpu6050,
      setup: AccelerometerSetup(range: .four, interrupt: AccelerometerInterrupt(isActiveLow: true)),
      written: [
        [0x75], [0x6B, 0x08], [0x23, 0x00], [0x6C, 0x07], [0x19, 0x27, 0x05, 0x00, 0x08], [0x37, 0x80, 0x00],
        [0x6A, 0x04], [0x6A, 0x40], [0x23, 0x08],
      ]),
  ]

  @Test("Each part is identified, then set up", arguments: bringUps)
  func bringUp(case bringUp: BringUp) {
    let bench = AccelerometerBench(bringUp.kind)
    var session = AccelerometerSession(bus: bench.bus, kind: bringUp.kind, setup: bringUp.setup)
    let outcome = bench.service(&session)
    let written = bench.bus.record.filter { $0.readCount == 0 || $0.written == bringUp.written[0] }
    #expect(written.map(\.written) == bringUp.written)
    let checked = bench.bus.record.dropFirst(bringUp.written.count)
    #expect((1...5).contains(checked.count) && checked.allSatisfy { $0.readCount > 0 }, "and read back")
    #expect(outcome.result == .started(session.part ?? noPart) && outcome.batch == nil)
    #expect(bench.chip.violations == [])
  }

  private let noPart = AccelerometerPart(
    kind: .adxl345, address: I2CAddress(0x08), identity: 0, name: "none")

  @Test("A successor of the MPU-6050 gets its filter in its own register")
  func successor() {
    let bus = SimulatedI2CBus()
    let world = AccelerometerWorld(clock: { 0 }, motion: { _ in Ramp.resting })
    let chip = SimulatedMPU6050(world, whoAmI: 0x70)
    bus.attach(chip, at: I2CAddress(0x69))
    bus.keepsRecord = true
    var session = AccelerometerSession(bus: bus)
    _ = session.service(nowMilliseconds: 0)
    #expect(bus.record.map(\.written).contains([0x1D, 0x05]) && chip.violations == [])
  }

  /// Transfers and bytes of emptying a FIFO of 27 readings, including addresses.
  struct Cost: Sendable {
    var kind: AccelerometerKind
    var transactions: Int
    var wireBytes: Int
  }

  @Test(
    "Emptying a FIFO costs its transfers and bytes",
    arguments: [
      Cost(kind: .adxl345, transactions: 29, wireBytes: 253),
      Cost(kind: .lis3dh, transactions: 8, wireBytes: 190),
      Cost(kind: .mpu6050, transactions: 10, wireBytes: 200),
    ])
  func drain(cost: Cost) throws {
    let bench = AccelerometerBench(cost.kind)
    var session = bench.session()
    let run = bench.run(&session, forMilliseconds: 5_000)
    let due = try #require(run.outcomes.last).nextServiceMilliseconds
    bench.advance(toNanoseconds: UInt64(due) * 1_000_000)
    bench.bus.record = []
    let last = bench.service(&session)
    #expect(last.batch?.samples.count == 27)
    #expect(bench.bus.record.count == cost.transactions)
    let bytes = bench.bus.record.reduce(0) { sum, transfer in
      sum + 1 + transfer.written.count + (transfer.readCount > 0 ? transfer.readCount + 1 : 0)
    }
    #expect(bytes == cost.wireBytes)
    #expect(last.nextServiceMilliseconds == 6 * 1_080)
  }

  @Test("No transfer is too long for an adapter with only SMBus", arguments: kindsAndClocks)
  func short(kind: AccelerometerKind, busHertz: Int) {
    let bench = AccelerometerBench(kind, busHertz: busHertz)
    var session = bench.session()
    _ = bench.run(&session, forMilliseconds: 65_000)
    #expect(bench.bus.record.allSatisfy { $0.readCount <= 32 && $0.written.count <= 33 })
    #expect(bench.bus.record.allSatisfy { $0.readCount == 0 || $0.written.count == 1 })
  }
}

/// Every kind at both bus clocks of the boards.
let kindsAndClocks = AccelerometerKind.allCases.flatMap { kind in
  [100_000, 400_000].map { (kind, $0) }
}

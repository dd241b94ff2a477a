import Peripherals
import SimulatedBoard
import Testing

struct AccelerometerIdentityTests {
  @Test(
    "Parts are searched in a fixed order, each by its own register",
    arguments: [nil] + AccelerometerKind.allCases)
  func order(kind: AccelerometerKind?) {
    let bus = SimulatedI2CBus()
    bus.keepsRecord = true
    var session = AccelerometerSession(bus: bus, kind: kind)
    #expect(session.service(nowMilliseconds: 0).result == .failed(.bus(.noAcknowledge)))
    let asked = bus.record.map { [$0.address.value] + $0.written }
    let expected: [AccelerometerKind: [[UInt8]]] = [
      .adxl345: [[0x53, 0x00], [0x1D, 0x00]], .lis3dh: [[0x18, 0x0F], [0x19, 0x0F]],
      .mpu6050: [[0x68, 0x75], [0x69, 0x75]],
    ]
    let kinds = kind.map { [$0] } ?? [.adxl345, .lis3dh, .mpu6050]
    #expect(asked == kinds.flatMap { expected[$0] ?? [] })
    #expect(bus.record.allSatisfy { $0.readCount == 1 })
  }

  @Test("Each kind is found at each of its addresses", arguments: AccelerometerKind.allCases, [0, 1])
  func addresses(kind: AccelerometerKind, place: Int) {
    let bench = AccelerometerBench(kind, isAttached: false)
    bench.bus.attach(bench.chip, at: kind.addresses[place])
    var session = bench.session()
    _ = bench.service(&session)
    #expect(session.part?.kind == kind && session.part?.address == kind.addresses[place])
  }

  /// A byte that is read as a kind's identity.
  struct Sight: Sendable, CustomTestStringConvertible {
    var kind: AccelerometerKind
    var byte: UInt8
    /// The name by which it is accepted; nil if it is refused.
    var accepted: String?
    /// The name by which it is refused.
    var refused: String?
    var testDescription: String { accepted ?? refused ?? "unknown" }
  }

  private static let sights = [
    Sight(kind: .adxl345, byte: 0xE5, accepted: "ADXL345 or ADXL343"),
    Sight(kind: .adxl345, byte: 0xE6, refused: "ADXL344 or ADXL346"),
    Sight(kind: .adxl345, byte: 0xAD, refused: "ADXL355 or another with 20 bits"),
    Sight(kind: .adxl345, byte: 0x00), Sight(kind: .lis3dh, byte: 0x33, accepted: "LIS3DH or LIS2DH12"),
    Sight(kind: .lis3dh, byte: 0x11, refused: "SC7A20, sold as LIS3DH"),
    Sight(kind: .lis3dh, byte: 0x3F, refused: "LIS3DSH"),
    Sight(kind: .lis3dh, byte: 0x44, refused: "LIS2DW12"), Sight(kind: .lis3dh, byte: 0xFF),
    Sight(kind: .mpu6050, byte: 0x68, accepted: "MPU-6050 or MPU-9150"),
    Sight(kind: .mpu6050, byte: 0x70, accepted: "MPU-6500"),
    Sight(kind: .mpu6050, byte: 0x71, accepted: "MPU-9250"),
    Sight(kind: .mpu6050, byte: 0x98, accepted: "ICM-20689"),
    Sight(kind: .mpu6050, byte: 0x47, refused: "ICM-42688"), Sight(kind: .mpu6050, byte: 0x0A),
  ]

  @Test("Clones are accepted and other parts refused by name", arguments: sights)
  func names(sight: Sight) {
    let bus = SimulatedI2CBus()
    bus.attach(chip(sight), at: sight.kind.addresses[0])
    var session = AccelerometerSession(bus: bus, kind: sight.kind)
    let result = session.service(nowMilliseconds: 0).result
    if let name = sight.accepted {
      #expect(session.part?.name == name)
    } else {
      let refusal = AccelerometerRefusal(
        address: sight.kind.addresses[0], expected: sight.kind, identity: sight.byte, name: sight.refused)
      #expect(result == .failed(.refused(refusal)) && session.part == nil)
    }
  }

  private func chip(_ sight: Sight) -> any SimulatedChip {
    let world = AccelerometerWorld(clock: { 0 }, motion: { _ in .none })
    switch sight.kind {
    case .adxl345:
      let chip = SimulatedADXL345(world)
      chip.deviceID = sight.byte
      return chip
    case .lis3dh:
      let chip = SimulatedLIS3DH(world)
      chip.whoAmI = sight.byte
      return chip
    case .mpu6050: return SimulatedMPU6050(world, whoAmI: sight.byte)
    }
  }

  @Test(
    "Without a configured kind, another part that has a name is refused by it, and an unknown one counts as absent"
  )
  func anyKind() {
    for sight in Self.sights where sight.accepted == nil {
      let bus = SimulatedI2CBus()
      bus.attach(chip(sight), at: sight.kind.addresses[1])
      var session = AccelerometerSession(bus: bus)
      let result = session.service(nowMilliseconds: 0).result
      if sight.refused == nil {
        #expect(result == .failed(.bus(.noAcknowledge)))
      } else {
        let refusal = AccelerometerRefusal(
          address: sight.kind.addresses[1], expected: sight.kind, identity: sight.byte, name: sight.refused)
        #expect(result == .failed(.refused(refusal)))
      }
    }
  }

  @Test("Another part at one address does not hide the part at the other, and is never written to")
  func clock() {
    let bench = AccelerometerBench(.mpu6050, isAttached: false)
    let stranger = SimulatedMPU6050(
      AccelerometerWorld(clock: { 0 }, motion: { _ in .none }), whoAmI: 0x0A)
    bench.bus.attach(stranger, at: I2CAddress(0x68))
    bench.bus.attach(bench.chip, at: I2CAddress(0x69))
    var session = bench.session()
    _ = bench.service(&session)
    #expect(session.part?.address == I2CAddress(0x69))
    let toStranger = bench.bus.record.filter { $0.address == I2CAddress(0x68) }
    #expect(toStranger.map(\.written) == [[0x75]] && toStranger.map(\.readCount) == [1])
  }

  @Test("Another failure of the bus says nothing about which part is there", arguments: 1...6)
  func faults(index: Int) {
    let bus = SimulatedI2CBus()
    bus.failTransfer(at: index, with: .timedOut)
    var session = AccelerometerSession(bus: bus)
    #expect(session.service(nowMilliseconds: 0).result == .failed(.bus(.timedOut)))
    #expect(bus.transactions == index)
  }

  @Test("A part that was replaced by another kind is used as that kind")
  func swapped() {
    let bench = AccelerometerBench(.lis3dh)
    var session = bench.session()
    _ = bench.run(&session, forMilliseconds: 3_000)
    bench.detach()
    let other = SimulatedMPU6050(
      AccelerometerWorld(
        clock: { [bench] in UInt64(bench.milliseconds) * 1_000_000 }, motion: Ramp.motion,
        noiseMilligee: Acceleration.none))
    bench.bus.attach(other, at: I2CAddress(0x68))
    let run = bench.run(&session, forMilliseconds: 5_000)
    #expect(session.part?.kind == .mpu6050 && run.misplaced() == [] && run.samples.count > 60)
    #expect(other.violations == [])
  }
}

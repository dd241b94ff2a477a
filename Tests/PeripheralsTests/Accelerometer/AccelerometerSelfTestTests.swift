import Peripherals
import SimulatedBoard
import Testing

struct AccelerometerSelfTestTests {
  @Test("A sound part passes, and its change is reported", arguments: AccelerometerKind.allCases)
  func passes(kind: AccelerometerKind) throws {
    let bench = AccelerometerBench(kind, noise: Acceleration(x: 5, y: 5, z: 5))
    let report = try run(on: bench)
    #expect(report.passes && report.isConclusive)
    #expect(bench.chip.violations == [])
    let expected: Acceleration =
      switch bench.chip {
      case let chip as SimulatedADXL345: chip.selfTestMilligee
      case let chip as SimulatedLIS3DH: chip.selfTestMilligee
      case let chip as SimulatedMPU6050: chip.selfTestMilligee
      default: .none
      }
    #expect(abs(report.x.changeMilligee - expected.x) < 8)
    #expect(abs(report.y.changeMilligee - expected.y) < 8)
    #expect(abs(report.z.changeMilligee - expected.z) < 8)
  }

  @Test("A part whose mass does not move fails", arguments: AccelerometerKind.allCases)
  func fails(kind: AccelerometerKind) throws {
    let bench = AccelerometerBench(kind)
    switch bench.chip {
    case let chip as SimulatedADXL345: chip.selfTestMilligee.z = 0
    case let chip as SimulatedLIS3DH: chip.selfTestMilligee.z = 20
    case let chip as SimulatedMPU6050: chip.selfTestMilligee.z *= 0.84
    default: break
    }
    let report = try run(on: bench)
    #expect(report.z.passes == false && !report.passes)
    #expect(report.x.passes == true && report.y.passes == true)
  }

  @Test("A LIS3DH that is pushed the other way passes too")
  func otherWay() throws {
    let bench = AccelerometerBench(.lis3dh)
    (bench.chip as? SimulatedLIS3DH)?.selfTestMilligee = Acceleration(x: -500, y: -68, z: -1_000)
    #expect(try run(on: bench).passes)
  }

  @Test("Without the factory's figures there is no verdict", arguments: [0x68, 0x70] as [UInt8])
  func noFigures(whoAmI: UInt8) throws {
    let time = AccelerometerBench.Time()
    let bus = SimulatedI2CBus()
    let chip = SimulatedMPU6050(
      AccelerometerWorld(
        clock: { time.nanoseconds + bus.elapsedNanoseconds }, motion: { _ in Ramp.resting }),
      whoAmI: whoAmI, trimCodes: [0, 0, 0])
    bus.attach(chip, at: I2CAddress(0x68))
    let part = try AccelerometerSelfTest.find(on: bus)
    var test = AccelerometerSelfTest(part: part, bus: bus)
    var step = try test.step(nowMilliseconds: 0)
    while case .wait(let until) = step {
      time.nanoseconds = UInt64(until) * 1_000_000
      step = try test.step(nowMilliseconds: until)
    }
    guard case .finished(let report) = step else {
      Issue.record("\(step)")
      return
    }
    #expect(report.passes && !report.isConclusive && report.x.passes == nil)
  }

  @Test("The factory's scale goes from 0.34 g to 0.92 g")
  func scale() throws {
    for (code, milligee) in [(1, 340.0), (16, 559.3), (31, 920.0)] as [(UInt8, Double)] {
      let bench = AccelerometerBench(.mpu6050, isAttached: false)
      let chip = SimulatedMPU6050(
        AccelerometerWorld(
          clock: { UInt64(bench.milliseconds) * 1_000_000 }, motion: { _ in Ramp.resting },
          noiseMilligee: Acceleration.none),
        trimCodes: [code, code, code])
      chip.selfTestMilligee = Acceleration(x: milligee, y: milligee * 1.13, z: milligee * 0.87)
      bench.bus.attach(chip, at: bench.address)
      let report = try run(on: bench)
      #expect(report.passes && report.isConclusive)
      let limits = try #require(report.x.limitsMilligee)
      #expect(abs(limits.lowerBound + limits.upperBound - 2 * milligee) < 0.2)
    }
  }

  @Test("A session on the same part continues afterwards, with a gap", arguments: AccelerometerKind.allCases)
  func besideASession(kind: AccelerometerKind) throws {
    let bench = AccelerometerBench(kind, motion: Ramp.motion)
    var session = bench.session()
    _ = bench.run(&session, forMilliseconds: 4_000)
    _ = try run(on: bench)
    let run = bench.run(&session, forMilliseconds: 5_000)
    #expect(run.gaps.count == 1 && run.misplaced() == [] && run.samples.count > 60)
  }

  @Test("Faults are thrown, and a part that measures nothing gets no verdict")
  func faults() throws {
    let bench = AccelerometerBench(.adxl345)
    bench.bus.failTransfer(at: 6, with: .timedOut)
    #expect(throws: AccelerometerFault.bus(.timedOut)) { try run(on: bench) }
    let silent = AccelerometerBench(.lis3dh, clockErrorMillionths: -999_999)
    #expect(throws: AccelerometerFault.silent) { try run(on: silent) }
  }

  private func run(on bench: AccelerometerBench) throws(AccelerometerFault) -> SelfTestReport {
    let part = try AccelerometerSelfTest.find(on: bench.bus, kind: bench.kind)
    var test = AccelerometerSelfTest(part: part, bus: bench.bus)
    while true {
      let step = try test.step(nowMilliseconds: bench.milliseconds)
      switch step {
      case .wait(let until): bench.advance(toMilliseconds: until)
      case .finished(let report): return report
      }
    }
  }
}

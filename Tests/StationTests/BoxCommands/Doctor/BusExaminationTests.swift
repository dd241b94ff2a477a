import Peripherals
import SimulatedBoard
import Testing

@testable import BoxCommands

/// The parts that the doctor finds on a simulated bus.
@Suite struct BusExaminationTests {
  /// Simulated time. Only pauses advance it.
  private final class Time {
    var milliseconds = 0
  }

  private let time = Time()
  private let bus = SimulatedI2CBus()

  private func chip() -> SimulatedADXL345 {
    let (time, bus) = (time, bus)
    return SimulatedADXL345(
      AccelerometerWorld(
        clock: { UInt64(time.milliseconds) * 1_000_000 + bus.elapsedNanoseconds },
        motion: { _ in Acceleration(x: 0, y: 0, z: 1000) }))
  }

  private var pause: Pause {
    let time = time
    return Pause(now: { time.milliseconds }) { until in time.milliseconds = until }
  }

  private func ask(tested: Bool) throws -> AccelerometerFact {
    try BusExamination(bus: bus).accelerometer(kind: nil, at: nil, testedWith: tested ? pause : nil)
  }

  @Test("A panel is found and left as it is", arguments: [0x3C, 0x3D] as [UInt8])
  func aPanelIsFoundAndLeftAsItIs(address: UInt8) {
    let panel = SimulatedOLED(controller: .ssd1306)
    bus.attach(panel, at: I2CAddress(address))
    #expect(BusExamination(bus: bus).panel(at: nil) == .found(I2CAddress(address)))
    #expect(BusExamination(bus: bus).panel(at: I2CAddress(address)) == .found(I2CAddress(address)))
    #expect(BusExamination(bus: bus).panel(at: I2CAddress(address ^ 1)) == .silent)
    #expect(panel.violations.isEmpty)
  }

  @Test("A missing panel and a stuck bus are told apart")
  func aMissingPanelAndAStuckBusAreToldApart() {
    #expect(BusExamination(bus: bus).panel(at: nil) == .silent)
    bus.fault(.stuck)
    #expect(BusExamination(bus: bus).panel(at: nil) == .failed(.timedOut))
  }

  @Test("An accelerometer is named and tested")
  func anAccelerometerIsNamedAndTested() throws {
    bus.attach(chip(), at: I2CAddress(0x53))
    guard case .found(let part, let report?) = try ask(tested: true) else {
      Issue.record("no report")
      return
    }
    #expect(part.kind == .adxl345 && report.passes && report.isConclusive)
    #expect(time.milliseconds > 500)
  }

  @Test("A running box keeps its accelerometer")
  func aRunningBoxKeepsItsAccelerometer() throws {
    bus.attach(chip(), at: I2CAddress(0x53))
    let before = bus.traffic(of: I2CAddress(0x53)).transactions
    guard case .found(_, nil) = try ask(tested: false) else {
      Issue.record("tested")
      return
    }
    #expect(bus.traffic(of: I2CAddress(0x53)).transactions == before + 1)
    #expect(time.milliseconds == 0)
  }

  @Test("A fault during the test ends it")
  func aFaultDuringTheTestEndsIt() throws {
    #expect(try ask(tested: true) == .fault(.bus(.noAcknowledge)))
    bus.attach(chip(), at: I2CAddress(0x53))
    bus.failTransfer(at: 6, with: .timedOut, isLasting: true)
    #expect(try ask(tested: true) == .fault(.bus(.timedOut)))
  }
}

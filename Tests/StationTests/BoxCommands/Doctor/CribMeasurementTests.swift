import CribMotion
import Nursery
import Peripherals
import SimulatedBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime

/// Measures an empty crib with a part that no box uses, in simulated time.
@Suite struct CribMeasurementTests {
  private final class Time {
    var milliseconds = 0
  }

  private let time = Time()
  private let bus = SimulatedI2CBus()
  private let address = I2CAddress(0x18)

  private func attach(_ motion: @escaping (Int) -> Double = { _ in 0 }) {
    let (time, bus) = (time, bus)
    let chip = SimulatedLIS3DH(
      AccelerometerWorld(
        clock: { UInt64(time.milliseconds) * 1_000_000 + bus.elapsedNanoseconds },
        motion: { Acceleration(x: motion(Int($0 / 1_000_000)), y: 0, z: 1000) }))
    bus.attach(chip, at: address)
  }

  private func measure(told: (Int) -> Void = { _ in }) throws -> KeptCalibration {
    let (time, bus) = (time, bus)
    let pause = Pause(now: { time.milliseconds }) { until in
      time.milliseconds = max(time.milliseconds, until)
      bus.elapsedNanoseconds = 0
    }
    var measurement = CribMeasurement(bus: bus, wiring: AccelerometerWiring(), pause: pause)
    return try measurement.run(say: told)
  }

  private func fault(_ work: () throws -> KeptCalibration) -> BoxRuntime.ExitStatus? {
    do {
      _ = try work()
      return nil
    } catch let fault as RunFault {
      return fault.exit
    } catch {
      return .software
    }
  }

  @Test("Five minutes of an empty crib are kept")
  func fiveMinutesOfAnEmptyCribAreKept() throws {
    attach()
    var told: [Int] = []
    let kept = try measure { told.append($0) }
    #expect(told == Array(1...9))
    #expect(kept.calibration.noiseFloorMilligee > 0)
    #expect((300_000...400_000).contains(time.milliseconds))
  }

  @Test("A hand at the crib is refused")
  func aHandAtTheCribIsRefused() {
    attach { milliseconds in (100_000...103_000).contains(milliseconds) ? Double(milliseconds % 400) : 0 }
    #expect(fault { try measure() } == .no)
  }

  @Test("A silent part is refused after half a minute")
  func aSilentPartIsRefusedAfterHalfAMinute() {
    #expect(fault { try measure() } == .unavailable)
    #expect((30_000...95_000).contains(time.milliseconds))
  }
}

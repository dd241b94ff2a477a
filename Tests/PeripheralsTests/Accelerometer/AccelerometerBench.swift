import Peripherals
import SimulatedBoard

/// An accelerometer on its own bus, in simulated time.
final class AccelerometerBench {
  /// Simulated time; the chip also sees the time that the bus has used.
  final class Time {
    var nanoseconds: UInt64 = 0
  }

  let bus: SimulatedI2CBus
  let chip: any SimulatedAccelerometer
  let kind: AccelerometerKind
  private let time: Time

  init(
    _ kind: AccelerometerKind, busHertz: Int = 100_000, clockErrorMillionths: Int = 0,
    noise: Acceleration = .none, isAttached: Bool = true,
    motion: @escaping (UInt64) -> Acceleration = { _ in Ramp.resting }
  ) {
    self.kind = kind
    let bus = SimulatedI2CBus(clockHertz: busHertz)
    let time = Time()
    self.bus = bus
    self.time = time
    let world = AccelerometerWorld(
      clock: { time.nanoseconds + bus.elapsedNanoseconds }, motion: motion, noiseMilligee: noise,
      clockErrorMillionths: clockErrorMillionths)
    chip = AccelerometerBench.chip(kind, world)
    if isAttached { attach() }
    bus.keepsRecord = true
  }

  var address: I2CAddress { kind.addresses[0] }
  var milliseconds: Int { Int(time.nanoseconds / 1_000_000) }

  private static func chip(_ kind: AccelerometerKind, _ world: AccelerometerWorld)
    -> any SimulatedAccelerometer
  {
    switch kind {
    case .adxl345: SimulatedADXL345(world)
    case .lis3dh: SimulatedLIS3DH(world)
    case .mpu6050: SimulatedMPU6050(world)
    }
  }

  func attach() { bus.attach(chip, at: address) }
  func detach() { bus.detach(address) }

  func session(
    _ range: AccelerometerRange = .two, interrupt: AccelerometerInterrupt? = nil
  ) -> AccelerometerSession<SimulatedI2CBus> {
    AccelerometerSession(
      bus: bus, setup: AccelerometerSetup(range: range, busHertz: bus.clockHertz, interrupt: interrupt))
  }

  func advance(toMilliseconds milliseconds: Int) {
    time.nanoseconds = max(time.nanoseconds, UInt64(milliseconds) * 1_000_000)
  }

  func advance(toNanoseconds nanoseconds: UInt64) {
    time.nanoseconds = max(time.nanoseconds, nanoseconds)
  }

  /// Makes one call; afterwards its time on the bus has passed.
  func service<Bus: I2CBus>(_ session: inout AccelerometerSession<Bus>) -> AccelerometerOutcome {
    let outcome = session.service(nowMilliseconds: milliseconds)
    time.nanoseconds += bus.elapsedNanoseconds
    bus.elapsedNanoseconds = 0
    return outcome
  }

  /// Makes calls when the session asks for them, each late by some time, for some time.
  func run<Bus: I2CBus>(
    _ session: inout AccelerometerSession<Bus>, forMilliseconds duration: Int, lateMilliseconds: Int = 0
  ) -> Run {
    let end = milliseconds + duration
    var run = Run()
    var outcome = service(&session)
    run.note(outcome)
    while outcome.nextServiceMilliseconds + lateMilliseconds <= end {
      advance(toMilliseconds: outcome.nextServiceMilliseconds + lateMilliseconds)
      outcome = service(&session)
      run.note(outcome)
    }
    return run
  }

  /// The same with a wire from an interrupt pin, which is low or high while the part signals.
  func run(
    _ session: inout AccelerometerSession<SimulatedI2CBus>, forMilliseconds duration: Int,
    wire: AccelerometerInterrupt
  ) -> Run {
    let end = milliseconds + duration
    var run = Run()
    var outcome = service(&session)
    run.note(outcome)
    while outcome.nextServiceMilliseconds <= end {
      let deadline = UInt64(outcome.nextServiceMilliseconds) * 1_000_000
      let interrupt = chip.nextInterruptNanoseconds
      if interrupt.map({ $0 < deadline }) ?? false { run.interrupts += 1 }
      advance(toNanoseconds: min(interrupt ?? deadline, deadline))
      if interrupt.map({ $0 < deadline }) ?? false, !isActive(wire) { run.wrongLevels += 1 }
      outcome = service(&session)
      if isActive(wire) { run.wrongLevels += 1 }
      run.note(outcome)
    }
    return run
  }

  func isActive(_ wire: AccelerometerInterrupt) -> Bool {
    chip.isInterruptHigh(pin: wire.pin == .one ? 1 : 2) != wire.isActiveLow
  }
}

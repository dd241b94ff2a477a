import Bedside
import LinuxBoard
import Peripherals

/// What the bus thread is asked to do; one thing at a time, since there is one bus.
package enum BusJob: Hashable, Sendable {
  /// Show a picture.
  case panel(PanelJob)
  /// Empty the accelerometer's FIFO, or look for the part. At that time of the boot clock, in milliseconds.
  case motion(atMilliseconds: Int)
  /// Drive the parts that a configuration names from now on.
  case parts(Configuration.Display, Configuration.Motion)
}

/// What came of it.
package enum BusReport: Hashable, Sendable {
  /// Of a picture.
  case panel(PanelReport)
  /// Of the accelerometer.
  case motion(MotionReport)
  /// The parts are those of the new configuration.
  case parts
}

/// What one look at the accelerometer came to.
package struct MotionReport: Hashable, Sendable {
  /// The part that runs; nil while none does.
  var part: AccelerometerPart?
  /// Why there is none.
  var fault: AccelerometerFault?
  /// What was new in the FIFO.
  var batch: MotionBatch?
  /// When to look again at the latest, on the boot clock.
  var nextServiceMilliseconds: Int
  /// How often the part was found without its settings, and its FIFO full, since the start.
  var resets = 0
  var overruns = 0
}

/// The bus thread's own: the panel and the accelerometer, which share the bus.
package struct BusWorker<Bus: I2CBus> {
  private let bus: Bus
  private var display: Configuration.Display
  private var wiring: AccelerometerWiring
  private var panel: PanelWorker<Bus>
  private var accelerometer: AccelerometerSession<Bus>

  /// A worker of both parts on one bus.
  package init(bus: Bus, panel: Configuration.Display, accelerometer: AccelerometerWiring) {
    self.bus = bus
    display = panel
    wiring = accelerometer
    self.panel = PanelWorker(bus: bus, kind: panel.controller, address: panel.address)
    self.accelerometer = AccelerometerSession(
      bus: bus, kind: accelerometer.kind, address: accelerometer.address, setup: accelerometer.setup)
  }

  /// What the panel has cost so far.
  package var panelTraffic: PanelTraffic { panel.traffic }

  /// Does one job; never throws, never takes longer than the adapter's timeouts.
  package mutating func run(_ job: BusJob) -> BusReport {
    switch job {
    case .panel(let job): return .panel(panel.run(job))
    case .motion(let milliseconds): return .motion(look(at: milliseconds))
    case .parts(let display, let motion):
      change(to: display)
      change(to: motion)
      return .parts
    }
  }

  /// A part that is the same is left as it is.
  private mutating func change(to new: Configuration.Display) {
    if (new.controller, new.address) != (display.controller, display.address) {
      panel = PanelWorker(bus: bus, kind: new.controller, address: new.address)
    }
    display = new
  }

  private mutating func change(to motion: Configuration.Motion) {
    guard (motion.sensor, motion.address) != (wiring.kind, wiring.address) else { return }
    (wiring.kind, wiring.address) = (motion.sensor, motion.address)
    accelerometer = AccelerometerSession(
      bus: bus, kind: wiring.kind, address: wiring.address, setup: wiring.setup)
  }

  private mutating func look(at milliseconds: Int) -> MotionReport {
    let outcome = accelerometer.service(nowMilliseconds: milliseconds)
    var report = MotionReport(
      part: accelerometer.part, batch: outcome.batch,
      nextServiceMilliseconds: outcome.nextServiceMilliseconds,
      resets: accelerometer.resets, overruns: accelerometer.overruns)
    switch outcome.result {
    case .failed(let fault), .waiting(let fault): report.fault = fault
    case .started, .drained: break
    }
    return report
  }
}

/// Which accelerometer is to be looked for, and how it is run.
package struct AccelerometerWiring: Hashable, Sendable {
  /// Nil: whichever kind is there.
  package var kind: AccelerometerKind?
  /// Nil: wherever its kind may sit.
  package var address: I2CAddress?
  /// Range, bus clock, interrupt line.
  package var setup = AccelerometerSetup()
}

/// The bus behind `/dev/i2c-N`, opened at the first transfer and again after it went away: a board whose bus is
/// not enabled, or whose adapter comes late, logs all the same.
final class LateI2CBus: I2CBus {
  private let number: Int
  private var bus: LinuxI2CBus?

  /// Bus number `number`, not opened yet.
  init(number: Int) {
    self.number = number
  }

  func write(_ bytes: [UInt8], to address: I2CAddress) throws(BusFault) {
    try attempt { bus throws(BusFault) in try bus.write(bytes, to: address) }
  }

  func read(_ count: Int, from address: I2CAddress) throws(BusFault) -> [UInt8] {
    try attempt { bus throws(BusFault) in try bus.read(count, from: address) }
  }

  func writeThenRead(
    _ bytes: [UInt8], reading count: Int, at address: I2CAddress
  ) throws(BusFault) -> [UInt8] {
    try attempt { bus throws(BusFault) in try bus.writeThenRead(bytes, reading: count, at: address) }
  }

  func writeThenRead(
    _ bytes: [UInt8], into answer: inout [UInt8], at address: I2CAddress
  ) throws(BusFault) {
    try attempt { bus throws(BusFault) in try bus.writeThenRead(bytes, into: &answer, at: address) }
  }

  private func attempt<Value>(
    _ transfer: (LinuxI2CBus) throws(BusFault) -> Value
  ) throws(BusFault) -> Value {
    let bus = try open()
    do throws(BusFault) {
      return try transfer(bus)
    } catch {
      // An adapter that was unbound leaves a dead descriptor behind; a new one may be there next time.
      if case .other = error { self.bus = nil }
      throw error
    }
  }

  private func open() throws(BusFault) -> LinuxI2CBus {
    if let bus { return bus }
    do throws(OpenFault) {
      let opened = try LinuxI2CBus(number: number)
      bus = opened
      return opened
    } catch {
      throw .noAcknowledge
    }
  }
}

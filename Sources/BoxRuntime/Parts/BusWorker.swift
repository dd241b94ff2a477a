import Bedside
import LinuxBoard
import Peripherals

/// The jobs of the bus thread, one at a time, since there is one bus.
package enum BusJob: Hashable, Sendable {
  /// Show a picture.
  case panel(PanelJob)
  /// Empty the accelerometer's FIFO, or look for the part, at this time of the boot clock.
  case motion(atMilliseconds: Int)
  /// From now on, use the parts that this configuration names.
  case parts(Configuration.Display, Configuration.Motion)
}

/// The reports of the bus thread.
package enum BusReport: Hashable, Sendable {
  /// About a picture.
  case panel(PanelReport)
  /// About the accelerometer.
  case motion(MotionReport)
  /// The parts are now those of the new configuration.
  case parts

  /// Whether the report can wait until the loop turns anyway. Readings are collected when the next look is due.
  package var canWait: Bool {
    if case .motion(let report) = self { report.batch != nil } else { false }
  }
}

/// The result of one look at the accelerometer.
package struct MotionReport: Hashable, Sendable {
  /// The part that runs; nil if none does.
  var part: AccelerometerPart?
  /// The new readings in the FIFO.
  var batch: MotionBatch?
  /// When to look again at the latest, on the boot clock.
  var nextServiceMilliseconds: Int
  /// How often the part was found without its settings, and its FIFO full, since the start.
  var resets = 0
  var overruns = 0
}

/// The state of the bus thread: the panel and the accelerometer, which share the bus.
package struct BusWorker<Bus: I2CBus> {
  private let bus: Bus
  private var display: Configuration.Display
  private var wiring: AccelerometerWiring
  private var panel: PanelWorker<Bus>
  private var accelerometer: AccelerometerSession<Bus>

  /// A worker for both parts on one bus.
  package init(bus: Bus, panel: Configuration.Display, accelerometer: AccelerometerWiring) {
    self.bus = bus
    display = panel
    wiring = accelerometer
    self.panel = PanelWorker(bus: bus, kind: panel.controller, address: panel.address)
    self.accelerometer = AccelerometerSession(
      bus: bus, kind: accelerometer.kind, address: accelerometer.address, setup: accelerometer.setup)
  }

  /// The panel's traffic so far.
  package var panelTraffic: PanelTraffic { panel.traffic }

  /// Does one job; never throws, and never takes longer than the adapter's timeouts.
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

  /// A part that has not changed is left as it is.
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
    return MotionReport(
      part: accelerometer.part, batch: outcome.batch,
      nextServiceMilliseconds: outcome.nextServiceMilliseconds,
      resets: accelerometer.resets, overruns: accelerometer.overruns)
  }
}

/// The accelerometer to look for, and how to run it.
package struct AccelerometerWiring: Hashable, Sendable {
  /// The kind of the part; nil: any.
  package var kind: AccelerometerKind?
  /// The address of the part; nil: any address of its kind.
  package var address: I2CAddress?
  /// The range, the bus clock and the interrupt line.
  package var setup = AccelerometerSetup()
}

extension AccelerometerWiring {
  /// The wiring that a configuration names, on a bus with this clock. The interrupt pin is active high, like the line
  /// that reads it.
  package init(_ motion: Configuration.Motion, busHertz: Int) {
    kind = motion.sensor
    address = motion.address
    setup = AccelerometerSetup(
      busHertz: busHertz, interrupt: motion.usesInterrupt ? AccelerometerInterrupt(isActiveLow: false) : nil)
  }
}

/// The bus behind `/dev/i2c-N`, opened at the first transfer and again after it disappeared: a board whose bus is not
/// enabled, or whose adapter appears late, still logs.
final class LateI2CBus: I2CBus {
  private let number: Int
  private var bus: LinuxI2CBus?

  /// The bus with this number. It is opened later.
  init(number: Int) { self.number = number }

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
      // An adapter that was unbound leaves a dead descriptor; a new adapter may be there next time.
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

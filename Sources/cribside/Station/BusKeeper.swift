import Bedside
import Peripherals

/// What the bus thread is asked to do; one thing at a time, since there is one bus.
enum BusJob: Hashable, Sendable {
  /// Show a picture.
  case panel(PanelJob)
  /// Empty the accelerometer's FIFO, or look for the part. At that time of the boot clock, in milliseconds.
  case motion(atMilliseconds: Int)
}

/// What came of it.
enum BusReport: Hashable, Sendable {
  /// Of a picture.
  case panel(PanelReport)
  /// Of the accelerometer.
  case motion(MotionReport)
}

/// What one look at the accelerometer came to.
struct MotionReport: Hashable, Sendable {
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
struct BusKeeper<Bus: I2CBus> {
  private var panel: PanelKeeper<Bus>
  private var accelerometer: AccelerometerSession<Bus>

  /// A keeper of both parts on one bus.
  init(bus: Bus, panel: Configuration.Display, accelerometer: AccelerometerWiring) {
    self.panel = PanelKeeper(bus: bus, kind: panel.controller, address: panel.address)
    self.accelerometer = AccelerometerSession(
      bus: bus, kind: accelerometer.kind, address: accelerometer.address, setup: accelerometer.setup)
  }

  /// What the panel has cost so far.
  var panelTraffic: PanelTraffic { panel.traffic }

  /// Does one job; never throws, never takes longer than the adapter's timeouts.
  mutating func run(_ job: BusJob) -> BusReport {
    switch job {
    case .panel(let job): .panel(panel.run(job))
    case .motion(let milliseconds): .motion(look(at: milliseconds))
    }
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
struct AccelerometerWiring: Hashable, Sendable {
  /// Nil: whichever kind is there.
  var kind: AccelerometerKind?
  /// Nil: wherever its kind may sit.
  var address: I2CAddress?
  /// Range, bus clock, interrupt line.
  var setup = AccelerometerSetup()
}

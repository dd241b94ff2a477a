import Bedside
import BoxRuntime
import CribMotion
import Nursery
import Peripherals

/// Measures an empty crib with an accelerometer that no box uses at the moment.
struct CribMeasurement<Bus: I2CBus> {
  /// Without a reading for this long it is over.
  private static var silenceMilliseconds: Int { 30_000 }

  private var session: AccelerometerSession<Bus>
  private let pause: Pause
  private var crib: EmptyCribMeasurement?
  private var heardMilliseconds: Int

  /// A measurement with the part that is wired.
  init(bus: Bus, wiring: AccelerometerWiring, pause: Pause) {
    session = AccelerometerSession(bus: bus, kind: wiring.kind, address: wiring.address, setup: wiring.setup)
    self.pause = pause
    heardMilliseconds = pause.now()
  }

  /// Measures, and tells each half minute that is done. Refused when something moves (exit 1), or the part falls
  /// silent (exit 69).
  mutating func run(tell: (_ epochs: Int) -> Void) throws(RunFault) -> KeptCalibration {
    var told = 0
    while true {
      let outcome = session.service(nowMilliseconds: pause.now())
      if let batch = outcome.batch { add(batch) }
      switch crib?.progress {
      case .finished(let kept): return kept
      case .disturbed: throw RunFault(exit: .no, message: Self.disturbed)
      case .running(let epochs) where epochs > told:
        told = epochs
        tell(epochs)
      case .running, nil: break
      }
      guard pause.now() - heardMilliseconds < Self.silenceMilliseconds else {
        throw RunFault(exit: .unavailable, message: "the accelerometer does not answer")
      }
      try pause.until(outcome.nextServiceMilliseconds)
    }
  }

  private mutating func add(_ batch: MotionBatch) {
    let reading = MotionReading(batch)
    guard let source = MotionSource(rateHz: reading.rateHz, milligeePerLSB: reading.milligeePerLSB) else {
      return
    }
    var crib = self.crib ?? EmptyCribMeasurement(source)
    if self.crib != nil, let gap = batch.gapBefore { crib.addGap(samples: gap.missing ?? 1) }
    crib.add(reading.samples)
    self.crib = crib
    heardMilliseconds = pause.now()
  }

  private static var disturbed: String {
    "something moved, or readings were lost: leave the crib empty and alone for 6 minutes, and ask again"
  }
}

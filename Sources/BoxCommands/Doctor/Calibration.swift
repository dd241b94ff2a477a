import Bedside
import BoxRuntime
import CareJournal
import CribMotion
import LinuxBoard
import Nursery
import Peripherals

/// `cribside doctor --calibrate`: six minutes of an empty crib. If a box runs, it uses the accelerometer, so the box
/// measures; otherwise this command does.
package struct Calibration {
  /// How long to wait before asking a running box for its progress again, in milliseconds, and how often to ask at
  /// most.
  private static let askMilliseconds = 10_000
  private static let asksMost = 45

  /// The box's configuration.
  package var configuration: Configuration
  /// The profile of its board, which names the bus.
  package var profile: BoardProfile
  /// Receives a line for each half minute.
  package var say: (String) -> Void

  /// A calibration that has not begun.
  package init(configuration: Configuration, profile: BoardProfile, say: @escaping (String) -> Void) {
    (self.configuration, self.profile, self.say) = (configuration, profile, say)
  }

  /// Measures, keeps the result, and reports it.
  package func run() throws(RunFault) -> BoxAnswer {
    guard configuration.motion.mode != .off else {
      throw RunFault(exit: .unavailable, message: "motion is off in the configuration")
    }
    say("Leave the crib empty and alone for 6 minutes.")
    if let answer = try askBox() { return answer }
    return try measure()
  }

  // MARK: With a box

  /// The running box's answer once it has measured; nil if none runs.
  private func askBox() throws(RunFault) -> BoxAnswer? {
    let pause = try Pause.ofThisMachine()
    guard var answer = try ask(starts: true) else { return nil }
    for _ in 0..<Self.asksMost {
      guard let state = state(of: answer) else { return answer }
      guard state == "running" || state == "keeping" || answer.exit == .again else { break }
      try pause.until(pause.now() + Self.askMilliseconds)
      guard let next = try ask(starts: answer.exit == .again) else {
        throw RunFault(exit: .again, message: "the box has stopped meanwhile")
      }
      answer = next
    }
    return try ask(starts: false, json: false)
  }

  private func ask(starts: Bool, json: Bool = true) throws(RunFault) -> BoxAnswer? {
    let words = ["calibrate"] + (starts ? ["--start"] : []) + (json ? ["--json"] : [])
    do throws(ControlFault) {
      let line = try ControlClient.request(path: configuration.socket, line: ControlLine.line(words))
      return BoxClient.answer(line, to: .calibrate(starts: starts, json: json))
    } catch .notRunning {
      return nil
    } catch {
      throw RunFault(exit: ExitStatus(rawValue: error.exitCode) ?? .io, message: error.description)
    }
  }

  /// The word for the progress, empty if the box is busy; nil if the box reports that it cannot measure.
  private func state(of answer: BoxAnswer) -> String? {
    if answer.exit == .again { return "" }
    do {
      var fields = try Fields(try JSONReader.read(answer.output))
      return try fields.required("state", as: .string)
    } catch {
      return nil
    }
  }

  // MARK: Without one

  private func measure() throws(RunFault) -> BoxAnswer {
    // The bus comes first: with the lock, root becomes the user that owns the directory, which may have no access to
    // the bus.
    let bus = try RunFault.open { [profile] () throws(OpenFault) in try LinuxI2CBus(number: profile.i2cBus) }
    let lock = try BoxDirectory.lock(configuration.stateDirectory)
    defer { withExtendedLifetime(lock) {} }
    let wiring = AccelerometerWiring(
      configuration.motion, busHertz: I2CBusClock.hertz(bus: profile.i2cBus))
    var measurement = CribMeasurement(bus: bus, wiring: wiring, pause: try .ofThisMachine())
    let kept = try measurement.run { epochs in
      say(CalibrationAnswer(progress: .running(epochs: epochs), isJSON: false).answer.output)
    }
    return CalibrationAnswer(progress: try keep(kept), isJSON: false).answer
  }

  private func keep(_ kept: KeptCalibration) throws(RunFault) -> BedsideModel.CalibrationProgress {
    let directory = configuration.stateDirectory
    let files = try RunFault.storage { () throws(StorageFault) in try DirectoryStorage(directory: directory) }
    do throws(StorageFault) {
      try SmallFile.motion.save(kept, in: files)
      return .kept(kept)
    } catch {
      return .notKept(kept)
    }
  }
}

/// Measures an empty crib with an accelerometer that no box is using.
struct CribMeasurement<Bus: I2CBus> {
  /// The measurement ends if no reading arrives for this long.
  private static var silenceMilliseconds: Int { 30_000 }

  private var session: AccelerometerSession<Bus>
  private let pause: Pause
  private var crib: EmptyCribMeasurement?
  private var heardMilliseconds: Int

  /// A measurement with the accelerometer that is wired.
  init(bus: Bus, wiring: AccelerometerWiring, pause: Pause) {
    session = AccelerometerSession(bus: bus, kind: wiring.kind, address: wiring.address, setup: wiring.setup)
    self.pause = pause
    heardMilliseconds = pause.now()
  }

  /// Measures, and reports each half minute that is done. Throws if something moves (exit 1), or if no readings arrive
  /// any more (exit 69).
  mutating func run(say: (_ epochs: Int) -> Void) throws(RunFault) -> KeptCalibration {
    var reported = 0
    while true {
      let outcome = session.service(nowMilliseconds: pause.now())
      if let batch = outcome.batch { add(batch) }
      switch crib?.progress {
      case .finished(let kept): return kept
      case .disturbed: throw RunFault(exit: .no, message: Self.disturbed)
      case .running(let epochs) where epochs > reported:
        reported = epochs
        say(epochs)
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

import BoxRuntime
import CareJournal
import CribMotion
import LinuxBoard
import Nursery

/// The cost of sleep from motion: a night of raw readings, and the classic scorers on a year of minutes, compared
/// with numpy.
enum MotionFigures {
  private static let nightMilliseconds = 500.0
  private static let nightRounds = 3
  /// The number of runs in the numpy program.
  private static let scorerRounds = 7

  /// All figures. Those compared with numpy are left out if numpy is missing.
  static func all() throws(RunFault) -> [Figure] {
    try [night()] + scorers(beside: NumpyTimes.measuredIfThere())
  }

  private static func night() throws(RunFault) -> Figure {
    guard let source = MadeUpNight.source else {
      throw RunFault(exit: .software, message: "the benchmark's own readings are refused")
    }
    let samples = MadeUpNight.samples()
    let best = best(of: nightRounds) {
      var recording = MotionRecording(source: source, start: Instant(milliseconds: 0))
      for sample in samples { recording.add(sample) }
      return recording.summary().epochs.count
    }
    return .measured(
      "Night of 12 h at 25 Hz, readings to letters", best.milliseconds, "ms", goal: nightMilliseconds)
  }

  /// The figures of the scorers. With `numpy`, they include the share of its time.
  static func scorers(beside numpy: NumpyTimes?) throws(RunFault) -> [Figure] {
    let counts = MadeUpMinutes.counts
    let (coleKripke, sadeh) = (ClassicScorer.coleKripke(isRescored: false), ClassicScorer.sadeh)
    return try figures(
      "Cole-Kripke", coleKripke, counts, numpy.map { ($0.coleKripkeMilliseconds, $0.coleKripkeAsleep) })
      + figures("Sadeh", sadeh, counts, numpy.map { ($0.sadehMilliseconds, $0.sadehAsleep) })
  }

  private static func figures(
    _ name: String, _ scorer: ClassicScorer, _ counts: [Int], _ numpy: (milliseconds: Double, asleep: Int)?
  ) throws(RunFault) -> [Figure] {
    let best = best(of: scorerRounds) { scorer.asleep(counts) }
    let own = Figure.measured("\(name), a year of minutes", best.milliseconds, "ms")
    guard let numpy else { return [own] }
    let asleep = best.result.count { $0 }
    guard numpy.asleep == asleep else {
      throw RunFault(
        exit: .software, message: "\(name): \(asleep) minutes asleep, in numpy \(numpy.asleep)")
    }
    let share = best.milliseconds / numpy.milliseconds
    return [own, .measured("\(name), share of numpy's time", share, "times", goal: 1)]
  }

  private static func best<Result>(of rounds: Int, _ work: () -> Result) -> (
    milliseconds: Double, result: Result
  ) {
    let clock = LinuxClock()
    var best = (milliseconds: Double.infinity, result: work())
    for _ in 0..<rounds {
      let begin = clock.monotonicNanoseconds
      let result = work()
      best = (min(best.milliseconds, Double(clock.monotonicNanoseconds - begin) / 1e6), result)
    }
    return best
  }
}

/// The times of the classic scorers in numpy, from a program that this one runs.
struct NumpyTimes: Hashable {
  /// The program's path in the repository.
  static let program = "Tests/Fixtures/motion/scorers.py"
  /// The program's exit code if numpy is missing.
  private static let numpyIsMissing: Int32 = 3

  /// The program's best times.
  let coleKripkeMilliseconds: Double
  let sadehMilliseconds: Double
  /// How many minutes the program scores as asleep.
  let coleKripkeAsleep: Int
  let sadehAsleep: Int

  /// Runs the program. Returns nil, with a message on standard error, if it, Python or numpy is missing.
  static func measuredIfThere() throws(RunFault) -> NumpyTimes? {
    guard PlainFile.exists(program) else { return skipped("\(program) is not here") }
    let (output, exit): ([UInt8], Int32)
    do throws(SystemFault) {
      (output, exit) = try ChildProcess.run("python3", [program])
    } catch {
      return skipped(error.description)
    }
    guard exit != numpyIsMissing else { return skipped("python3 has no numpy") }
    guard exit == 0 else {
      throw RunFault(exit: .software, message: "\(program) ended with exit code \(exit)")
    }
    return try NumpyTimes(output)
  }

  /// Reads the program's output.
  init(_ output: [UInt8]) throws(RunFault) {
    do {
      var fields = try Fields(try JSONReader.read(output))
      coleKripkeMilliseconds = try fields.required("coleKripkeMilliseconds", as: .number)
      sadehMilliseconds = try fields.required("sadehMilliseconds", as: .number)
      coleKripkeAsleep = try fields.required("coleKripkeAsleep", as: .integer)
      sadehAsleep = try fields.required("sadehAsleep", as: .integer)
    } catch {
      throw RunFault(exit: .software, message: "\(Self.program) answered something else: \(error)")
    }
  }

  private static func skipped(_ reason: String) -> NumpyTimes? {
    StandardStreams.errorLine("cribside: no scorers are compared with numpy: \(reason)")
    return nil
  }
}

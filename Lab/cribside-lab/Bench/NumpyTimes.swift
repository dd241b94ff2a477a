import BoxRuntime
import CareJournal
import LinuxBoard

/// How long the classic scorers take in numpy, told by a program that is run for it.
struct NumpyTimes: Hashable {
  /// The program, seen from the repository.
  static let program = "Tests/Fixtures/motion/scorers.py"
  /// Its exit code where numpy is missing.
  private static let numpyIsMissing: Int32 = 3

  /// Its best times.
  let coleKripkeMilliseconds: Double
  let sadehMilliseconds: Double
  /// The minutes that it finds asleep.
  let coleKripkeAsleep: Int
  let sadehAsleep: Int

  /// Runs the program; nil, with a word on standard error, where it, Python or numpy is missing.
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

  /// Reads what the program wrote.
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

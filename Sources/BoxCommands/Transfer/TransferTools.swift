import ArgumentParser
import BoxRuntime
import CareJournal

/// What export and import have in common.
enum TransferTools {
  /// The configuration of a place, for a directory that is read or written itself.
  static func configuration(_ place: BoxPlace) throws(RunFault) -> Configuration {
    guard let configuration = try Whereabouts(place).configuration() else {
      throw RunFault(exit: .configuration, message: "no configuration; give --config FILE or --state DIR")
    }
    return configuration
  }

  /// Prints an answer, and ends with its exit code.
  static func tell(_ work: () throws(RunFault) -> BoxAnswer) throws {
    let answer: BoxAnswer
    do throws(RunFault) {
      answer = try work()
    } catch {
      answer = .failure(error.exit, error.message)
    }
    StandardStreams.write(answer)
    guard answer.exit == .ok else { throw ExitCode(answer.exit.rawValue) }
  }

  /// `sleep.csv:3: end: expected no earlier than start, found "…"`
  static func text(_ fault: FieldFault, of file: String) -> String {
    let name = file == "-" ? "standard input" : file.printable
    let place = fault.line > 0 ? "\(name):\(fault.line)" : name
    return ([place] + (fault.path.isEmpty ? [] : [fault.path]) + [fault.message]).joined(separator: ": ")
  }
}

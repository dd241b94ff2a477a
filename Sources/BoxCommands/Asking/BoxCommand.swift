import ArgumentParser
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// A command that a box answers: the running one over its socket, or, if none runs, the log in its directory.
protocol BoxCommand: ParsableCommand {
  /// The options that say where the box is.
  var place: BoxPlace { get }
  /// The request.
  func request() throws(UsageFault) -> BoxRequest
}

extension BoxCommand {
  /// Refuses words that make no request, and prints this command's usage.
  package func validate() throws {
    try UsageFault.validating { () throws(UsageFault) in _ = try request() }
  }

  /// Asks and prints; the exit code is the answer's.
  package func run() throws { try askBox() }

  /// Asks the box and prints its answer.
  func askBox() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    try BoxClient(place: place).ask(try request(), arguments: arguments).end()
  }
}

extension BoxAnswer {
  /// Prints the answer, and ends the command with its exit code.
  package func end() throws {
    StandardStreams.write(self)
    guard exit == .ok else { throw ExitCode(exit.rawValue) }
  }

  /// Does a command's work, and ends the command with its answer or its fault.
  package static func end(of work: () throws(RunFault) -> BoxAnswer) throws {
    let answer: BoxAnswer
    do throws(RunFault) {
      answer = try work()
    } catch {
      answer = .failure(error.exit, error.message)
    }
    try answer.end()
  }
}

/// An option's value that cannot be used.
package struct UsageFault: Error, Hashable, Sendable {
  /// The option, what was expected, and what was found.
  package var message: String

  /// A fault of an option; `found` is empty if nothing was given.
  package init(_ option: String, expected: String, found: String) {
    message = "\(option): expected \(expected)" + (found.isEmpty ? "" : ", found \"\(found.printable)\"")
  }

  /// Runs `work`, and throws its fault as the error that a command's `validate` throws. Then the usage of that command
  /// follows the message.
  package static func validating(_ work: () throws(UsageFault) -> Void) throws {
    do throws(UsageFault) {
      try work()
    } catch {
      throw ValidationError(error.message)
    }
  }
}

/// The location of a box, by the options of every command about a box.
struct BoxPlace: ParsableArguments {
  @Option(help: "The configuration file (default: /etc/cribside/cribside.json5, if it is there).")
  var config: String?

  @Option(help: "The box's directory, in place of the configuration's; its socket is control in it.")
  var state: String?
}

/// What the commands that read or write a log or a file themselves have in common.
enum TransferTools {
  /// The configuration for a box whose directory the command reads or writes itself.
  static func configuration(_ place: BoxPlace) throws(RunFault) -> Configuration {
    guard let configuration = try Whereabouts(place).configuration() else {
      throw RunFault(exit: .configuration, message: "no configuration; give --config FILE or --state DIR")
    }
    return configuration
  }

  /// The fault as text, such as `sleep.csv:3: end: expected no earlier than start, found "…"`.
  static func text(_ fault: FieldFault, of file: String) -> String {
    let name = file == "-" ? "standard input" : file.printable
    let place = fault.line > 0 ? "\(name):\(fault.line)" : name
    return ([place] + (fault.path.isEmpty ? [] : [fault.path]) + [fault.message]).joined(separator: ": ")
  }
}

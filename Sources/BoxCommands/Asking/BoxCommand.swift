import ArgumentParser
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// A command that a box answers: the running one over its socket, else the directory's own log.
protocol BoxCommand: ParsableCommand {
  /// Where the box is.
  var place: BoxPlace { get }
  /// What is asked.
  func request() throws(UsageFault) -> BoxRequest
}

extension BoxCommand {
  /// Refuses words that make no request, and tells this command's usage.
  package func validate() throws {
    try UsageFault.validating { () throws(UsageFault) in _ = try request() }
  }

  /// Asks and prints; the exit code is the answer's.
  package func run() throws { try askBox() }

  /// Asks the box and prints its answer.
  func askBox() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let answer = BoxClient(place: place).ask(try request(), arguments: arguments)
    StandardStreams.write(answer)
    guard answer.exit == .ok else { throw ExitCode(answer.exit.rawValue) }
  }
}

/// An option's value that cannot be used.
package struct UsageFault: Error, Hashable, Sendable {
  package var message: String

  package init(_ option: String, expected: String, found: String) {
    message = "\(option): expected \(expected)" + (found.isEmpty ? "" : ", found \"\(found.printable)\"")
  }

  /// Makes of the fault what a command's `validate` throws, so that the usage which follows it is the command's own.
  package static func validating(_ work: () throws(UsageFault) -> Void) throws {
    do throws(UsageFault) {
      try work()
    } catch {
      throw ValidationError(error.message)
    }
  }
}

/// Where a box is, by options that every command about a box takes.
struct BoxPlace: ParsableArguments {
  @Option(help: "The configuration file (default: /etc/cribside/cribside.json5, if it is there).")
  var config: String?

  @Option(help: "The box's directory, in place of the configuration's; its socket is control in it.")
  var state: String?
}

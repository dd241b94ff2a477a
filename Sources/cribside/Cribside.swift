import ArgumentParser
import BoxCommands
import BoxRuntime
import CareJournal
import LinuxBoard

/// The one executable.
@main
struct Cribside: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cribside",
    abstract: "A nursery bedside box: one press logs the nap, and the screen says when to wake.",
    discussion: """
      The box is the record: no phone, server, account or internet. It is not a monitor and not a medical \
      device.

      Exit codes: 0 ok; 1 the answer is no; 64 usage; 65 bad input data; 69 a device is unavailable; \
      74 input or output failed; 75 try again; 77 no permission; 78 bad configuration.
      """,
    version: Version.text,
    subcommands: [
      RunCommand.self, GuardCommand.self, SimulateCommand.self, DayCommand.self, PlanCommand.self,
    ]
      + [DetectCommand.self] + BoxCommandSet.commands
      + [SetupCommand.self, DoctorCommand.self, WiringCommand.self])

  /// Runs the command that the words name. One whose output could not be written whole has not succeeded, whatever it
  /// came to: a copy that was cut must not pass for a backup.
  static func main() {
    do {
      if let fault = UnknownCommand.fault(in: Array(CommandLine.arguments.dropFirst())) {
        throw ValidationError(fault)
      }
      var command = try parseAsRoot()
      try command.run()
      if let end = end(nil, lost: StandardStreams.outputFault) { exit(withError: end) }
    } catch {
      exit(withError: end(error, lost: StandardStreams.outputFault) ?? error)
    }
  }

  /// How a command ends that came to `end`, nil being success: never well, and never with another code than that of
  /// failed output, where something that it wrote did not arrive.
  static func end(_ end: (any Error)?, lost: SystemFault?) -> (any Error)? {
    lost == nil ? end : ExitCode(ExitStatus.io.rawValue)
  }
}

/// A word of the command line that names no command.
enum UnknownCommand {
  /// What is wrong with the first word that should name a command and does not; nil when there is none.
  static func fault(in words: [String], of root: any ParsableCommand.Type = Cribside.self) -> String? {
    let names = root.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !names.isEmpty, let word = words.first, !word.hasPrefix("-"), word != "help" else { return nil }
    if let next = root.configuration.subcommands.first(where: { $0.configuration.commandName == word }) {
      return fault(in: Array(words.dropFirst()), of: next)
    }
    let command = root.configuration.commandName ?? "cribside"
    let said = "\(command): no command \"\(word.printable)\""
    guard let nearest = word.nearest(in: names) else {
      return "\(said); expected \(names.joined(separator: ", "))"
    }
    return "\(said); did you mean \(nearest)?"
  }
}

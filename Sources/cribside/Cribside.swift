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
      The box keeps the record: it needs no phone, server, account or internet. It is not a monitor and not a \
      medical device.

      Exit codes: 0 ok; 1 the answer is no; 64 usage; 65 bad input data; 69 a device is unavailable; \
      74 input or output failed; 75 try again; 77 no permission; 78 bad configuration.
      """,
    version: Version.text,
    subcommands: [
      RunCommand.self, GuardCommand.self, SimulateCommand.self, DayCommand.self, PlanCommand.self,
    ]
      + [DetectCommand.self] + BoxCommandSet.commands
      + [SetupCommand.self, DoctorCommand.self, WiringCommand.self])

  /// Runs the command that the words name. If its output could not be written whole, the command has failed whatever
  /// its result was: a copy that was cut must not pass for a backup.
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

  /// How a command ends whose result is `end` (nil: success). If some of its output was lost, it ends with the exit
  /// code of failed output and no other.
  static func end(_ end: (any Error)?, lost: SystemFault?) -> (any Error)? {
    lost == nil ? end : ExitCode(ExitStatus.io.rawValue)
  }
}

/// A word of the command line that is no command.
enum UnknownCommand {
  /// What is wrong with the first word that should be a command and is not; nil if there is none.
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

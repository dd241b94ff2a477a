import ArgumentParser
import BoxCommands
import BoxRuntime
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

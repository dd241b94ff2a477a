import ArgumentParser

/// The one executable.
#if !FUZZ
  @main
#endif
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
      DetectCommand.self, NightsCommand.self, QuietCommand.self, StatusCommand.self, LogCommand.self,
      PhonesCommand.self,
      ExplainCommand.self, LearnCommand.self, SetupCommand.self, DoctorCommand.self, CalibrateCommand.self,
      WiringCommand.self,
      BenchCommand.self,
    ])

  /// Runs the command that the words name. One whose output could not be written whole has not succeeded, whatever it
  /// came to: a copy that was cut must not pass for a backup.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
      if let end = StandardStreams.end(nil) { exit(withError: end) }
    } catch {
      exit(withError: StandardStreams.end(error) ?? error)
    }
  }
}

/// The program's version.
enum Version {
  static let text = "0.1.0"
}

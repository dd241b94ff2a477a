import Bedside
import CareJournal
import LinuxBoard
import Nursery

/// `cribside simulate` in a terminal: simulated parts, a real directory, and real keys.
struct TerminalRun {
  var config: String?
  var state: String?

  /// Runs until `q`, Ctrl-C or the end of the terminal; the terminal is given back whatever happens.
  func answer() -> BoxAnswer {
    do throws(RunFault) {
      let directory = state ?? Self.standardDirectory
      var configuration =
        try config.map { path throws(RunFault) in try ConfigurationFile.read(path) }
        ?? DemonstrationBaby.configuration
      configuration.stateDirectory = directory
      let lock = try BoxDirectory.lock(directory)
      let session = try TerminalSession(configuration)
      try session.run()
      withExtendedLifetime(lock) {}
      return BoxAnswer(output: "The log stays in \(directory)/log; run it again and it goes on.\n")
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  /// `$XDG_STATE_HOME/cribside/simulate`, as the XDG base directory specification 0.8 has it.
  private static var standardDirectory: String {
    let home = Environment.variable("HOME") ?? "/tmp"
    return (Environment.variable("XDG_STATE_HOME") ?? home + "/.local/state") + "/cribside/simulate"
  }
}

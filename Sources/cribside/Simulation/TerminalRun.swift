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
      let lost = try session.run()
      withExtendedLifetime(lock) {}
      return Self.farewell(lost: lost, directory: directory)
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  /// What is left of a sitting, and what is not.
  static func farewell(lost: Int, directory: String) -> BoxAnswer {
    let log = directory + "/log"
    let isThere = PlainFile.exists(log)
    var faults: [String] = []
    // Refused from the first line on, or removed meanwhile.
    if !isThere { faults.append("there is no \(log): nothing of this log stays") }
    if lost > 0 {
      faults.append(
        "stopped with \(lost == 1 ? "1 event that was" : "\(lost) events that were") never saved: lost")
    }
    let stays = "The log stays in \(log); run it again and it goes on.\n"
    return BoxAnswer(
      output: isThere ? stays : "", error: faults.joined(separator: "; "),
      exit: faults.isEmpty ? .ok : .io)
  }

  /// `$XDG_STATE_HOME/cribside/simulate`, as the XDG base directory specification 0.8 has it.
  private static var standardDirectory: String {
    let home = Environment.variable("HOME") ?? "/tmp"
    return (Environment.variable("XDG_STATE_HOME") ?? home + "/.local/state") + "/cribside/simulate"
  }
}

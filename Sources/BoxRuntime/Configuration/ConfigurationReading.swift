import Bedside
import LinuxBoard

/// What came of reading the configuration file again, for a box that runs.
package enum ConfigurationReading: Sendable {
  /// It can be used. `waiting` names the keys that changed and that only a start applies.
  case read(Configuration, BedsideSettings, waiting: [String])
  /// It is refused whole, and says where.
  case refused(RunFault)

  /// Reads a file for a box that was started with a configuration, and copies it to `kept` where it can be used.
  package static func read(
    _ path: String, kept: String?, started: Configuration
  ) -> ConfigurationReading {
    do throws(RunFault) {
      let configuration = try RunningConfiguration.checked(path)
      let settings = try BedsideSettings(configuration, address: Environment.hostName)
      RunningConfiguration.copy(path, to: kept)
      return .read(configuration, settings, waiting: configuration.keysThatWait(since: started))
    } catch {
      return .refused(error)
    }
  }
}

extension Configuration {
  /// The keys that differ from those of a start and that only a start applies: the wires and lines, the directory with the log that
  /// is open and locked, and the socket that the askers have.
  package func keysThatWait(since start: Configuration) -> [String] {
    [
      ("board", board == start.board), ("stateDirectory", stateDirectory == start.stateDirectory),
      ("socket", socket == start.socket),
      ("buttons.extra", (extra == nil) == (start.extra == nil)),
      ("motion.interrupt", motion.usesInterrupt == start.motion.usesInterrupt),
      ("simulation", simulation == start.simulation),
    ].filter { !$0.1 }.map(\.0)
  }
}

import Bedside
import LinuxBoard

/// The configuration that a box runs with: the file's or, while the file is refused, the last one that was not.
package struct RunningConfiguration {
  package var configuration: Configuration
  /// The line at which the file is refused, 0 where the fault has no line; nil while the file is used.
  package var refusedAtLine: Int?

  /// Reads the file; while it is refused, the copy that `keep` made, where there is one.
  package static func read(_ path: String, kept: String?) throws(RunFault) -> RunningConfiguration {
    do throws(RunFault) {
      return RunningConfiguration(configuration: try checked(path))
    } catch {
      guard let kept, PlainFile.exists(kept) else { throw error }
      StandardStreams.errorLine(error.message + "\nThe box uses the settings that it had before.")
      return RunningConfiguration(configuration: try checked(kept), refusedAtLine: error.line ?? 0)
    }
  }

  /// Copies a file that can be used, where a place for the copy is named. A copy that cannot be written is no reason not to
  /// use it.
  package static func copy(_ path: String, to kept: String?) {
    guard let kept else { return }
    do throws(SystemFault) {
      try keep(path, as: kept)
    } catch {
      StandardStreams.errorLine("the settings could not be kept: \(error.description)")
    }
  }

  /// Copies a file that the box came up with, unless the copy is the same.
  static func keep(_ path: String, as kept: String) throws(SystemFault) {
    let bytes = try PlainFile.read(path)
    if PlainFile.exists(kept), try PlainFile.read(kept) == bytes { return }
    try PlainFile.replace(bytes, at: kept)
  }

  /// Reads a file, and refuses all that a start would refuse.
  static func checked(_ path: String) throws(RunFault) -> Configuration {
    let configuration = try ConfigurationFile.read(path)
    _ = try ConfigurationFile.profile(configuration)
    _ = try BedsideSettings(configuration, address: "")
    return configuration
  }
}

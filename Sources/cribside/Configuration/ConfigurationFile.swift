import LinuxBoard

/// The configuration file on the disk.
enum ConfigurationFile {
  /// Where the package puts it.
  static let standardPath = "/etc/cribside/cribside.json5"

  /// Reads it; every fault is one of configuration.
  static func read(_ path: String) throws(RunFault) -> Configuration {
    let bytes: [UInt8]
    do throws(SystemFault) {
      bytes = try PlainFile.read(path)
    } catch {
      throw RunFault(exit: .configuration, message: "\(error.description)\nGive one with --config FILE.")
    }
    do throws(ConfigurationFault) {
      return try Configuration(bytes, file: path)
    } catch {
      throw RunFault(error)
    }
  }

  /// The board profile that it names.
  static func profile(_ configuration: Configuration) throws(RunFault) -> BoardProfile {
    do throws(ConfigurationFault) {
      return try BoardProfile.named(configuration.board)
    } catch {
      throw RunFault(error)
    }
  }
}

extension ConfigurationFile {
  /// Whether the package's file is there.
  static var isThere: Bool { PlainFile.exists(standardPath) }
}

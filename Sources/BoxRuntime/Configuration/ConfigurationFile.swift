import CareJournal
import LinuxBoard
import Nursery

/// The configuration file on the disk.
package enum ConfigurationFile {
  /// Where the package puts it.
  package static let standardPath = "/etc/cribside/cribside.json5"

  /// Reads it; every fault is one of configuration.
  package static func read(_ path: String) throws(RunFault) -> Configuration {
    let bytes: [UInt8]
    do throws(SystemFault) {
      bytes = try PlainFile.read(path)
    } catch {
      throw RunFault(exit: .configuration, message: "\(error.description)\nGive one with --config FILE.")
    }
    do throws(ConfigurationFault) {
      return try configuration(bytes, path)
    } catch {
      throw RunFault(error)
    }
  }

  /// Reads its text, the name of the zone included.
  package static func configuration(_ bytes: [UInt8], _ path: String) throws(ConfigurationFault)
    -> Configuration
  {
    let configuration = try Configuration(bytes, file: path)
    try checkZone(of: configuration, bytes, path)
    return configuration
  }

  /// A zone is looked for while its line is known.
  private static func checkZone(
    of configuration: Configuration, _ bytes: [UInt8], _ path: String
  ) throws(ConfigurationFault) {
    let now = Instant(milliseconds: LinuxClock().wallMilliseconds)
    guard let name = configuration.timeZone, Zones.window(name, around: now) == nil else { return }
    do {
      let fields = try Fields(try JSONReader.read(bytes, dialect: .json5))
      throw ConfigurationFault(
        fields.fault(
          "timeZone", expected: "a name of the tz database, as `timedatectl list-timezones` lists them"),
        file: path)
    } catch let fault as ConfigurationFault {
      throw fault
    } catch {
      throw ConfigurationFault(
        file: path, field: "timeZone", expected: "a name of the tz database", found: "\"\(name)\"")
    }
  }

  /// The board profile that it names, with the lines that the box uses.
  package static func profile(_ configuration: Configuration) throws(RunFault) -> BoardProfile {
    do throws(ConfigurationFault) {
      return try BoardProfile(configuration)
    } catch {
      throw RunFault(error)
    }
  }
}

extension ConfigurationFile {
  /// What can be used of a file that is refused; nil where it cannot be read at all.
  package static func remains(of path: String) -> Configuration? {
    do throws(SystemFault) {
      return Configuration(remainsOf: try PlainFile.read(path))
    } catch {
      return nil
    }
  }

  /// Whether the package's file is there.
  package static var isThere: Bool { PlainFile.exists(standardPath) }
}

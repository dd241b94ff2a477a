import Bedside
import CareJournal
import LinuxBoard
import Nursery

/// The configuration file on the disk.
package enum ConfigurationFile {
  /// Where the package puts it.
  package static let standardPath = "/etc/cribside/cribside.json5"

  /// Reads it; every fault is a fault of the configuration.
  package static func read(_ path: String) throws(RunFault) -> Configuration {
    let bytes: [UInt8]
    do throws(SystemFault) {
      bytes = try PlainFile.read(path)
    } catch {
      throw RunFault(
        exit: .configuration,
        message:
          "\(error.description)\nGive a configuration with --config FILE, or write one with `sudo cribside setup`."
      )
    }
    do throws(ConfigurationFault) {
      return try configuration(bytes, path)
    } catch {
      throw RunFault(error)
    }
  }

  /// Reads its text and checks the name of the zone.
  package static func configuration(_ bytes: [UInt8], _ path: String) throws(ConfigurationFault)
    -> Configuration
  {
    let configuration = try Configuration(bytes, file: path)
    try checkZone(of: configuration, bytes, path)
    return configuration
  }

  /// Looks up the zone while its line is known, so that a fault can name the line.
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
  /// The usable part of a file that is refused; nil if it cannot be read at all.
  package static func remains(of path: String) -> Configuration? {
    do throws(SystemFault) {
      return Configuration(remainsOf: try PlainFile.read(path))
    } catch {
      return nil
    }
  }

  /// Whether the package's file exists.
  package static var isThere: Bool { PlainFile.exists(standardPath) }
}

/// The result of reading the configuration file again while the box runs.
package enum ConfigurationReading: Sendable {
  /// It can be used. `waiting` names the changed keys that only a start applies.
  case read(Configuration, BedsideSettings, waiting: [String])
  /// It is refused whole; the fault says where.
  case refused(RunFault)

  /// Reads a file for a box that was started with a configuration, and copies it to `kept` if it can be used.
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
  /// The changed keys that only a start applies: the wires and lines, the directory whose log is open and locked, and
  /// the socket that clients use.
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

extension Configuration {
  /// The babies whose name had another number before; nil if there are none. The log knows babies by their numbers only.
  package func movedBabies(since before: [Resident]) -> String? {
    let moved = babies.compactMap { baby -> String? in
      guard let old = before.first(where: { $0.hasName(of: baby) }), old.id != baby.id else { return nil }
      return "\(baby.name.printable) was baby \(old.id.number) and is baby \(baby.id.number) now"
    }
    guard !moved.isEmpty else { return nil }
    return moved.joined(separator: "; ")
      + "; entries stay with their number: if that is not meant, give each baby the `id` that it had"
  }

  /// Why the names do not tell the babies apart; nil if they do. The box starts all the same.
  package var sharedName: ConfigurationFault? {
    for index in babies.indices {
      guard let first = babies[..<index].firstIndex(where: { $0.hasName(of: babies[index]) }) else {
        continue
      }
      return ConfigurationFault(
        field: "babies[\(index)].name", expected: "another name than that of babies[\(first)]",
        found: "\"\(babies[index].name.printable)\"")
    }
    return nil
  }
}

extension Configuration.Resident {
  /// Whether two babies have the same name, apart from case and spaces.
  fileprivate func hasName(of other: Self) -> Bool {
    func plain(_ name: String) -> String { name.lowercased().split(separator: " ").joined(separator: " ") }
    return plain(name) == plain(other.name)
  }
}

/// The configuration that a box uses: the file's or, while the file is refused, the last one that was not.
package struct RunningConfiguration {
  package var configuration: Configuration
  /// The line at which the file is refused, 0 if the fault has no line; nil while the file is used.
  package var refusedAtLine: Int?
  /// The babies whose name had another number in the copy, in words; nil if there are none.
  package var movedBabies: String?

  /// Reads the file; while it is refused, the copy that `keep` made, if there is one.
  package static func read(_ path: String, kept: String?) throws(RunFault) -> RunningConfiguration {
    do throws(RunFault) {
      let configuration = try checked(path)
      let moved = kept.flatMap(babies(ofCopy:)).flatMap(configuration.movedBabies(since:))
      return RunningConfiguration(configuration: configuration, movedBabies: moved)
    } catch {
      guard let kept, PlainFile.exists(kept) else { throw error }
      StandardStreams.errorLine(error.message + "\nThe box uses the settings that it had before.")
      return RunningConfiguration(configuration: try checked(kept), refusedAtLine: error.line ?? 0)
    }
  }

  /// The babies of a copy; nil if there is none.
  private static func babies(ofCopy kept: String) -> [Configuration.Resident]? {
    guard PlainFile.exists(kept) else { return nil }
    return Configuration.readable { try Configuration(try PlainFile.read(kept), file: kept).babies }
  }

  /// Copies a usable file, if a place for the copy is named. If the copy cannot be written, the file is still used.
  package static func copy(_ path: String, to kept: String?) {
    guard let kept else { return }
    do throws(SystemFault) {
      try keep(path, as: kept)
    } catch {
      StandardStreams.errorLine("the settings could not be kept: \(error.description)")
    }
  }

  /// Copies the file with which the box started, unless the copy is the same.
  static func keep(_ path: String, as kept: String) throws(SystemFault) {
    let bytes = try PlainFile.read(path)
    if PlainFile.exists(kept), try PlainFile.read(kept) == bytes { return }
    try PlainFile.replace(bytes, at: kept)
  }

  /// Reads a file, and refuses everything that a start would refuse.
  static func checked(_ path: String) throws(RunFault) -> Configuration {
    let configuration = try ConfigurationFile.read(path)
    _ = try ConfigurationFile.profile(configuration)
    _ = try BedsideSettings(configuration, address: "")
    return configuration
  }
}

/// A configuration that cannot be used: file, line and field, what was expected, what was found.
package struct ConfigurationFault: Error, Hashable, Sendable, CustomStringConvertible {
  package var file: String
  package var line: Int
  package var field: String
  package var expected: String
  package var found: String

  package init(file: String = "", line: Int = 0, field: String, expected: String, found: String) {
    (self.file, self.line, self.field, self.expected, self.found) = (file, line, field, expected, found)
  }

  package init(_ fault: FieldFault, file: String = "") {
    self.init(
      file: file, line: fault.line, field: fault.path, expected: fault.expected, found: fault.found)
  }

  package init(_ fault: JSONFault, file: String = "") {
    self.init(file: file, line: fault.line, field: "", expected: fault.expected, found: fault.found)
  }

  /// The same fault, of a file.
  package func inFile(_ name: String) -> ConfigurationFault {
    var fault = self
    if fault.file.isEmpty { fault.file = name }
    return fault
  }

  /// `cribside.json5:12: babies[0].bedtime: expected a time HH:MM, found "7pm"`
  package var description: String {
    var place = file
    if line > 0 { place += place.isEmpty ? "line \(line)" : ":\(line)" }
    let parts = [place, field].filter { !$0.isEmpty }
    return (parts + ["expected \(expected), found \(found)"]).joined(separator: ": ")
  }
}

/// Zones by name, from the system's tz database.
package enum Zones {
  /// The zone around an instant; nil for a name that the database does not have.
  package static func window(_ name: String, around instant: Instant) -> ZoneWindow? {
    do throws(ZoneFault) {
      return try ZoneDatabase().window(name, around: instant)
    } catch {
      return nil
    }
  }
}

extension RunFault {
  /// A configuration that is refused.
  package init(_ fault: ConfigurationFault) {
    self.init(exit: .configuration, message: fault.description, line: fault.line > 0 ? fault.line : nil)
  }
}

import Bedside
import CareJournal
import LinuxBoard
import Nursery

/// The part of the configuration that the guard uses: the places of the box's files and its panel, and the hours of the
/// night.
struct GuardSettings: Hashable, Sendable {
  var directory: String
  var i2cBus: Int
  var display: Configuration.Display
  var quiet: QuietDefaults
  var zone: ZoneWindow

  /// The hours in which a panel is dim.
  var night: NightHours { NightHours(from: display.nightFrom, to: display.nightTo) }

  /// The settings of a file; refused if a box would refuse it.
  init(file: String) throws(RunFault) {
    let configuration = try ConfigurationFile.read(file)
    let settings = try BedsideSettings(configuration, address: "")
    self.init(configuration, try ConfigurationFile.profile(configuration), settings.zone)
  }

  /// The usable part of a file that is refused, with defaults for the rest. The end of a session is in the box's
  /// directory; a schedule begins sessions only if the file is good.
  init(remainsOf file: String) {
    let remains = ConfigurationFile.remains(of: file) ?? Configuration(babies: [])
    let now = Instant(milliseconds: max(LinuxClock().wallMilliseconds, SyncSign.earliestMilliseconds))
    let names = [remains.timeZone, SystemZone().name()].compactMap { $0 }
    let zone = names.lazy.compactMap { Zones.window($0, around: now) }.first ?? .utc
    self.init(remains, Self.profile(remains), zone)
  }

  private init(_ configuration: Configuration, _ profile: BoardProfile?, _ zone: ZoneWindow) {
    directory = configuration.stateDirectory
    i2cBus = profile?.i2cBus ?? Self.usualBus
    display = configuration.display
    quiet = configuration.quiet
    self.zone = zone
  }

  /// The bus on the header of every Pi.
  private static let usualBus = 1

  /// The board profile; nil if it is faulty, which was reported when the file was refused.
  private static func profile(_ configuration: Configuration) -> BoardProfile? {
    do throws(RunFault) {
      return try ConfigurationFile.profile(configuration)
    } catch {
      return nil
    }
  }
}

/// The configuration file as the guard follows it. The box reads it at each start, so the guard reads it whenever a
/// box begins or ends: both then use the same file. A file that is refused must not take away the guaranteed end of a
/// session.
struct GuardFile: Sendable {
  private let path: String
  /// The settings in force: the file's, or those of the last good file.
  private(set) var settings: GuardSettings
  /// Why the file is refused; nil if it is not.
  private(set) var refusal: RunFault?

  /// Why a box that uses the file does not run, as far as the file shows.
  var stopCause: Picture.StopCause { refusal.map { .settings(line: $0.line) } ?? .unknown }

  /// Reads a file for the first time.
  init(path: String) {
    self.path = path
    do throws(RunFault) {
      settings = try GuardSettings(file: path)
    } catch {
      settings = GuardSettings(remainsOf: path)
      refusal = error
    }
  }

  /// Reads it again. A refusal is reported only if it differs from the one before.
  mutating func readAgain() {
    do throws(RunFault) {
      settings = try GuardSettings(file: path)
      refusal = nil
    } catch {
      refusal = error
    }
  }
}

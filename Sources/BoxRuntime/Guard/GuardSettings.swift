import Bedside
import CareJournal
import LinuxBoard
import Nursery

/// What the guard takes from the configuration: where the box's files and its panel are, and when the night is.
struct GuardSettings: Hashable, Sendable {
  var directory: String
  var i2cBus: Int
  var display: Configuration.Display
  var quiet: QuietDefaults
  var zone: ZoneWindow

  /// From when to when a panel is dim.
  var night: NightHours { NightHours(from: display.nightFrom, to: display.nightTo) }

  /// The settings of a file; refused as a box refuses it.
  init(file: String) throws(RunFault) {
    let configuration = try ConfigurationFile.read(file)
    let settings = try BedsideSettings(configuration, address: "")
    self.init(configuration, try ConfigurationFile.profile(configuration), settings.zone)
  }

  /// What can be used of a file that is refused, and else the defaults: the end of a session stands in the box's
  /// directory. A schedule begins sessions by a good file only.
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

  /// The header's bus on every Pi.
  private static let usualBus = 1

  /// Nil where the fault was reported when the file was refused.
  private static func profile(_ configuration: Configuration) -> BoardProfile? {
    do throws(RunFault) {
      return try ConfigurationFile.profile(configuration)
    } catch {
      return nil
    }
  }
}

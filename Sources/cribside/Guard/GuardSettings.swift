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

  private init(_ configuration: Configuration, _ profile: BoardProfile, _ zone: ZoneWindow) {
    directory = configuration.stateDirectory
    i2cBus = profile.i2cBus
    display = configuration.display
    quiet = configuration.quiet
    self.zone = zone
  }
}

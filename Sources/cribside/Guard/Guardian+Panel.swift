import Bedside
import Peripherals

extension Guardian.Display {
  /// The pixels and words; none while it is dark.
  var picture: Picture { self == .dark ? Picture(frame: Frame(), texts: []) : .stopped() }

  /// The light.
  var light: PanelLight {
    switch self {
    case .dark: .off
    case .stopped(let light): light
    }
  }

  /// Brings it to a panel of which nothing is known; true when every byte was acknowledged.
  func show<Bus: I2CBus>(on bus: Bus, _ configuration: Configuration.Display) -> Bool {
    var panel = PanelDriver(
      controller: configuration.controller, bus: bus, address: configuration.address)
    do throws(BusFault) {
      try panel.show(picture.frame.bytes, at: PanelBrightness(light))
      return true
    } catch {
      return false
    }
  }
}

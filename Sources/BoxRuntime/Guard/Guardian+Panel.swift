import Bedside
import Peripherals

extension Guardian.Display {
  /// The pixels and words; none while it is dark.
  package func picture(because cause: Picture.StopCause = .unknown) -> Picture {
    self == .dark ? Picture(frame: Frame(), texts: []) : .stopped(because: cause)
  }

  /// The light.
  package var light: PanelLight {
    switch self {
    case .dark: .off
    case .stopped(let light): light
    }
  }

  /// Brings it to a panel of which nothing is known; true when every byte was acknowledged.
  package func show<Bus: I2CBus>(
    on bus: Bus, _ configuration: Configuration.Display, because cause: Picture.StopCause = .unknown
  ) -> Bool {
    var panel = PanelDriver(
      controller: configuration.controller, bus: bus, address: configuration.address)
    do throws(BusFault) {
      try panel.show(picture(because: cause).frame.bytes, at: PanelBrightness(light))
      return true
    } catch {
      return false
    }
  }
}

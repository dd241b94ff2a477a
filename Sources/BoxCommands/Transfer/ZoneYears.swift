import BoxRuntime
import LinuxBoard
import Nursery

/// A zone over any number of years: a window of it holds only some.
struct ZoneYears {
  /// The zone's name in the tz database.
  let name: String
  private let fallback: ZoneWindow
  private var windows: [Int: ZoneWindow] = [:]

  /// The zone that a window is of.
  init(_ zone: ZoneWindow) {
    name = zone.name
    fallback = zone
  }

  /// The zone around an instant.
  mutating func window(around instant: Instant) -> ZoneWindow {
    let year = ZoneWindow.utc.civil(instant).date.year
    if let window = windows[year] { return window }
    let window = Zones.window(name, around: instant) ?? fallback
    windows[year] = window
    return window
  }
}

import BoxRuntime
import LinuxBoard
import Nursery

/// Zones by name, each read once.
package final class ZoneCache {
  private var known: [String: ZoneWindow] = [:]

  /// An empty cache.
  package init() {}

  /// The zone around an instant; nil for a name that the tz database does not have.
  package func window(_ name: String, around instant: Instant) -> ZoneWindow? {
    // A window covers only some years around an instant, so each year has its own.
    let key = "\(name) \(ZoneWindow.utc.civil(instant).date.year)"
    if let zone = known[key] { return zone }
    let zone = Zones.window(name, around: instant)
    known[key] = zone
    return zone
  }
}

/// A zone over any number of years, since a window of it covers only some.
struct ZoneYears {
  /// The zone's name in the tz database.
  let name: String
  private let fallback: ZoneWindow
  private var windows: [Int: ZoneWindow] = [:]

  /// The zone to which a window belongs.
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

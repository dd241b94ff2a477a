import BoxRuntime
import Nursery

/// Zones by name, each read once.
package final class ZoneCache {

  package init() {
  }
  private var known: [String: ZoneWindow] = [:]

  /// The zone around an instant; nil for a name that the tz database does not have.
  package func window(_ name: String, around instant: Instant) -> ZoneWindow? {
    // Windows reach some years around; requests of other decades get their own.
    let key = "\(name) \(ZoneWindow.utc.civil(instant).date.year)"
    if let zone = known[key] { return zone }
    let zone = Zones.window(name, around: instant)
    known[key] = zone
    return zone
  }
}

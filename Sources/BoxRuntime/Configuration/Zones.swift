import LinuxBoard
import Nursery

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

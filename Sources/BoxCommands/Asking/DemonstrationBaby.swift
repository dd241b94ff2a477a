import BoxRuntime
import LinuxBoard
import Nursery

/// The baby of a simulation that was given none: five months old today, bed at seven.
package enum DemonstrationBaby {
  /// A whole configuration for it.
  package static var configuration: Configuration {
    let today = ZoneWindow.utc.civil(Instant(milliseconds: LinuxClock().wallMilliseconds)).date
    let baby = Baby(
      birthdate: today.adding(days: -150), bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    return Configuration(babies: [Configuration.Resident(id: BabyID(number: 1), name: "Mia", baby: baby)])
  }
}

import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// The baby of a simulation that was given none: five months old today, bed at seven.
package enum DemonstrationBaby {
  /// A whole configuration for it.
  package static var configuration: Configuration {
    let baby = Baby(birthdate: birthdate, bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    return Configuration(babies: [Configuration.Resident(id: BabyID(number: 1), name: "Mia", baby: baby)])
  }

  /// The same as the text of a file.
  package static var text: String {
    "{ \"babies\": [{ \"name\": \"Mia\", \"birthdate\": \"\(ISO8601.text(birthdate))\", \"bedtime\": \"19:00\" }] }\n"
  }

  private static var birthdate: CivilDate {
    ZoneWindow.utc.civil(Instant(milliseconds: LinuxClock().wallMilliseconds)).date.adding(days: -150)
  }
}

/// What a simulation leaves in its directory, so that commands with `--state` know its babies, and that this machine's
/// clock is its clock.
package enum SimulationFile {
  /// The configuration that the simulated box runs with.
  package static let name = "simulation.json5"
}

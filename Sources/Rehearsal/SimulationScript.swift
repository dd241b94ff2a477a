import Bedside
import BoxRuntime
import CareJournal
import Nursery
import SimulatedBoard

/// A simulation as JSON Lines: the first line describes the run, every other does something at a time.
/// The whole script is read before anything happens; a fault anywhere refuses all of it.
package struct SimulationScript: Sendable {
  /// The box, its zone and board.
  package var configuration: Configuration
  /// The board that is simulated.
  package var profile: BoardProfile
  /// The zone around the script's days.
  package var zone: ZoneWindow
  /// What every random choice of the run is drawn from.
  package var seed: UInt64
  /// The steps, in order of time.
  var steps: [Step]

  /// One line.
  package struct Step: Sendable {
    /// When, on the civil timeline.
    package var at: Instant
    /// What.
    package var action: Action
    /// The line in the script, for the transcript.
    package var line: Int
  }

  /// What a line does.
  package enum Action: Hashable, Sendable {
    case press(Button)
    case doublePress(Button)
    case hold(Button, milliseconds: Int)
    case chord([Button], milliseconds: Int)
    case crib(SimulatedCrib.State)
    case shot(String)
    case fault(Fault, milliseconds: Int)
    case power(isOn: Bool)
    case process(Process, starts: Bool)
    case clock(ClockChange)
    case command([String])
    /// The configuration file becomes this, and the box reads it again.
    case reload(JSONValue)
    case end
  }

  /// A part that fails for a while.
  package enum Fault: String, Hashable, Sendable, CaseIterable {
    case oledNack = "oled-nack"
    case oledStuck = "oled-stuck"
    case oledReset = "oled-reset"
    /// One transfer of the next few seconds breaks off, after some of its bytes.
    case oledGlitch = "oled-glitch"
    case accelerometerNack = "accel-nack"
    case accelerometerReset = "accel-reset"
    case diskFull = "disk-full"
    case diskError = "disk-error"
    /// Bytes get to the kernel, and not to the card: every sync fails, and what was pending then is never made durable
    /// by a later one.
    case diskSyncError = "disk-sync-error"
    case diskStall = "disk-stall"
  }

  /// One of the two processes.
  package enum Process: String, Hashable, Sendable, CaseIterable { case box, guardian = "guard" }

  /// What happens to the wall clock.
  package enum ClockChange: Hashable, Sendable {
    case unsynced
    case synced
    case step(milliseconds: Int)
  }
}

extension SimulationScript {
  /// What a box that was started with the script's configuration makes of a file with this content.
  func reading(of document: JSONValue) -> ConfigurationReading {
    do throws(ConfigurationFault) {
      var changed = try Configuration(document)
      guard !changed.babies.isEmpty else {
        throw ConfigurationFault(field: "babies", expected: "one baby at least", found: "none")
      }
      changed.timeZone = changed.timeZone ?? configuration.timeZone
      let start = steps.first?.at ?? Instant(milliseconds: 0)
      guard let zone = changed.timeZone.flatMap({ Zones.window($0, around: start) }) else {
        throw ConfigurationFault(
          field: "timeZone", expected: "a name of the tz database", found: changed.timeZone ?? "none")
      }
      return .read(
        changed, BedsideSettings(changed, zone: zone), waiting: changed.keysThatWait(since: configuration))
    } catch {
      return .refused(RunFault(error.inFile("cribside.json5")))
    }
  }
}

/// A script that cannot be used.
package typealias ScriptFault = ConfigurationFault

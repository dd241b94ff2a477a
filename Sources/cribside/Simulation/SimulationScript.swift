import Bedside
import CareJournal
import Nursery
import SimulatedBoard

/// A simulation as JSON Lines: the first line describes the run, every other does something at a time.
/// The whole script is read before anything happens; a fault anywhere refuses all of it.
struct SimulationScript: Sendable {
  /// The box, its zone and board.
  var configuration: Configuration
  /// The board that is simulated.
  var profile: BoardProfile
  /// The zone around the script's days.
  var zone: ZoneWindow
  /// What every random choice of the run is drawn from.
  var seed: UInt64
  /// The steps, in order of time.
  var steps: [Step]

  /// One line.
  struct Step: Sendable {
    /// When, on the civil timeline.
    var at: Instant
    /// What.
    var action: Action
    /// The line in the script, for the transcript.
    var line: Int
  }

  /// What a line does.
  enum Action: Hashable, Sendable {
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
    case end
  }

  /// A part that fails for a while.
  enum Fault: String, Hashable, Sendable, CaseIterable {
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
  enum Process: String, Hashable, Sendable, CaseIterable { case box, guardian = "guard" }

  /// What happens to the wall clock.
  enum ClockChange: Hashable, Sendable {
    case unsynced
    case synced
    case step(milliseconds: Int)
  }
}

/// A script that cannot be used.
typealias ScriptFault = ConfigurationFault

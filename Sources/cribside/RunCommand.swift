import ArgumentParser
import Bedside
import BoxCommands
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery
import Rehearsal

/// `cribside run`
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "The box on a real board, until SIGTERM or Ctrl-C.",
    discussion:
      "Presses made while it starts count. A panel that is missing or fails does not stop the log.")

  @Option(help: "The configuration file.") var config = ConfigurationFile.standardPath
  @Option(
    help: "Where to keep a copy of the last good configuration; it is used while the file is refused.")
  var kept: String?
  @OptionGroup(visibility: .hidden) var trial: Trial

  func run() throws {
    try BoxAnswer.end { () throws(RunFault) in
      try box(try RunningConfiguration.read(config, kept: kept))
      return BoxAnswer()
    }
  }

  /// Runs the box until it is told to stop, and records how it ended.
  private func box(_ running: RunningConfiguration) throws(RunFault) {
    if let moved = running.movedBabies { StandardStreams.errorLine(moved) }
    let configuration = running.configuration
    let lock = try BoxDirectory.lock(configuration.stateDirectory)
    let bootID = try RunFault.system { () throws(SystemFault) in try KernelBoot.identity() }
    var starts = StartBook(
      besideSocket: configuration.socket, kernelBootID: bootID, at: LinuxClock().bootMilliseconds)
    let lost: Int
    do throws(RunFault) {
      lost = try box(running, safeUntil: starts.safeUntilMilliseconds)
    } catch {
      starts.end(wasStopped: false)
      throw error
    }
    starts.end(wasStopped: true)
    withExtendedLifetime(lock) {}
    guard lost == 0 else {
      throw RunFault(exit: .io, message: "stopped with \(lost) events that were never saved")
    }
  }

  /// Runs the box until it is told to stop; returns how many events were never saved.
  private func box(_ running: RunningConfiguration, safeUntil: Int?) throws(RunFault) -> Int {
    let configuration = running.configuration
    let profile = try ConfigurationFile.profile(configuration)
    let settings = try BedsideSettings(configuration, address: Environment.hostName)
    let board = try RealBoard(
      configuration, profile, zoneName: settings.zone.name, file: .init(path: config, kept: kept),
      parse: RequestParser.request,
      hasLines: !trial.withoutLines)
    let opening = try StorageOpening(settings: settings, at: board.readClocks())
    let seed = try RunFault.system { () throws(SystemFault) in try Randomness.number() }
    let station = Station(
      board: board, settings: settings, opening: opening, idSeed: seed, safeUntilMilliseconds: safeUntil,
      settingsRefusedAtLine: running.refusedAtLine, household: configuration.household)
    if running.refusedAtLine == nil { RunningConfiguration.copy(config, to: kept) }
    while !station.isStopped {
      station.receive(try board.wait(untilBootMilliseconds: station.nextDeadline))
      trial.stall(at: board.readClocks().boot.milliseconds)
      board.turned()
    }
    board.rest()
    if let failure = station.failure {
      throw RunFault(exit: .io, message: "the card cannot be read: \(failure)")
    }
    return station.unsavedEvents
  }
}

/// What a test asks of a real process, on a machine that is no board. The help does not mention it.
struct Trial: ParsableArguments {
  @Flag(help: "No buttons and no lamp: the log, the clocks, the socket and the signals are real.")
  var withoutLines = false
  @Option(help: "The loop stands still for ever from this time of the boot clock on, in milliseconds.")
  var stallAt: Int?

  /// Hangs at the given time: threads and clocks continue, and only the watchdog can notice.
  func stall(at milliseconds: Int) {
    if let stallAt, milliseconds >= stallAt { Stall.forever() }
  }
}

/// `cribside guard`
struct GuardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "guard", abstract: "The second process: ends quiet sessions on time while the box is dead.",
    discussion: """
      It begins and ends quiet sessions on time if the box cannot. The panel of a stopped box then says so, or stays \
      dark during a session, and never shows an old time. The guard needs the box's directory and its panel, sleeps \
      until there is something to do, and does not touch the panel while a box runs.
      """)

  @Option(help: "The configuration file.") var config = ConfigurationFile.standardPath

  func run() throws {
    try BoxAnswer.end { () throws(RunFault) in
      try RealGuard(configurationFile: config).run()
      return BoxAnswer()
    }
  }
}

/// `cribside simulate`
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "The box in this terminal on a simulated board, or a script of it.",
    discussion: """
      Keys: n NAP, f FEED, m MENU, x the fourth button; a capital letter holds it until the same key again; + and - \
      change the speed of time; q or Ctrl-C quit. a, s, e and r choose what the accelerometer measures: a baby awake, \
      a baby asleep, an empty crib, a crib that is rocked.

      Its log stays in the --state directory, and the next run continues it. While it runs, `cribside status --state \
      DIR` and `cribside log --state DIR` ask it from another terminal. The exit code is 74 if events were never saved.

      With --script the run has no terminal and takes as little time as the machine needs. Its --state is a folder of \
      its own: a new one, an empty one, or one that a script has left, which is replaced.
      """)

  @Option(help: "A simulation script: JSON Lines, in time order.") var script: String?
  @Option(help: "The folder for a script's shots, NAME.png and NAME.json.") var frames: String?
  @Option(
    help:
      "The box's directory (default: ~/.local/state/cribside/simulate); with --script, where it is written at the end."
  ) var state: String?
  @Option(help: "The file for a script's figures, one JSON object.") var report: String?
  @Option(help: "A configuration file; without it, there is a baby for demonstration.") var config: String?

  func validate() throws {
    guard script == nil else {
      guard config == nil else { throw ValidationError("--config: a script names its own configuration") }
      return
    }
    guard frames == nil, report == nil else {
      throw ValidationError("--frames and --report go with --script")
    }
  }

  func run() throws {
    let answer =
      if let script {
        ScriptRun(script: script, frames: frames, state: state, report: report).answer()
      } else {
        TerminalRun(config: config, state: state).answer()
      }
    try answer.end()
  }
}

import ArgumentParser
import Bedside
import BoxCommands
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// `cribside run`
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "The box on a real board, until SIGTERM or Ctrl-C.",
    discussion:
      "Presses made while it starts count. A panel that is missing or fails does not stop the log.")

  @Option(help: "The configuration file.") var config = ConfigurationFile.standardPath
  @Option(
    help: "Where to keep a copy of the last configuration that was not refused; used while FILE is refused.")
  var kept: String?
  @OptionGroup(visibility: .hidden) var trial: Trial

  func run() throws {
    do throws(RunFault) {
      try box(try RunningConfiguration.read(config, kept: kept))
    } catch {
      StandardStreams.write(.failure(error.exit, error.message))
      throw ExitCode(error.exit.rawValue)
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

import ArgumentParser
import Bedside
import CareJournal
import LinuxBoard
import Nursery

/// `cribside run`
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "The box on a real board, until SIGTERM or Ctrl-C.",
    discussion:
      "Presses made while it starts count. A panel that is missing or fails stops nothing: the log goes on.")

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

  /// Runs the box until it is told to stop, and notes how that ended.
  private func box(_ running: RunningConfiguration) throws(RunFault) {
    let configuration = running.configuration
    let lock = try BoxDirectory.lock(configuration.stateDirectory)
    let bootID = try RunFault.system { () throws(SystemFault) in try KernelBoot.identity() }
    var starts = StartKeeper(
      besideSocket: configuration.socket, kernelBootID: bootID, at: LinuxClock().bootMilliseconds)
    let lost: Int
    do throws(RunFault) {
      lost = try box(running, safeUntil: starts.safeUntilMilliseconds)
    } catch {
      starts.end(wasTold: false)
      throw error
    }
    starts.end(wasTold: true)
    withExtendedLifetime(lock) {}
    guard lost == 0 else {
      throw RunFault(exit: .io, message: "stopped with \(lost) events that were never saved")
    }
  }

  /// Runs the box until it is told to stop; how many events were never saved.
  private func box(_ running: RunningConfiguration, safeUntil: Int?) throws(RunFault) -> Int {
    let configuration = running.configuration
    let profile = try ConfigurationFile.profile(configuration)
    let settings = try BedsideSettings(configuration, address: Environment.hostName)
    let board = try RealBoard(
      configuration, profile, zoneName: settings.zone.name, hasLines: !trial.withoutLines)
    let opening = try StorageOpening(settings: settings, at: board.readClocks())
    let seed = try RunFault.system { () throws(SystemFault) in try Randomness.number() }
    var station = Station(
      board: board, settings: settings, opening: opening, idSeed: seed, safeUntilMilliseconds: safeUntil,
      settingsRefusedAtLine: running.refusedAtLine)
    if running.refusedAtLine == nil { keepConfiguration() }
    while !station.isStopped {
      station.take(try board.wait(untilBootMilliseconds: station.nextDeadline))
      trial.stall(at: board.readClocks().boot.milliseconds)
      board.turned()
    }
    board.rest()
    if let failure = station.failure {
      throw RunFault(exit: .io, message: "the card cannot be read: \(failure)")
    }
    return station.unsavedEvents
  }

  /// A copy that cannot be written is no reason not to log.
  private func keepConfiguration() {
    guard let kept else { return }
    do throws(SystemFault) {
      try RunningConfiguration.keep(config, as: kept)
    } catch {
      StandardStreams.errorLine("the settings could not be kept: \(error.description)")
    }
  }
}

/// The box's directory on a real disk.
enum BoxDirectory {
  /// Refuses a directory that is not there, since its name may be mistyped, and tells what would make it.
  static func check(_ path: String, remedy: String) throws(RunFault) {
    guard PlainFile.exists(path) else {
      throw RunFault(exit: .io, message: "expected a box's directory, found nothing at \(path); \(remedy)")
    }
  }

  /// Creates the directory when it is missing, and takes its lock.
  static func lock(_ path: String) throws(RunFault) -> DirectoryLock {
    try RunFault.system { () throws(SystemFault) in
      try PlainFile.createFolders(path)
      // `sudo cribside log add` must not leave files that the box cannot read.
      try Account.becomeOwner(of: path)
    }
    // The guard holds it for a moment at each of its turns, and while it draws on the panel of a box that is gone.
    return try RunFault.lock { () throws(LockFault) in
      try DirectoryLock.take(directory: path, waitingFor: RealGuard.programName)
    }
  }
}

extension StorageOpening {
  /// An opening with this machine's kernel boot and randomness.
  init(settings: BedsideSettings, at moment: Moment) throws(RunFault) {
    let (identity, random) = try RunFault.system { () throws(SystemFault) in
      (
        try KernelBoot.identity(),
        (try Randomness.number(), try Randomness.number(), try Randomness.number())
      )
    }
    self.init(
      start: JournalStart(
        kernelBootID: identity, bootMilliseconds: moment.boot.milliseconds, wall: moment.wall,
        trust: moment.trust, random: random),
      babies: settings.residents.map(\.id), floor: settings.floor)
  }
}

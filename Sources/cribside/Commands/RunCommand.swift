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
  @OptionGroup(visibility: .hidden) var trial: Trial

  func run() throws {
    do throws(RunFault) {
      try Self.box(try ConfigurationFile.read(config), trial)
    } catch {
      StandardStreams.write(.failure(error.exit, error.message))
      throw ExitCode(error.exit.rawValue)
    }
  }

  /// Runs the box until it is told to stop, and notes how that ended.
  private static func box(_ configuration: Configuration, _ trial: Trial) throws(RunFault) {
    let lock = try BoxDirectory.lock(configuration.stateDirectory)
    let bootID = try RunFault.system { () throws(SystemFault) in try KernelBoot.identity() }
    var starts = StartKeeper(
      besideSocket: configuration.socket, kernelBootID: bootID, at: LinuxClock().bootMilliseconds)
    let lost: Int
    do throws(RunFault) {
      lost = try box(configuration, trial, safeUntil: starts.safeUntilMilliseconds)
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
  private static func box(
    _ configuration: Configuration, _ trial: Trial, safeUntil: Int?
  ) throws(RunFault) -> Int {
    let profile = try ConfigurationFile.profile(configuration)
    let settings = try BedsideSettings(configuration, address: Environment.hostName)
    let board = try RealBoard(
      configuration, profile, zoneName: settings.zone.name, hasLines: !trial.withoutLines)
    let opening = try StorageOpening(settings: settings, at: board.readClocks())
    let seed = try RunFault.system { () throws(SystemFault) in try Randomness.number() }
    var station = Station(
      board: board, settings: settings, opening: opening, idSeed: seed, safeUntilMilliseconds: safeUntil)
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

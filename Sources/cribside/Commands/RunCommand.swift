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

  func run() throws {
    do throws(RunFault) {
      try Self.box(try ConfigurationFile.read(config))
    } catch {
      StandardStreams.write(.failure(error.exit, error.message))
      throw ExitCode(error.exit.rawValue)
    }
  }

  /// Runs the box until it is told to stop.
  private static func box(_ configuration: Configuration) throws(RunFault) {
    let profile = try ConfigurationFile.profile(configuration)
    let settings = try BedsideSettings(configuration, address: Environment.hostName)
    let lock = try BoxDirectory.lock(configuration.stateDirectory)
    let board = try RealBoard(configuration, profile, zoneName: settings.zone.name)
    let opening = try StorageOpening(settings: settings, at: board.readClocks())
    let seed = try RunFault.system { () throws(SystemFault) in try Randomness.number() }
    var station = Station(board: board, settings: settings, opening: opening, idSeed: seed)
    while !station.isStopped {
      station.take(try board.wait(untilBootMilliseconds: station.nextDeadline))
      board.turned()
    }
    board.rest()
    withExtendedLifetime(lock) {}
  }
}

/// The box's directory on a real disk.
enum BoxDirectory {
  /// Creates the directory when it is missing, and takes its lock.
  static func lock(_ path: String) throws(RunFault) -> DirectoryLock {
    try RunFault.system { () throws(SystemFault) in try PlainFile.createFolders(path) }
    return try RunFault.lock { () throws(LockFault) in try DirectoryLock(directory: path) }
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

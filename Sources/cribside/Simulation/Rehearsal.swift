import Bedside
import CareJournal
import LinuxBoard
import Nursery
import SimulatedBoard

/// The box on the simulated board: who lives and dies, and one turn after another until a time.
final class Rehearsal<Storage: JournalStorage> {
  let world: SimulatedWorld<Storage>
  private(set) var station: Station<SimulatedWorld<Storage>>?
  private(set) var boots = 0
  private(set) var turns = 0
  private var turnsAtThisInstant = 0

  private let configuration: Configuration
  private let settings: BedsideSettings
  private let seed: UInt64
  private var random: SimulatedRandom

  /// A box that is not running yet.
  init(
    world: SimulatedWorld<Storage>, configuration: Configuration, settings: BedsideSettings, seed: UInt64
  ) {
    self.world = world
    self.configuration = configuration
    self.settings = settings
    self.seed = seed
    random = SimulatedRandom(seed: seed)
  }

  // MARK: Living and dying

  /// Starts the box's process; nothing happens when it runs.
  func start() {
    guard station == nil else { return }
    boots += 1
    world.startProcess()
    let moment = world.readClocks()
    let start = JournalStart(
      kernelBootID: kernelBootID, bootMilliseconds: moment.boot.milliseconds, wall: moment.wall,
      trust: moment.trust, random: (random.next(), random.next(), random.next()))
    let opening = StorageOpening(
      start: start, babies: settings.residents.map(\.id), floor: settings.floor)
    station = Station(board: world, settings: settings, opening: opening, idSeed: random.next())
  }

  /// SIGKILL.
  func kill() {
    station = nil
    world.endProcess()
  }

  /// The kernel's name for this boot: the same for every process in it, and another one in the next run.
  private var kernelBootID: String {
    EventID(high: seed, low: UInt64(world.clock.boot)).digits
  }

  // MARK: Time

  /// When something happens next by itself, in nanoseconds since the simulation began.
  var nextNanoseconds: UInt64? {
    let deadline = station?.nextDeadline.map(world.nanoseconds(ofBootMilliseconds:))
    return [world.nextNanoseconds, deadline].compactMap { $0 }.min()
  }

  /// Takes one turn at the next time that something happens, up to a limit; false when nothing is left to do
  /// before it, and time has passed to the limit.
  func step(until limit: UInt64) -> Bool {
    guard let next = nextNanoseconds, next <= limit else {
      deliver(world.advance(to: limit))
      return false
    }
    noteTurn(at: next)
    deliver(world.advance(to: next), isDue: true)
    return true
  }

  /// More turns at one instant than any burst of edges makes.
  private static var turnsAtOnce: Int { 10_000 }

  /// A deadline that is due and not dealt with would spin for ever, here and on a board: better to say so.
  private func noteTurn(at nanoseconds: UInt64) {
    let isSameInstant = nanoseconds <= world.clock.worldNanoseconds
    turnsAtThisInstant = isSameInstant ? turnsAtThisInstant + 1 : 0
    precondition(turnsAtThisInstant < Self.turnsAtOnce, "the loop spins: a deadline stays in the past")
  }

  /// Takes turns until a time has come.
  func run(until limit: UInt64) {
    while step(until: limit) {}
  }

  private func deliver(_ happenings: [Happening], isDue: Bool = false) {
    guard station != nil, !happenings.isEmpty || isDue else { return }
    turns += 1
    station?.take(happenings)
    if station?.isStopped == true { kill() }
  }
}

import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery
import SimulatedBoard

/// The box on the simulated board, and the guard if it was started. It starts and kills their processes and runs
/// their turns until a given time.
package final class SimulatedBox<Storage: JournalStorage> {
  package let world: SimulatedWorld<Storage>
  /// The box's process; nil while it does not run.
  package private(set) var station: Station?
  /// When the box needs its next turn, on the boot clock; nil: only when something happens.
  private var boxDeadline: Int?
  /// When to restart a process that ended because it could not open its log.
  private var restart: UInt64?
  private var guardian: SimulatedGuard<Storage>?
  /// What the panel still shows from a process that ended, or from the guard; nil: unknown.
  private var left: PanelQueue.Shown?
  package private(set) var boots = 0
  package private(set) var turns = 0
  /// How often the guard woke up.
  private(set) var guardWakes = 0
  /// How often the board woke up for the box or the guard.
  package var wakeups: Int { turns + guardWakes }
  /// How many unsaved events the last stopped process had.
  private(set) var lostEvents = 0
  /// Whether a process was ended because its loop did not stop.
  package private(set) var spins = false
  private var turnsAtThisInstant = 0
  /// Called before each turn with its number, from 1, so that a fault can be placed before any of them.
  package var beforeTurn: (Int) -> Void = { _ in }

  private var configuration: Configuration
  private var settings: BedsideSettings
  private let seed: UInt64
  private var random: SimulatedRandom

  /// A box that does not run yet.
  package init(
    world: SimulatedWorld<Storage>, configuration: Configuration, settings: BedsideSettings, seed: UInt64
  ) {
    self.world = world
    self.configuration = configuration
    self.settings = settings
    self.seed = seed
    random = SimulatedRandom(seed: seed)
  }

  // MARK: Starting and killing

  /// Starts the box's process, unless it runs.
  package func start() {
    restart = nil
    guard station == nil else { return }
    boots += 1
    world.startProcess()
    let moment = world.readClocks()
    let start = JournalStart(
      kernelBootID: kernelBootID, bootMilliseconds: moment.boot.milliseconds, wall: moment.wall,
      trust: moment.trust, random: (random.next(), random.next(), random.next()))
    let opening = StorageOpening(
      start: start, babies: settings.residents.map(\.id), floor: settings.floor)
    let station = Station(
      board: world, settings: settings, opening: opening, idSeed: random.next(),
      household: configuration.household)
    boxDeadline = station.nextDeadline
    self.station = station
    wakeGuard()
  }

  /// Kills the box's process as SIGKILL does.
  package func kill() {
    left = panelShown
    station = nil
    boxDeadline = nil
    world.endProcess()
    // The kernel releases the directory's lock, and inotify reports it.
    guardian?.boxEnded()
  }

  /// Starts the guard, unless it runs.
  func startGuard() {
    guard guardian == nil else { return }
    guardian = SimulatedGuard(
      world: world, display: configuration.display, settings: settings, kernelBoot: kernelBootID,
      boxRuns: station != nil)
  }

  /// Kills the guard as SIGKILL does.
  func killGuard() { guardian = nil }

  /// Ends both processes and darkens the panel.
  func losePower() {
    restart = nil
    killGuard()
    kill()
    world.pwm.losePower()
    left = nil
  }

  /// What the panel is known to show, drawn by any process.
  var panelShown: PanelQueue.Shown? { station?.panel.shown ?? left }

  /// The kernel's name for this boot: the same for all its processes, and another one in each boot.
  private var kernelBootID: String { EventID(high: seed, low: UInt64(world.clock.boot)).digits }

  /// Replaces the configuration file. A running box reads it on request, and the next start uses it unless it is
  /// refused.
  package func replaceConfiguration(_ reading: ConfigurationReading) {
    world.configurationFile = { reading }
    guard case .read(let configuration, let settings, _) = reading else { return }
    (self.configuration, self.settings) = (configuration, settings)
  }

  // MARK: Time

  /// When something next happens without outside action, in nanoseconds since the simulation began.
  var nextNanoseconds: UInt64? { Self.earlier(boxNanoseconds, guardNanoseconds) }

  private var boxNanoseconds: UInt64? {
    let due = Self.earlier(world.nextNanoseconds, boxDeadline.map(world.nanoseconds(ofBootMilliseconds:)))
    return Self.earlier(due, restart)
  }

  /// As `RestartSec` in the unit.
  private static var restartNanoseconds: UInt64 { 2_000_000_000 }

  private static func earlier(_ one: UInt64?, _ other: UInt64?) -> UInt64? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  private var guardNanoseconds: UInt64? {
    guardian?.nextDeadline.map(world.nanoseconds(ofBootMilliseconds:))
  }

  /// Runs one turn at the next time at which something happens, up to a limit. Returns false if nothing happens
  /// before the limit; time has then passed to it.
  package func step(until limit: UInt64) -> Bool {
    let box = boxNanoseconds
    guard let next = Self.earlier(box, guardNanoseconds), next <= limit else {
      deliver(world.advance(to: limit))
      return false
    }
    // If only the guard is due, the box has no turn.
    let isDue = box.map { $0 <= next } ?? false
    noteTurn(at: next)
    deliver(world.advance(to: next), isDue: isDue)
    if let restart, restart <= next { start() }
    wakeGuard()
    return true
  }

  private func wakeGuard() {
    guard guardian?.wake(boxRuns: station != nil) == true else { return }
    guardWakes += 1
    if let drawn = guardian?.collectDrawn() { left = drawn }
  }

  /// More turns at one instant than any burst of edges causes.
  private static var turnsAtOnce: Int { 10_000 }

  /// A deadline that is due and never handled would loop forever, here and on a board. The process ends as a watchdog
  /// would end it.
  private func noteTurn(at nanoseconds: UInt64) {
    let isSameInstant = nanoseconds <= world.clock.worldNanoseconds
    turnsAtThisInstant = isSameInstant ? turnsAtThisInstant + 1 : 0
    guard turnsAtThisInstant >= Self.turnsAtOnce else { return }
    world.announce("the loop spins: a deadline stays in the past", .error)
    spins = true
    killGuard()
    kill()
  }

  /// Runs turns until a time is reached.
  package func run(until limit: UInt64) {
    while step(until: limit) {}
  }

  private func deliver(_ events: [BoardEvent], isDue: Bool = false) {
    guard let station, !events.isEmpty || isDue else { return }
    turns += 1
    beforeTurn(turns)
    station.receive(events)
    boxDeadline = station.nextDeadline
    guard station.isStopped else { return }
    lostEvents = station.unsavedEvents
    let hasFailed = station.failure != nil
    kill()
    if hasFailed { restart = world.clock.worldNanoseconds + Self.restartNanoseconds }
  }
}

/// The guard on the simulated board: its real decisions, on the same card and bus as the box.
struct SimulatedGuard<Storage: JournalStorage> {
  private let world: SimulatedWorld<Storage>
  private let display: Configuration.Display
  private let kernelBoot: String
  private var guardian: Guardian
  private var shelf = QuietShelf(writer: .guardian)
  private var seen: Signs
  /// What it has put on the panel since the last `collectDrawn`.
  private var drawn: PanelQueue.Shown?

  /// Everything that wakes the process: inotify, and timers that a step of the clock cancels.
  private struct Signs: Hashable {
    var replacements: Int
    var wallSteps: Int
    var wallIsKnown: Bool

    init(_ world: SimulatedWorld<Storage>) {
      replacements = world.quietReplacements
      wallSteps = world.clock.wallSteps
      wallIsKnown = world.clock.isSynchronized
    }
  }

  /// Starts the guard.
  init(
    world: SimulatedWorld<Storage>, display: Configuration.Display, settings: BedsideSettings,
    kernelBoot: String, boxRuns: Bool
  ) {
    self.world = world
    self.display = display
    self.kernelBoot = kernelBoot
    guardian = Guardian(defaults: settings.quiet, zone: settings.zone, night: settings.nightHours)
    seen = Signs(world)
    handle(.launched(shelf.load(from: world.storage)), boxRuns: boxRuns)
  }

  /// When it wakes up without an event, on the boot clock; nil: never.
  var nextDeadline: Int? { guardian.nextDeadline }

  /// Wakes up if there is a reason. Returns whether there was one.
  mutating func wake(boxRuns: Bool) -> Bool {
    let signs = Signs(world)
    let before = seen
    seen = signs
    if signs.replacements != before.replacements {
      handle(.found(shelf.load(from: world.storage)), boxRuns: boxRuns)
    }
    if signs.wallSteps != before.wallSteps || signs.wallIsKnown != before.wallIsKnown { readZone() }
    guard signs != before || isDue else { return false }
    handle(.tick, boxRuns: boxRuns)
    return true
  }

  /// The box's process has ended.
  mutating func boxEnded() { handle(.boxEnded, boxRuns: false) }

  /// What it has put on the panel since the last call.
  mutating func collectDrawn() -> PanelQueue.Shown? {
    defer { drawn = nil }
    return drawn
  }

  private var isDue: Bool { guardian.nextDeadline.map { $0 <= now.milliseconds } ?? false }

  private var now: QuietMoment { QuietMoment(kernelBoot: kernelBoot, world.readClocks()) }

  private mutating func readZone() {
    let now = Instant(milliseconds: world.clock.wallMilliseconds)
    if let zone = world.readZone(around: now) { guardian.zone = zone }
  }

  private mutating func handle(_ event: Guardian.Event, boxRuns: Bool) {
    var waiting = [event]
    while !waiting.isEmpty {
      for effect in guardian.handle(waiting.removeFirst(), at: now, boxRuns: boxRuns) {
        if let next = perform(effect, boxRuns: boxRuns) { waiting.append(next) }
      }
    }
  }

  private mutating func perform(_ effect: Guardian.Effect, boxRuns: Bool) -> Guardian.Event? {
    switch effect {
    case .store(let state): return keep(state)
    case .takePanel(let display): return .panel(boxRuns ? .boxRuns : show(display))
    case .announce(let text):
      world.transcript("guard: " + text)
      return nil
    }
  }

  private mutating func keep(_ state: QuietState) -> Guardian.Event? {
    do throws(StorageFault) {
      return try world.keepQuietOfGuard(state, by: &shelf).map { .found($0) }
    } catch {
      return .notStored
    }
  }

  private mutating func show(_ display: Guardian.Display) -> Guardian.PanelOutcome {
    guard world.lendBus({ display.show(on: $0, self.display) }) else { return .failed }
    drawn = PanelQueue.Shown(generation: 0, texts: display.picture().texts, light: display.light)
    return .shown
  }
}

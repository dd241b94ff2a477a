import Bedside
import BoxRuntime
import CareJournal
import Nursery

/// The second process on the simulated board: the real decisions, on the same card and the same bus as the box.
struct SimulatedGuard<Storage: JournalStorage> {
  private let world: SimulatedWorld<Storage>
  private let display: Configuration.Display
  private let kernelBoot: String
  private var guardian: Guardian
  private var shelf = QuietShelf(writer: .guardian)
  private var seen: Signs
  /// What it has put on the panel, until that was asked for.
  private var drawn: PanelQueue.Shown?

  /// What would wake the process: inotify, and timers that a clock's step cancels.
  private struct Signs: Hashable {
    var replacements: Int
    var wallSteps: Int
    var wallIsKnown: Bool

    init(_ world: SimulatedWorld<Storage>) {
      replacements = world.quietReplacements
      wallSteps = world.clock.wallSteps
      wallIsKnown = world.clock.wallState == .synced
    }
  }

  /// A process that has begun beside a box that runs or does not.
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

  /// When it wakes up by itself, on the boot clock; nil: on news only.
  var nextDeadline: Int? { guardian.nextDeadline }

  /// Wakes up if there is a reason to, and says whether there was one.
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

  /// A box has let go of the directory.
  mutating func boxEnded() { handle(.boxEnded, boxRuns: false) }

  /// What it has put on the panel since it was last asked.
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

import Bedside
import CareJournal
import LinuxBoard
import Nursery
import SimulatedBoard

/// One sitting at the terminal: real time drives simulated time, keys are buttons.
final class TerminalSession {
  /// What `+` and `-` choose from.
  private static let speeds = [1, 10, 60, 600]
  /// The terminal's own clock moves once a second.
  private static let redrawMilliseconds = 1_000

  private let configuration: Configuration
  private let zone: ZoneWindow
  private let world: SimulatedWorld<DirectoryStorage>
  private let rehearsal: Rehearsal<DirectoryStorage>
  private let loop: EventLoop
  private let terminal: RawTerminal
  private var control: ControlDoor?
  private let clock = LinuxClock()

  private var speed = speeds[0]
  private var message = ""
  private var held: Set<Button> = []
  private var isOver = false
  private var drawn: String?
  /// A pair of times from which the present is reckoned at the present speed.
  private var anchor: (real: UInt64, simulated: UInt64)

  /// Takes the terminal and starts the box.
  init(_ configuration: Configuration) throws(RunFault) {
    self.configuration = configuration
    let settings = try BedsideSettings(configuration, address: "simulated")
    zone = settings.zone
    let profile = try ConfigurationFile.profile(configuration)
    let directory = configuration.stateDirectory
    let storage = try RunFault.storage { () throws(StorageFault) in try DirectoryStorage(directory: directory)
    }
    let seed = try RunFault.system { () throws(SystemFault) in try Randomness.number() }
    let start = Self.startMilliseconds(storage)
    let syncNanoseconds = UInt64(configuration.simulation.syncMilliseconds) * 1_000_000
    world = SimulatedWorld(
      configuration: configuration, profile: profile, storage: storage, startMilliseconds: start, seed: seed,
      cost: { _ in syncNanoseconds })
    rehearsal = Rehearsal(world: world, configuration: configuration, settings: settings, seed: seed &+ 9)
    loop = try RunFault.system { () throws(SystemFault) in
      try EventLoop(signals: TerminalSignals.all)
    }
    terminal = try RunFault.terminal { () throws(SystemFault) in try RawTerminal() }
    anchor = (clock.monotonicNanoseconds, 0)
    world.clock.synchronize()
    world.transcript = { [unowned self] in message = $0 }
    control = openControl(directory + "/control")
    connectControl()
    try RunFault.system { () throws(SystemFault) in
      try loop.watch(TerminalSignals.keyboard, as: .keys)
      if let control { try loop.watch(control.descriptor, as: .control) }
    }
  }

  /// Now, or where an earlier run with fast time has left the log: its events must not lie in the future.
  private static func startMilliseconds(_ storage: DirectoryStorage) -> Int {
    let now = LinuxClock().wallMilliseconds
    do throws(JournalFault) {
      let last = try LogFold(of: storage).lastInstant
      return max(now, (last?.milliseconds ?? 0) + 1_000)
    } catch {
      return now
    }
  }

  private func openControl(_ path: String) -> ControlDoor? {
    do throws(ControlFault) {
      return try ControlDoor(path: path) { [unowned self] in message = $0.description }
    } catch {
      return nil
    }
  }

  private func connectControl() {
    world.answered = { [unowned self] in control?.answer($0, $1) }
    world.watches = { [unowned self] in control?.watch($0) ?? false }
    world.watching = { [unowned self] in control?.watcherCount ?? 0 }
    world.published = { [unowned self] in control?.publish($0) }
  }

  // MARK: Running

  /// Runs until the end, and puts the box to rest; how many events were never saved.
  func run() throws(RunFault) -> Int {
    defer { terminal.restore() }
    StandardStreams.raw("\u{1B}[?1049h\u{1B}[?25l")
    defer { StandardStreams.raw("\u{1B}[?25h\u{1B}[?1049l") }
    rehearsal.start()
    while !isOver {
      rehearsal.run(until: simulatedNow)
      draw()
      try wait()
    }
    rest()
    return rehearsal.lostEvents
  }

  private var simulatedNow: UInt64 {
    anchor.simulated + (clock.monotonicNanoseconds - anchor.real) * UInt64(speed)
  }

  private func setSpeed(_ step: Int) {
    let place = (Self.speeds.firstIndex(of: speed) ?? 0) + step
    guard Self.speeds.indices.contains(place) else { return }
    anchor = (clock.monotonicNanoseconds, simulatedNow)
    speed = Self.speeds[place]
  }

  private func wait() throws(RunFault) {
    var milliseconds = Self.redrawMilliseconds
    if let next = rehearsal.nextNanoseconds {
      let ahead = next > simulatedNow ? next - simulatedNow : 0
      milliseconds = min(milliseconds, Int(ahead / UInt64(speed) / 1_000_000) + 1)
    }
    let until = clock.bootMilliseconds + milliseconds
    let wakes = try RunFault.system { () throws(SystemFault) in
      try loop.wait(untilBootMilliseconds: until)
    }
    for wake in wakes { take(wake) }
  }

  private func take(_ wake: Wake) {
    switch wake {
    case .keys: takeKeys()
    case .signal(TerminalSignals.windowChanged): drawn = nil
    case .signal: isOver = true
    case .control: serveControl()
    default: break
    }
  }

  /// SIGTERM for the box, and the time it needs.
  private func rest() {
    rehearsal.run(until: simulatedNow)
    world.plan(.stop)
    rehearsal.run(until: world.clock.worldNanoseconds + 4_000_000_000)
  }

  // MARK: Keys

  private func takeKeys() {
    do throws(SystemFault) {
      switch try terminal.keys() {
      case .typed(let bytes): for byte in bytes { press(Character(Unicode.Scalar(byte))) }
      case .ended: isOver = true
      }
    } catch {
      isOver = true
    }
  }

  private func press(_ key: Character) {
    rehearsal.run(until: simulatedNow)
    message = ""
    switch key {
    case "n": tap(.nap)
    case "f": tap(.feed)
    case "m": tap(.menu)
    case "N": toggle(.nap)
    case "F": toggle(.feed)
    case "M": toggle(.menu)
    case "a": feel(.awake)
    case "s": feel(.asleep)
    case "e": feel(.empty)
    case "r": feel(.rocked)
    case "+", "=": setSpeed(1)
    case "-": setSpeed(-1)
    case "q": isOver = true
    default: message = TerminalScreen.keys
    }
  }

  private func feel(_ state: SimulatedCrib.State) {
    world.crib.change(to: state, at: world.clock.worldNanoseconds)
  }

  private func tap(_ button: Button) {
    guard !held.contains(button) else { return toggle(button) }
    Hand.press(button, in: world)
  }

  /// A capital letter puts the finger down, and the next one takes it off.
  private func toggle(_ button: Button) {
    let now = world.clock.worldNanoseconds
    guard now >= world.lines.lastMoveNanoseconds(of: world.offset(of: button)) else { return }
    if held.remove(button) != nil {
      world.lines.release(world.offset(of: button), atNanoseconds: now)
    } else {
      held.insert(button)
      world.lines.press(world.offset(of: button), atNanoseconds: now)
      message = "\(button.name) is held; the same key lets it go"
    }
  }

  // MARK: The control socket

  private func serveControl() {
    for happening in control?.serve() ?? [] { world.plan(happening) }
  }

  // MARK: The screen

  private func draw() {
    let size = TerminalSize()
    let text = TerminalScreen.text(content, columns: size?.columns ?? 80, rows: size?.rows ?? 24)
    guard text != drawn else { return }
    if drawn == nil { StandardStreams.raw("\u{1B}[2J") }
    drawn = text
    StandardStreams.raw(text)
  }

  private var content: TerminalScreen.Content {
    let isOn = world.oled.isVisible
    let now = Instant(milliseconds: world.clock.worldMilliseconds)
    return TerminalScreen.Content(
      pixels: isOn ? world.oled.pixels : [UInt8](repeating: 0, count: 1024),
      light: isOn ? rehearsal.station?.panel.shown?.light ?? .off : .off,
      clock: String(ISO8601.text(now, in: zone).prefix(19)), speed: speed, crib: world.crib.state.rawValue,
      message: message,
      directory: configuration.stateDirectory + "/log")
  }
}

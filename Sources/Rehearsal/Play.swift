import Bedside
import BoxCommands
import BoxRuntime
import CareJournal
import Nursery
import SimulatedBoard

/// Plays one script.
package final class Play {
  package let script: SimulationScript
  private let frames: OutputFolder?
  private let transcript: (String) -> Void
  package let world: SimulatedWorld<SimulatedDisk>
  package let rehearsal: SimulatedBox<SimulatedDisk>
  /// What the script's shots showed, by name.
  private(set) var shots: [String: Shot] = [:]
  /// Called before each step, at the step's time.
  package var watch: (SimulationScript.Step) -> Void = { _ in }
  private var random: SimulatedRandom
  /// Until the script says otherwise, the clock is synced within a second of every power-on.
  private var syncsAtPowerOn = true
  private var nextToken = 1
  private var startMilliseconds: Int

  /// How long before the script's first line the box and the guard start.
  static let bootsBeforeMilliseconds = 10_000
  private static let settlingNanoseconds: UInt64 = 10_000_000_000
  /// How long a requested glitch waits for a transfer.
  private static let glitchNanoseconds: UInt64 = 5_000_000_000
  /// The time from power-on to the first answer of the time server.
  private static let syncNanoseconds: UInt64 = 500_000_000

  /// Prepares the world. No time passes.
  package init(script: SimulationScript, frames: OutputFolder?, transcript: @escaping (String) -> Void) {
    self.script = script
    self.frames = frames
    self.transcript = transcript
    random = SimulatedRandom(seed: script.seed)
    let configuration = script.configuration
    startMilliseconds = (script.steps.first?.at.milliseconds ?? 0) - Self.bootsBeforeMilliseconds
    world = SimulatedWorld(
      configuration: configuration, profile: script.profile, startMilliseconds: startMilliseconds,
      seed: random.next())
    rehearsal = SimulatedBox(
      world: world, configuration: configuration,
      settings: BedsideSettings(configuration, zone: script.zone), seed: random.next())
  }

  /// Plays every line, and the time between them.
  package func run() throws(RunFault) {
    world.transcript = { [self] in say($0) }
    world.answered = { [self] _, answer in say(answer) }
    world.clock.synchronize()
    rehearsal.start()
    rehearsal.startGuard()
    for step in script.steps {
      rehearsal.run(until: nanoseconds(of: step.at))
      if step.action == .end { break }
      watch(step)
      try perform(step)
    }
    // A script without an end runs for as long as its last press needs.
    if script.steps.last?.action != .end {
      rehearsal.run(until: world.clock.worldNanoseconds + Self.settlingNanoseconds)
    }
  }

  /// Breaks the reference cycle of the world and this play.
  package func part() {
    world.transcript = { _ in }
    world.answered = { _, _ in }
  }

  /// The box's directory as it is now.
  package var files: [String: [UInt8]] { world.storage.files }

  private func nanoseconds(of instant: Instant) -> UInt64 {
    UInt64(max(0, instant.milliseconds - startMilliseconds)) * 1_000_000
  }

  // MARK: Steps

  private func perform(_ step: SimulationScript.Step) throws(RunFault) {
    switch step.action {
    case .press(let button): Hand.press(button, in: world)
    case .doublePress(let button): Hand.doublePress(button, in: world)
    case .hold(let button, let milliseconds):
      Hand.press(button, forNanoseconds: UInt64(milliseconds) * 1_000_000, in: world)
    case .chord(let buttons, let milliseconds):
      Hand.chord(buttons, forNanoseconds: UInt64(milliseconds) * 1_000_000, in: world)
    case .crib(let state): world.crib.change(to: state, at: world.clock.worldNanoseconds)
    case .shot(let name): try shoot(name)
    case .fault(let fault, let milliseconds):
      begin(fault, forNanoseconds: UInt64(milliseconds) * 1_000_000)
    case .power(let isOn): if isOn { powerOn() } else { powerCut() }
    case .process(let process, let starts): if starts { start(process) } else { kill(process) }
    case .clock(let change): move(change)
    case .command(let arguments): command(arguments)
    case .reload(let document): reload(document)
    case .end: break
    }
  }

  private func begin(_ fault: SimulationScript.Fault, forNanoseconds duration: UInt64) {
    let panel = world.oledAddress
    switch fault {
    case .oledNack:
      world.bus.fault(.nack, at: panel)
      world.plan(afterNanoseconds: duration) { $0.bus.heal(at: panel) }
    case .oledStuck:
      world.bus.fault(.stuck)
      world.plan(afterNanoseconds: duration) { $0.bus.heal() }
    case .oledReset: world.oled.reset()
    case .oledGlitch: glitch()
    case .accelerometerNack:
      let sensor = world.accelerometerAddress
      world.bus.fault(.nack, at: sensor)
      world.plan(afterNanoseconds: duration) { $0.bus.heal(at: sensor) }
    case .accelerometerReset: world.resetAccelerometer()
    case .diskFull: failDisk(.full, forNanoseconds: duration)
    case .diskError: failDisk(.device, forNanoseconds: duration)
    case .diskSyncError:
      world.storage.syncFailure = .device
      world.plan(afterNanoseconds: duration) { $0.storage.syncFailure = nil }
    case .diskStall: world.stallDisk(forNanoseconds: duration)
    }
  }

  private func glitch() {
    // Never between a control byte and what it announces, since no data sheet says what happens then.
    let bytes = random.number(in: 1...7)
    world.bus.failTransfer(
      at: random.number(in: 1...12), with: .noAcknowledge, bytesTaken: bytes == 1 ? 0 : bytes)
    world.plan(afterNanoseconds: Self.glitchNanoseconds) { $0.bus.cancelPlannedFailures() }
  }

  private func failDisk(_ reason: StorageFault.Reason, forNanoseconds duration: UInt64) {
    world.storage.failure = reason
    world.plan(afterNanoseconds: duration) { $0.storage.failure = nil }
  }

  func powerCut() {
    world.tearStorage(random: &random)
    rehearsal.losePower()
    world.storage.powerCut(seed: random.next())
    world.isPowered = false
  }

  func powerOn() {
    guard !world.isPowered else { return say("the power is on already") }
    world.isPowered = true
    world.oled.reset()
    world.accelerometer.reset()
    world.clock.powerCycle()
    world.lines.reboot()
    rehearsal.start()
    rehearsal.startGuard()
    guard syncsAtPowerOn else { return }
    world.plan(afterNanoseconds: Self.syncNanoseconds) { world in
      world.clock.synchronize()
      world.plan(.clockChanged)
    }
  }

  private func start(_ process: SimulationScript.Process) {
    guard world.isPowered else { return say("the power is off") }
    switch process {
    case .box: rehearsal.start()
    case .guardian: rehearsal.startGuard()
    }
  }

  private func kill(_ process: SimulationScript.Process) {
    switch process {
    case .box:
      world.interruptStorage(random: &random)
      rehearsal.kill()
    case .guardian: rehearsal.killGuard()
    }
  }

  func move(_ change: SimulationScript.ClockChange) {
    switch change {
    case .unsynced:
      syncsAtPowerOn = false
      world.clock.loseSynchronization()
    case .synced:
      syncsAtPowerOn = true
      world.clock.synchronize()
    case .step(let milliseconds):
      if !world.clock.step(milliseconds: milliseconds) { say("the clock cannot be set to that time") }
    }
    world.plan(.clockChanged)
  }

  /// Replaces the configuration file and sends the box SIGHUP.
  private func reload(_ document: JSONValue) {
    rehearsal.replaceConfiguration(script.reading(of: document))
    world.plan(.request(token: 0, .reload))
  }

  private func command(_ words: [String]) {
    let arguments = withIDs(words)
    say("$ cribside " + arguments.joined(separator: " "))
    guard rehearsal.station != nil else { return say("the box does not run") }
    do throws(RequestFault) {
      world.plan(.request(token: nextToken, try RequestParser.request(arguments)))
      nextToken += 1
    } catch {
      say(.failure(error.exit, error.message))
    }
  }

  /// Words with the ids that `log list` shows. A script cannot know them: `@1` is the last event that the box holds, baby
  /// by baby, and `@2` is the one before it.
  private func withIDs(_ words: [String]) -> [String] {
    let ids = rehearsal.station?.model?.events { _ in true }.map(\.id.shortName) ?? []
    return words.map { word in
      guard word.hasPrefix("@"), let number = UInt8(word.dropFirst()) else { return word }
      let place = ids.count - Int(number)
      return ids.indices.contains(place) ? ids[place] : word
    }
  }

  // MARK: Reports

  private func shoot(_ name: String) throws(RunFault) {
    let shot = Shot(world: world, station: rehearsal.station, shown: rehearsal.panelShown)
    shots[name] = shot
    try frames?.write([
      "\(name).png": shot.picture, "\(name).json": Array((JSONWriter.text(shot.document) + "\n").utf8),
    ])
  }

  private func say(_ answer: BoxAnswer) {
    if !answer.output.isEmpty { say(answer.output) }
    if answer.exit == .ok {
      say(answer.error)
    } else {
      say("refused (exit \(answer.exit.rawValue)): \(answer.error)")
    }
  }

  private func say(_ text: String) {
    let now = ISO8601.text(Instant(milliseconds: world.clock.worldMilliseconds), in: script.zone)
    for line in text.split(separator: "\n") { transcript("\(now) \(line)") }
  }

  /// The run's figures as one JSON object.
  package func report(wallSeconds: Double) -> JSONValue {
    SimulationReport(
      world: world, boots: rehearsal.boots, wakeups: rehearsal.wakeups, wallSeconds: wallSeconds
    ).document
  }
}

/// Presses simulated buttons as a tired parent does, through lines that bounce.
package struct Hand {
  /// The length of a press, short enough for two presses 120 ms apart.
  static let pressNanoseconds: UInt64 = 80_000_000
  /// The time from the first press of a double press to the second.
  static let doublePressNanoseconds: UInt64 = 300_000_000
  /// The time from the first button of a chord to the second.
  static let chordNanoseconds: UInt64 = 100_000_000

  /// Presses a button and releases it. If it is still down at that time, the transcript says so and nothing happens.
  package static func press<Storage>(
    _ button: Button, forNanoseconds duration: UInt64 = pressNanoseconds, after delay: UInt64 = 0,
    in world: SimulatedWorld<Storage>
  ) {
    guard let offset = world.offset(of: button) else {
      return world.transcript("this box has no \(button.name): no press")
    }
    let begin = world.clock.worldNanoseconds + delay
    guard begin >= world.lines.lastMoveNanoseconds(of: offset) else {
      return world.transcript("\(button.name) is down already: no press")
    }
    world.lines.press(offset, atNanoseconds: begin)
    world.lines.release(offset, atNanoseconds: begin + duration)
  }

  /// Presses a button twice.
  package static func doublePress<Storage>(_ button: Button, in world: SimulatedWorld<Storage>) {
    press(button, in: world)
    press(button, after: doublePressNanoseconds, in: world)
  }

  /// Presses two buttons one after the other, and releases them together.
  package static func chord<Storage>(
    _ buttons: [Button], forNanoseconds duration: UInt64, in world: SimulatedWorld<Storage>
  ) {
    for (index, button) in buttons.enumerated() {
      let delay = UInt64(index) * chordNanoseconds
      press(button, forNanoseconds: duration + chordNanoseconds - delay, after: delay, in: world)
    }
  }
}

extension SimulatedWorld {
  /// The line of a button; nil if the box has no fourth one.
  package func offset(of button: Button) -> Int? {
    switch button {
    case .nap: profile.lines.nap
    case .feed: profile.lines.feed
    case .menu: profile.lines.menu
    case .extra: profile.lines.extra
    }
  }
}

/// What the panel shows at one moment, and what the box knows that it shows.
struct Shot: Hashable, Sendable {
  /// The page's name; empty while no box runs.
  let page: String
  /// The panel's brightness.
  let light: PanelLight
  /// All strings drawn; none while the panel is off.
  let texts: [String]
  /// The day state's name; empty while no log is open.
  let state: String
  /// What the panel shows: 1,024 bytes, page-major.
  let pixels: [UInt8]

  /// Reads the panel of a world. `station` is the running box, if there is one, and `shown` the last picture of any
  /// process.
  init<Storage>(
    world: SimulatedWorld<Storage>, station: Station?, shown: PanelQueue.Shown?
  ) {
    let isOn = world.isPowered && world.oled.isVisible
    let shown = isOn ? shown : nil
    page = station?.model?.currentPage.name ?? ""
    light = shown?.light ?? .off
    texts = light == .off ? [] : shown?.texts ?? []
    state = station?.dayState ?? ""
    pixels = isOn ? world.oled.pixels : [UInt8](repeating: 0, count: 1024)
  }

  /// The picture as a PNG file, 1:1.
  var picture: [UInt8] {
    PNGImage(width: Frame.width, height: Frame.height) { x, y in
      pixels[y / 8 * Frame.width + x] & (1 << UInt8(y % 8)) != 0
    }.bytes
  }

  /// An object of `page`, `panel`, `texts`, `state`, `pixels`.
  var document: JSONValue {
    [
      "page": .string(page), "panel": .string(light.name), "texts": .array(texts.map { .string($0) }),
      "state": .string(state), "pixels": .string(pixels.hexadecimal),
    ]
  }
}

extension Station {
  /// The day state's name now; empty while the log is not open.
  var dayState: String? { model?.day(at: now)?.state.name }
}

/// Items of simulated time, earliest first. Items of the same time stay in the order in which they were planned.
struct Agenda<Item> {
  private var entries: [(nanoseconds: UInt64, order: Int, item: Item)] = []
  private var planned = 0

  /// When the next item is due.
  var next: UInt64? { entries.first?.nanoseconds }

  /// Plans an item.
  mutating func plan(_ item: Item, at nanoseconds: UInt64) {
    planned += 1
    let place = entries.firstIndex { $0.nanoseconds > nanoseconds } ?? entries.endIndex
    entries.insert((nanoseconds, planned, item), at: place)
  }

  /// Removes and returns the next item if it is due.
  mutating func removeNext(due nanoseconds: UInt64) -> Item? {
    guard let first = entries.first, first.nanoseconds <= nanoseconds else { return nil }
    entries.removeFirst()
    return first.item
  }

  /// Removes the items that match.
  mutating func remove(where matches: (Item) -> Bool) { entries.removeAll { matches($0.item) } }
}

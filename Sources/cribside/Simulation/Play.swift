import Bedside
import CareJournal
import Nursery
import SimulatedBoard

/// One script, played.
final class Play {
  let script: SimulationScript
  private let frames: OutputFolder?
  private let transcript: (String) -> Void
  let world: SimulatedWorld<SimulatedDisk>
  let rehearsal: Rehearsal<SimulatedDisk>
  /// What the script's shots saw, by name.
  private(set) var shots: [String: Shot] = [:]
  /// Called before each step, at its time.
  var watch: (SimulationScript.Step) -> Void = { _ in }
  private var random: SimulatedRandom
  /// The clock is synced within a second of every power-on, until the script says otherwise.
  private var syncsAtPowerOn = true
  private var nextToken = 1
  private var startMilliseconds: Int

  /// How long before the first line the box and the guard boot.
  static let bootsBeforeMilliseconds = 10_000
  private static let settlingNanoseconds: UInt64 = 10_000_000_000
  /// How soon after a glitch was asked for it has to come about.
  private static let glitchNanoseconds: UInt64 = 5_000_000_000
  /// From power-on to the first answer of the time server.
  private static let syncNanoseconds: UInt64 = 500_000_000

  /// Sets the stage; nothing moves yet.
  init(script: SimulationScript, frames: OutputFolder?, transcript: @escaping (String) -> Void) {
    self.script = script
    self.frames = frames
    self.transcript = transcript
    random = SimulatedRandom(seed: script.seed)
    let configuration = script.configuration
    startMilliseconds = (script.steps.first?.at.milliseconds ?? 0) - Self.bootsBeforeMilliseconds
    let disk = SimulatedDisk(
      syncCostNanoseconds: configuration.simulation.syncMilliseconds * 1_000_000)
    world = SimulatedWorld(
      configuration: configuration, profile: script.profile, storage: disk,
      startMilliseconds: startMilliseconds, seed: random.next(), cost: Self.cost,
      copy: SimulatedDisk.init(copying:), operationCount: \.operations)
    rehearsal = Rehearsal(
      world: world, configuration: configuration,
      settings: BedsideSettings(configuration, zone: script.zone), seed: random.next())
  }

  /// What the storage cost since it was last asked.
  private static func cost(_ disk: SimulatedDisk) -> UInt64 { UInt64(disk.takeElapsedNanoseconds()) }

  /// Plays every line, and the time between them.
  func run() throws(RunFault) {
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
    // A script that names no end gets the time that its last press needs.
    if script.steps.last?.action != .end {
      rehearsal.run(until: world.clock.worldNanoseconds + Self.settlingNanoseconds)
    }
  }

  /// Lets go of everything: the world tells this play what happens, and would keep it for ever.
  func part() {
    world.transcript = { _ in }
    world.answered = { _, _ in }
  }

  /// The box's directory as it is now.
  var files: [String: [UInt8]] { world.storage.files }

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
    // Never between a control byte and what it announces: no data sheet says what comes of that.
    let bytes = random.number(in: 1...7)
    world.bus.failTransfer(
      at: random.number(in: 1...12), with: .noAcknowledge, bytesTaken: bytes == 1 ? 0 : bytes)
    world.plan(afterNanoseconds: Self.glitchNanoseconds) { $0.bus.cancelPlannedFailures() }
  }

  private func failDisk(_ reason: StorageFault.Reason, forNanoseconds duration: UInt64) {
    world.storage.failure = reason
    world.plan(afterNanoseconds: duration) { $0.storage.failure = nil }
  }

  private func powerCut() {
    world.tearStorage(random: &random)
    rehearsal.losePower()
    world.storage.powerCut(seed: random.next())
    world.isPowered = false
  }

  private func powerOn() {
    guard !world.isPowered else { return say("the power is on already") }
    world.isPowered = true
    world.oled.reset()
    world.accelerometer.reset()
    world.clock.powerCycle(offNanoseconds: 0)
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

  private func move(_ change: SimulationScript.ClockChange) {
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

  private func command(_ arguments: [String]) {
    say("$ cribside " + arguments.joined(separator: " "))
    guard rehearsal.station != nil else { return say("the box does not run") }
    do throws(RequestFault) {
      world.plan(.request(token: nextToken, try RequestParser.request(arguments)))
      nextToken += 1
    } catch {
      say(.failure(error.exit, error.message))
    }
  }

  // MARK: What is told

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
  func report(wallSeconds: Double) -> JSONValue {
    SimulationReport(
      world: world, boots: rehearsal.boots, wakeups: rehearsal.wakeups, wallSeconds: wallSeconds
    ).document
  }
}

import Bedside
import BoxRuntime
import Nursery
import Rehearsal
import SimulatedBoard

/// Checks a box from outside, before each line of a script and at its end: the panel's memory, the card, and what was
/// acknowledged.
final class Witness {
  private(set) var broken: [BrokenPromise] = []

  let play: Play
  var world: SimulatedWorld<SimulatedDisk> { play.world }
  var station: Station? { play.rehearsal.station }
  var now: UInt64 { world.clock.worldNanoseconds }

  /// Until when the panel may show something else, because of a fault or before the minute's refresh notices it.
  private(set) var panelIsExcusedUntil: UInt64 = 0
  private var lastLook: Look?
  /// Until when the box may leave a failed card alone. `FailedWrites` waits for an hour at most.
  private var cardRestsUntil: UInt64 = 0
  /// Until when the box may be busy with blinking, retries or held buttons.
  private var bustleUntil: UInt64 = 0
  /// Until when the panel may show the result of a deed.
  private(set) var stirUntil: UInt64 = 0
  /// Until when NAP and FEED may answer whether to reset a session.
  private(set) var questionUntil: UInt64 = 0
  /// Whether the box last had a shield while it ran.
  var isShielded = false
  /// The kernel's boots, by the log's ordinals of starts.
  var kernelBoots: [Int: Int] = [:]
  /// Whether the script moved the wall clock, so that a duration across a cut may be wrong.
  private(set) var clockWasMoved = false
  /// Whether times were entered by the wall clock, so that a press may contradict them.
  private var logWasTold = false
  /// Presses before the log was open.
  private var earlyPresses: [EarlyPress] = []

  private struct EarlyPress {
    /// The ordinal of the box's process at the time.
    var boots: Int
    /// The time on the boot clock.
    var milliseconds: Int
  }

  private struct Look {
    var nanoseconds: UInt64
    var wakeups: Int
    var isCalm: Bool
  }

  /// A witness of a play that has not begun.
  init(_ play: Play) {
    self.play = play
  }

  /// Checks what has happened since the line before, and records what the next one may do.
  func look(before step: SimulationScript.Step) {
    noteBoot()
    lookAtEarlyPresses()
    lookAtTurns()
    lookAtPanel()
    lookAtShield()
    lookAtNotices()
    if case .clock = step.action { lookAtDurations() }
    note(step)
    lastLook = Look(nanoseconds: now, wakeups: play.rehearsal.wakeups, isCalm: isCalm)
  }

  /// Checks that everything works, and has worked for some minutes.
  func lookAtTheEnd() {
    noteBoot()
    lookAtEarlyPresses()
    lookAtTurns()
    lookAtRest()
    lookAtShield()
    lookAtDurations()
    lookAtRecovery()
    for violation in world.oled.violations.prefix(1) { report(.chipIsContent, violation) }
  }

  func expect(_ isKept: Bool, _ promise: Promise, _ detail: @autoclosure () -> String) {
    if !isKept { report(promise, detail()) }
  }

  private func report(_ promise: Promise, _ detail: String) {
    // A promise is reported once, since what is wrong usually stays wrong.
    guard !broken.contains(where: { $0.promise == promise }) else { return }
    let time = ISO8601.text(Instant(milliseconds: world.clock.worldMilliseconds), in: .utc)
    broken.append(BrokenPromise(promise: promise, detail: "\(time): \(detail)"))
  }

  // MARK: The script's lines

  private func note(_ step: SimulationScript.Step) {
    stirUntil = max(stirUntil, now + Self.stirs)
    switch step.action {
    case .fault(let fault, let milliseconds): note(fault, milliseconds)
    case .hold(_, let milliseconds), .chord(_, let milliseconds):
      expectBustle(forMilliseconds: milliseconds)
      questionUntil = max(questionUntil, now + UInt64(milliseconds) * Self.millisecond + Self.questionStands)
    case .power, .process: excusePanel(forMilliseconds: 60_000)
    case .clock(.step): clockWasMoved = true
    case .command(let words): if words.first == "log" { logWasTold = true }
    case .press(let button) where button != .menu: expectPress(of: button)
    default: break
    }
  }

  private static let millisecond: UInt64 = 1_000_000
  private static let questionStands: UInt64 = 11_000 * millisecond
  /// A cancel takes half a minute, and its result is shown for some seconds.
  private static let stirs: UInt64 = 45_000 * millisecond

  private func note(_ fault: SimulationScript.Fault, _ milliseconds: Int) {
    expectBustle(forMilliseconds: milliseconds)
    switch fault {
    // A chip that was reset is noticed with the second picture of the minute at the latest.
    case .oledReset, .oledGlitch: excusePanel(forMilliseconds: 130_000)
    // Faults may overlap, and the end of the first one ends both.
    case .oledNack, .oledStuck: excusePanel(forMilliseconds: milliseconds + 130_000)
    default: cardRestsUntil = max(cardRestsUntil, now + UInt64(milliseconds + 3_700_000) * Self.millisecond)
    }
  }

  private func excusePanel(forMilliseconds milliseconds: Int) {
    panelIsExcusedUntil = max(panelIsExcusedUntil, now + UInt64(milliseconds) * Self.millisecond)
  }

  /// Expects activity for that long, and for half a minute until the box is idle.
  private func expectBustle(forMilliseconds milliseconds: Int) {
    bustleUntil = max(bustleUntil, now + UInt64(milliseconds + 30_000) * Self.millisecond)
    stirUntil = max(stirUntil, now + UInt64(milliseconds) * Self.millisecond + Self.stirs)
  }

  private func noteBoot() {
    if let boot = station?.recovery?.boot, boot > 0 { kernelBoots[boot] = world.clock.boot }
  }

  // MARK: Turns

  /// Whether only the minute's picture wakes the box.
  private var isCalm: Bool {
    guard let station, let model = station.model else { return false }
    return now >= max(panelIsExcusedUntil, bustleUntil) && !model.condition(at: station.now).wantsAttention
  }

  private func lookAtTurns() {
    expect(!play.rehearsal.spins, .neverSpins, "a deadline stays in the past")
    guard let last = lastLook else { return }
    let seconds = Int((now - last.nanoseconds) / 1_000_000_000)
    let wakeups = play.rehearsal.wakeups - last.wakeups
    let most = last.isCalm && isCalm ? 300 + seconds / 20 : 600 + 8 * seconds
    expect(
      wakeups <= most + motionTurns(inSeconds: seconds), .rests, "\(wakeups) wake-ups in \(seconds) s")
  }

  /// How many turns an accelerometer takes: one look a second, or four for an ADXL345 on a fast bus.
  private func motionTurns(inSeconds seconds: Int) -> Int {
    let motion = play.script.configuration.motion
    guard motion.mode != .off else { return 0 }
    return (motion.sensor == .adxl345 ? 4 : 1) * (seconds + 1)
  }

  // MARK: Presses

  /// How many events the box knows, saved or not.
  private var knownEvents: Int {
    let waiting = station?.model?.waitingEvents ?? []
    let offered = world.ledger.offered
    return offered.count + waiting.count { offered[$0.id] == nil }
  }

  /// How long after a press its event must be known, since the contact bounces.
  private static let pressIsHeardAfter: UInt64 = 60 * millisecond
  private static let secondPressIsHeardAfter: UInt64 = 1_000 * millisecond
  private static let buttonRests: UInt64 = 3_000 * millisecond

  /// Expects an event of a press, if no other gesture can include the press.
  private func expectPress(of button: Button) {
    guard world.isPowered, buttonsRest, isLetThrough(button) else { return }
    guard station?.model != nil else { return expectEarlyPress() }
    let (boots, events) = (play.rehearsal.boots, knownEvents)
    let promise = course?.shield == nil ? Promise.pressCounts : .pressCountsQuietly
    let (isSecond, begin) = (isOffered(button), now)
    let heard = isSecond ? Self.secondPressIsHeardAfter : Self.pressIsHeardAfter
    world.plan(afterNanoseconds: heard) { [weak self] _ in
      guard let self, !isSecond || !isHeld(button, since: begin) else { return }
      lookAtPress(boots: boots, knownEvents: events, promise)
    }
  }

  /// Whether the panel shows what another press of a button logs. That press counts at its release.
  private func isOffered(_ button: Button) -> Bool {
    if case .answered(_, _, button)? = station?.model?.shownNotice { true } else { false }
  }

  /// Whether a button was still down when a press becomes a hold, after contacts have settled.
  private func isHeld(_ button: Button, since begin: UInt64) -> Bool {
    let moved = world.offset(of: button).map(world.lines.lastMoveNanoseconds) ?? 0
    let hold = UInt64(GestureTiming.backdateMilliseconds) * Self.millisecond
    return moved < begin + Self.pressIsHeardAfter || moved >= begin + hold - Self.pressIsHeardAfter
  }

  /// Expects a press during a start to be known with its own time once the log is open. Under a shield, only a
  /// running box knows which buttons are allowed.
  private func expectEarlyPress() {
    guard let station, !isShielded, now >= questionUntil else { return }
    earlyPresses.append(
      EarlyPress(boots: play.rehearsal.boots, milliseconds: station.now.boot.milliseconds))
  }

  private func lookAtEarlyPresses() {
    earlyPresses.removeAll { $0.boots != play.rehearsal.boots }
    guard let station, let model = station.model else { return }
    defer { earlyPresses = [] }
    guard !earlyPresses.isEmpty, !logWasTold, course?.shield == nil else { return }
    let events = model.waitingEvents + world.ledger.offered.values
    let times = Set(events.filter { $0.source == .button }.map(\.moment.boot.milliseconds))
    for press in earlyPresses {
      // A contact's first change may be over before the kernel reads its level.
      let heard = press.milliseconds...press.milliseconds + GestureTiming.bounceMilliseconds
      expect(
        times.contains(where: heard.contains), .earlyPressCounts,
        "none of \(press.milliseconds) ms, \(notice)")
    }
  }

  private var buttonsRest: Bool {
    Button.allCases.allSatisfy {
      (world.offset(of: $0).map(world.lines.lastMoveNanoseconds) ?? 0) + Self.buttonRests < now
    }
  }

  private func lookAtPress(boots: Int, knownEvents before: Int, _ promise: Promise) {
    guard station?.model != nil, play.rehearsal.boots == boots, !isRefusedRightly else { return }
    expect(knownEvents > before, promise, "\(before) events before and after, \(notice)")
  }

  var notice: String { station?.model?.shownNotice.map { "\($0)" } ?? "nothing said" }

  /// Whether the rules refused a press that contradicts entered times, and the panel says so.
  private var isRefusedRightly: Bool {
    guard logWasTold, case .refused? = station?.model?.shownNotice else { return false }
    return true
  }

  // MARK: The panel

  private func lookAtPanel() {
    guard now >= panelIsExcusedUntil, world.isPowered, let panel = station?.panel, station?.model != nil,
      let wanted = panel.desired
    else { return }
    expect(!panel.isFailing, .panelReturns, "the box takes it for missing")
    // A picture may be on its way.
    guard panel.shown?.generation == wanted.generation else { return }
    expect(shows(wanted), .panelShowsTheFrame, difference(from: wanted))
  }

  private func shows(_ job: PanelJob) -> Bool {
    job.light == .off ? !world.oled.isVisible : world.oled.pixels == job.frame.bytes
  }

  private func difference(from job: PanelJob) -> String {
    let bytes = zip(world.oled.pixels, job.frame.bytes).count { $0 != $1 }
    return "\(bytes) bytes differ, light \(job.light.name)"
  }

  private func lookAtNotices() {
    guard let model = station?.model, let texts = model.picture?.texts, course?.shield == nil else { return }
    judge(texts, unsavedEvents: model.unsavedEvents)
  }

  /// Checks that the panel reports unsaved events.
  func judge(_ texts: [String], unsavedEvents: Int) {
    expect(
      unsavedEvents == 0 || texts.contains { $0.contains("NOT SAVED") }, .notSavedIsSaid,
      "\(unsavedEvents) in memory, \(texts)")
  }

  /// Checks a box that has worked for some minutes.
  private func lookAtRest() {
    guard let station, let model = station.model else { return report(.lives, "no log is open") }
    if now >= cardRestsUntil {
      expect(model.waitingEvents.isEmpty, .nothingWaits, "\(model.waitingEvents.count) wait")
      expect(
        model.condition(at: station.now).storageWorks, .nothingWaits, "the box says that the flash refuses")
    }
    guard let wanted = station.panel.desired else { return report(.lives, "no picture was made") }
    expect(!station.panel.isFailing, .panelReturns, "the box takes it for missing")
    expect(shows(wanted), .panelShowsTheFrame, difference(from: wanted))
  }
}

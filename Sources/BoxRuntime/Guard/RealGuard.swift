import Bedside
import CareJournal
import LinuxBoard
import Nursery
import Peripherals

/// The guard on a real machine: one thread that sleeps until the next end or start of a quiet session, until the
/// files change, or until a box has ended. It opens the bus only to draw, and only while no box runs.
package final class RealGuard {
  private var file: GuardFile
  /// The directory that is open.
  private let directory: String
  private let kernelBoot: String
  private let clock = LinuxClock()
  private let log = ServiceLog()
  private let loop: EventLoop
  private let watch: DirectoryWatch
  private let files: DirectoryStorage
  private var shelf = QuietShelf(writer: .guardian)
  private var isUnreadable = false
  private let lock: StandbyLock
  private var guardian: Guardian
  private var isStopped = false

  /// Reads the configuration, and opens what it needs: the directory, and no part of the board.
  package init(configurationFile path: String) throws(RunFault) {
    file = GuardFile(path: path)
    let settings = file.settings
    let directory = settings.directory
    self.directory = directory
    try BoxDirectory.check(directory, remedy: "the box makes it at its first start")
    kernelBoot = try RunFault.system { () throws(SystemFault) in try KernelBoot.identity() }
    loop = try RunFault.system { () throws(SystemFault) in try EventLoop() }
    lock = try RunFault.lock { () throws(LockFault) in
      try StandbyLock(directory: directory, program: BoxDirectory.guardName)
    }
    watch = try RunFault.system { () throws(SystemFault) in
      try DirectoryWatch(directory: directory, names: [SmallFile.quiet.path])
    }
    files = try RunFault.storage { () throws(StorageFault) in try DirectoryStorage(directory: directory) }
    guardian = Guardian(defaults: settings.quiet, zone: settings.zone, night: settings.night)
  }

  /// Runs until it is told to stop.
  package func run() throws(RunFault) {
    let descriptor = watch.descriptor
    try RunFault.system { () throws(SystemFault) in
      try loop.watch(descriptor, as: .readable(descriptor))
    }
    reportRefusal(otherThan: nil)
    handle(.launched(readFiles()))
    try notify(.ready)
    ProgramPages.release()
    while !isStopped {
      let wakes = try RunFault.system { () throws(SystemFault) in
        try loop.wait(untilBootMilliseconds: guardian.nextDeadline)
      }
      for wake in wakes { try handle(wake) }
    }
    try notify(.stopping)
    leavePanel()
  }

  private func handle(_ wake: Wake) throws(RunFault) {
    switch wake {
    case .readable:
      let changes = try RunFault.system { () throws(SystemFault) in try watch.drain() }
      // The box reads the file when it begins.
      if changes.contains(.opened) || changes.contains(.released) { readFile() }
      for change in changes { handle(change) }
    case .clockStepped, .syncChanged:
      readZone()
      handle(.tick)
    // The file may have changed since: a box that was told to read it again does not inform the guard.
    case .deadline: readFile()
    case .signal(SignalNumber.hangUp): readFile()
    case .signal: isStopped = true
    case .lines, .sensorInterrupt, .mailbox, .control, .keys: break
    }
  }

  /// Whether another process holds the directory's lock. If none does, the lock is taken for a moment.
  private var boxRuns: Bool { lock.isHeldByAnother }

  private func handle(_ change: DirectoryWatch.Change) {
    switch change {
    case .replaced: handle(.found(readFiles()))
    case .arrived: break
    case .opened:
      say("A box begins.")
      handle(.boxBegan)
    case .released: handle(.boxEnded)
    case .gone: beginAgain("the directory was removed or renamed")
    }
  }

  private var now: QuietMoment { QuietMoment(kernelBoot: kernelBoot, clock.moment(boot: 0)) }

  /// Reads the zone again: it covers some years around now, and the clock may have moved by decades.
  private func readZone() {
    let now = Instant(milliseconds: clock.wallMilliseconds)
    if let zone = Zones.window(file.settings.zone.name, around: now) { guardian.zone = zone }
  }

  private func readFile() {
    let refusal = file.refusal
    file.readAgain()
    reportRefusal(otherThan: refusal)
    let settings = file.settings
    guard settings.directory == directory else {
      return beginAgain("the configuration names another directory")
    }
    guardian.follow(settings)
    handle(.tick)
  }

  private func reportRefusal(otherThan known: RunFault?) {
    guard let refusal = file.refusal, refusal != known else { return }
    log.write(
      .error, "the configuration is refused, and the guard keeps its last settings: \(refusal.message)")
  }

  /// Ends the process, so that systemd starts it again. The guard has no state to lose.
  private func beginAgain(_ reason: String) {
    log.write(.notice, "\(reason): the guard starts again")
    isStopped = true
  }

  private func handle(_ event: Guardian.Event) {
    var waiting = [event]
    while !waiting.isEmpty {
      for effect in guardian.handle(waiting.removeFirst(), at: now, boxRuns: boxRuns) {
        if let next = perform(effect) { waiting.append(next) }
      }
    }
  }
}

extension RealGuard {
  private func perform(_ effect: Guardian.Effect) -> Guardian.Event? {
    switch effect {
    case .store(let state): return store(state)
    case .takePanel(let display): return .panel(show(display))
    case .announce(let text):
      log.write(.notice, text)
      return nil
    }
  }

  private func store(_ state: QuietState) -> Guardian.Event? {
    do throws(StorageFault) {
      guard let found = try shelf.save(state, in: files) else { return nil }
      isUnreadable = false
      return .found(found)
    } catch {
      log.write(.error, "the quiet session is not saved: \(error.text)")
      return .notStored
    }
  }

  private func readFiles() -> QuietFinding {
    let finding = shelf.load(from: files)
    if finding.isUnreadable, !isUnreadable {
      log.write(.error, "the files of quiet sessions cannot be read; they are tried again")
    }
    isUnreadable = finding.isUnreadable
    return finding
  }

  /// Shows a picture while holding the directory's lock, whose holder also has the panel.
  private func show(_ display: Guardian.Display) -> Guardian.PanelOutcome {
    let isDrawn = lock.holding { draw(display) }
    say(isDrawn == nil ? "A box runs; the guard stands by." : "No box runs.")
    return isDrawn.map { $0 ? .shown : .failed } ?? .boxRuns
  }

  /// Sets the sentence that `systemctl status` shows.
  private func say(_ sentence: String) {
    do throws(RunFault) {
      try notify(.status(sentence))
    } catch {
      log.write(.warning, error.message)
    }
  }

  private func draw(_ display: Guardian.Display) -> Bool {
    let settings = file.settings
    return display.show(
      on: LateI2CBus(number: settings.i2cBus), settings.display, because: file.stopCause)
  }

  /// Darkens the panel before the guard ends, because nothing would keep its picture true.
  private func leavePanel() {
    if guardian.hasPanel { _ = show(.dark) }
  }

  private func notify(_ message: ServiceNotifier.Message) throws(RunFault) {
    try RunFault.system { () throws(SystemFault) in
      try ServiceNotifier.inEnvironment()?.notify(message)
    }
  }
}

import Bedside
import CareJournal
import LinuxBoard
import Nursery
import Peripherals

/// The box on real parts: lines, bus and card of a Linux board, with a thread for the card, one for the bus, and one
/// that reads the card for questions.
package final class RealBoard: StationBoard {
  /// Jobs that may wait: one picture and the one before it.
  private static let busQueue = 8

  private let loop: EventLoop
  private var zoneName: String
  private let started: Configuration
  private let file: Sources
  private let clock = LinuxClock()
  private let log = ServiceLog()
  private let profile: BoardProfile
  /// The buttons' lines; nil while the chip is gone.
  private var lines: GPIOLines?
  /// When to look for a chip that has disappeared, on the boot clock.
  private var nextLook: Int?
  /// The lamp; nil if it could not be opened.
  private let lamp: GPIOOutput?
  /// The piezo, whose steps are made at deadlines of the loop.
  private var piezo: PiezoPlayer<SysfsPWM>
  private let control: ControlDoor?
  private let notifier: ServiceNotifier?
  private var watchdog: WatchdogAnswer?
  private let storage: WorkerThread<StorageJob, StorageReport>
  private let bus: WorkerThread<BusJob, BusReport>
  private let questions: WorkerThread<QuestionWorker.Job, QuestionWorker.Report>
  /// Writes the state for the watchers; nil until there is one.
  private var states: WorkerThread<StateWriter.Question, StateWriter.Line?>?

  private var decoder: LineDecoder
  private var lineDescriptors: [Int32] = []
  /// The accelerometer's line; nil if it is not wired or could not be opened. Then the accelerometer is read by the
  /// clock.
  private var interrupt: GPIOLines?
  private var interruptDescriptors: [Int32] = []
  /// Watches the directory; nil if that is not possible. Then only the next start sees what another process has
  /// written.
  private let watchedFiles: DirectoryWatch?
  private var lampWorks = true
  /// Edges that arrived while the levels were read: the next wait returns them at once.
  private var unread: [BoardEvent] = []

  /// Where to read the configuration again, and where to copy it.
  package struct Sources {
    package var path: String
    package var kept: String?

    package init(path: String, kept: String?) { (self.path, self.kept) = (path, kept) }
  }

  /// Opens every part and starts the threads; `parse` reads the words of a request. An error is fatal only if the box
  /// cannot work without the part. A test may leave out the lines and the lamp; everything else is as real as on a
  /// board.
  package init(
    _ configuration: Configuration, _ profile: BoardProfile, zoneName: String, file: Sources,
    parse: @escaping WordsParser, hasLines: Bool = true
  ) throws(RunFault) {
    self.zoneName = zoneName
    self.file = file
    started = configuration
    self.profile = profile
    decoder = LineDecoder(lines: profile.lines)
    loop = try RunFault.system { () throws(SystemFault) in try EventLoop() }
    lines = try RunFault.open { [decoder] () throws(OpenFault) in
      hasLines ? try GPIOLines(chip: profile.gpioChip, offsets: decoder.offsets) : nil
    }
    lamp = hasLines ? Self.openLamp(profile, log) : nil
    piezo = PiezoPlayer(SysfsPWM(device: profile.pwm.device, channel: profile.pwm.channel))
    control = Self.openControl(configuration.socket, parse, log)
    notifier = try RunFault.system { () throws(SystemFault) in try ServiceNotifier.inEnvironment() }
    let interval = notifier == nil ? nil : WatchdogInterval.milliseconds()
    watchdog = interval.map(WatchdogAnswer.init)
    Self.checkBus(profile.i2cBus, log)
    watchedFiles = Self.openWatchedFiles(configuration.stateDirectory, log)
    storage = try Self.startStorage(configuration.stateDirectory, loop.mailbox)
    bus = try Self.startBus(configuration, profile, loop.mailbox)
    questions = try QuestionWorker.start(directory: configuration.stateDirectory, mailbox: loop.mailbox)
    interrupt = Self.openInterrupt(configuration.motion, profile, log)
    try watch()
  }

  /// Reports that the bus does not exist or may not be opened by this user. The box still logs presses.
  private static func checkBus(_ number: Int, _ log: ServiceLog) {
    do throws(OpenFault) {
      _ = try LinuxI2CBus(number: number)
    } catch {
      log.write(.warning, "no OLED: \(error). \(error.remedy ?? "") Logging continues without it.")
    }
  }

  private static func openLamp(_ profile: BoardProfile, _ log: ServiceLog) -> GPIOOutput? {
    do throws(OpenFault) {
      return try GPIOOutput(chip: profile.gpioChip, offset: profile.lines.led)
    } catch {
      log.write(.warning, "no lamp: \(error)")
      return nil
    }
  }

  private static func openInterrupt(
    _ motion: Configuration.Motion, _ profile: BoardProfile, _ log: ServiceLog
  ) -> GPIOLines? {
    guard motion.mode != .off, motion.usesInterrupt else { return nil }
    do throws(OpenFault) {
      return try GPIOLines(
        chip: profile.gpioChip, offsets: [profile.lines.accelerometerInterrupt], wiring: .drivenHigh)
    } catch {
      log.write(.warning, "no interrupt line: \(error). The accelerometer is read by the clock")
      return nil
    }
  }

  private static func openControl(
    _ path: String, _ parse: @escaping WordsParser, _ log: ServiceLog
  ) -> ControlDoor? {
    do throws(ControlFault) {
      return try ControlDoor(path: path, parse: parse) { log.write(.warning, "\($0)") }
    } catch {
      log.write(.warning, "no control socket, so no `cribside status`: \(error)")
      return nil
    }
  }

  private static func openWatchedFiles(_ directory: String, _ log: ServiceLog) -> DirectoryWatch? {
    do throws(SystemFault) {
      return try DirectoryWatch(
        directory: directory, names: [SmallFile.quiet.path, SmallFile.copied.path],
        drop: PeerFiles.folder)
    } catch {
      log.write(.warning, "what another process does with files of the box is not seen: \(error)")
      return nil
    }
  }

  private static func startStorage(
    _ directory: String, _ mailbox: Mailbox
  ) throws(RunFault) -> WorkerThread<StorageJob, StorageReport> {
    let files = try RunFault.storage { () throws(StorageFault) in try DirectoryStorage(directory: directory) }
    var worker = StorageWorker(storage: files)
    do throws(SystemFault) {
      return try WorkerThread(name: "storage", capacity: StorageQueue.queueCapacity, mailbox: mailbox) {
        worker.run($0)
      }
    } catch {
      throw RunFault(error)
    }
  }

  private static func startBus(
    _ configuration: Configuration, _ profile: BoardProfile, _ mailbox: Mailbox
  ) throws(RunFault) -> WorkerThread<BusJob, BusReport> {
    let hertz = I2CBusClock.hertz(bus: profile.i2cBus)
    var worker = BusWorker(
      bus: LateI2CBus(number: profile.i2cBus), panel: configuration.display,
      accelerometer: AccelerometerWiring(configuration.motion, busHertz: hertz))
    do throws(SystemFault) {
      return try WorkerThread(name: "bus", capacity: busQueue, mailbox: mailbox, canWait: \.canWait) {
        worker.run($0)
      }
    } catch {
      throw RunFault(error)
    }
  }

  private func watch() throws(RunFault) {
    try watchLines()
    try RunFault.system { () throws(SystemFault) in
      if let control { try loop.watch(control.descriptor, as: .control) }
      if let watchedFiles { try loop.watch(watchedFiles.descriptor, as: .readable(watchedFiles.descriptor)) }
    }
    try watchInterrupt()
  }

  private func watchInterrupt() throws(RunFault) {
    guard let interrupt else { return }
    interruptDescriptors = try RunFault.line { () throws(LineFault) in try interrupt.descriptors() }
    try RunFault.system { () throws(SystemFault) in
      for descriptor in interruptDescriptors { try loop.watch(descriptor, as: .sensorInterrupt) }
    }
  }

  private func watchLines() throws(RunFault) {
    guard let lines else { return }
    lineDescriptors = try RunFault.line { () throws(LineFault) in try lines.descriptors() }
    try RunFault.system { () throws(SystemFault) in
      for descriptor in lineDescriptors { try loop.watch(descriptor, as: .lines) }
    }
  }

  // MARK: Waiting

  /// Sleeps until something happens or the boot clock reaches a time; returns what happened.
  package func wait(untilBootMilliseconds deadline: Int?) throws(RunFault) -> [BoardEvent] {
    if !unread.isEmpty {
      defer { unread = [] }
      return unread
    }
    let until = [deadline, watchdog?.dueMilliseconds, nextLook, piezo.nextDeadline].compactMap { $0 }.min()
    let wakes = try RunFault.system { () throws(SystemFault) in
      try loop.wait(untilBootMilliseconds: until)
    }
    return reports() + wakes.flatMap(events) + lookForLines() + advancePiezo()
  }

  /// Notes a full turn. Only full turns are reported to the watchdog.
  package func turned() {
    if watchdog?.isWorthReporting(at: clock.bootMilliseconds) == true { notify(.watchdog) }
  }

  private func events(_ wake: Wake) -> [BoardEvent] {
    switch wake {
    case .lines: [readLines()]
    case .clockStepped, .syncChanged: [.clockChanged]
    case .control: control?.serve() ?? []
    case .signal(SignalNumber.hangUp): [.request(token: ControlDoor.noToken, .reload)]
    case .signal: [.stop]
    case .sensorInterrupt: receiveInterrupt()
    case .readable(watchedFiles?.descriptor): lookAtWatchedFiles()
    case .mailbox, .deadline, .keys, .readable: []
    }
  }

  private func reports() -> [BoardEvent] {
    let findings = questions.drainReports().compactMap(event)
    let states = (states?.drainReports() ?? []).map { line -> BoardEvent in
      if let line { control?.publish(line) }
      return .stateWritten(wasSent: line != nil)
    }
    return findings + states + storage.drainReports().map(BoardEvent.storage)
      + bus.drainReports().map(BoardEvent.bus)
  }

  private func event(_ report: QuestionWorker.Report) -> BoardEvent? {
    switch report {
    case .answered: return nil
    case .found(let finding): return .found(finding)
    case .configuration(let reading, let token):
      if case .read(_, let settings, _) = reading { zoneName = settings.zone.name }
      return .configuration(reading, token: token)
    }
  }

  private func lookAtWatchedFiles() -> [BoardEvent] {
    do throws(SystemFault) {
      let changes = try watchedFiles?.drain() ?? []
      return (changes.contains(.replaced) ? [.filesChanged] : [])
        + (changes.contains(.arrived) ? [.peersChanged] : [])
    } catch {
      log.write(.warning, "\(error)")
      return []
    }
  }

  /// Reads the accelerometer's line. Only the existence of edges matters. If the line fails, it is closed, and from
  /// then on the accelerometer is read by the clock.
  private func receiveInterrupt() -> [BoardEvent] {
    guard let interrupt else { return [] }
    do throws(LineFault) {
      return try interrupt.read().contains(where: \.isActive) ? [.motionWaits] : []
    } catch {
      log.write(.warning, "the accelerometer's interrupt line does not answer: \(error)")
      dropInterrupt()
      return []
    }
  }

  private func dropInterrupt() {
    for descriptor in interruptDescriptors {
      do throws(SystemFault) {
        try loop.unwatch(descriptor)
      } catch {
        log.write(.warning, "\(error)")
      }
    }
    interrupt = nil
  }

  private func readLines() -> BoardEvent {
    guard let lines else { return .linesGone }
    do throws(LineFault) {
      let asleep = clock.pair().bootMinusMonotonicNanoseconds
      return .edges(decoder.edges(try lines.read(), bootMinusMonotonicNanoseconds: asleep))
    } catch {
      dropLines()
      return .linesGone
    }
  }

  /// How long to wait before looking again for a chip that has disappeared.
  private static let lookAfterMilliseconds = 5_000

  /// Looks for a chip that has disappeared. It comes back with its driver, and its lines must be requested again.
  private func lookForLines() -> [BoardEvent] {
    guard let due = nextLook, clock.bootMilliseconds >= due else { return [] }
    nextLook = clock.bootMilliseconds + Self.lookAfterMilliseconds
    do {
      lines = try GPIOLines(chip: profile.gpioChip, offsets: decoder.offsets)
      decoder = LineDecoder(lines: profile.lines)
      try watchLines()
      nextLook = nil
      return [.linesBack]
    } catch {
      // This was reported once when the chip disappeared; the box looks for it until it is back.
      lines = nil
      return []
    }
  }

  /// Closes the lines of a chip that is gone, which would wake the loop again and again.
  private func dropLines() {
    nextLook = clock.bootMilliseconds + Self.lookAfterMilliseconds
    defer { lines = nil }
    let descriptors = lineDescriptors
    lineDescriptors = []
    for descriptor in descriptors {
      do throws(SystemFault) {
        try loop.unwatch(descriptor)
      } catch {
        log.write(.warning, "\(error)")
      }
    }
  }

  private func advancePiezo() -> [BoardEvent] {
    guard let news = piezo.advance(to: clock.bootMilliseconds) else { return [] }
    if let fault = news.fault {
      log.write(.warning, "no sound: \(fault); `cribside doctor` says what fixes it")
    }
    return [.piezo(news)]
  }

  // MARK: The board as the station sees it

  package func readClocks() -> Moment { clock.moment(boot: 0) }

  package func readZone(around instant: Instant) -> ZoneWindow? { Zones.window(zoneName, around: instant) }

  package func submit(_ job: StorageJob) -> Bool { storage.submit(job) }

  package func submit(_ job: BusJob) {
    guard !bus.submit(job) else { return }
    log.write(.warning, "the bus thread is busy; a job was dropped")
  }

  package func readConfiguration(token: Int) -> Bool {
    // Questions of clients leave one place free, so that a signal is not lost while they wait.
    questions.submit(.configuration(file.path, kept: file.kept, started: started, token: token))
  }

  package func readLevels() -> [Button: Bool]? {
    guard let lines else { return [:] }
    guard unread.isEmpty else { return nil }
    do throws(LineFault) {
      let levels = decoder.levels(try lines.levels())
      let event = readLines()
      if case .edges(let edges) = event, edges.isEmpty { return levels }
      unread.append(event)
      return nil
    } catch {
      return [:]
    }
  }

  package func setLamp(lit: Bool) {
    guard let lamp, lampWorks else { return }
    do throws(LineFault) {
      try lamp.set(active: lit)
    } catch {
      lampWorks = false
      log.write(.warning, "the lamp does not answer: \(error)")
    }
  }

  package func play(_ tune: Tune?) { piezo.play(tune, at: clock.bootMilliseconds) }

  package func ask(_ question: LogQuestion, token: Int) -> Bool {
    guard questions.pending < QuestionWorker.capacity else { return false }
    guard let reader = control?.release(token) else { return true }
    return questions.submit(.answer(question, reader))
  }

  /// Reads for the loop. The check of the log waits for every client.
  package func submit(_ reading: LogReading) -> Bool {
    if case .segment = reading, questions.pending > 0 { return false }
    return questions.submit(.read(reading))
  }

  package func answer(_ token: Int, _ answer: BoxAnswer) { control?.answer(token, answer) }

  package func watch(_ token: Int) -> Bool {
    guard startStates() else { return false }
    return control?.watch(token) ?? false
  }

  package var watcherCount: Int { control?.watcherCount ?? 0 }

  package func publish(_ question: StateWriter.Question) -> Bool { states?.submit(question) ?? false }

  /// Starts the thread for the state when the first watcher joins.
  private func startStates() -> Bool {
    guard states == nil else { return true }
    var writer = StateWriter()
    do throws(SystemFault) {
      // The thread plans days and draws pages, as the main thread does, and needs as much stack.
      states = try WorkerThread(
        name: "states", capacity: 1, priority: .lowest, stackBytes: 2 << 20, mailbox: loop.mailbox
      ) {
        writer.line(for: $0)
      }
      return true
    } catch {
      log.write(.warning, "the state cannot be watched: \(error)")
      return false
    }
  }

  package func randomNumber() -> UInt64 {
    do throws(SystemFault) {
      return try Randomness.number()
    } catch {
      log.write(.warning, "\(error)")
      return UInt64.random(in: .min ... .max)
    }
  }

  /// Looked up each time, since a router may assign another address. If there is none, a name of mDNS works.
  package var pageAddress: String { NetworkAddress.own ?? Environment.hostName + ".local" }

  package func announce(_ text: String, _ priority: Priority) {
    log.write(ServiceLog.Priority(priority), text)
    // `systemctl status` shows the last line.
    notify(.status(text))
  }

  package func becameReady() {
    notify(.ready)
    // The panel has answered, or is missing. Most of the memory that was touched so far was only needed for the
    // start.
    ProgramPages.release()
  }

  /// Reports that the box is stopping. The threads have no work left that matters, and end with the process.
  package func rest() {
    if let fault = piezo.stop()?.fault { log.write(.warning, "\(fault)") }
    notify(.stopping)
  }

  private func notify(_ message: ServiceNotifier.Message) {
    do throws(SystemFault) {
      try notifier?.notify(message)
    } catch {
      log.write(.warning, "\(error)")
    }
  }
}

extension ServiceLog.Priority {
  /// Translates the system's terms into the station's.
  package init(_ priority: Priority) {
    switch priority {
    case .critical: self = .critical
    case .error: self = .error
    case .warning: self = .warning
    case .notice: self = .notice
    }
  }
}

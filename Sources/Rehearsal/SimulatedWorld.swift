import Bedside
import BoxRuntime
import CareJournal
import Nursery
import Peripherals
import SimulatedBoard

/// The board in memory: the real journal and the real drivers on simulated parts, in simulated time. Instead of two
/// worker threads, a job runs when its thread would be free, and its report arrives when the real part would have
/// finished.
package final class SimulatedWorld<Storage: JournalStorage>: StationBoard {
  /// The clock of simulated time.
  package let clock: SimulatedClock
  package let lines: SimulatedLines
  package let bus: SimulatedI2CBus
  package let oled: SimulatedOLED
  package let crib: SimulatedCrib
  package let pwm: SimulatedPWM
  package let accelerometer: any SimulatedAccelerometer
  let accelerometerAddress: I2CAddress
  package let profile: BoardProfile
  package let storage: Storage
  package var ledger = Ledger()
  /// False between a power cut and the next power-on.
  package var isPowered = true

  private var display: Configuration.Display
  private var zoneName: String?
  private var wiring: AccelerometerWiring
  private let cost: (Storage) -> UInt64
  /// Copies the storage before each job, if a power cut may happen in the middle of one.
  private let copy: ((Storage) -> Storage)?
  private let operationCount: (Storage) -> Int
  private var decoder: LineDecoder
  private var piezo: PiezoPlayer<SimulatedPWM>
  private var storageWorker: StorageWorker<Storage>
  private var busWorker: BusWorker<SimulatedI2CBus>
  private var busFreeNanoseconds: UInt64 = 0
  private let isInterruptWired: Bool
  /// When the accelerometer's line next rises; nil: not in its present state.
  private var interruptNanoseconds: UInt64?
  private var agenda = Agenda<Item>()
  /// Reports that wait until the box wakes up anyway.
  private var reports = Agenda<Item>()
  private(set) var storageQueue: [StorageJob] = []
  /// The most jobs that may wait for the storage.
  var storageCapacity = StorageQueue.queueCapacity
  private var storageIsBusy = false
  private var questionsWaiting = 0
  private var readings = LogReadings()
  private var diskStallsUntil: UInt64 = 0
  private var wallSteps = 0
  private var earlierRedraws = (full: 0, partial: 0)
  /// The storage and its worker at the beginning of the running job.
  private var inFlight: Flight?
  /// How often the box replaced the files of quiet sessions or set them aside. On a real board the guard learns this
  /// from inotify.
  private(set) var quietReplacements = 0

  private struct Flight {
    var worker: StorageWorker<Storage>
    var storage: Storage
    var job: StorageJob
    /// The storage's count of operations at the beginning of the job.
    var begin: Int
  }

  /// Reads the configuration file again.
  var configurationFile: () -> ConfigurationReading = {
    .refused(RunFault(exit: .unavailable, message: "this box was started without a configuration file"))
  }
  /// Receives announcements and the answers to requests.
  var transcript: (String) -> Void = { _ in }
  /// Registers a client as a watcher, by token; false: refused.
  var watches: (Int) -> Bool = { _ in false }
  /// How many clients watch.
  var watching: () -> Int = { 0 }
  /// Receives what is sent to the watchers.
  var published: (StateWriter.Line) -> Void = { _ in }
  private var stateWriter = StateWriter()
  /// How many state documents were written.
  private(set) var documents = 0
  private var numbers: SimulatedRandom
  /// Answers to requests, by token.
  package var answered: (Int, BoxAnswer) -> Void = { _, _ in }

  private enum Item {
    case storage(StorageReport)
    case question(LogQuestion, token: Int)
    case reading(LogReading)
    case bus(BusReport)
    case event(BoardEvent)
    case change((SimulatedWorld) -> Void)

    /// Whether the item ends with the process.
    var belongsToProcess: Bool {
      guard case .change = self else { return true }
      return false
    }
  }

  /// A board whose simulated time begins at `startMilliseconds`. `cost` returns how long the storage has worked since
  /// the last call, in nanoseconds; without it, every job takes as long as one sync.
  package init(
    configuration: Configuration, profile: BoardProfile, storage: Storage, startMilliseconds: Int,
    seed: UInt64, cost: ((Storage) -> UInt64)? = nil, copy: ((Storage) -> Storage)? = nil,
    operationCount: @escaping (Storage) -> Int = { _ in 0 }
  ) {
    self.profile = profile
    self.storage = storage
    numbers = SimulatedRandom(seed: seed &+ 5)
    let syncNanoseconds = UInt64(configuration.simulation.syncMilliseconds) * 1_000_000
    self.cost = cost ?? { _ in syncNanoseconds }
    self.copy = copy
    self.operationCount = operationCount
    display = configuration.display
    zoneName = configuration.timeZone
    clock = SimulatedClock(worldMilliseconds: startMilliseconds)
    decoder = LineDecoder(lines: profile.lines)
    lines = SimulatedLines(offsets: decoder.offsets, seed: seed)
    bus = SimulatedI2CBus(clockHertz: configuration.simulation.busHertz, seed: seed &+ 1)
    oled = SimulatedOLED(controller: display.simulatedController, seed: seed &+ 2)
    bus.attach(oled, at: display.simulatedAddress)
    crib = SimulatedCrib(seed: seed &+ 3)
    pwm = SimulatedPWM(clock: clock)
    piezo = PiezoPlayer(pwm)
    accelerometer = Self.accelerometer(
      configuration.motion, on: crib, clock: clock, bus: bus, seed: seed &+ 4)
    accelerometerAddress = configuration.motion.simulatedAddress
    isInterruptWired = configuration.motion.usesInterrupt
    bus.attach(accelerometer, at: accelerometerAddress)
    storageWorker = StorageWorker(storage: storage)
    wiring = AccelerometerWiring(
      configuration.motion, busHertz: configuration.simulation.busHertz)
    busWorker = BusWorker(bus: bus, panel: display, accelerometer: wiring)
  }

  /// The address of the panel.
  package var oledAddress: I2CAddress { display.simulatedAddress }

  /// The redraws of all processes so far.
  var redraws: (full: Int, partial: Int) {
    let traffic = busWorker.panelTraffic
    return (earlierRedraws.full + traffic.fullRedraws, earlierRedraws.partial + traffic.partialRedraws)
  }

  // MARK: Time

  /// When something next happens without outside action, in nanoseconds since the simulation began.
  var nextNanoseconds: UInt64? {
    var next = agenda.next
    let note = piezo.nextDeadline.map(nanoseconds(ofBootMilliseconds:))
    for due in [lines.nextEdgeNanoseconds, interruptNanoseconds, note] {
      if let due { next = min(due, next ?? due) }
    }
    return next
  }

  /// Lets time pass to an instant. Returns the events for the box at that time.
  func advance(to nanoseconds: UInt64) -> [BoardEvent] {
    clock.advance(toWorldNanoseconds: max(nanoseconds, clock.worldNanoseconds))
    lines.advance(to: clock.worldNanoseconds)
    var events: [BoardEvent] = []
    while let item = agenda.removeNext(due: clock.worldNanoseconds)
      ?? reports.removeNext(due: clock.worldNanoseconds)
    {
      if let event = perform(item) { events.append(event) }
    }
    if clock.wallSteps != wallSteps {
      wallSteps = clock.wallSteps
      events.append(.clockChanged)
    }
    if lines.isReadable { events.append(readLines()) }
    if receiveInterrupt() { events.append(.motionWaits) }
    if let news = piezo.advance(to: bootMilliseconds) { events.append(.piezo(news)) }
    return events
  }

  private var bootMilliseconds: Int { Int(clock.boottimeNanoseconds / 1_000_000) }

  /// The simulated time of a reading of the boot clock, in nanoseconds.
  package func nanoseconds(ofBootMilliseconds milliseconds: Int) -> UInt64 {
    let bootStart = clock.worldNanoseconds - clock.boottimeNanoseconds
    return bootStart + UInt64(max(0, milliseconds)) * 1_000_000
  }

  /// Plans a change of the world, which outlives the process.
  package func plan(afterNanoseconds delay: UInt64, _ change: @escaping (SimulatedWorld) -> Void) {
    agenda.plan(.change(change), at: clock.worldNanoseconds + delay)
  }

  /// Plans an event for the box.
  package func plan(_ event: BoardEvent, afterNanoseconds delay: UInt64 = 0) {
    agenda.plan(.event(event), at: clock.worldNanoseconds + delay)
  }

  private func perform(_ item: Item) -> BoardEvent? {
    switch item {
    case .storage(let report):
      storageIsBusy = false
      inFlight = nil
      runStorage()
      ledger.note(report, at: clock.worldNanoseconds)
      return .storage(report)
    case .question(let question, let token):
      questionsWaiting -= 1
      answer(token, question.answer(from: storage))
      // Reading must not delay the next write.
      _ = cost(storage)
      return nil
    case .reading(let reading):
      questionsWaiting -= 1
      defer { _ = cost(storage) }
      return .found(readings.run(reading, on: storage))
    case .bus(let report):
      if case .panel(let shown) = report { ledger.note(shown, at: clock.worldNanoseconds) }
      return .bus(report)
    case .event(let event): return event
    case .change(let change):
      change(self)
      return nil
    }
  }

  private func readLines() -> BoardEvent {
    .edges(decoder.edges(lines.read(), bootMinusMonotonicNanoseconds: 0))
  }

  // MARK: Processes and power

  /// Begins a process: its workers are new, and its lines are requested again.
  func startProcess() {
    earlierRedraws = redraws
    storageWorker = StorageWorker(storage: storage)
    stateWriter = StateWriter()
    busWorker = BusWorker(bus: bus, panel: display, accelerometer: wiring)
    decoder = LineDecoder(lines: profile.lines)
    piezo = PiezoPlayer(pwm)
    lines.requestAgain()
    wallSteps = clock.wallSteps
  }

  /// Ends a process: jobs that its threads had not begun are dropped.
  func endProcess() {
    agenda.remove(where: \.belongsToProcess)
    reports = Agenda()
    interruptNanoseconds = nil
    piezo = PiezoPlayer(pwm)
    storageQueue = []
    storageIsBusy = false
    questionsWaiting = 0
    inFlight = nil
    ledger.forgetUnsaved()
  }

  /// Stalls the disk for a while.
  func stallDisk(forNanoseconds duration: UInt64) {
    diskStallsUntil = max(diskStallsUntil, clock.worldNanoseconds + duration)
  }

  /// How much time passes with each reading of the clocks. On a real board a millisecond may end between two.
  package var readingMilliseconds = 0
  private var readingsMilliseconds = 0

  // MARK: The board as the station sees it

  package func readClocks() -> Moment {
    readingsMilliseconds += readingMilliseconds
    return Moment(
      boot: BootTime(boot: 0, milliseconds: bootMilliseconds + readingsMilliseconds),
      wall: clock.isSynchronized ? Instant(milliseconds: clock.wallMilliseconds) : nil,
      trust: clock.isSynchronized ? .synced : .none)
  }

  package func readZone(around instant: Instant) -> ZoneWindow? {
    zoneName.flatMap { Zones.window($0, around: instant) }
  }

  package func submit(_ job: StorageJob) -> Bool {
    guard storageQueue.count < storageCapacity else { return false }
    if case .append(let writes) = job {
      ledger.note(writes, pressedAt: nanoseconds(ofBootMilliseconds:))
    }
    storageQueue.append(job)
    runStorage()
    return true
  }

  private func runStorage() {
    guard !storageIsBusy, !storageQueue.isEmpty else { return }
    storageIsBusy = true
    let job = storageQueue.removeFirst()
    inFlight = copy.map {
      Flight(worker: storageWorker, storage: $0(storage), job: job, begin: operationCount(storage))
    }
    let report = storageWorker.run(job)
    noteReplacement(report)
    let begin = max(clock.worldNanoseconds, diskStallsUntil)
    agenda.plan(.storage(report), at: begin + cost(storage))
  }

  private func noteReplacement(_ report: StorageReport) {
    switch report {
    case .kept(.ofModel(.quiet), _, _): quietReplacements += 1
    case .quiet(let finding) where finding.isDamaged: quietReplacements += 1
    default: break
    }
  }

  /// Runs a job once the bus has finished the one before.
  package func submit(_ job: BusJob) {
    bus.elapsedNanoseconds = max(busFreeNanoseconds, clock.worldNanoseconds) - clock.worldNanoseconds
    let report = busWorker.run(job)
    if case .panel(let picture) = job { ledger.note(picture) }
    if case .parts(let display, let motion) = job {
      self.display = display
      (wiring.kind, wiring.address) = (motion.sensor, motion.address)
    }
    busFreeNanoseconds = clock.worldNanoseconds + bus.elapsedNanoseconds
    if case .motion = job { followInterrupt() }
    if report.canWait {
      reports.plan(.bus(report), at: busFreeNanoseconds)
    } else {
      agenda.plan(.bus(report), at: busFreeNanoseconds)
    }
  }

  package func readConfiguration(token: Int) -> Bool {
    let reading = configurationFile()
    if case .read(_, let settings, _) = reading { zoneName = settings.zone.name }
    plan(.configuration(reading, token: token), afterNanoseconds: 1_000_000)
    return true
  }

  /// Resets the accelerometer as a brown-out of it alone does.
  func resetAccelerometer() {
    accelerometer.reset()
    followInterrupt()
  }

  /// Removes the accelerometer.
  package func detachAccelerometer() { bus.detach(accelerometerAddress) }

  /// The line rises when the FIFO is filled to its watermark. A line that is already high does not rise.
  private func followInterrupt() {
    interruptNanoseconds = isInterruptWired ? accelerometer.nextInterruptNanoseconds : nil
  }

  private func receiveInterrupt() -> Bool {
    guard let due = interruptNanoseconds, due <= clock.worldNanoseconds else { return false }
    interruptNanoseconds = nil
    return true
  }

  package func readLevels() -> [Button: Bool]? {
    lines.isReadable ? nil : decoder.levels(lines.levels())
  }

  package func setLamp(lit: Bool) {}

  package func play(_ tune: Tune?) {
    if let tune { transcript("sound: \(tune)") }
    piezo.play(tune, at: bootMilliseconds)
  }

  package func ask(_ question: LogQuestion, token: Int) -> Bool {
    guard questionsWaiting < QuestionWorker.capacity else { return false }
    questionsWaiting += 1
    agenda.plan(.question(question, token: token), at: max(clock.worldNanoseconds, diskStallsUntil))
    return true
  }

  package func submit(_ reading: LogReading) -> Bool {
    if case .segment = reading, questionsWaiting > 0 { return false }
    guard questionsWaiting < QuestionWorker.capacity else { return false }
    questionsWaiting += 1
    agenda.plan(.reading(reading), at: max(clock.worldNanoseconds, diskStallsUntil))
    return true
  }

  package func watch(_ token: Int) -> Bool { watches(token) }

  package var watcherCount: Int { watching() }

  package func publish(_ question: StateWriter.Question) -> Bool {
    documents += 1
    let line = stateWriter.line(for: question)
    if let line { published(line) }
    plan(.stateWritten(wasSent: line != nil))
    return true
  }

  package func randomNumber() -> UInt64 { numbers.next() }

  /// The address of `cribside-page --simulate`.
  package var pageAddress: String { "127.0.0.1:8080" }

  package func answer(_ token: Int, _ answer: BoxAnswer) { answered(token, answer) }

  package func announce(_ text: String, _ priority: Priority) { transcript(text) }

  package func becameReady() {}
}

/// The guard is a process of its own that uses the same parts.
extension SimulatedWorld {
  /// Replaces the files of quiet sessions at once and notifies the box. If the files could not be read before,
  /// returns their content instead.
  func keepQuietOfGuard(_ state: QuietState, by shelf: inout QuietShelf) throws(StorageFault) -> QuietFinding?
  {
    // The box's running job has reached the card, so a power cut can no longer tear it.
    inFlight = nil
    defer { _ = cost(storage) }
    let found = try shelf.save(state, in: storage)
    if found == nil { plan(.filesChanged) }
    return found
  }

  /// Lends the bus to another program once it is free. The box's next transfer comes after that.
  func lendBus<Outcome>(_ work: (SimulatedI2CBus) -> Outcome) -> Outcome {
    bus.elapsedNanoseconds = max(busFreeNanoseconds, clock.worldNanoseconds) - clock.worldNanoseconds
    defer { busFreeNanoseconds = clock.worldNanoseconds + bus.elapsedNanoseconds }
    return work(bus)
  }
}

extension SimulatedWorld where Storage == SimulatedDisk {
  /// A board with an empty disk, which may lose its power in the middle of a job.
  package convenience init(
    configuration: Configuration, profile: BoardProfile, startMilliseconds: Int, seed: UInt64
  ) {
    let syncNanoseconds = configuration.simulation.syncMilliseconds * 1_000_000
    self.init(
      configuration: configuration, profile: profile,
      storage: SimulatedDisk(syncCostNanoseconds: syncNanoseconds), startMilliseconds: startMilliseconds,
      seed: seed, cost: { UInt64($0.drainElapsedNanoseconds()) }, copy: SimulatedDisk.init(copying:),
      operationCount: \.operations)
  }

  /// Cuts the power in the middle of the running job: restores the disk to the job's beginning, and repeats the job
  /// up to one of its operations. Returns false if no job is running that changes anything.
  @discardableResult
  func tearStorage(random: inout SimulatedRandom) -> Bool {
    guard let flight = inFlight else { return false }
    var worker = flight.worker
    let whole = storage.operations - flight.begin
    guard whole > 0 else { return false }
    storage.restore(from: flight.storage)
    storage.cutPower(atOperation: random.number(in: 1...whole))
    _ = worker.run(flight.job)
    return true
  }

  /// Interrupts the running job as a kill does. What was written stays with the kernel and is not synced.
  func interruptStorage(random: inout SimulatedRandom) {
    guard tearStorage(random: &random) else { return }
    storage.surviveCut()
    // The guard may have read something that is now undone.
    quietReplacements += 1
  }
}

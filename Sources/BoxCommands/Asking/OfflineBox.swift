import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// A box without hardware: its log and its rules, for requests while no box runs.
final class OfflineBox: StationBoard {
  private let settings: BedsideSettings
  private let lock: DirectoryLock
  private let clock: LinuxClock
  private let storage: DirectoryStorage
  private var worker: StorageWorker<DirectoryStorage>
  private var jobs: [StorageJob] = []
  private var waiting: [BoardEvent] = []
  /// When the request was made, while the box receives it.
  private var asked: Moment?
  private var answer: BoxAnswer?
  private var announced: [String] = []

  /// Takes the directory's lock. If it is held, the exit code is 75 and the message names the holder.
  init(_ configuration: Configuration, clock: LinuxClock) throws(RunFault) {
    self.clock = clock
    var settings = try BedsideSettings(configuration, address: "")
    settings.motion.mode = .off
    self.settings = settings
    lock = try BoxDirectory.lock(configuration.stateDirectory)
    let directory = configuration.stateDirectory
    storage = try RunFault.storage { () throws(StorageFault) in try DirectoryStorage(directory: directory) }
    worker = StorageWorker(storage: storage)
  }

  /// Opens the log, asks, and closes it. The request counts as made at a time of the boot clock, however long a slow card
  /// takes to open the log; nil: now.
  func ask(_ request: BoxRequest, madeAtMilliseconds: Int? = nil) throws(RunFault) -> BoxAnswer {
    let now = readClocks()
    asked = now.moved(toBootMilliseconds: madeAtMilliseconds ?? now.boot.milliseconds)
    let opening = try StorageOpening(settings: settings, at: now)
    let seed = try RunFault.system { () throws(SystemFault) in try Randomness.number() }
    let station = Station(board: self, settings: settings, opening: opening, idSeed: seed)
    station.receive([.request(token: 0, request)])
    asked = nil
    drain(station)
    if case .closed(let receipt) = worker.run(.close), answer?.exit == .io {
      // This answer replaces the announcements, which say that the card is tried again.
      if let last = Self.lastWords(receipt) { return last }
    }
    // The announcement that the log cannot be opened says no more than this.
    if let failure = station.failure { return .failure(.io, "NOT SAVED: \(failure)") }
    announced.forEach(StandardStreams.errorLine)
    return answer ?? .failure(.software, "the box gave no answer")
  }

  /// The answer after closing the log, which tries once more to save held lines: either they are saved now, or they are
  /// not confirmed. Lines whose sync failed may still be on the card. Nil if there were no held lines.
  static func lastWords(_ receipt: StorageReceipt) -> BoxAnswer? {
    if receipt.isHolding {
      let why = receipt.fault.map { " (\($0))" } ?? ""
      return .failure(
        .io, "NOT CONFIRMED: the flash refuses\(why); look at `cribside log list` before you enter it again")
    }
    guard !receipt.saved.isEmpty else { return nil }
    return BoxAnswer(
      output: "saved at the second try: " + receipt.saved.map(\.shortName).joined(separator: " ") + "\n")
  }

  private func drain(_ station: Station) {
    while true {
      let reports = jobs.map { BoardEvent.storage(worker.run($0)) }
      let events = waiting + reports
      guard !events.isEmpty else { return }
      (jobs, waiting) = ([], [])
      station.receive(events)
    }
  }

  func readClocks() -> Moment { asked ?? clock.moment(boot: 0) }
  func readZone(around instant: Instant) -> ZoneWindow? { Zones.window(settings.zone.name, around: instant) }
  func submit(_ job: StorageJob) -> Bool {
    jobs.append(job)
    return true
  }
  func ask(_ question: LogQuestion, token: Int) -> Bool {
    answer(token, question.answer(from: storage))
    return true
  }
  /// Only the running box checks the log.
  func submit(_ reading: LogReading) -> Bool {
    guard case .event = reading else { return false }
    var readings = LogReadings()
    waiting.append(.found(readings.run(reading, on: storage)))
    return true
  }
  func submit(_ job: BusJob) {}
  /// Never reads: the client has just read the file.
  func readConfiguration(token: Int) -> Bool { false }
  func readLevels() -> [Button: Bool]? { [:] }
  func setLamp(lit: Bool) {}
  func play(_ tune: Tune?) {}
  func watch(_ token: Int) -> Bool { false }
  var watcherCount: Int { 0 }
  func publish(_ question: StateWriter.Question) -> Bool { false }
  /// Not random: no phone can be paired while no box runs.
  func randomNumber() -> UInt64 { 0 }
  var pageAddress: String { "" }
  func answer(_ token: Int, _ answer: BoxAnswer) { self.answer = answer }
  func announce(_ text: String, _ priority: Priority) {
    if priority.rawValue <= Priority.error.rawValue { announced.append(text) }
  }
  func becameReady() {}
}

/// Quiet sessions in a directory whose box does not run, with the same rules and the same files. The guard, if it runs,
/// or the box at its next start reads what was written.
struct OfflineQuiet {
  private let directory: String
  private let storage: DirectoryStorage
  private let clock: LinuxClock
  private var course: QuietCourse

  init(_ configuration: Configuration, clock: LinuxClock) throws(RunFault) {
    self.clock = clock
    directory = configuration.stateDirectory
    let settings = try BedsideSettings(configuration, address: "")
    course = QuietCourse(defaults: settings.quiet, zone: settings.zone)
    storage = try RunFault.storage { [directory] () throws(StorageFault) in
      try DirectoryStorage(directory: directory)
    }
    // Reading moves a damaged file to quarantine. If root moved it, the box could not move it any more.
    try RunFault.system { [directory] () throws(SystemFault) in try Account.becomeOwner(of: directory) }
  }

  /// Carries out the request, and reports the state. If the request changes something and a box holds the directory,
  /// the exit code is 75.
  mutating func answer(_ wish: QuietWish) throws(RunFault) -> BoxAnswer {
    let now = try moment()
    let lock = wish.deed == .report ? nil : try BoxDirectory.lock(directory)
    defer { withExtendedLifetime(lock) {} }
    let finding = QuietShelf.finding(in: storage)
    guard !finding.isUnreadable else {
      throw RunFault(exit: .io, message: "the files of quiet sessions in \(directory) cannot be read")
    }
    let launch = course.handle(.launch(finding, lastAlive: nil), at: now)
    guard let input = wish.input(schedule: course.schedule) else { return QuietWish.sameTimes }
    let effects = course.handle(input, at: now)
    if wish.deed != .report { try keep(launch + effects) }
    for case .refuse(let refusal) in effects { return .failure(refusal.exit, refusal.text) }
    return QuietReport(course, at: now, zone: course.zone).answer(json: wish.isJSON)
  }

  private func keep(_ effects: [QuietEffect]) throws(RunFault) {
    for case .store(let state) in effects {
      try RunFault.storage { () throws(StorageFault) in try QuietShelf.replace(state, by: .box, in: storage) }
    }
  }

  private func moment() throws(RunFault) -> QuietMoment {
    let identity = try RunFault.system { () throws(SystemFault) in try KernelBoot.identity() }
    return QuietMoment(kernelBoot: identity, clock.moment(boot: 0))
  }
}

/// Answers questions from a box's directory while no box runs. It writes nothing there, and takes no lock.
struct LogReader {
  private let settings: BedsideSettings
  private let storage: DirectoryStorage
  private let clock = LinuxClock()
  private let print: (String) -> Bool

  /// A reader of a configuration's directory, which must exist. `print` receives long answers in pieces, and returns
  /// whether anyone still reads them. An empty piece only asks this.
  init(
    _ configuration: Configuration, print: @escaping (String) -> Bool = StandardStreams.piece
  ) throws(RunFault) {
    self.print = print
    settings = try BedsideSettings(configuration, address: "")
    storage = try RunFault.storage { () throws(StorageFault) in
      try DirectoryStorage(directory: configuration.stateDirectory)
    }
  }

  /// The answer to a question; nil for a request that only a box can carry out.
  func answer(to request: BoxRequest) -> BoxAnswer? {
    switch request {
    case .nights(let wish) where !wish.words.isEmpty: nil
    case .logList, .logVerify, .explain, .today, .learn, .nights: reply(to: request)
    case .lines: reply(to: request)
    case .status, .calibrate, .logAdd, .logEnd, .logEdit, .logDelete, .quiet, .phone, .clockSet, .watch,
      .offer, .have, .reload, .set, .link:
      nil
    }
  }

  private func reply(to request: BoxRequest) -> BoxAnswer {
    do throws(RunFault) {
      let (nights, complaint) = try nights(for: request)
      var answer = try answer(to: request, nights)
      if let complaint { answer.report(complaint) }
      return answer
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  /// A check needs only the log, and a list only its clocks. Answers about the present need the events that a box
  /// holds.
  private func answer(to request: BoxRequest, _ nights: [BabyID: SleepStore]) throws(RunFault) -> BoxAnswer {
    if case .logVerify(let isJSON) = request {
      return printed(.verify(isJSON: isJSON))
    }
    let (clocks, now) = try clocks()
    var logs: [BabyID: CareLog] = [:]
    switch request {
    case .logList, .lines: break
    default: logs = try self.logs(clocks, at: clocks.instant(at: now.boot))
    }
    let model = BedsideModel(
      settings: settings, logs: logs, clocks: clocks, idSeed: 0, box: BoxCondition(), nights: nights)
    let view = BoxView(model: model, moment: now, panel: PanelQueue(), recovery: nil)
    switch view.reply(to: request) {
    case .answer(let answer): return answer
    case .read(let question): return printed(question)
    case .look, .care, .nights, .quiet, .phone, .clock, .watch, .offer, .reload, .set:
      return .failure(.software, "a question became a wish")
    }
  }

  /// Prints the answer piece by piece, and returns its end.
  private func printed(_ question: LogQuestion) -> BoxAnswer {
    let progress = SegmentProgress()
    defer { progress.end() }
    return question.answer(from: storage, progress: { progress.note($0, of: $1) }, send: print)
  }

  /// The log's clocks, at this machine's time.
  private func clocks() throws(RunFault) -> (clocks: ClockHistory, now: Moment) {
    do throws(JournalFault) {
      let clocks = try LogClocks(of: storage, floor: settings.floor)
      return clocks.read(at: Instant(milliseconds: clock.wallMilliseconds))
    } catch {
      throw RunFault(exit: .io, message: error.text)
    }
  }

  private func logs(_ clocks: ClockHistory, at now: Instant) throws(RunFault) -> [BabyID: CareLog] {
    do {
      let since = now.adding(minutes: -CareFold.heldDays * 1440)
      return try LogEvents(of: storage, clocks: clocks, since: since).logs()
    } catch let fault as EventFault {
      throw RunFault(exit: .io, message: fault.text)
    } catch {
      throw RunFault(exit: .io, message: "\(error)")
    }
  }

  /// The stored nights. An answer about nights needs them. Other answers read the log without them, and the complaint
  /// says what could not be read.
  private func nights(
    for request: BoxRequest
  ) throws(RunFault) -> (kept: [BabyID: SleepStore], complaint: String?) {
    do throws(StorageFault) {
      return (try SmallFile.nights.read(from: storage).content ?? [:], nil)
    } catch {
      if case .nights = request { throw RunFault(error) }
      return ([:], "\(SmallFile.nights.path) cannot be read, and is left out: \(error.text)")
    }
  }
}

extension BoxAnswer {
  /// Adds one more remark to the answer.
  fileprivate mutating func report(_ complaint: String) {
    error += (error.isEmpty ? "" : "\n") + complaint
  }
}

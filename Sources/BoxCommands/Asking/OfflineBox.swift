import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// A box without parts: its log and its rules, for a wish while no box runs.
final class OfflineBox: StationBoard {
  private let configuration: Configuration
  private let settings: BedsideSettings
  private let lock: DirectoryLock
  private let clock: LinuxClock
  private let storage: DirectoryStorage
  private var worker: StorageWorker<DirectoryStorage>
  private var waiting: [BoardEvent] = []
  private var answer: BoxAnswer?

  /// Takes the directory's lock; held: exit 75, saying by whom.
  init(_ configuration: Configuration, clock: LinuxClock) throws(RunFault) {
    self.clock = clock
    self.configuration = configuration
    var settings = try BedsideSettings(configuration, address: "")
    settings.motion.mode = .off
    self.settings = settings
    lock = try BoxDirectory.lock(configuration.stateDirectory)
    let directory = configuration.stateDirectory
    storage = try RunFault.storage { () throws(StorageFault) in try DirectoryStorage(directory: directory) }
    worker = StorageWorker(storage: storage)
  }

  /// Opens the log, asks, and closes it.
  func ask(_ request: BoxRequest) throws(RunFault) -> BoxAnswer {
    let opening = try StorageOpening(settings: settings, at: readClocks())
    let seed = try RunFault.system { () throws(SystemFault) in try Randomness.number() }
    let station = Station(board: self, settings: settings, opening: opening, idSeed: seed)
    drain(station)
    waiting.append(.request(token: 0, request))
    drain(station)
    if case .closed(let receipt) = worker.run(.close), answer?.exit == .io {
      if let last = Self.lastWords(receipt) { return last }
    }
    return answer ?? .failure(.software, "the box gave no answer")
  }

  /// What closing the log has made of lines that were not saved before: it tries once more. What a sync did not confirm
  /// may be on the flash all the same.
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
    while !waiting.isEmpty {
      let events = waiting
      waiting = []
      station.receive(events)
    }
  }

  func readClocks() -> Moment { clock.moment(boot: 0) }
  func readZone(around instant: Instant) -> ZoneWindow? { Zones.window(settings.zone.name, around: instant) }
  func submit(_ job: StorageJob) -> Bool {
    waiting.append(.storage(worker.run(job)))
    return true
  }
  func ask(_ question: LogQuestion, token: Int) -> Bool {
    answer(token, question.answer(from: storage))
    return true
  }
  /// The box that runs checks the log.
  func submit(_ reading: LogReading) -> Bool {
    guard case .event = reading else { return false }
    var readings = LogReadings()
    waiting.append(.found(readings.run(reading, on: storage)))
    return true
  }
  func submit(_ job: BusJob) {}
  /// Who asks it has just read the file.
  func readConfiguration(token: Int) -> Bool { false }
  func readLevels() -> [Button: Bool]? { [:] }
  func setLamp(lit: Bool) {}
  func play(_ tune: Tune?) {}
  func watch(_ token: Int) -> Bool { false }
  var watcherCount: Int { 0 }
  func publish(_ question: StateWriter.Question) -> Bool { false }
  /// Nothing is paired while no box runs.
  func randomNumber() -> UInt64 { 0 }
  var pageAddress: String { "" }
  func answer(_ token: Int, _ answer: BoxAnswer) { self.answer = answer }
  func announce(_ text: String, _ priority: Priority) {
    if priority.rawValue <= Priority.error.rawValue { StandardStreams.errorLine(text) }
  }
  func becameReady() {}
}

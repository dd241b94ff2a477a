import Bedside
import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import BoxRuntime

/// The state of the storage thread with a disk that fails.
struct StorageWorkerTests {
  private static let baby = BabyID(number: 1)

  private static func press(_ number: UInt64) -> CareEvent {
    CareEvent(
      id: EventID(high: number, low: number), baby: baby,
      moment: Moment(boot: BootTime(boot: 0, milliseconds: 5_000), wall: nil, trust: .none), source: .button,
      change: .added(Care(kind: .sleep, start: .boot(BootTime(boot: 0, milliseconds: 5_000)))))
  }

  private static let opening = StorageOpening(
    start: JournalStart(
      kernelBootID: String(repeating: "a", count: 32), bootMilliseconds: 1_000, wall: nil, trust: .none,
      random: (1, 2, 3)),
    babies: [baby], floor: Instant(milliseconds: 0))

  @Test("A log that cannot be listed is not opened")
  func aLogThatCannotBeListedIsNotOpened() {
    let disk = SimulatedDisk()
    disk.unreadable = ["log"]
    var worker = StorageWorker(storage: disk)
    guard case .notOpened(let reason) = worker.run(.open(Self.opening)) else {
      Issue.record("opened")
      return
    }
    #expect(reason == "the log cannot be listed: list log: the medium failed or is read-only")
    #expect(disk.operations == 0, "nothing is written to a card of which nothing is known")
  }

  /// The model refuses events before the log would have to.
  @Test("No more is held than memory allows")
  func noMoreIsHeldThanMemoryAllows() {
    #expect(BedsideModel.pendingLimit < Journal<SimulatedDisk>.heldLimit)
    let disk = SimulatedDisk()
    disk.failure = .device
    var worker = StorageWorker(storage: disk)
    _ = worker.run(.open(Self.opening))
    let count = Journal<SimulatedDisk>.heldLimit
    _ = worker.run(.append((1...UInt64(count + 5)).map { .care(Self.press($0).inBoot(1)) }))
    disk.heal()
    // The first line of the start is held as well.
    #expect(stored(worker.run(.retry(atMilliseconds: 9_000)))?.saved.count == count - 1)
  }

  /// What the card did not return or accept is reported once, as an error.
  @Test("What the card does not return is reported")
  func whatTheCardDoesNotReturnIsReported() throws {
    let disk = SimulatedDisk()
    var worker = StorageWorker(storage: disk)
    let whole = try #require(opened(worker.run(.open(Self.opening))))
    #expect((whole.summary.text, whole.summary.priority) == ("log open: 0 lines", .notice))
    _ = worker.run(.close)
    disk.unreadable = ["log/seg-000001.jsonl"]
    let partial = try #require(opened(worker.run(.open(Self.opening))))
    let why = "the medium failed or is read-only"
    #expect(partial.summary.text.hasSuffix(", NOT READ (read log/seg-000001.jsonl: \(why))"))
    #expect((partial.summary.priority, partial.summary.boot) == (.error, 2))
    disk.unreadable = ["box.json"]
    let minor = try #require(opened(worker.run(.open(Self.opening))))
    #expect((minor.summary.unreadable, minor.summary.priority) == ([], .warning))
  }

  /// A card that fails for a moment does not lose a session that another process has written.
  @Test("Unreadable quiet files are not overwritten")
  func unreadableQuietFilesAreNotOverwritten() throws {
    var written = QuietState()
    written.strictness = .strict
    let disk = SimulatedDisk()
    try QuietShelf.replace(written, by: .guardian, in: disk)
    var worker = StorageWorker(storage: disk)
    disk.cutPower(atOperation: 1)
    _ = Result { () throws(StorageFault) in try disk.createFolder("x") }
    #expect(quiet(worker.run(.readQuiet)) == .unreadable)
    var mine = QuietState()
    mine.allowed = []
    guard case .kept(_, _, .inMemory) = worker.run(.save(.ofModel(.quiet(mine)))) else {
      Issue.record("kept on a disk that is off")
      return
    }
    disk.powerCut(seed: 1)
    #expect(quiet(worker.run(.save(.ofModel(.quiet(mine))))) == QuietFinding(written))
    #expect(QuietShelf.finding(in: disk).state == written)
    guard case .kept(_, _, .onFlash) = worker.run(.save(.ofModel(.quiet(mine)))) else {
      Issue.record("not kept")
      return
    }
    #expect(QuietShelf.finding(in: disk).state == mine)
  }

  private func quiet(_ report: StorageReport) -> QuietFinding? {
    switch report {
    case .quiet(let finding): finding
    case .kept(_, _, .found(let finding)): finding
    default: nil
    }
  }

  private func opened(_ report: StorageReport) -> Recovery? {
    if case .opened(let recovery) = report { recovery } else { nil }
  }

  private func stored(_ report: StorageReport) -> StorageReceipt? {
    switch report {
    case .stored(let receipt), .retried(let receipt), .closed(let receipt): receipt
    case .opened, .notOpened, .tended, .kept, .nightsRead, .activityKept, .activityRead, .quiet, .copied,
      .offered,
      .peersRead:
      nil
    }
  }
}

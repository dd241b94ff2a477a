import Bedside
import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import cribside

/// The storage thread's own, against a disk that cannot even be listed at the start.
struct StorageKeeperTests {
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

  @Test func eventsBeforeTheLogCouldBeReadGetThisBootsNumber() throws {
    let disk = SimulatedDisk()
    disk.cutPower(atOperation: 1)
    _ = Result { () throws(StorageFault) in try disk.createFolder("x") }
    var keeper = StorageKeeper(storage: disk)
    _ = keeper.run(.open(Self.opening))
    let held = stored(keeper.run(.append([.care(Self.press(7))])))
    #expect(held?.saved == [])
    #expect(held?.isHolding == true)
    disk.powerCut(seed: 1)
    let late = stored(keeper.run(.retry))
    #expect(late?.saved == [Self.press(7).id])
    #expect(late?.isHolding == false)
    _ = keeper.run(.append([.care(Self.press(8))]))
    var boots: [Int] = []
    try Journal.replay(disk) { if case .care(let event) = $0.entry { boots.append(event.moment.boot.boot) } }
    #expect(boots == [1, 1])
  }

  /// The old log takes its place with the first retry that can read it, without a new start.
  @Test func anOldLogThatCouldNotBeReadIsThereAfterTheRetry() throws {
    let disk = SimulatedDisk()
    var earlier = StorageKeeper(storage: disk)
    _ = earlier.run(.open(Self.opening))
    _ = earlier.run(.append([.care(Self.press(1).inBoot(1))]))
    disk.cutPower(atOperation: 1)
    _ = Result { () throws(StorageFault) in try disk.createFolder("x") }
    var keeper = StorageKeeper(storage: disk)
    var opening = Self.opening
    opening.start.random = (4, 5, 6)
    opening.start.kernelBootID = String(repeating: "b", count: 32)
    guard case .opened(let blind) = keeper.run(.open(opening)) else {
      Issue.record("not opened")
      return
    }
    #expect(blind.boot == 0)
    _ = keeper.run(.append([.care(Self.press(7))]))
    disk.powerCut(seed: 1)
    guard case .openedLate(let recovery, let receipt) = keeper.run(.retry) else {
      Issue.record("not opened late")
      return
    }
    #expect(recovery.boot == 2)
    #expect(receipt.saved == [Self.press(7).id])
    #expect(recovery.logs[Self.baby]?.allRecords.map(\.id) == [Self.press(1).id])
    expectModel(blind, then: recovery, saved: receipt.saved)
  }

  /// A clock is judged by the boots before it, also where they become known only later.
  @Test(arguments: [(hours: 2, isBelieved: true), (hours: 876_600, isBelieved: false)])
  func aClockThatWasBelievedWithoutTheLogIsJudgedByIt(hours: Int, isBelieved: Bool) throws {
    func moment(_ boot: Int, hours: Int) -> Moment {
      Moment(
        boot: BootTime(boot: boot, milliseconds: 2_000),
        wall: Instant(milliseconds: 1_770_000_000_000).adding(minutes: hours * 60), trust: .synced)
    }
    func sync(_ number: UInt64, _ moment: Moment) -> LogWrite { .sync(EventID(high: number, low: 0), moment) }
    let disk = SimulatedDisk()
    var earlier = StorageKeeper(storage: disk)
    _ = earlier.run(.open(Self.opening))
    _ = earlier.run(.append([sync(1, moment(1, hours: 0))]))
    disk.unreadable = ["log"]
    var keeper = StorageKeeper(storage: disk)
    var opening = Self.opening
    opening.start.random = (4, 5, 6)
    opening.start.kernelBootID = String(repeating: "b", count: 32)
    guard case .opened(let blind) = keeper.run(.open(opening)) else {
      Issue.record("not opened")
      return
    }
    let now = moment(0, hours: hours)
    var model = BedsideModel(
      settings: BedsideSettings(DemonstrationBaby.configuration, zone: .utc), logs: blind.logs,
      clocks: blind.clocks, idSeed: 1, box: BoxCondition())
    _ = model.handle(.clockReport, at: now)
    #expect(model.clockHistory.isSynced(boot: 0))
    _ = keeper.run(.append([sync(2, now)]))
    disk.unreadable = []
    guard case .openedLate(let late, _) = keeper.run(.retry) else {
      Issue.record("not opened late")
      return
    }
    let effects = model.handle(
      BedsideModel.LateLog(logs: late.logs, clocks: late.clocks, boot: late.boot, lines: 2, damagedLines: 0),
      at: now.inBoot(late.boot))
    #expect(model.clockHistory.isSynced(boot: 2) == isBelieved)
    #expect(late.clocks.isSynced(boot: 2) == isBelieved)
    let isHeld = effects.contains { if case .announce(.clockHeld) = $0 { true } else { false } }
    #expect(isHeld != isBelieved)
    #expect(try LogFold(of: disk).clocks.isSynced(boot: 2) == isBelieved)
  }

  /// A first answer of the network that was three days ahead, and one that two reports agreed in, while the log could not
  /// be read: what was believed last counts, for the box and for the flash.
  @Test(arguments: [false, true], [false, true])
  func ofTwoClocksThatWereBelievedWithoutTheLogTheLastCounts(isInBootLine: Bool, isUnderWay: Bool) throws {
    func moment(_ boot: Int, seconds: Int, days: Int = 0) -> Moment {
      let time = Instant(milliseconds: 1_770_000_000_000 + seconds * 1_000)
      return Moment(
        boot: BootTime(boot: boot, milliseconds: seconds * 1_000), wall: time.adding(minutes: days * 1_440),
        trust: .synced)
    }
    let disk = SimulatedDisk()
    var earlier = StorageKeeper(storage: disk)
    _ = earlier.run(.open(Self.opening))
    _ = earlier.run(.append([.sync(EventID(high: 1, low: 0), moment(1, seconds: 1, days: -1))]))
    disk.unreadable = ["log"]
    var keeper = StorageKeeper(storage: disk)
    var opening = Self.opening
    opening.start.random = (4, 5, 6)
    opening.start.kernelBootID = String(repeating: "b", count: 32)
    if isInBootLine {
      (opening.start.wall, opening.start.trust) = (moment(0, seconds: 1, days: 3).wall, .synced)
    }
    guard case .opened(let blind) = keeper.run(.open(opening)) else {
      Issue.record("not opened")
      return
    }
    var model = BedsideModel(
      settings: BedsideSettings(DemonstrationBaby.configuration, zone: .utc), logs: blind.logs,
      clocks: blind.clocks, idSeed: 1, box: BoxCondition())
    func writes(_ moment: Moment) -> [LogWrite] {
      model.handle(.clockReport, at: moment).flatMap { effect -> [LogWrite] in
        if case .append(let writes) = effect { writes } else { [] }
      }
    }
    let first = writes(moment(0, seconds: 2, days: 3))
    #expect(first.count == (isInBootLine ? 0 : 1))
    #expect(writes(moment(0, seconds: 100)) == [], "held")
    let last = writes(moment(0, seconds: 200))
    #expect(last.count == 1)
    _ = keeper.run(.append(first))
    if !isUnderWay { _ = keeper.run(.append(last)) }
    disk.unreadable = []
    guard case .openedLate(let late, _) = keeper.run(.retry) else {
      Issue.record("not opened late")
      return
    }
    if isUnderWay { _ = keeper.run(.append(last)) }
    let now = moment(late.boot, seconds: 300)
    let effects = model.handle(
      BedsideModel.LateLog(logs: late.logs, clocks: late.clocks, boot: late.boot, lines: 2, damagedLines: 0),
      at: now)
    #expect(!effects.contains { if case .announce(.clockHeld) = $0 { true } else { false } })
    #expect(model.clockHistory.instant(at: now.boot) == now.wall)
    #expect(try LogFold(of: disk).clocks.instant(at: now.boot) == now.wall)
    #expect(model.clockHistory.isSynced(boot: 2))
  }

  /// The model refuses what the log could not hold, whether it could be read or not.
  @Test func noMoreIsHeldThanMemoryHas() {
    #expect(BedsideModel.pendingLimit < Journal<SimulatedDisk>.heldLimit)
    let disk = SimulatedDisk()
    disk.cutPower(atOperation: 1)
    _ = Result { () throws(StorageFault) in try disk.createFolder("x") }
    var keeper = StorageKeeper(storage: disk)
    _ = keeper.run(.open(Self.opening))
    let count = Journal<SimulatedDisk>.heldLimit
    _ = keeper.run(.append((1...UInt64(count + 5)).map { .care(Self.press($0)) }))
    disk.powerCut(seed: 1)
    // The first line of the start is held as well.
    #expect(stored(keeper.run(.retry))?.saved.count == count)
  }

  /// What the card did not give back, or not take, is told once, and matters.
  @Test func whatTheCardDoesNotGiveBackIsTold() {
    let disk = SimulatedDisk()
    var keeper = StorageKeeper(storage: disk)
    guard case .opened(let whole) = keeper.run(.open(Self.opening)) else { return }
    #expect((whole.summary.text, whole.summary.priority) == ("log open: 0 lines", .notice))
    _ = keeper.run(.close)
    disk.unreadable = ["log/seg-000001.jsonl", "box.json"]
    guard case .opened(let partial) = keeper.run(.open(Self.opening)) else { return }
    let why = "the medium failed or is read-only"
    #expect(
      partial.summary.text
        == "log open: 0 lines, NOT READ (read log/seg-000001.jsonl: \(why)), not done (read box.json: \(why))"
    )
    #expect((partial.summary.priority, partial.boot) == (.error, 2))
    disk.unreadable = ["box.json"]
    guard case .opened(let minor) = keeper.run(.open(Self.opening)) else { return }
    #expect((minor.summary.unreadable, minor.summary.priority) == ([], .warning))
  }

  /// A card that fails for a moment costs no session that somebody else has written.
  @Test func quietFilesThatCouldNotBeReadAreNotWrittenOver() throws {
    var written = QuietState()
    written.strictness = .strict
    let disk = SimulatedDisk()
    try QuietFiles.save(written, by: .guardian, in: disk)
    var keeper = StorageKeeper(storage: disk)
    disk.cutPower(atOperation: 1)
    _ = Result { () throws(StorageFault) in try disk.createFolder("x") }
    #expect(quiet(keeper.run(.readQuiet)) == .unreadable)
    var mine = QuietState()
    mine.allowed = []
    guard case .quietKept(isOnFlash: false, found: nil) = keeper.run(.keepQuiet(mine)) else {
      Issue.record("kept on a disk that is off")
      return
    }
    disk.powerCut(seed: 1)
    #expect(quiet(keeper.run(.keepQuiet(mine))) == QuietFinding(written))
    #expect(QuietFiles.load(from: disk).state == written)
    guard case .quietKept(isOnFlash: true, found: nil) = keeper.run(.keepQuiet(mine)) else {
      Issue.record("not kept")
      return
    }
    #expect(QuietFiles.load(from: disk).state == mine)
  }

  private func quiet(_ report: StorageReport) -> QuietFinding? {
    switch report {
    case .quiet(let finding): finding
    case .quietKept(_, let found): found
    default: nil
    }
  }

  /// The same as the model sees it: both events, the running sleep's press in this boot's own time.
  private func expectModel(_ blind: Recovery, then recovery: Recovery, saved: [EventID]) {
    var model = BedsideModel(
      settings: BedsideSettings(DemonstrationBaby.configuration, zone: .utc), logs: blind.logs,
      clocks: blind.clocks, idSeed: 1,
      box: BoxCondition())
    let late = BedsideModel.LateLog(
      logs: recovery.logs, clocks: recovery.clocks, boot: recovery.boot, lines: 3, damagedLines: 0)
    let moment = Moment(boot: BootTime(boot: 2, milliseconds: 9_000), wall: nil, trust: .none)
    _ = model.handle(late, at: moment)
    #expect(model.events { _ in true }.map(\.id) == [Self.press(1).id])
    #expect(model.condition(at: moment).logLines == 3)
  }

  private func stored(_ report: StorageReport) -> StorageReceipt? {
    switch report {
    case .stored(let receipt), .retried(let receipt), .openedLate(_, let receipt), .closed(let receipt):
      receipt
    case .opened, .tended, .nightsKept, .nightsRead, .calibrationKept, .activityKept, .quiet,
      .quietKept:
      nil
    }
  }
}

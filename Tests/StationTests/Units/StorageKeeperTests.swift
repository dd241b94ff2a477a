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
    #expect(stored(keeper.run(.append([.care(Self.press(7))]))) == Stored(ids: [], isHolding: true))
    disk.powerCut(seed: 1)
    #expect(stored(keeper.run(.retry)) == Stored(ids: [Self.press(7).id], isHolding: false))
    _ = keeper.run(.append([.care(Self.press(8))]))
    var boots: [Int] = []
    try Journal.replay(disk) { if case .care(let event) = $0.entry { boots.append(event.moment.boot.boot) } }
    #expect(boots == [1, 1])
  }

  private struct Stored: Equatable {
    var ids: [EventID]
    var isHolding: Bool
  }

  private func stored(_ report: StorageReport) -> Stored? {
    guard case .stored(let ids, let isHolding) = report else { return nil }
    return Stored(ids: ids, isHolding: isHolding)
  }
}

import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// Fails the n-th operation for n = 1, 2, 3 … until a run passes without a fault; once, and for good.
@Suite struct JournalFaultTests {
  @Test("Every operation may fail once", arguments: [StorageFault.Reason.device, .full])
  func everyOperationMayFailOnce(reason: StorageFault.Reason) throws {
    var number = 1
    while try runsIntoFault(.once(number), reason: reason) { number += 1 }
    #expect(number > 15)
  }

  @Test("Every operation may fail for good", arguments: [StorageFault.Reason.device, .full])
  func everyOperationMayFailForGood(reason: StorageFault.Reason) throws {
    var number = 1
    while try runsIntoFault(.from(number), reason: reason) { number += 1 }
    #expect(number > 15)
  }

  /// Opens, appends six events with `tend` after each, repairs the card, retries. After each step no acknowledged event
  /// may depend on unsynced bytes. False if the fault did not happen.
  private func runsIntoFault(_ span: SimulatedDisk.FaultSpan, reason: StorageFault.Reason) throws -> Bool {
    let disk = SimulatedDisk()
    disk.fail(span, reason: reason)
    var bench = try Bench(disk)
    var acknowledged: [EventID] = []
    for number in 1...6 {
      acknowledged += bench.journal.append(Samples.drafts(number...number)).acknowledged
      try expectSafe(acknowledged, of: number, on: disk, "fault \(span), event \(number)")
      bench.tend()
      try expectSafe(acknowledged, of: number, on: disk, "fault \(span), tended after event \(number)")
    }
    let operations = disk.operations
    disk.heal()
    acknowledged += bench.journal.retryLast().acknowledged
    #expect(acknowledged == (1...6).map { Samples.event($0).id }, "fault \(span)")
    try expectSafe(acknowledged, of: 6, on: disk, "fault \(span), healed")
    switch span {
    case .once(let number), .from(let number): return operations >= number
    }
  }

  /// Checks with everything pending lost or kept: acknowledged ⊆ delivered ⊆ offered, in order.
  private func expectSafe(
    _ acknowledged: [EventID], of offered: Int, on disk: SimulatedDisk, _ comment: Comment
  ) throws {
    for fate in 0...1 {
      let copy = SimulatedDisk(copying: disk)
      copy.powerCut { fate == 0 ? 0 : min(1, $0 - 1) }
      let again = try Bench(copy, start: 2)
      let delivered = again.careIDs
      #expect(delivered.filter(acknowledged.contains) == acknowledged, comment)
      #expect(delivered == (1...offered).map { Samples.event($0).id }.filter(delivered.contains), comment)
      #expect(again.recovered.fault == nil, comment)
    }
  }
}

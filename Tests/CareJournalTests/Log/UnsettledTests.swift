import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// The next start shows what a process left only in the kernel's memory, and must make it durable. After a failed sync,
/// another sync of the same bytes does not do that.
@Suite struct UnsettledTests {
  private func ids(_ numbers: ClosedRange<Int>) -> [EventID] { numbers.map { Samples.event($0).id } }

  /// The start of a process of the first kernel boot.
  private func bench(_ disk: SimulatedDisk, process: Int, segmentBytes: Int = 65_536) throws -> Bench {
    try Bench(disk, start: UInt64(10 * process + 1), segmentBytes: segmentBytes)
  }

  private func lines(of disk: SimulatedDisk) -> Int {
    disk.files.filter { $0.key.hasPrefix("log/") }.values.reduce(0) {
      $0 + $1.split(separator: 0x0A).count { !$0.starts(with: Array("{\"v\":1,\"op\":\"".utf8)) }
    }
  }

  /// Syncs fail from some event on; the process is ended in order or killed; then the card works again.
  @Test(
    "A line whose sync failed is written again",
    arguments: [(1, true), (1, false), (3, true), (3, false), (6, false)])
  func aLineWhoseSyncFailedIsWrittenAgain(firstLost: Int, endsInOrder: Bool) throws {
    let disk = SimulatedDisk()
    var first = try bench(disk, process: 0)
    for number in 1...6 {
      if number == firstLost { disk.syncFailure = .device }
      _ = first.journal.append(Samples.drafts(number...number))
    }
    #expect(first.journal.heldCount == 7 - firstLost)
    if endsInOrder { try first.journal.close() }
    disk.heal()
    var second = try bench(disk, process: 1)
    #expect(second.careIDs == ids(1...firstLost), "the kernel shows the one that was written")
    #expect(second.recovered.fault == nil && second.journal.heldCount == 0)
    second.tend()
    disk.powerCut { _ in 0 }
    let third = try Bench(disk, start: 2)
    #expect(third.careIDs == ids(1...firstLost))
    #expect(third.recovered.gaps.isEmpty && third.recovered.damaged == 0)
  }

  /// The card frees the blank room, and still has no room for another segment: lines that may not be durable must not
  /// count as settled by that.
  @Test("A full card settles nothing")
  func aFullCardSettlesNothing() throws {
    let disk = SimulatedDisk()
    var first = try bench(disk, process: 0, segmentBytes: 4_096)
    disk.syncFailure = .device
    _ = first.journal.append(Samples.drafts(1...2))
    disk.heal()
    disk.capacityBytes = disk.files.values.reduce(0) { $0 + $1.count }
    let files = disk.files.filter { $0.key.hasPrefix("log/") }
    disk.capacityBytes = (disk.capacityBytes ?? 0) - files.count * 2_048
    var second = try bench(disk, process: 1, segmentBytes: 4_096)
    #expect(second.recovered.fault != nil)
    second.tend()
    disk.capacityBytes = nil
    let third = try bench(disk, process: 2, segmentBytes: 4_096)
    #expect(third.recovered.fault == nil)
    disk.powerCut { _ in 0 }
    #expect(try Bench(disk, start: 2).careIDs == third.careIDs)
    #expect(!third.careIDs.isEmpty)
  }

  @Test("A card that keeps failing is reported")
  func aCardThatKeepsFailingIsReported() throws {
    let disk = SimulatedDisk()
    var first = try bench(disk, process: 0)
    disk.syncFailure = .device
    _ = first.journal.append(Samples.drafts(1...2))
    var second = try bench(disk, process: 1)
    #expect(second.careIDs == ids(1...2))
    #expect(second.recovered.fault != nil)
    #expect(second.journal.heldCount == 4, "two events and the lines of two starts are not saved")
    disk.heal()
    #expect(second.journal.retryLast().heldCount == 0)
    disk.powerCut { _ in 0 }
    #expect(try Bench(disk, start: 2).careIDs == ids(1...2))
  }

  /// The line of a start proves everything before it durable, so a later start does not write that again.
  @Test("A crash loop writes each line twice")
  func aCrashLoopWritesEachLineTwice() throws {
    let disk = SimulatedDisk()
    var first = try bench(disk, process: 0)
    for number in 1...9 { _ = first.journal.append(Samples.drafts(number...number)) }
    for process in 1...20 {
      let again = try bench(disk, process: process)
      #expect(again.careIDs == ids(1...9))
      #expect(lines(of: disk) == 2 * (10 + process) - 1, "process \(process)")
    }
  }

  /// Flips a bit in a line that is there twice: in the first copy, in the second, or in both.
  @Test("Damage to one of two copies is no loss", arguments: [[1], [2], [1, 2]], [2, 6])
  func damageToOneOfTwoCopiesIsNoLoss(segments: [Int], number: Int) throws {
    let disk = SimulatedDisk()
    var first = try bench(disk, process: 0)
    for number in 1...6 { _ = first.journal.append(Samples.drafts(number...number)) }
    try bench(disk, process: 1).journal.closed()
    #expect(try JournalVerifier.verify(disk).isWhole)
    let id = Array(Samples.event(number).id.text.utf8)
    for segment in segments {
      var bytes = try #require(disk.files[SegmentName.path(segment)])
      bytes[try #require(bytes.firstRange(of: id)?.lowerBound)] ^= 1
      try disk.put(bytes, at: SegmentName.path(segment))
    }
    let report = try JournalVerifier.verify(disk)
    #expect(report.isWhole == (segments.count == 1) && report.hasLoss == (segments.count == 2))
    if segments.count == 1 { #expect(report.findings.count { $0.kind == .copied } == 1) }
  }

  /// After a clean end, or in another kernel boot, the earlier lines are on the card.
  @Test("Nothing is written twice without need", arguments: [true, false])
  func nothingIsWrittenTwiceWithoutNeed(endsInOrder: Bool) throws {
    let disk = SimulatedDisk()
    var first = try bench(disk, process: 0)
    _ = first.journal.append(Samples.drafts(1...9))
    if endsInOrder { try first.journal.close() } else { disk.powerCut { _ in 0 } }
    _ = try endsInOrder ? bench(disk, process: 1) : Bench(disk, start: 2)
    #expect(lines(of: disk) == 11)
  }

  /// The start that writes lines again is killed in the middle, or its card fails there; the next one is not.
  @Test("A start that is killed leaves the next one everything", arguments: [false, true])
  func aStartThatIsKilledLeavesTheNextOneEverything(failsFirst: Bool) throws {
    var operation = 0
    var isDone = false
    while !isDone {
      operation += 1
      let disk = SimulatedDisk()
      var first = try bench(disk, process: 0)
      disk.syncFailure = .device
      _ = first.journal.append(Samples.drafts(1...2))
      disk.heal()
      if failsFirst { disk.fail(.once(operation), reason: .device) }
      disk.cutPower(atOperation: operation + (failsFirst ? 3 : 0))
      let begun = disk.operations
      _ = try? bench(disk, process: 1)
      isDone = !disk.isOff
      disk.surviveCut()
      disk.heal()
      let third = try bench(disk, process: 2)
      #expect(third.careIDs == ids(1...2), "killed at operation \(operation)")
      #expect(disk.operations - begun < 40)
      disk.powerCut { _ in 0 }
      #expect(try Bench(disk, start: 2).careIDs == ids(1...2), "killed at operation \(operation)")
    }
    #expect(operation > 6)
  }
}

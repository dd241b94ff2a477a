import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// A card without room takes what its open segment has room for.
@Suite struct FullCardTests {
  private func event(_ number: Int, at wall: Instant) -> CareEvent {
    var event = Samples.event(number)
    event.moment.wall = wall
    event.moment.trust = .synced
    return event
  }

  private func ids(_ numbers: ClosedRange<Int>) -> [EventID] { numbers.map { Samples.event($0).id } }

  /// 2026-01-31T23:59:00Z and a minute later.
  private static let january = Instant(milliseconds: 1_769_903_940_000)
  private static let february = january.adding(minutes: 1)

  @Test func aMonthThatBeginsOnAFullCardIsSaved() throws {
    let disk = SimulatedDisk()
    var bench = try Bench(disk, segmentBytes: 65_536)
    _ = bench.journal.append([.care(event(1, at: Self.january))])
    disk.failure = .full
    #expect(bench.journal.append([.care(event(2, at: Self.february))]).acknowledged == ids(2...2))
    let operations = disk.operations
    #expect(bench.journal.append([.care(event(3, at: Self.february))]).acknowledged == ids(3...3))
    #expect(disk.operations == operations + 2, "the card is not asked for room at each press")
    disk.powerCut { _ in 0 }
    #expect(try Bench(disk, start: 2).careIDs == ids(1...3))
  }

  /// With and without what can wait done after each press: the last 4 KiB are as good as the rest.
  @Test(arguments: [true, false])
  func everyByteOfASegmentIsUsed(isTended: Bool) throws {
    let disk = SimulatedDisk()
    var bench = try Bench(disk, segmentBytes: 65_536)
    disk.failure = .full
    var last = 0
    while bench.journal.heldCount == 0 {
      last += 1
      let receipt = bench.journal.append(Samples.drafts(last...last))
      if isTended { bench.tend() }
      #expect(receipt.acknowledged.isEmpty == (receipt.heldCount > 0))
    }
    let line = try #require(
      JournalLineCodec.encode(
        JournalDraft.care(Samples.event(last)).line(box: "7c1e9a04b2d1", sequence: last)))
    let segment = try #require(disk.files[SegmentName.path(1)])
    #expect(SegmentReader.usedLength(of: segment) + line.count > 65_536)
    disk.heal()
    #expect(bench.journal.retry().acknowledged == ids(last...last))
    #expect(bench.journal.append(Samples.drafts(last + 1...last + 1)).heldCount == 0)
    disk.powerCut { _ in 0 }
    #expect(try Bench(disk, start: 2).careIDs == ids(1...last + 1))
  }
}

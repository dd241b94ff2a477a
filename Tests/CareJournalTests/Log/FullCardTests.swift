import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// A full card accepts what its open segment has room for, and what closed segments do not use.
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

  @Test("A month that begins on a full card is saved")
  func aMonthThatBeginsOnAFullCardIsSaved() throws {
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

  private func fill(_ disk: SimulatedDisk) {
    disk.capacityBytes = disk.files.values.reduce(0) { $0 + $1.count }
  }

  /// Unclean ends leave segments with their unused room; then something else fills the card, and the box starts.
  @Test("A start uses the room that unclean ends have left", arguments: [true, false])
  func aStartUsesTheRoomThatUncleanEndsHaveLeft(isOneKernel: Bool) throws {
    let disk = SimulatedDisk()
    func start(_ number: Int) throws -> Bench {
      try Bench(disk, start: UInt64(isOneKernel ? 10 * number + 1 : number), segmentBytes: 65_536)
    }
    for number in 1...12 {
      var bench = try start(number)
      #expect(bench.journal.append(Samples.drafts(number...number)).acknowledged == ids(number...number))
      if !isOneKernel { disk.powerCut { _ in 0 } }
    }
    fill(disk)
    var bench = try start(13)
    #expect(bench.recovered.fault == nil && bench.journal.heldCount == 0)
    #expect(bench.journal.append(Samples.drafts(13...13)).acknowledged == ids(13...13))
    for number in 14...16 {
      bench = try start(number)
      #expect(bench.journal.append(Samples.drafts(number...number)).acknowledged == ids(number...number))
    }
    disk.powerCut { _ in 0 }
    #expect(try Bench(disk, start: 99).careIDs == ids(1...16))
  }

  /// If there is no room to give back, the start reports it, and the next start with room works.
  @Test("A start without any room holds its lines")
  func aStartWithoutAnyRoomHoldsItsLines() throws {
    let disk = SimulatedDisk()
    var bench = try Bench(disk, segmentBytes: 65_536)
    _ = bench.journal.append(Samples.drafts(1...1))
    try bench.journal.close()
    fill(disk)
    bench = try Bench(disk, start: 2, segmentBytes: 65_536)
    guard case .unwritable(let fault)? = bench.recovered.fault else {
      Issue.record("not told")
      return
    }
    #expect(fault.reason == .full)
    #expect(bench.journal.append(Samples.drafts(2...2)).heldCount == 2)
    disk.capacityBytes = nil
    #expect(bench.journal.retryLast().acknowledged == ids(2...2))
    disk.powerCut { _ in 0 }
    #expect(try Bench(disk, start: 3).careIDs == ids(1...2))
  }

  /// With and without `tend` after each press: the last 4 KiB are used like the rest.
  @Test("Every byte of a segment is used", arguments: [true, false])
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
    let used = segment.lastIndex { $0 != 0x0A }.map { $0 + 2 } ?? 0
    #expect(used + line.count + 200 > 65_536, "but for the room of a last line")
    disk.heal()
    #expect(bench.journal.retryLast().acknowledged == ids(last...last))
    #expect(bench.journal.append(Samples.drafts(last + 1...last + 1)).heldCount == 0)
    disk.powerCut { _ in 0 }
    #expect(try Bench(disk, start: 2).careIDs == ids(1...last + 1))
  }
}

import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// A box's log on a simulated disk, opened with small segments so that a few lines fill one.
struct Bench {
  static let segmentBytes = 1_100
  let disk: SimulatedDisk
  var journal: Journal<SimulatedDisk>
  var fold: CareFold
  var recovered: Recovered
  var lines: [JournalLine]

  init(_ disk: SimulatedDisk, start: UInt64 = 1, segmentBytes: Int = Bench.segmentBytes) throws {
    self.disk = disk
    var lines: [JournalLine] = []
    try Journal.replay(disk) { lines.append($0) }
    self.lines = lines
    let opened = try Journal.open(disk, start: Samples.start(start), segmentBytes: segmentBytes)
    (journal, fold, recovered) = (opened.journal, opened.fold, opened.recovered)
  }

  /// Does all pending work of `tend`.
  mutating func tend() {
    while journal.wantsTending { journal.tend() }
  }

  /// The first baby's events in the start's state.
  var events: [EventID] { (fold.logs[BabyID(number: 1)]?.allRecords ?? []).map(\.id) }

  var careIDs: [EventID] { lines.compactMap(\.careID) }
}

@Suite struct JournalTests {
  private func ids(_ numbers: ClosedRange<Int>) -> [EventID] { numbers.map { Samples.event($0).id } }

  @Test("What is deleted is synced after what stands in its place")
  func deletionsAreSyncedLast() throws {
    var bench = try Bench(SimulatedDisk(), segmentBytes: 65_536)
    _ = bench.journal.append([.care(Samples.event(1)), .care(Samples.event(2))])
    func deletion(_ number: Int, of target: Int) -> JournalDraft {
      var event = Samples.event(number)
      event.change = .deleted(Samples.event(target).id)
      return .care(event)
    }
    for (drafts, syncs) in [
      ([.care(Samples.event(3)), deletion(4, of: 1), deletion(5, of: 2)], 2), ([deletion(6, of: 3)], 1),
      ([.care(Samples.event(7)), .care(Samples.event(8))], 1),
    ] as [([JournalDraft], Int)] {
      let before = bench.disk.syncs
      #expect(bench.journal.append(drafts).acknowledged == drafts.map(\.id))
      #expect(bench.disk.syncs - before == syncs)
    }
  }

  @Test("A log that the box still writes while it is checked has no line missing")
  func checkedWhileWritten() throws {
    var bench = try Bench(SimulatedDisk())
    _ = bench.journal.append(Samples.drafts(1...2))
    bench.disk.beforeReading = { path in
      guard path == SegmentName.path(1) else { return }
      bench.disk.beforeReading = nil
      _ = bench.journal.append(Samples.drafts(3...12))
      bench.tend()
    }
    let report = try JournalVerifier.verify(bench.disk)
    #expect(report.segments > 1)
    #expect(report.isWhole, "\(report.gaps)")
  }

  @Test("The first start makes the directory")
  func theFirstStartMakesTheDirectory() throws {
    let disk = SimulatedDisk()
    let bench = try Bench(disk, segmentBytes: Journal<SimulatedDisk>.segmentBytes)
    #expect(bench.lines.isEmpty)
    #expect(bench.recovered.box == "7c1e9a04b2d1")
    #expect((bench.recovered.boot, bench.recovered.lastSequence) == (1, 1))
    #expect(bench.recovered.fault == nil)
    #expect(bench.recovered.endedCleanly)
    #expect(disk.files.keys.sorted() == ["box.json", "log/seg-000001.jsonl"])
    #expect(disk.files["log/seg-000001.jsonl"]?.count == 65_536)
    #expect(disk.files["log/seg-000001.jsonl"]?.last == 0x0A)
  }

  @Test("Lines are read in order after a cut that keeps nothing pending")
  func linesAreReadInOrderAfterACutThatKeepsNothingPending() throws {
    var bench = try Bench(SimulatedDisk())
    let receipt = bench.journal.append(Samples.drafts(1...7))
    #expect(receipt.acknowledged == ids(1...7))
    #expect((receipt.heldCount, receipt.fault) == (0, nil))
    let sync = EventID(high: 1, low: 2)
    var moment = Samples.moment
    moment.boot.boot = 1
    _ = bench.journal.append([.sync(sync, moment), .care(Samples.event(8))])
    bench.disk.powerCut { _ in 0 }
    let again = try Bench(bench.disk, start: 2)
    #expect(again.careIDs == ids(1...8))
    #expect(again.lines.map(\.sequence) == Array(1...10))
    #expect(again.lines.filter { $0.entry == .sync }.map(\.id) == [sync])
    #expect(again.lines.first?.entry == .boot(kernelBootID: Samples.start(1).kernelBootID))
    #expect((again.recovered.boot, again.recovered.lastSequence) == (2, 11))
    #expect(again.recovered.box == bench.recovered.box)
    #expect(again.recovered.gaps.isEmpty)
    #expect(!again.recovered.endedCleanly)
  }

  @Test("Each start has its own segment and changes no other")
  func eachStartHasItsOwnSegmentAndChangesNoOther() throws {
    var bench = try Bench(SimulatedDisk())
    _ = bench.journal.append(Samples.drafts(1...1))
    let before = bench.disk.files
    let again = try Bench(bench.disk, start: 2)
    for (path, bytes) in before where path != "box.json" {
      #expect(again.disk.files[path] == bytes, "\(path)")
    }
    #expect(Set(again.disk.files.keys).subtracting(before.keys) == ["log/seg-000002.jsonl"])
  }

  @Test("One batch is one write and one sync")
  func oneBatchIsOneWriteAndOneSync() throws {
    var bench = try Bench(SimulatedDisk(), segmentBytes: 65_536)
    let (operations, syncs) = (bench.disk.operations, bench.disk.syncs)
    _ = bench.journal.append(Samples.drafts(1...20))
    #expect((bench.disk.operations - operations, bench.disk.syncs - syncs) == (2, 1))
  }

  @Test("Full segments are cut to their length")
  func fullSegmentsAreCutToTheirLength() throws {
    var bench = try Bench(SimulatedDisk())
    for number in 1...9 { _ = bench.journal.append(Samples.drafts(number...number)) }
    bench.tend()
    let segments = bench.disk.files.filter { $0.key.hasPrefix("log/") }.sorted { $0.key < $1.key }
    #expect(segments.count == 4)
    for (path, bytes) in segments.dropLast() {
      #expect(bytes.count <= Bench.segmentBytes, "\(path)")
      #expect(bytes.suffix(2).first != 0x0A, "\(path) still has room")
    }
    #expect(segments.last?.value.count == Bench.segmentBytes)
    #expect(try Bench(bench.disk, start: 2).careIDs == ids(1...9), "no line is cut")
  }

  @Test("Closing in order is seen by the next start")
  func closingInOrderIsSeenByTheNextStart() throws {
    var bench = try Bench(SimulatedDisk())
    _ = bench.journal.append(Samples.drafts(1...1))
    try bench.journal.close()
    bench.disk.powerCut { _ in 0 }
    let again = try Bench(bench.disk, start: 2)
    #expect(again.recovered.endedCleanly)
    #expect(again.careIDs == ids(1...1))
    let third = try Bench(again.disk, start: 3)
    #expect(!third.recovered.endedCleanly)
  }

  /// Something that cannot be removed, such as a folder, has the name of the next segment.
  @Test("An obstacle in place of a segment loses no line", arguments: [1, 2])
  func anObstacleInPlaceOfASegmentLosesNoLine(number: Int) throws {
    let disk = SimulatedDisk()
    let path = SegmentName.path(number) + ".new"
    try disk.createFolder("log")
    try disk.put([0x7B], at: path)
    disk.unremovable = [path]
    var bench = try Bench(disk)
    #expect(bench.recovered.fault == nil)
    for number in 1...9 {
      #expect(bench.journal.append(Samples.drafts(number...number)).acknowledged == ids(number...number))
    }
    try bench.journal.close()
    #expect(try Bench(disk, start: 2).careIDs == ids(1...9))
    let report = try JournalVerifier.verify(disk)
    #expect(report.isWhole && report.holes == [number...number])
  }

  /// A mark that cannot be replaced stops nothing, is reported, and is written when the card accepts it.
  @Test("A mark that is not replaced is reported and tried again")
  func aMarkThatIsNotReplacedIsReportedAndTriedAgain() throws {
    let disk = SimulatedDisk()
    try Bench(disk).journal.closed()
    disk.garbling = ["box.json.tmp"]
    var bench = try Bench(disk, start: 2)
    #expect(bench.journal.markFault != nil && bench.recovered.minorFaults.count == 1)
    #expect(bench.journal.append(Samples.drafts(1...1)).acknowledged == ids(1...1))
    #expect(bench.journal.wantsTending)
    bench.tend()
    #expect(!bench.journal.wantsTending, "a card that refuses it is not asked again at once")
    var report = try JournalVerifier.verify(disk)
    #expect(report.segmentsBeyondMark == 1 && report.isWhole, "a power cut leaves as much")
    for number in 2...5 { _ = bench.journal.append(Samples.drafts(number...number)) }
    report = try JournalVerifier.verify(disk)
    #expect(report.segmentsBeyondMark > 1 && report.isWhole, "nothing is lost")
    disk.garbling = []
    bench.tend()
    #expect(bench.journal.markFault == nil)
    report = try JournalVerifier.verify(disk)
    #expect(report.segmentsBeyondMark == 0 && report.isWhole)
  }

  /// A killed process may leave a line that the next start sees only in the kernel's memory.
  @Test("Lines that a start has read survive a cut")
  func linesThatAStartHasReadSurviveACut() throws {
    let disk = SimulatedDisk()
    var bench = try Bench(disk)
    disk.cutPower(atOperation: 2)
    _ = bench.journal.append(Samples.drafts(1...1))
    let text = try #require(disk.files["log/seg-000001.jsonl"])
    disk.powerCut { _ in 0 }
    try disk.write(text, to: "log/seg-000001.jsonl", at: 0)
    let seen = try Bench(disk, start: 2)
    #expect(seen.careIDs == ids(1...1))
    disk.powerCut { _ in 0 }
    #expect(try Bench(disk, start: 3).careIDs == ids(1...1))
  }

  /// After a failed sync the kernel counts its pages as clean: only writing them again makes them durable.
  @Test("Lines that a start could not settle are written again", arguments: [1, 2, 3, 4])
  func linesThatAStartCouldNotSettleAreWrittenAgain(failing operation: Int) throws {
    let disk = SimulatedDisk()
    var bench = try Bench(disk)
    disk.cutPower(atOperation: 2)
    _ = bench.journal.append(Samples.drafts(1...2))
    disk.surviveCut()
    disk.fail(.once(operation), reason: .device)
    let seen = try Bench(disk, start: 2)
    #expect(seen.careIDs == ids(1...2))
    #expect(seen.recovered.fault == nil && seen.journal.heldCount == 0)
    disk.powerCut { _ in 0 }
    let again = try Bench(disk, start: 3)
    #expect(again.careIDs == ids(1...2))
    #expect(again.recovered.gaps.isEmpty && again.recovered.damaged == 0)
  }

  @Test("A failed sync moves the lines to a new segment")
  func aFailedSyncMovesTheLinesToANewSegment() throws {
    let disk = SimulatedDisk()
    var bench = try Bench(disk)
    disk.fail(.once(2), reason: .device)
    let receipt = bench.journal.append(Samples.drafts(1...2))
    #expect(receipt.acknowledged == ids(1...2))
    let second = try #require(disk.files["log/seg-000002.jsonl"])
    #expect(second.split(separator: 0x0A).dropFirst().map(Array.init) == encoded(1...2))
    let kept = try Bench(SimulatedDisk(copying: disk), start: 2)
    #expect(kept.careIDs == ids(1...2))
    #expect(kept.recovered.repeated == 2)
    disk.powerCut { _ in 0 }
    #expect(try Bench(disk, start: 2).careIDs == ids(1...2))
  }

  private func encoded(_ numbers: ClosedRange<Int>) -> [[UInt8]] {
    numbers.map { number in
      let line = JournalDraft.care(Samples.event(number)).line(
        box: "7c1e9a04b2d1", sequence: number + 1, count: number + 1)
      return (JournalLineCodec.encode(line) ?? []).dropLast()
    }
  }

  @Test(
    "A dead card leaves a box that holds its lines",
    arguments: [StorageFault.Reason.full, .device, .permission])
  func aDeadCardLeavesABoxThatHoldsItsLines(reason: StorageFault.Reason) throws {
    let disk = SimulatedDisk()
    disk.failure = reason
    var bench = try Bench(disk)
    guard case .unwritable(let fault)? = bench.recovered.fault else {
      Issue.record("not told")
      return
    }
    #expect(fault.reason == reason)
    #expect(bench.journal.isMemoryOnly)
    let receipt = bench.journal.append(Samples.drafts(1...1500))
    #expect(receipt.acknowledged.isEmpty)
    #expect(receipt.heldCount == 1501, "with the boot line")
    #expect(bench.journal.retryLast().fault != nil)
    disk.heal()
    let late = bench.journal.retryLast()
    #expect(late.acknowledged == ids(1...1500))
    #expect((late.heldCount, late.fault) == (0, nil))
    #expect(!bench.journal.isMemoryOnly)
    disk.powerCut { _ in 0 }
    let again = try Bench(disk, start: 2)
    #expect(again.careIDs == ids(1...1500))
    #expect(again.recovered.gaps.isEmpty)
    #expect(again.recovered.box == bench.recovered.box)
  }

  @Test("Retries leave no empty files behind")
  func retriesLeaveNoEmptyFilesBehind() throws {
    let disk = SimulatedDisk()
    var bench = try Bench(disk)
    _ = bench.journal.append(Samples.drafts(1...1))
    for _ in 0..<5 {
      disk.fail(.from(2), reason: .full)
      _ = bench.journal.append(Samples.drafts(2...2))
      disk.heal()
    }
    disk.fail(.once(2), reason: .full)
    _ = bench.journal.retryLast()
    #expect(disk.files.values.allSatisfy { $0.contains { $0 != 0x0A } })
  }

  @Test("Memory is bounded")
  func memoryIsBounded() throws {
    let disk = SimulatedDisk()
    disk.failure = .device
    var bench = try Bench(disk)
    let limit = Journal<SimulatedDisk>.heldLimit
    let receipt = bench.journal.append(Samples.drafts(1...limit + 2))
    #expect(receipt.refused == ids(limit...limit + 2))
    #expect(receipt.fault == .memoryFull(capacity: limit))
    #expect(receipt.heldCount == limit)
  }

  @Test("An unlistable log is a fault")
  func anUnlistableLogIsAFault() {
    let disk = SimulatedDisk()
    disk.cutPower(atOperation: 1)
    #expect(throws: StorageFault.self) { try disk.create("x") }
    #expect(throws: JournalFault.unreadable(StorageFault(operation: "list", path: "log", reason: .device))) {
      try Bench(disk)
    }
  }

  @Test("The box keeps its name when its file is lost or damaged")
  func theBoxKeepsItsNameWhenItsFileIsLostOrDamaged() throws {
    let disk = SimulatedDisk(files: [
      "box.json": Array("{\"v\":1,\"box\":\"liar\",\"crc\":\"00000000\"}\n".utf8),
      "log/seg-000004.jsonl": JournalLineCodec.encode(
        Samples.line(.boot(kernelBootID: "x"), box: "0123456789ab")) ?? [],
    ])
    let bench = try Bench(disk)
    #expect(bench.recovered.box == "0123456789ab")
    #expect((bench.recovered.boot, bench.recovered.lastSequence) == (4, 13))
    #expect(disk.files["log/seg-000005.jsonl"] != nil)
    disk.powerCut { _ in 0 }
    let file = try #require(disk.files["box.json"])
    #expect(LogIdentity(file)?.box == "0123456789ab")
    #expect(LogIdentity(file)?.mark?.segment == 5)
  }

  @Test("Gaps are reported by box")
  func gapsAreReportedByBox() throws {
    var lines: [UInt8] = []
    for (number, box) in [(1, "a"), (2, "a"), (5, "a"), (2, "b"), (9, "a"), (7, "a")] {
      let id = EventID(high: UInt64(lines.count), low: 0)
      let line = JournalLine(
        id: id, box: box, sequence: number, moment: Samples.moment, entry: .sync)
      lines += JournalLineCodec.encode(line) ?? []
    }
    let bench = try Bench(SimulatedDisk(files: ["log/seg-000001.jsonl": lines]))
    #expect(
      bench.recovered.gaps == [
        LineGap(box: "a", missing: 3...4), LineGap(box: "a", missing: 6...6),
        LineGap(box: "a", missing: 8...8), LineGap(box: "b", missing: 1...1),
      ])
  }

  @Test("Names that are no segments are left alone")
  func namesThatAreNoSegmentsAreLeftAlone() {
    #expect(SegmentName.path(7) == "log/seg-000007.jsonl")
    #expect(SegmentName.number(SegmentName.file(1_234_567)) == 1_234_567)
    for name in ["seg-1.jsonl", "seg-000000.jsonl", "seg-00001x.jsonl", "seg-000001.json", "x", "seg-.jsonl"]
    {
      #expect(SegmentName.number(name) == nil, "\(name)")
    }
  }
}

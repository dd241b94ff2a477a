import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// What is done when nobody presses: the next segment, room given back, snapshots.
@Suite struct UpkeepTests {
  /// Presses one by one, everything tended after each.
  private func press(_ numbers: ClosedRange<Int>, _ bench: inout Bench) {
    for number in numbers {
      _ = bench.journal.append(Samples.drafts(number...number))
      bench.tend()
    }
  }

  private func snapshots(_ disk: SimulatedDisk) -> [String] {
    disk.files.keys.filter { $0.hasPrefix("snap-") }.sorted()
  }

  /// The events that a start finds, and from which snapshot on.
  private func start(_ disk: SimulatedDisk, _ number: UInt64 = 7) throws -> (ids: [EventID], from: Int?) {
    let copy = SimulatedDisk(copying: disk)
    copy.powerCut { _ in 0 }
    let bench = try Bench(copy, start: number)
    let log = bench.journal.fold.logs[BabyID(number: 1)]
    return ((log?.allRecords ?? []).map(\.id), bench.recovered.snapshot)
  }

  private func ids(_ numbers: ClosedRange<Int>) -> [EventID] { numbers.map { Samples.event($0).id } }

  @Test func twoGenerationsOfSnapshotsAreKept() throws {
    var bench = try Bench(SimulatedDisk())
    #expect(snapshots(bench.disk) == [])
    for (last, kept) in [(3, [1]), (6, [1, 2]), (9, [2, 3])] {
      let known = bench.journal.fold.logs[BabyID(number: 1)]?.count ?? 0
      press(known + 1...last, &bench)
      #expect(snapshots(bench.disk) == kept.map(SnapshotName.path), "after \(last) events")
      let (found, from) = try start(bench.disk)
      #expect(found == ids(1...last))
      #expect(from == kept.last)
    }
  }

  @Test func aSnapshotThatCannotBeBelievedIsPassedOver() throws {
    var bench = try Bench(SimulatedDisk())
    press(1...6, &bench)
    let files = bench.disk.files
    let (older, newer) = (SnapshotName.path(1), SnapshotName.path(2))
    let good = try #require(files[newer])
    var flipped = good
    flipped[good.count / 2] ^= 4
    let foreign = Samples.sealed("{\"v\":99,\"segment\":2}") + [0x0A]
    let absurd = Samples.sealed("{\"v\":2,\"segment\":2,\"tally\":-1}") + [0x0A]
    var misnamed = files
    misnamed[newer] = files[older]
    #expect(try start(SimulatedDisk(files: misnamed)) == (ids(1...6), 1))
    for bad in [[], flipped, Array(good.dropLast(9)), foreign, absurd] {
      var damaged = files
      damaged[newer] = bad
      #expect(try start(SimulatedDisk(files: damaged)) == (ids(1...6), 1))
      damaged[older] = bad
      #expect(try start(SimulatedDisk(files: damaged)) == (ids(1...6), nil))
    }
  }

  @Test func anOldSnapshotThatCannotBeReadEndsNoUpkeep() throws {
    var bench = try Bench(SimulatedDisk())
    press(1...6, &bench)
    bench.disk.unreadable = [SnapshotName.path(1)]
    press(7...18, &bench)
    let newest = try #require(bench.journal.figures.snapshot?.segment)
    #expect(newest > 3)
    #expect(snapshots(bench.disk) == [1, newest - 1, newest].map(SnapshotName.path))
  }

  /// A folder of that name, or a file that nobody may touch.
  @Test func aLeftoverThatCannotBeRemovedEndsNoUpkeep() throws {
    let disk = SimulatedDisk(files: [Journal<SimulatedDisk>.importPath: Array("half".utf8)])
    disk.unremovable = [Journal<SimulatedDisk>.importPath]
    var bench = try Bench(disk)
    let faults = (1...5).compactMap { _ in bench.journal.tend() }
    #expect(faults.map(\.path) == [Journal<SimulatedDisk>.importPath], "told once")
    press(1...6, &bench)
    #expect(snapshots(disk) == [1, 2].map(SnapshotName.path))
    #expect(try start(disk) == (ids(1...6), 2))
    disk.unremovable = []
    var again = try Bench(disk, start: 2)
    again.tend()
    #expect(disk.files[Journal<SimulatedDisk>.importPath] == nil, "the next start tries again")
  }

  @Test func aSnapshotThatDoesNotReadBackGetsNoName() throws {
    var bench = try Bench(SimulatedDisk())
    bench.disk.garbling = [SnapshotName.temporaryPath]
    press(1...6, &bench)
    #expect(snapshots(bench.disk) == [])
    #expect(try start(bench.disk) == (ids(1...6), nil))
  }

  @Test func everyByteOfASnapshotCounts() throws {
    var bench = try Bench(SimulatedDisk())
    press(1...3, &bench)
    let good = try #require(bench.disk.files[SnapshotName.path(1)])
    for index in good.indices.dropLast() {
      var bytes = good
      bytes[index] ^= 1 << (index % 8)
      #expect(SnapshotReader.snapshot(in: bytes, floor: Instant(milliseconds: 0)) == nil, "byte \(index)")
    }
  }

  @Test func verifyTellsWhatEachSnapshotIsWorth() throws {
    var bench = try Bench(SimulatedDisk())
    press(1...6, &bench)
    #expect(bench.journal.figures.segments == 3)
    #expect(bench.journal.figures.snapshot?.segment == 2)
    #expect(bench.journal.figures.snapshot?.lines == 6, "with the boot line")
    let (older, newer) = (SnapshotName.path(1), SnapshotName.path(2))
    let good = bench.disk.files
    #expect(try JournalVerifier.verify(bench.disk).snapshots.map(\.path) == [newer, older])
    let lost = Recovered.OnlyInSnapshot(
      path: newer, lines: [Recovered.Gap(box: bench.recovered.box, missing: 4...6)])
    let cases: [([UInt8]?, String, JournalReport.Snapshot.Worth)] = [
      (good[newer], newer, .good), ([], newer, .damaged), (good[older], newer, .damaged),
      (Samples.sealed("{\"v\":99}") + [0x0A], newer, .foreign),
      (Samples.segment(events: 40...41), SegmentName.path(2), .tellsMore(lost)),
    ]
    for (bytes, path, worth) in cases {
      var files = good
      files[path] = bytes
      let report = try JournalVerifier.verify(SimulatedDisk(files: files))
      #expect(report.snapshots.first?.worth == worth, "\(path)")
    }
  }

  @Test func aSnapshotOfOtherSegmentsIsPassedOver() throws {
    var bench = try Bench(SimulatedDisk())
    press(1...6, &bench)
    var files = bench.disk.files
    files[SegmentName.path(9)] = Samples.segment(events: 40...41)
    files[SnapshotName.path(9)] = files[SnapshotName.path(2)]
    #expect(try start(SimulatedDisk(files: files)).from == 2, "its name is another's")
    files = bench.disk.files
    files[SegmentName.path(2)]? += Samples.segment(events: 40...41)
    #expect(
      try start(SimulatedDisk(files: files)) == (ids(1...5) + ids(40...41) + ids(6...6), 1), "there is more")
  }

  @Test func roomOfUncleanEndsIsGivenBackWithTheNextSnapshot() throws {
    let disk = SimulatedDisk()
    for number in 1...3 as ClosedRange<UInt64> {
      var bench = try Bench(disk, start: number)
      _ = bench.journal.append(Samples.drafts(Int(number)...Int(number)))
      disk.powerCut { _ in 0 }
    }
    let before = disk.files
    #expect(before.filter { $0.key.hasPrefix("log/") }.allSatisfy { $0.value.count == 700 })
    var bench = try Bench(disk, start: 4)
    #expect(Set(disk.files.keys).subtracting(before.keys) == [SegmentName.path(4)])
    for (path, bytes) in before { #expect(disk.files[path] == bytes, "\(path)") }
    bench.tend()
    for number in 1...3 {
      let path = SegmentName.path(number)
      let bytes = try #require(disk.files[path])
      #expect(bytes.suffix(2).first != 0x0A, "\(path) still has room")
      #expect(before[path]?.starts(with: bytes) == true, "\(path) lost lines")
    }
    #expect(try start(disk) == (ids(1...3), 3))
  }

  @Test func nothingIsEverCutBelowItsLines() throws {
    let torn = Samples.segment(events: 1...1) + Array("{\"v\":1".utf8)
    let cases: [(bytes: [UInt8], used: Int)] = [
      ([0x0A, 0x0A], 0), ([0x0A], 0), ([], 0), (torn, torn.count), (torn + [0x0A, 0x0A], torn.count + 1),
      ([0x0A, 0x0A] + torn + [0x0A], torn.count + 3), (torn + [0, 0, 0x0A], torn.count + 3),
    ]
    for (bytes, used) in cases { #expect(SegmentReader.usedLength(of: bytes) == used) }
  }

  @Test func theNextSegmentIsReadyBeforeAPressHasToWaitForIt() throws {
    var bench = try Bench(SimulatedDisk(), segmentBytes: 65_536)
    var number = 0
    while snapshots(bench.disk).isEmpty {
      number += 1
      let (operations, syncs) = (bench.disk.operations, bench.disk.syncs)
      _ = bench.journal.append(Samples.drafts(number...number))
      #expect((bench.disk.operations - operations, bench.disk.syncs - syncs) == (2, 1), "press \(number)")
      bench.tend()
    }
    #expect(number > 200)
    bench.disk.powerCut { _ in 0 }
    let room = try #require(bench.disk.files[SegmentName.path(2)])
    #expect(room == [UInt8](repeating: 0x0A, count: 65_536), "its room is there for good before it is used")
  }

  /// A press that comes while a snapshot is written waits for one step at most.
  @Test func everyStepIsSmall() throws {
    var bench = try Bench(SimulatedDisk(), segmentBytes: 65_536)
    for first in stride(from: 1, to: 4_000, by: 100) {
      _ = bench.journal.append(Samples.drafts(first...first + 99))
    }
    var steps = 0
    while bench.journal.wantsTending {
      let (bytes, syncs) = (bench.disk.bytesWritten, bench.disk.syncs)
      bench.journal.tend()
      steps += 1
      #expect(bench.disk.bytesWritten - bytes <= 65_536)
      #expect(bench.disk.syncs - syncs <= 2)
    }
    #expect(steps > 20)
    #expect(snapshots(bench.disk).count == 1)
  }

  @Test func aPressBetweenTwoStepsIsNotInTheSnapshotAndNotLost() throws {
    var bench = try Bench(SimulatedDisk())
    press(1...2, &bench)
    var number = 2
    repeat {
      number += 1
      _ = bench.journal.append(Samples.drafts(number...number))
      bench.journal.tend()
    } while snapshots(bench.disk).isEmpty
    let (found, from) = try start(bench.disk)
    #expect(found == ids(1...number))
    #expect(from != nil)
  }

  @Test func afterAFaultNoSnapshotVouchesForTheCard() throws {
    let disk = SimulatedDisk()
    var bench = try Bench(disk)
    disk.fail(.once(2), reason: .device)
    press(1...9, &bench)
    #expect(snapshots(disk) == [])
    #expect(try start(disk) == (ids(1...9), nil))
    disk.powerCut { _ in 0 }
    var again = try Bench(disk, start: 2)
    again.tend()
    #expect(try start(disk).from != nil)
  }

  @Test func aFullCardKeepsLinesAndNoHalfSnapshot() throws {
    for operation in 1...12 {
      let disk = SimulatedDisk()
      var bench = try Bench(disk)
      _ = bench.journal.append(Samples.drafts(1...3))
      disk.fail(.once(operation), reason: .full)
      bench.tend()
      disk.heal()
      #expect(disk.files[SnapshotName.temporaryPath] == nil, "operation \(operation)")
      press(4...5, &bench)
      #expect(try start(disk).ids == ids(1...5), "operation \(operation)")
    }
  }

  @Test func aMonthEndsASegment() throws {
    var bench = try Bench(SimulatedDisk(), segmentBytes: 65_536)
    let instants = [
      "2026-01-31T23:59:59Z", "2026-02-01T00:00:00Z", "2026-01-31T12:00:00Z", "2026-02-28T12:00:00Z",
      "2026-03-01T00:00:01Z",
    ]
    for (number, text) in instants.enumerated() {
      var event = Samples.event(number + 1)
      event.moment.wall = ISO8601.instant(text)
      event.moment.trust = number == 3 ? .saved : .synced
      _ = bench.journal.append([.care(event)])
    }
    bench.tend()
    let counts = (1...3).map { number in
      (bench.disk.files[SegmentName.path(number)] ?? []).split(separator: 0x0A).count
    }
    #expect(counts == [2, 3, 1], "with the boot line; a clock set back, or not trusted, ends nothing")
    #expect(snapshots(bench.disk) == [], "six lines are sooner read than a snapshot written")
  }

  /// A report that waits for a second one is in every line's wall time, and says nothing of the month.
  @Test func aClockInDoubtEndsNoSegment() throws {
    var bench = try Bench(SimulatedDisk(), segmentBytes: 65_536)
    func moment(_ minutes: Int, _ text: String) -> Moment {
      let boot = BootTime(boot: 1, milliseconds: 10_000 + minutes * 60_000)
      return Moment(boot: boot, wall: ISO8601.instant(text), trust: .synced)
    }
    func press(_ number: Int, _ moment: Moment) {
      var event = Samples.event(number)
      event.moment = moment
      _ = bench.journal.append([.care(event)])
    }
    _ = bench.journal.append([.sync(Samples.event(98).id, moment(0, "2026-01-31T23:00:00Z"))])
    press(1, moment(10, "2126-02-01T23:10:00Z"))
    press(2, moment(30, "2026-01-31T23:30:00Z"))
    press(3, moment(90, "2026-02-01T00:30:00Z"))
    _ = bench.journal.append([.sync(Samples.event(99).id, moment(95, "2126-02-02T00:35:00Z"))])
    press(4, moment(100, "2126-02-02T00:40:00Z"))
    let counts = (1...3).map { number in
      (bench.disk.files[SegmentName.path(number)] ?? []).split(separator: 0x0A).count
    }
    #expect(counts == [4, 1, 2], "with the boot line")
  }

  @Test func closingLeavesACleanEndWhateverWaits() throws {
    for events in 1...8 {
      for steps in 0...6 {
        var bench = try Bench(SimulatedDisk())
        for number in 1...events { _ = bench.journal.append(Samples.drafts(number...number)) }
        for _ in 0..<steps { bench.journal.tend() }
        try bench.journal.close()
        bench.disk.powerCut { _ in 0 }
        let again = try Bench(bench.disk, start: 2)
        #expect(again.recovered.endedCleanly, "\(events) events, \(steps) steps")
        #expect(again.careIDs == ids(1...events))
      }
    }
  }

  @Test func manyShortStartsAreWorthASnapshot() throws {
    let disk = SimulatedDisk()
    for number in 1...20 as ClosedRange<UInt64> {
      var bench = try Bench(disk, start: number, segmentBytes: 65_536)
      _ = bench.journal.append(Samples.drafts(Int(number)...Int(number)))
      bench.tend()
      try bench.journal.close()
    }
    #expect(snapshots(disk) == [SnapshotName.path(15)], "each file costs a start as much as some lines")

  }
}

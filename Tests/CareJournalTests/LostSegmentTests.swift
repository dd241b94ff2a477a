import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// Segments that are gone, or cut short, beside snapshots that still tell what they held.
@Suite struct LostSegmentTests {
  private static let box = "7c1e9a04b2d1"

  /// A log of nine events in segments of three lines, and snapshots of segments 1 and 2, and of 1 to 3.
  private func log() throws -> [String: [UInt8]] {
    var bench = try Bench(SimulatedDisk())
    press(1...9, &bench)
    try bench.journal.close()
    let files = bench.disk.files
    #expect(files.keys.filter { $0.hasPrefix("snap-") }.sorted() == [2, 3].map(SnapshotName.path))
    return files
  }

  private func press(_ numbers: ClosedRange<Int>, _ bench: inout Bench) {
    for number in numbers {
      let event = Samples.event(number, boot: bench.journal.boot)
      #expect(bench.journal.append([.care(event)]).acknowledged == [event.id])
      bench.tend()
    }
  }

  private func events(_ bench: Bench) -> [EventID] {
    (bench.journal.fold.logs[BabyID(number: 1)]?.allRecords ?? []).map(\.id)
  }

  private func ids(_ numbers: ClosedRange<Int>) -> [EventID] { numbers.map { Samples.event($0).id } }

  /// What may happen to the segments from outside, and which lines they then lack.
  private enum Loss: CaseIterable {
    case first, second, last, theFirstTwo, all, halfOfTheSecond, halfOfTheLast

    func happen(to files: [String: [UInt8]]) -> [String: [UInt8]] {
      var files = files
      func remove(_ number: Int) { files[SegmentName.path(number)] = nil }
      func cut(_ number: Int) {
        let bytes = files[SegmentName.path(number)] ?? []
        files[SegmentName.path(number)] = Array(bytes.prefix(bytes.count / 2))
      }
      switch self {
      case .first: remove(1)
      case .second: remove(2)
      case .last: remove(3)
      case .theFirstTwo: (1...2).forEach(remove)
      case .all: (1...3).forEach(remove)
      case .halfOfTheSecond: cut(2)
      case .halfOfTheLast: cut(3)
      }
      return files
    }
  }

  /// Start after start, each with presses and a snapshot where one is due: nothing that a snapshot told is dropped,
  /// no number is given out twice, and the state that is kept outlives the snapshot that told it first.
  @Test(arguments: Loss.allCases)
  private func nothingThatASnapshotTellsIsLost(loss: Loss) throws {
    let whole = try log()
    let before = try Bench(SimulatedDisk(files: whole), start: 2)
    let disk = SimulatedDisk(files: loss.happen(to: whole))
    var numbers: [Int] = []
    for start in 2...8 as ClosedRange<UInt64> {
      var bench = try Bench(disk, start: start)
      let last = 9 + Int(start - 2) * 3
      #expect(events(bench) == ids(1...last), "start \(start)")
      if start == 2 {
        #expect(bench.recovered.lastSequence == before.recovered.lastSequence)
        #expect(bench.recovered.boot == before.recovered.boot)
      }
      #expect(!numbers.contains(bench.journal.lastSequence))
      press(last + 1...last + 3, &bench)
      numbers += bench.recovered.lastSequence...bench.journal.lastSequence
      disk.powerCut { _ in 0 }
    }
    #expect(numbers == Array(numbers[0]..<numbers[0] + numbers.count))
    #expect(!disk.files.keys.contains(SnapshotName.path(3)), "the first that told it has done its duty")
  }

  /// The folder with all segments is gone: what follows begins after all that there was.
  @Test func withoutAnySegmentTheSnapshotGoesOn() throws {
    let files = try log().filter { !$0.key.hasPrefix("log/") }
    var bench = try Bench(SimulatedDisk(files: files), start: 2)
    #expect(events(bench) == ids(1...8))
    #expect((bench.recovered.boot, bench.recovered.lastSequence) == (2, 10))
    press(20...25, &bench)
    #expect(bench.disk.files[SegmentName.path(4)] != nil, "no name that a lost segment had")
    #expect(events(try Bench(bench.disk, start: 3)) == ids(1...8) + ids(20...25))
  }

  /// Until a newer one holds the same: without it, also over a start that no snapshot could follow.
  @Test func theOnlyOneThatTellsIsNeitherRemovedNorReplaced() throws {
    var files = try log()
    files[SegmentName.path(2)] = nil
    let contradicting = Samples.segment(events: 20...23)
    files[SegmentName.path(3)] = contradicting
    let kept = [2, 3].map(SnapshotName.path).map { ($0, files[$0]) }
    for (number, bytes) in [(4, Samples.segment(events: 2...3))] {
      // A log that went on with the same numbers for other events.
      let other = bytes.split(separator: 0x0A).map { line in
        let text = String(decoding: line.dropLast(18), as: UTF8.self)
        return Samples.sealed(text.replacing("-000000000", with: "-000000001") + "}") + [0x0A]
      }
      files[SegmentName.path(number)] = other.flatMap { $0 }
    }
    let disk = SimulatedDisk(files: files)
    for start in 2...6 as ClosedRange<UInt64> {
      var bench = try Bench(disk, start: start)
      #expect(bench.recovered.onlyInSnapshot == nil)
      press(Int(start) * 10...Int(start) * 10 + 5, &bench)
      disk.powerCut { _ in 0 }
      for (path, bytes) in kept { #expect(disk.files[path] == bytes, "start \(start): \(path)") }
    }
    let worths = try JournalVerifier.verify(disk).snapshots.map(\.worth)
    #expect(worths.filter { if case .contradicts = $0 { true } else { false } }.count == 2)
  }

  /// After an update, the snapshots of before cannot be taken for what they hold, but they have counted it.
  @Test(arguments: [1...4, 3...4, 2...2])
  func whatOnlyAnOlderVersionTellsIsKeptAndNotGivenOutAgain(lost: ClosedRange<Int>) throws {
    var files = try log()
    for number in lost { files[SegmentName.path(number)] = nil }
    let old = [2, 3].map(SnapshotName.path)
    for path in old { files[path] = Self.withVersion(1, try #require(files[path])) }
    let disk = SimulatedDisk(files: files)
    let report = try JournalVerifier.verify(disk)
    #expect(!report.isWhole)
    guard case .tellsMoreInOldFormat? = report.snapshots.first?.worth else {
      Issue.record("\(report.snapshots)")
      return
    }
    for start in 2...6 as ClosedRange<UInt64> {
      var bench = try Bench(disk, start: start)
      #expect(bench.recovered.boot == Int(start))
      if start == 2 { #expect(bench.recovered.lastSequence == (lost.contains(4) ? 10 : 11)) }
      press(Int(start) * 10...Int(start) * 10 + 5, &bench)
      disk.powerCut { _ in 0 }
      #expect(disk.files[old[1]] == files[old[1]], "start \(start)")
    }
    for number in 1...3 {
      let path = SegmentName.path(number)
      #expect((disk.files[path] != nil) == (files[path] != nil), "no name that a lost segment had")
    }
    let kept = try JournalVerifier.verify(disk).snapshots.map(\.worth)
    #expect(kept.contains { if case .tellsMoreInOldFormat = $0 { true } else { false } })
  }

  /// A version to come may count otherwise; one of before that tells nothing more has done its duty.
  @Test(arguments: [(1, false), (99, true)])
  func aVersionThatNobodyCanReadStays(version: Int, stays: Bool) throws {
    var files = try log()
    let path = SnapshotName.path(2)
    files[path] = Self.withVersion(version, try #require(files[path]))
    let disk = SimulatedDisk(files: files)
    var bench = try Bench(disk, start: 2)
    press(10...30, &bench)
    #expect((disk.files[path] != nil) == stays)
  }

  /// A snapshot's file as another version would have it.
  private static func withVersion(_ version: Int, _ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self).split(separator: ",\"crc\":")[0]
    return Samples.sealed(
      text.replacing("{\"v\":\(LogSnapshot.version),", with: "{\"v\":\(version),") + "}") + [0x0A]
  }

  @Test(arguments: Loss.allCases)
  private func itIsTold(loss: Loss) throws {
    let disk = SimulatedDisk(files: loss.happen(to: try log()))
    let report = try JournalVerifier.verify(disk)
    #expect(!report.isWhole)
    guard case .tellsMore(let only)? = report.snapshots.first?.worth else {
      Issue.record("\(report.snapshots)")
      return
    }
    // Where the files are all there, only a check reads them: the start begins with the snapshot as ever.
    #expect(try Bench(disk, start: 2).recovered.onlyInSnapshot == (loss == .halfOfTheSecond ? nil : only))
    let remedy = try #require(report.snapshots.first?.remedy)
    #expect(only.lines.allSatisfy { remedy.contains("\($0.missing.lowerBound)–\($0.missing.upperBound)") })
    if loss == .second { #expect(only.count == 3 && only.lines == report.gaps) }
  }

  @Test func aWholeLogSaysNothingOfIt() throws {
    let files = try log()
    #expect(try JournalVerifier.verify(SimulatedDisk(files: files)).isWhole)
    for path in [2, 3].map(SnapshotName.path) {
      var fewer = files
      fewer[path] = nil
      #expect(try Bench(SimulatedDisk(files: fewer), start: 2).recovered.onlyInSnapshot == nil)
    }
  }

  /// A correction whose line is gone still holds, and an event that only the segments tell of is there too.
  @Test func correctionsThatOnlyTheSnapshotTellsHold() throws {
    var bench = try Bench(SimulatedDisk())
    press(1...3, &bench)
    let end = EventTime.boot(BootTime(boot: 1, milliseconds: 90_000))
    let amended = CareEvent(
      id: EventID(high: 9, low: 1), baby: BabyID(number: 1), moment: Samples.event(3).moment, source: .button,
      change: .amended(Samples.event(1).id, CarePatch(end: .some(end))))
    let deleted = CareEvent(
      id: EventID(high: 9, low: 2), baby: BabyID(number: 1), moment: Samples.event(3).moment, source: .button,
      change: .deleted(Samples.event(2).id))
    for event in [amended, deleted] { _ = bench.journal.append([.care(event)]) }
    press(4...9, &bench)
    let whole = bench.journal.fold.logs[BabyID(number: 1)]?.allRecords
    for number in [2, 3] {
      var files = bench.disk.files
      files[SegmentName.path(number)] = nil
      let again = try Bench(SimulatedDisk(files: files), start: 2)
      #expect(again.journal.fold.logs[BabyID(number: 1)]?.allRecords == whole)
    }
  }

  /// A copy is taken in, then the lost segment is found and put back: the same events have two numbers each.
  @Test(arguments: [2...2, 4...4])
  func theNumbersOfRepeatsAreMet(lost: ClosedRange<Int>) throws {
    let whole = try log()
    var files = whole
    for number in lost { files[SegmentName.path(number)] = nil }
    let disk = SimulatedDisk(files: files)
    var bench = try Bench(disk, start: 2)
    let known = bench.careIDs
    try bench.journal.takeIn(
      (1...9).map { Samples.event($0) }.filter { !known.contains($0.id) }.map { .care($0) })
    let last = bench.journal.lastSequence
    try bench.journal.close()
    files = disk.files.filter { !$0.key.hasPrefix("snap-") }
    for number in lost { files[SegmentName.path(number)] = whole[SegmentName.path(number)] }
    let again = SimulatedDisk(files: files)
    let third = try Bench(again, start: 3)
    #expect(third.recovered.gaps.isEmpty)
    #expect(third.recovered.lastSequence == last + 1)
    #expect(try JournalVerifier.verify(again).gaps.isEmpty)
    #expect(events(third) == ids(1...9))
  }

  /// A wrong year, put right: the line says what is not old, and the snapshot has forgotten it all the same. Without
  /// the amendment it would be another event with the number of a known one.
  @Test(arguments: [true, false])
  func anEventThatWasAmendedToAnOldTimeContradictsNothing(isAmended: Bool) throws {
    func start(_ number: UInt64) -> JournalStart {
      var start = Samples.start(number)
      (start.wall, start.trust) = (Samples.moment.wall, .synced)
      return start
    }
    func open(_ disk: SimulatedDisk, _ number: UInt64) throws -> (Journal<SimulatedDisk>, Recovered) {
      try Journal.open(disk, start: start(number), floor: Instant(milliseconds: 0), segmentBytes: 2_000)
    }
    let now = try #require(Samples.moment.wall)
    let old = EventTime.wall(now.adding(minutes: -800 * 1440))
    let disk = SimulatedDisk()
    var (journal, _) = try open(disk, 1)
    let wrong = Samples.event(1, at: .wall(now.adding(minutes: -60)))
    let right = CareEvent(
      id: EventID(high: 9, low: 1), baby: wrong.baby, moment: wrong.moment, source: .command,
      change: .amended(wrong.id, CarePatch(start: old)))
    let other = Samples.event(2, at: .wall(now))
    for event in [other, wrong, right] { #expect(journal.append([.care(event)]).acknowledged == [event.id]) }
    try journal.close()
    (journal, _) = try open(disk, 2)
    for number in 3...24 {
      var event = Samples.event(number, at: .wall(now.adding(minutes: number - 60)))
      event.moment.boot.boot = journal.boot
      _ = journal.append([.care(event)])
      while journal.wantsTending { journal.tend() }
    }
    try journal.close()
    let held = journal.fold.logs[wrong.baby]?.allRecords.map(\.id)
    #expect(held == ids(2...24))
    var files = disk.files
    files[SegmentName.path(3)] = nil
    if !isAmended {
      let first = try #require(files[SegmentName.path(1)]).split(separator: 0x0A).dropLast()
      files[SegmentName.path(1)] = first.flatMap { $0 + [0x0A] }
    }
    let (again, recovered) = try open(SimulatedDisk(files: files), 3)
    #expect((recovered.onlyInSnapshot != nil) == isAmended)
    if isAmended { #expect(again.fold.logs[wrong.baby]?.allRecords.map(\.id) == held) }
  }

  @Test func whatIsKnownBeyondAnotherLedger() {
    typealias Account = SequenceLedger.Account
    let cases: [(Account, Account, [ClosedRange<Int>])] = [
      (Account(last: 9), Account(last: 9), []), (Account(last: 9), Account(last: 12), []),
      (Account(last: 9), Account(last: 5), [6...9]), (Account(last: 9), Account(), [1...9]),
      (Account(last: 9, missing: [7...8]), Account(last: 5), [6...6, 9...9]),
      (Account(last: 9), Account(last: 12, missing: [2...3, 8...11]), [2...3, 8...9]),
      (Account(last: 9, missing: [3...3]), Account(last: 12, missing: [2...4]), [2...2, 4...4]),
      (Account(last: 9, missing: [1...8]), Account(last: 9, missing: [4...5]), []),
    ]
    for (one, other, numbers) in cases { #expect(one.numbers(beyond: other) == numbers, "\(one) \(other)") }
    let forged = SequenceLedger([Self.box: Account(last: LineLimits.sequence.upperBound)])
    #expect(forged.numbers(beyond: SequenceLedger()).map(\.missing) == [1...LineLimits.sequence.upperBound])
  }
}

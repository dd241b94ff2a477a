import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// Lines of other boxes that are offered to a log.
@Suite struct OfferTests {
  private static func start(_ number: UInt64, at milliseconds: Int = 4_000) -> JournalStart {
    var start = Samples.start(number)
    start.random = (number, number &+ 9, 0xA000_0000_0000 &+ number)
    start.bootMilliseconds = milliseconds
    return start
  }

  private static func open(_ disk: SimulatedDisk, _ number: UInt64 = 1) throws -> Journal<SimulatedDisk> {
    try Journal.open(disk, start: start(number)).journal
  }

  /// Nursing or bottle number `number`, as from a named box.
  private static func line(
    _ box: String, _ sequence: Int, count: Int = 0, _ change: CareEvent.Change? = nil, id: EventID? = nil,
    origin: LineStamp? = nil
  ) -> [UInt8] {
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: sequence * 1_000), wall: nil, trust: .none)
    let id = id ?? EventID(milliseconds: sequence, random: (UInt64(sequence), FNV1a.hash(box.utf8)))
    let change = change ?? .added(Care(kind: .bottle, start: .boot(moment.boot)))
    let event = CareEvent(id: id, baby: BabyID(number: 1), moment: moment, source: .button, change: change)
    let line = JournalLine(
      id: id, box: box, sequence: sequence, count: count, origin: origin, moment: moment, entry: .care(event))
    return (JournalLineCodec.encode(line) ?? []).dropLast()
  }

  private static func receive(
    _ texts: [[UInt8]], into journal: inout Journal<SimulatedDisk>
  ) throws -> OfferReceipt {
    journal.receive(try journal.judge(texts, from: .open))
  }

  @Test("A known line counts once and gaps are not counted")
  func aKnownLineCountsOnceAndGapsAreNotCounted() throws {
    var journal = try Self.open(SimulatedDisk())
    let texts = [1, 2, 2, 5, 4].map { Self.line("attic", $0) }
    #expect(try Self.receive(texts, into: &journal).received.map(\.sequence) == [1, 2, 5, 4])
    #expect(journal.have["attic"] == 2)
    #expect(
      try Self.receive([Self.line("attic", 3), Self.line("attic", 1)], into: &journal).received.count == 1)
    #expect(journal.have["attic"] == 5)
  }

  @Test("The next count is greater than any that was seen")
  func theNextCountIsGreaterThanAnyThatWasSeen() throws {
    let disk = SimulatedDisk()
    var journal = try Self.open(disk)
    _ = try Self.receive([Self.line("attic", 1, count: 70)], into: &journal)
    let event = Samples.event(1)
    #expect(journal.append([.care(event)]).stamps[event.id]?.count == 71)
    var again = try Self.open(disk, 2)
    let next = Samples.event(2)
    #expect(again.append([.care(next)]).stamps[next.id]?.count == 73, "the start has counted too")
    let most = 1_000_002_000_000
    _ = try Self.receive([Self.line("attic", 2, count: most)], into: &again)
    for number in 3...4 {
      let event = Samples.event(number)
      #expect(again.append([.care(event)]).stamps[event.id]?.count == most + number - 2)
    }
    #expect(try Self.open(disk, 3).have[journal.box] == 7)
  }

  /// After the very last count, no correction could be newer.
  @Test("An impossible count is refused", arguments: [1_000_001_000_001, LineLimits.count.upperBound])
  func anImpossibleCountIsRefused(count: Int) throws {
    let journal = try Self.open(SimulatedDisk())
    #expect(throws: OfferFault(line: 1, reason: .absurd)) {
      try journal.judge([Self.line("attic", 1, count: count)], from: .open)
    }
  }

  @Test("A copy whose place is not before its own count, or whose box has too long a name, is refused")
  func impossiblePlaces() throws {
    let journal = try Self.open(SimulatedDisk())
    func judge(count: Int, box: String = "cellar") throws {
      let origin = LineStamp(count: count, box: box, sequence: 1)
      _ = try journal.judge([Self.line("attic", 1, count: 5, origin: origin)], from: .open)
    }
    try judge(count: 4)
    for count in [5, 900_000_000_000] {
      #expect(throws: OfferFault(line: 1, reason: .absurd)) { try judge(count: count) }
    }
    #expect(throws: OfferFault.self) { try judge(count: 4, box: String(repeating: "x", count: 65)) }
    #expect(throws: OfferFault.self) { try judge(count: 4, box: "") }
  }

  @Test("Unsynced lines do not count as received")
  func unsyncedLinesDoNotCountAsReceived() throws {
    let disk = SimulatedDisk()
    var journal = try Self.open(disk)
    disk.failure = .device
    let receipt = try Self.receive([Self.line("attic", 1)], into: &journal)
    #expect(receipt.received.isEmpty && receipt.fault != nil)
    #expect(journal.have["attic"] == nil && journal.heldCount == 0)
    disk.heal()
    #expect(try Self.receive([Self.line("attic", 1)], into: &journal).received.count == 1)
    disk.powerCut { _ in 0 }
    #expect(try Self.open(disk, 2).have["attic"] == 1)
  }

  @Test("A line is in the log as it came")
  func aLineIsInTheLogAsItCame() throws {
    let disk = SimulatedDisk()
    var journal = try Self.open(disk)
    let text = Samples.sealed(
      #"{"v":7,"id":"0198b0a2-5c3e-7d41-9b1f-0c2d4e6f8a90","box":"attic","seq":1,"boot":1,"bt":5,"wt":null,"ws":"none","op":"hug","x":1.50}"#
    )
    #expect(try Self.receive([text], into: &journal).received.map(\.entry) == [.foreign(op: "hug")])
    var found: [[UInt8]] = []
    try LogLines.read(from: disk) { line, text in if line.box == "attic" { found.append(Array(text)) } }
    #expect(found == [text])
  }

  @Test("A stranger and absurd numbers are refused")
  func aStrangerAndAbsurdNumbersAreRefused() throws {
    let journal = try Self.open(SimulatedDisk())
    let good = Self.line("attic", 1)
    #expect(throws: OfferFault(line: 2, reason: .stranger("cellar"))) {
      try journal.judge([good, Self.line("cellar", 1)], from: .named(["attic"]))
    }
    #expect(throws: OfferFault(line: 1, reason: .absurd)) {
      try journal.judge([Self.line("attic", 900_000_000_000_000)], from: .open)
    }
    #expect(throws: OfferFault(line: 1, reason: .absurd)) {
      try journal.judge([Self.line(String(repeating: "x", count: 65), 1)], from: .open)
    }
    #expect(throws: OfferFault(line: 1, reason: .noLine)) {
      try journal.judge([Samples.sealed("{\"v\":1}")], from: .open)
    }
    #expect(throws: OfferFault(line: 1, reason: .damaged)) { try journal.judge([good + [0x0A]], from: .open) }
  }

  /// A member of an open household writes in this box's name with its running boot, or the next one. Those lines are
  /// left out, and the other offered lines are saved. The box does not use these numbers, since others may have their
  /// lines.
  @Test("Lines of the running boot from elsewhere are left out")
  func linesOfTheRunningBootFromElsewhereAreLeftOut() throws {
    let disk = SimulatedDisk()
    var journal = try Self.open(disk)
    func line(_ entry: JournalLine.Entry, boot: Int, _ sequence: Int) throws -> [UInt8] {
      var moment = Samples.moment
      moment.boot = BootTime(boot: boot, milliseconds: 9_000)
      let id = EventID(milliseconds: boot, random: (7, UInt64(sequence)))
      let line = JournalLine(id: id, box: journal.box, sequence: sequence, moment: moment, entry: entry)
      return try #require(JournalLineCodec.encode(line)).dropLast()
    }
    var care = Samples.event(9)
    care.moment = Samples.moment
    var number = 700
    for entry in [JournalLine.Entry.sync, .boot(kernelBootID: "x"), .care(care)] {
      for boot in [journal.boot, journal.boot + 1] {
        number += 10
        let texts = [
          Self.line("attic", number), try line(entry, boot: boot, number), Self.line("attic", number + 1),
        ]
        let receipt = try Self.receive(texts, into: &journal)
        #expect(receipt.received.map(\.box) == ["attic", "attic"] && receipt.leftOut == 1, "\(entry)")
        #expect(journal.lastSequence == number)
        let event = Samples.event(number)
        #expect(journal.append([.care(event)]).stamps[event.id]?.sequence == number + 1)
        // The event has used the next number.
        number += 1
      }
    }
    let known = try Self.receive([line(.sync, boot: journal.boot, 1)], into: &journal)
    #expect(known.leftOut == 0 && known.received.isEmpty)
    #expect(try Self.receive([line(.sync, boot: journal.boot - 1, 300)], into: &journal).received.count == 1)
    #expect(try JournalVerifier.verify(disk).isWhole)
    try journal.close()
    #expect(try JournalVerifier.verify(disk).isWhole)
    var again = try Self.open(disk, 2)
    #expect(again.lastSequence == number + 1)
    #expect(try Self.receive([line(.sync, boot: journal.boot, 5_000)], into: &again).received.count == 1)
  }

  /// Two cards from one copy gave the same ordinal to different starts.
  @Test("Lines of an ordinal with another kernel are left out")
  func linesOfAnOrdinalWithAnotherKernelAreLeftOut() throws {
    let disk = SimulatedDisk()
    try Self.open(disk).closed()
    var journal = try Self.open(disk, 2)
    var moment = Samples.moment
    moment.boot = BootTime(boot: 1, milliseconds: 9_000)
    let texts = try [JournalLine.Entry.boot(kernelBootID: "x"), .sync].enumerated().map { index, entry in
      let line = JournalLine(
        id: EventID(high: 8, low: UInt64(index)), box: journal.box, sequence: 700 + index, moment: moment,
        entry: entry)
      return Array(try #require(JournalLineCodec.encode(line)).dropLast())
    }
    let receipt = try Self.receive(texts, into: &journal)
    #expect(receipt.received.isEmpty && receipt.leftOut == 2 && journal.lastSequence == 701)
  }

  /// The box is stopped or loses power right after it left numbers out: they are not missing, and not used.
  @Test("Numbers that were left out last are neither missing nor used", arguments: [false, true])
  func numbersThatWereLeftOutLastAreNeitherMissingNorUsed(isCut: Bool) throws {
    let disk = SimulatedDisk()
    var journal = try Self.open(disk)
    var event = Samples.event(1)
    (event.moment, event.change) = (Samples.moment, .deleted(Samples.id))
    let line = JournalLine(
      id: event.id, box: journal.box, sequence: 90, moment: Samples.moment, entry: .care(event))
    let text = try #require(JournalLineCodec.encode(line)).dropLast()
    #expect(try Self.receive([Array(text)], into: &journal).leftOut == 1)
    if isCut { disk.powerCut(seed: 1) } else { try journal.close() }
    #expect(try Self.open(disk, 2).lastSequence == 91)
    #expect(try JournalVerifier.verify(disk).isWhole)
  }

  /// A line of an earlier start comes back, but not those before it: however many they are, they are missing.
  @Test("A gap that no start has left out is missing", arguments: [200, 300_000])
  func aGapThatNoStartHasLeftOutIsMissing(number: Int) throws {
    let disk = SimulatedDisk()
    try Self.open(disk).closed()
    var journal = try Self.open(disk, 2)
    #expect(try Self.receive([Self.line(journal.box, number)], into: &journal).received.count == 1)
    _ = journal.append([.care(Samples.event(1))])
    try journal.close()
    try Self.open(disk, 3).closed()
    let report = try JournalVerifier.verify(disk)
    #expect(report.gaps.map(\.missing) == [3...number - 1] && !report.isWhole)
  }

  /// A segment with only another box's lines is removed, or one of its lines: heads say that they were here.
  @Test("Lines of another box that are gone are missing", arguments: [false, true])
  func linesOfAnotherBoxThatAreGoneAreMissing(keepsTheFile: Bool) throws {
    let disk = SimulatedDisk()
    for number in 1...4 as ClosedRange<UInt64> {
      var journal = try Self.open(disk, number)
      if number == 2 {
        let texts = [2, 3, 4, 6].map { Self.line("attic", $0) }
        #expect(try Self.receive(texts, into: &journal).received.count == 4)
      }
      _ = journal.append([.care(Samples.event(Int(number)))])
      try journal.close()
    }
    #expect(try JournalVerifier.verify(disk).isWhole, "1 and 5 may still come")
    let path = SegmentName.path(2)
    var lines = try #require(disk.files[path]).split(separator: 0x0A)
    lines.removeAll { String(decoding: $0, as: UTF8.self).contains(#""box":"attic","seq":3"#) }
    try disk.put(keepsTheFile ? Array(lines.joined(separator: [0x0A])) + [0x0A] : nil, at: path)
    let report = try JournalVerifier.verify(disk)
    var read = 0
    try Journal.replay(disk) { _ in read += 1 }
    #expect(!report.isWhole && report.lines == read)
    #expect(report.holes == (keepsTheFile ? [] : [2...2]))
    let missing = report.gaps.filter { $0.box == "attic" }.map(\.missing)
    #expect(missing == (keepsTheFile ? [3...3] : [2...4, 6...6]))
  }

  @Test("Numbers of damaged lines are not given out again if only lines of another box follow them")
  func damageBeforeLinesOfAnotherBox() throws {
    let disk = SimulatedDisk()
    var journal = try Self.open(disk)
    for number in 1...3 { _ = journal.append([.care(Samples.event(number))]) }
    let last = journal.lastSequence
    #expect(try Self.receive([Self.line("attic", 1)], into: &journal).received.count == 1)
    disk.powerCut { _ in 0 }
    let path = SegmentName.path(1)
    var bytes = try #require(disk.files[path])
    let text = Array("\"seq\":\(last),".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
    bytes[place] ^= 4
    try disk.put(bytes, at: path)
    #expect(try Self.open(disk, 2).lastSequence > last)
  }

  @Test("A box without box.json knows its own lines by the newest head")
  func ownerByTheHead() throws {
    let disk = SimulatedDisk()
    var journal = try Self.open(disk)
    _ = journal.append([.care(Samples.event(1))])
    #expect(try Self.receive([Self.line("attic", 1)], into: &journal).received.count == 1)
    try journal.close()
    try disk.put(nil, at: LogIdentity.path)
    let opened = try Journal.open(disk, start: Self.start(2))
    #expect(opened.journal.box == journal.box)
    #expect(opened.fold.clocks.otherBoxes == ["attic"])
  }

  @Test("A log has the lines of sixty-four boxes")
  func aLogHasTheLinesOfSixtyFourBoxes() throws {
    var journal = try Self.open(SimulatedDisk())
    let texts = (1..<Journal<SimulatedDisk>.boxLimit).map { Self.line("box\($0)", 1) }
    #expect(try Self.receive(texts, into: &journal).received.count == 63)
    #expect(throws: OfferFault(line: 1, reason: .tooManyBoxes("one more"))) {
      try journal.judge([Self.line("one more", 1)], from: .open)
    }
    #expect(try journal.judge([Self.line("box7", 2)], from: .open).count == 1)
  }

  /// A start that leaves numbers out declares them weeks later, and other boxes stop waiting for them.
  @Test("Numbers that were left out are declared")
  func numbersThatWereLeftOutAreDeclared() throws {
    let disk = SimulatedDisk()
    var journal = try Self.open(disk)
    _ = try Self.receive([Self.line("attic", 1)], into: &journal)
    _ = journal.append([.care(Samples.event(1))])
    var files = disk.files
    let last = try #require(files["log/seg-000001.jsonl"]?.lastIndex { $0 != 0x0A })
    files["log/seg-000001.jsonl"]?[last - 4] ^= 1
    let damaged = SimulatedDisk(files: files)
    var again = try Self.open(damaged, 2)
    let missing = try #require(again.have[again.box])
    #expect(missing < again.lastSequence)
    _ = again.append(Samples.drafts(10...8 + Journal<SimulatedDisk>.linesBeforeDeclaration))
    #expect(again.have[again.box] == missing, "another box may still have it")
    let late = Samples.event(3)
    damaged.syncFailure = .device
    _ = again.append([.care(late)])
    for number in 4...9 { _ = again.append([.care(Samples.event(number))]) }
    #expect(again.heldCount == 8, "it is held once, whatever waits with it")
    damaged.heal()
    _ = again.retryLast()
    #expect(again.have[again.box] == again.lastSequence)
    var lines: [[UInt8]] = []
    try LogLines.read(from: damaged) { line, text in if line.box == again.box { lines.append(Array(text)) } }
    var attic = try Self.open(SimulatedDisk(), 7)
    _ = try Self.receive(lines, into: &attic)
    #expect(attic.have[again.box] == again.lastSequence)
    #expect(try Self.open(damaged, 3).have[again.box] == again.lastSequence + 1)
  }

  /// Otherwise the lines of its new start would be read by the clock of a start of the old card.
  @Test("A start on a blank card under an old name that loses power at once leaves its ordinal out")
  func aCutFirstStartUsesItsOrdinal() throws {
    let name = try Self.open(SimulatedDisk()).box
    let disk = SimulatedDisk(files: ["box.json": LogIdentity(box: name, mark: nil).bytes])
    var cut: [SimulatedDisk] = []
    disk.atEachOperation = { copy, _ in cut.append(copy) }
    let first = try Self.open(disk, 2)
    disk.atEachOperation = nil
    try #require(first.boot > 1_000 && cut.count > 5)
    for (operation, copy) in cut.enumerated() {
      for seed in 0..<4 {
        let found = SimulatedDisk(copying: copy)
        if seed == 0 { found.surviveCut() } else { found.powerCut(seed: UInt64(seed)) }
        let hasSegment = try !Journal<SimulatedDisk>.segmentNumbers(in: found).isEmpty
        let next = try Self.open(found, 3)
        #expect(next.boot > (hasSegment ? first.boot : 1_000), "cut at operation \(operation), seed \(seed)")
      }
    }
  }

  /// The other boxes were away, or left in the middle of the answer. Whatever the box logs meanwhile, the lines that are
  /// still missing are asked for, since `have` ends before them.
  @Test("A blank card expects its old lines for weeks")
  func aBlankCardExpectsItsOldLinesForWeeks() throws {
    let before = SimulatedDisk()
    var journal = try Self.open(before)
    _ = journal.append(Samples.drafts(1...40))
    var lines: [[UInt8]] = []
    try LogLines.read(from: before) { _, text in lines.append(Array(text)) }
    let disk = SimulatedDisk(files: ["box.json": LogIdentity(box: journal.box, mark: nil).bytes])
    func press(_ number: Int, hour: Int, _ journal: inout Journal<SimulatedDisk>) {
      var event = Samples.event(number)
      event.moment.boot = BootTime(boot: journal.boot, milliseconds: hour * 3_600_000)
      _ = journal.append([.care(event)])
    }
    var blank = try Self.open(disk, 2)
    _ = try Self.receive([Self.line("attic", 1)], into: &blank)
    press(100, hour: 2, &blank)
    #expect(blank.have[blank.box] == 0)
    _ = try Self.receive(Array(lines.prefix(20)), into: &blank)
    press(101, hour: 12, &blank)
    #expect(blank.have[blank.box] == 20)
    try blank.close()
    blank = try Self.open(disk, 3)
    press(102, hour: 48, &blank)
    #expect(blank.have[blank.box] == 20)
    _ = try Self.receive(Array(lines.dropFirst(20)), into: &blank)
    #expect(blank.have[blank.box] == lines.count)
    _ = blank.append(Samples.drafts(200...199 + Journal<SimulatedDisk>.linesBeforeDeclaration))
    press(103, hour: 49, &blank)
    #expect(blank.have[blank.box] == blank.lastSequence, "no box has the numbers that the new card left out")
  }

  /// The box does not ask for them any more, but it receives them from any box that has them.
  @Test("Numbers that were declared are received after a restart")
  func numbersThatWereDeclaredAreReceivedAfterARestart() throws {
    let before = SimulatedDisk()
    var journal = try Self.open(before)
    _ = journal.append(Samples.drafts(1...40))
    var lines: [[UInt8]] = []
    try LogLines.read(from: before) { _, text in lines.append(Array(text)) }
    let disk = SimulatedDisk(files: ["box.json": LogIdentity(box: journal.box, mark: nil).bytes])
    var blank = try Self.open(disk, 2)
    _ = try Self.receive([Self.line("attic", 1)], into: &blank)
    _ = blank.append(Samples.drafts(200...200 + Journal<SimulatedDisk>.linesBeforeDeclaration))
    _ = blank.append([.care(Samples.event(100))])
    #expect(blank.have[blank.box] == blank.lastSequence)
    try blank.close()
    blank = try Self.open(disk, 3)
    #expect(try Self.receive(lines, into: &blank).received.count == lines.count)
  }

  /// The lines behind the damage were written before anyone could notice it.
  @Test("Damage far back in the log is not declared at once")
  func damageFarBackInTheLogIsNotDeclaredAtOnce() throws {
    let disk = SimulatedDisk()
    var journal = try Self.open(disk)
    _ = try Self.receive([Self.line("attic", 1)], into: &journal)
    _ = journal.append([.care(Samples.event(1))])
    _ = journal.append([.care(Samples.event(2))])
    _ = journal.append(Samples.drafts(10...9 + Journal<SimulatedDisk>.linesBeforeDeclaration))
    var texts: [(sequence: Int, text: [UInt8])] = []
    try LogLines.read(from: disk) { line, text in
      if line.box == journal.box { texts.append((line.sequence, Array(text))) }
    }
    let lost = try #require(texts.first { $0.sequence == 2 }).text
    var files = disk.files
    let (name, at) = try #require(
      files.lazy.compactMap { name, bytes in bytes.firstRange(of: lost).map { (name, $0.lowerBound) } }.first)
    files[name]?[at + 20] ^= 1
    var again = try Self.open(SimulatedDisk(files: files), 2)
    _ = again.append(Samples.drafts(5_000...4_950 + Journal<SimulatedDisk>.linesOfSearch))
    #expect(again.have[again.box] == 1, "the other boxes are still asked")
    _ = try Self.receive([lost], into: &again)
    #expect(again.have[again.box] == again.lastSequence)
  }

  @Test("A gap is known after a start that reads only the end")
  func aGapIsKnownAfterAStartThatReadsOnlyTheEnd() throws {
    let disk = SimulatedDisk()
    var journal = try Self.open(disk)
    _ = try Self.receive([Self.line("attic", 1), Self.line("attic", 4)], into: &journal)
    try journal.close()
    let head = try #require(Journal.head(1, of: disk))
    #expect(head.past?.accounts.isEmpty == true)
    var again = try Self.open(disk, 2)
    #expect(again.have["attic"] == 1)
    let next = try #require(Journal.head(2, of: disk))
    #expect(next.past?.accounts["attic"]?.older == [2...3])
    _ = try Self.receive([Self.line("attic", 2), Self.line("attic", 3)], into: &again)
    #expect(again.have["attic"] == 4)
  }

  @Test("Segments with nothing new are not read")
  func segmentsWithNothingNewAreNotRead() throws {
    let disk = SimulatedDisk()
    var journal = try Journal.open(disk, start: Self.start(1), segmentBytes: 4_096).journal
    for number in 1...60 { _ = journal.append([.care(Samples.event(number))]) }
    var met = 0
    try LogLines.read(from: disk, after: [journal.box: 50]) { _, _ in met += 1 }
    #expect(met >= 11 && met < 40, "\(met)")
    met = 0
    try LogLines.read(from: disk) { _, _ in met += 1 }
    #expect(met == 61)
  }
}

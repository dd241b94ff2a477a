import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// Segments that the card cannot return for a while: their numbers, counts and ordinals are not used again meanwhile.
@Suite struct UnreadableSegmentTests {
  private static func start(_ number: Int) -> JournalStart {
    var start = Samples.start(UInt64(number))
    (start.wall, start.trust) = (Samples.moment.wall?.adding(minutes: number * 1440), .synced)
    return start
  }

  /// The numbers that an unreadable segment may have are left out, wherever it is.
  @Test("The numbers of a long segment are not used again", arguments: [false, true])
  func theNumbersOfALongSegmentAreNotUsedAgain(isAtTheEnd: Bool) throws {
    let disk = SimulatedDisk()
    var first = try Bench(disk, segmentBytes: 65_536)
    try first.journal.receiveAll(Samples.drafts(1...2_500))
    if !isAtTheEnd { _ = first.journal.append(Samples.drafts(2_501...2_501)) }
    try first.journal.close()
    disk.unreadable = [SegmentName.path(2)]
    var second = try Bench(disk, start: 2, segmentBytes: 65_536)
    #expect(second.recovered.unreadable.count == 1)
    _ = second.journal.append(Samples.drafts(2_502...2_503))
    try second.journal.close()
    disk.unreadable = []
    var sequences: [Int] = []
    try Journal.replay(disk) { sequences.append($0.sequence) }
    #expect(sequences.count == 2_505 - (isAtTheEnd ? 1 : 0) && Set(sequences).count == sequences.count)
  }

  /// Four starts, a day apart, with two events each; before the fourth, some segments become unreadable.
  @Test("Their numbers, counts and ordinals are not used again", arguments: [[3], [2, 3], [1, 2, 3], [2]])
  func theirNumbersCountsAndOrdinalsAreNotUsedAgain(unread: [Int]) throws {
    let disk = SimulatedDisk()
    var walls: [EventID: Instant] = [:]
    for number in 1...4 {
      disk.unreadable = number == 4 ? Set(unread.map(SegmentName.path)) : []
      let opened = try Journal.open(disk, start: Self.start(number))
      var (journal, recovered) = (opened.journal, opened.recovered)
      #expect(recovered.unreadable.map(\.path) == (number == 4 ? unread.map(SegmentName.path) : []))
      #expect(recovered.boot == number)
      for event in [2 * number, 2 * number + 1].map({ Samples.event($0, boot: journal.boot) }) {
        #expect(journal.append([.care(event)]).acknowledged == [event.id])
        let later = event.moment.boot.milliseconds - Self.start(number).bootMilliseconds
        walls[event.id] = Self.start(number).wall.map { Instant(milliseconds: $0.milliseconds + later) }
      }
      try journal.close()
    }
    disk.unreadable = []
    var sequences: [Int] = []
    try Journal.replay(disk) { sequences.append($0.sequence) }
    #expect(sequences == Set(sequences).sorted())
    let fold = try Journal.open(disk, start: Self.start(5)).fold
    let records = fold.logs[BabyID(number: 1)]?.allRecords ?? []
    #expect(records.map(\.id) == (2...9).map { Samples.event($0).id })
    for record in records {
      let resolved = fold.clocks.resolve(record.care.start)
      #expect(resolved.isExact && resolved.instant == walls[record.id], "segments \(unread)")
    }
  }

  /// The segment's stop is readable again, and shows that no line has the numbers that the start left out.
  @Test("Numbers that a stop shows to be unused are not missing", arguments: [false, true])
  func numbersThatAStopShowsToBeUnusedAreNotMissing(losesALine: Bool) throws {
    let disk = SimulatedDisk()
    for number in 1...5 {
      disk.unreadable = number == 4 ? [SegmentName.path(3)] : []
      var journal = try Journal.open(disk, start: Self.start(number)).journal
      _ = journal.append([.care(Samples.event(number, boot: journal.boot))])
      try journal.close()
    }
    disk.unreadable = []
    if losesALine {
      let path = SegmentName.path(4)
      let lines = try #require(disk.files[path]).split(separator: 0x0A)
      let rest = lines.filter { !$0.contains("\"boot\",\"bootId\"".utf8) }
      try disk.put(Array(rest.joined(separator: [0x0A])), at: path)
    }
    let report = try JournalVerifier.verify(disk)
    #expect(report.isWhole == !losesALine, "\(report.gaps)")
  }

  /// The segment's lines come back, and are older than the lines written meanwhile.
  @Test("Their counts are not used again")
  func theirCountsAreNotUsedAgain() throws {
    let disk = SimulatedDisk()
    for number in 1...3 {
      disk.unreadable = number == 3 ? [SegmentName.path(2)] : []
      let opened = try Journal.open(disk, start: Self.start(number))
      var journal = opened.journal
      _ = journal.append([.care(Samples.event(number, boot: journal.boot))])
      try journal.close()
    }
    disk.unreadable = []
    var counts: [Int] = []
    try Journal.replay(disk) { counts.append($0.count) }
    #expect(counts.count == 6 && counts == Set(counts).sorted())
  }

  /// The mark of a first segment is written before any line of it.
  @Test("A boot whose segment cannot be read keeps its ordinal, even the first")
  func firstBoot() throws {
    let disk = SimulatedDisk()
    try Journal.open(disk, start: Self.start(1)).journal.closed()
    disk.unreadable = [SegmentName.path(1)]
    let second = try Journal.open(disk, start: Self.start(2))
    #expect(second.recovered.boot == 2)
    try second.journal.closed()
    disk.unreadable = []
    #expect(try Journal.open(disk, start: Self.start(3)).recovered.boot == 3)
  }

  @Test("A segment that the card returns only at the second attempt is read")
  func secondReading() throws {
    let disk = SimulatedDisk()
    var first = try Bench(disk)
    _ = first.journal.append(Samples.drafts(1...2))
    try first.journal.close()
    disk.beforeReading = { path in
      // The first reading fails, and the next one does not.
      disk.unreadable = path == SegmentName.path(1) && disk.unreadable.isEmpty ? [path] : []
      if path == SegmentName.path(1), disk.unreadable.isEmpty { disk.beforeReading = nil }
    }
    let opened = try Journal.open(disk, start: Samples.start(2))
    #expect(opened.recovered.unreadable.isEmpty)
    #expect(opened.fold.logs[BabyID(number: 1)]?.allRecords.count == 2)
  }

  /// A start without a mark leaves numbers out but cannot record that in a mark. The next start cannot read its
  /// segment.
  @Test("A start that left numbers out and cannot be read keeps them", arguments: [false, true])
  func aStartThatLeftNumbersOutAndCannotBeReadKeepsThem(isMarkStale: Bool) throws {
    let disk = SimulatedDisk()
    try Journal.open(disk, start: Self.start(1)).journal.closed()
    let stale = try #require(disk.files["box.json"])
    func add(_ number: Int) throws -> LineStamp {
      let opened = try Journal.open(disk, start: Self.start(number))
      var journal = opened.journal
      let event = Samples.event(number, boot: journal.boot)
      let stamp = try #require(journal.append([.care(event)]).stamps[event.id])
      try journal.close()
      return stamp
    }
    var stamps: [LineStamp] = []
    for number in 2...6 {
      // Every other segment becomes readable when the next one does not.
      disk.unreadable = Set([SegmentName.path(number - 1)] + (isMarkStale ? [] : ["box.json"]))
      try disk.put(isMarkStale ? stale : nil, at: "box.json")
      if number == 2 { disk.unreadable = ["box.json"] }
      stamps.append(try add(number))
    }
    disk.unreadable = []
    #expect(stamps.map(\.sequence) == Set(stamps.map(\.sequence)).sorted())
    #expect(stamps.map(\.count) == Set(stamps.map(\.count)).sorted(), "the later correction is the newer one")
    var lines = Set<Int>()
    try Journal.replay(disk) { #expect(lines.insert($0.sequence).inserted) }
    #expect(lines.count == 11)
    #expect(try JournalVerifier.verify(disk).gaps.isEmpty, "what was left out for no line is not missing")
  }

  /// A card restored from a copy without the newest segment: the lines since then come back from other boxes.
  @Test("Numbers since a copy are not used again", arguments: 1...3)
  func numbersSinceACopyAreNotUsedAgain(starts: Int) throws {
    let disk = SimulatedDisk()
    for number in 1...starts { try Journal.open(disk, start: Self.start(number)).journal.closed() }
    var copy = disk.files
    copy[SegmentName.path(starts)] = nil
    let restored = SimulatedDisk(files: copy)
    #expect(try JournalVerifier.verify(restored).vanished == starts...starts)
    let opened = try Journal.open(restored, start: Self.start(9))
    #expect(opened.recovered.lastSequence > 100_000 && opened.journal.boot > starts + 500)
    #expect(opened.journal.box == (try Journal.open(disk, start: Self.start(8)).journal.box))
    try opened.journal.closed()
    var report = try JournalVerifier.verify(restored)
    #expect(report.holes == [starts...starts] && report.gaps.isEmpty, "no number is known to be missing")
    #expect(!report.isWhole, "but the start has found a segment gone")
    let head = try #require(Journal.head(starts + 1, of: restored))
    #expect(head.skipped == [starts...opened.recovered.lastSequence - 1])
    // Returned lines count as present from the next head on.
    try Journal.open(restored, start: Self.start(10)).journal.closed()
    try Journal.open(restored, start: Self.start(11)).journal.closed()
    #expect(try JournalVerifier.verify(restored).gaps.isEmpty)
    try restored.put(nil, at: SegmentName.path(starts + 2))
    report = try JournalVerifier.verify(restored)
    #expect(report.holes == [starts...starts, starts + 2...starts + 2] && !report.isWhole)
    #expect(report.gaps.count == 1)
  }

  /// One copy on two cards, or twice on one: they are very unlikely to use the same numbers and ordinals.
  @Test("A copy that is restored twice uses other numbers")
  func aCopyThatIsRestoredTwiceUsesOtherNumbers() throws {
    let disk = SimulatedDisk()
    for number in 1...3 { try Journal.open(disk, start: Self.start(number)).journal.closed() }
    var copy = disk.files
    copy[SegmentName.path(3)] = nil
    var random = SeededRandom(seed: 3)
    var numbers: [Int] = []
    var boots: [Int] = []
    for _ in 1...20 {
      var start = Self.start(4)
      start.random = (random.next(), random.next(), random.next())
      let recovered = try Journal.open(SimulatedDisk(files: copy), start: start).recovered
      numbers.append(recovered.lastSequence)
      boots.append(recovered.boot)
    }
    #expect(Set(numbers).count == 20 && numbers.allSatisfy { $0 > 250_000 })
    #expect(Set(boots).count == 20, "the starts are in one minute")
  }

  /// Otherwise the box never takes back what it logged on the other card, and the other boxes date its entries wrongly.
  @Test("Of two cards that begin with one copy the later one has the greater ordinals")
  func ofTwoCardsThatBeginWithOneCopyTheLaterOneHasTheGreaterOrdinals() throws {
    let disk = SimulatedDisk()
    for number in 1...3 { try Journal.open(disk, start: Self.start(number)).journal.closed() }
    var copy = disk.files
    copy[SegmentName.path(3)] = nil
    var withoutMark = disk.files
    withoutMark["box.json"] = nil
    var random = SeededRandom(seed: 4)
    let name = try Journal.open(disk, start: Self.start(4)).journal.box
    let blank = ["box.json": LogIdentity(box: name, mark: nil).bytes]
    var last = 1_000
    for round in 1...30 {
      var start = Self.start(4)
      start.random = (random.next(), random.next(), random.next())
      start.wall = start.wall?.adding(minutes: 65 * round)
      let files = [copy, withoutMark, blank][round % 3]
      let boot = try Journal.open(SimulatedDisk(files: files), start: start).recovered.boot
      #expect(boot > last, "round \(round)")
      last = boot
    }
  }

  /// The lines of a household are read in the order of their numbers.
  @Test("The later card also has the greater numbers")
  func theLaterCardAlsoHasTheGreaterNumbers() throws {
    let disk = SimulatedDisk()
    for number in 1...3 { try Journal.open(disk, start: Self.start(number)).journal.closed() }
    var copy = disk.files
    copy[SegmentName.path(3)] = nil
    let name = try Journal.open(disk, start: Self.start(4)).journal.box
    let blank = ["box.json": LogIdentity(box: name, mark: nil).bytes]
    var (random, last) = (SeededRandom(seed: 5), 0)
    for round in 1...30 {
      var start = Self.start(4)
      start.random = (random.next(), random.next(), random.next())
      start.wall = start.wall?.adding(minutes: 65 * round)
      let files = round % 2 == 0 ? copy : blank
      let number = try Journal.open(SimulatedDisk(files: files), start: start).recovered.lastSequence
      #expect(number > last, "round \(round)")
      last = number
    }
  }

  @Test(
    "A missing mark is reported before the next start and after it, an old one before it",
    arguments: [false, true])
  func noMark(isMissing: Bool) throws {
    let disk = SimulatedDisk()
    var old: [UInt8]?
    for number in 1...4 {
      try Journal.open(disk, start: Self.start(number)).journal.closed()
      if number == 1, !isMissing { old = disk.files["box.json"] }
    }
    try disk.put(nil, at: SegmentName.path(4))
    try disk.put(old, at: "box.json")
    var report = try JournalVerifier.verify(disk)
    #expect(report.isWhole == !isMissing && (report.segmentsBeyondMark == 2) == !isMissing)
    let opened = try Journal.open(disk, start: Self.start(5))
    // A mark that cannot be replaced is old at each start; this must not use up the ordinals.
    #expect((opened.recovered.lastSequence > 250_000 && opened.journal.boot > 1_000) == isMissing)
    try opened.journal.closed()
    report = try JournalVerifier.verify(disk)
    #expect(
      report.doubtful == (isMissing ? [4] : []) && report.isWhole, "nothing shows that an entry is lost")
  }

  /// Every second start finds the segment before it gone. A head that stored so many gaps as one would hide a later
  /// loss between them.
  @Test("A loss between many gaps is missing")
  func lossAmongManyGaps() throws {
    let disk = SimulatedDisk()
    for number in 1...30 {
      try Journal.open(disk, start: Self.start(number)).journal.closed()
      if number % 2 == 0, number < 28 { try disk.put(nil, at: SegmentName.path(number)) }
    }
    let before = try JournalVerifier.verify(disk).gaps.reduce(0) { $0 + $1.missing.count }
    try disk.put(nil, at: SegmentName.path(15))
    let report = try JournalVerifier.verify(disk)
    #expect(report.gaps.reduce(0) { $0 + $1.missing.count } > before, "\(before): \(report.gaps)")
  }

  /// Lines came back into numbers that a start had left out, and a later head counts them: when they are gone again,
  /// they are missing.
  @Test("Lines that came back and are gone again are missing")
  func linesThatCameBackAndAreGoneAgainAreMissing() throws {
    let disk = SimulatedDisk()
    for number in 1...2 { try Journal.open(disk, start: Self.start(number)).journal.closed() }
    try disk.put(nil, at: SegmentName.path(2))
    var restored = try Journal.open(disk, start: Self.start(3)).journal
    try restored.close()
    restored = try Journal.open(disk, start: Self.start(4)).journal
    let texts = (2...4).map { number in
      JournalLineCodec.encode(
        JournalLine(
          id: EventID(high: 5, low: UInt64(number)), box: restored.box, sequence: number,
          moment: Moment(boot: BootTime(boot: 2, milliseconds: number), wall: nil, trust: .none),
          entry: .sync))?.dropLast() ?? []
    }
    let receipt = restored.receive(try restored.judge(texts.map(Array.init), from: .open))
    #expect(receipt.received.count == 3)
    try restored.close()
    try Journal.open(disk, start: Self.start(5)).journal.closed()
    var report = try JournalVerifier.verify(disk)
    #expect(report.gaps.isEmpty, "\(report)")
    try disk.put(nil, at: SegmentName.path(4))
    report = try JournalVerifier.verify(disk)
    #expect(!report.isWhole && report.gaps.reduce(0) { $0 + $1.missing.count } == 4, "\(report.gaps)")
  }

  /// Each start loses its segment, but the ordinals of the boots stay believable.
  @Test("Three thousand starts that lose their segment leave a log that is read")
  func threeThousandStartsThatLoseTheirSegmentLeaveALogThatIsRead() throws {
    let disk = SimulatedDisk()
    for number in 1...3_000 {
      _ = try Journal.open(disk, start: Self.start(1), segmentBytes: 4_096)
      try disk.put(nil, at: SegmentName.path(number))
    }
    let opened = try Journal.open(disk, start: Self.start(1), segmentBytes: 4_096)
    var journal = opened.journal
    let event = Samples.event(1, boot: journal.boot)
    _ = journal.append([.care(event)])
    try journal.close()
    #expect(journal.boot > 500_000)
    let fold = try Journal.open(disk, start: Self.start(2), segmentBytes: 4_096).fold
    #expect(fold.logs[BabyID(number: 1)]?.record(event.id) != nil)
  }

  /// No known line is lost with `box.json`.
  @Test("A missing mark is no missing line")
  func aMissingMarkIsNoMissingLine() throws {
    let disk = SimulatedDisk()
    for number in 1...2 {
      var journal = try Journal.open(disk, start: Self.start(number)).journal
      _ = journal.append(Samples.drafts(number...number))
      try journal.close()
    }
    try disk.put(nil, at: "box.json")
    let report = try JournalVerifier.verify(disk)
    #expect(report.lacksMark && !report.isWhole && report.gaps.isEmpty)
    let opened = try Journal.open(disk, start: Self.start(3))
    #expect(opened.recovered.gaps.isEmpty && opened.recovered.lastSequence > 1_000)
    try opened.journal.closed()
    #expect(try JournalVerifier.verify(disk).isWhole)
  }

  /// Under another name, presses would have only their own clock, and no box of the household would accept them.
  @Test("A box that cannot read its name chooses no other one")
  func aBoxThatCannotReadItsNameChoosesNoOtherOne() throws {
    let disk = SimulatedDisk()
    var journal = try Journal.open(disk, start: Self.start(1)).journal
    let box = journal.box
    try journal.close()
    disk.unreadable = ["box.json", SegmentName.path(1)]
    #expect(throws: JournalFault.self) { try Journal.open(disk, start: Self.start(2)) }
    disk.unreadable = ["box.json"]
    #expect(try Journal.open(disk, start: Self.start(2)).journal.box == box)
    disk.unreadable = [SegmentName.path(1)]
    #expect(try Journal.open(disk, start: Self.start(3)).journal.box == box)
  }

  /// Damaged or missing files do not come back: the box starts under a new name instead of never.
  @Test("A box whose name is lost starts under a new one", arguments: [nil, Array("{".utf8)])
  func aBoxWhoseNameIsLostStartsUnderANewOne(file: [UInt8]?) throws {
    let disk = SimulatedDisk()
    try Journal.open(disk, start: Self.start(1)).journal.closed()
    try disk.put(file, at: "box.json")
    disk.unreadable = [SegmentName.path(1)]
    var journal = try Journal.open(disk, start: Self.start(2)).journal
    #expect(journal.append(Samples.drafts(2...2)).acknowledged.count == 1)
  }
}

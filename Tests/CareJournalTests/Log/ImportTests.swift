import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// A log is exported as lines and imported by id.
@Suite struct ImportTests {
  private static let noon = 1_770_811_500_000

  private func time(_ boot: Int, _ minutes: Int) -> BootTime {
    BootTime(boot: boot, milliseconds: minutes * 60_000)
  }

  private func id(_ number: Int) -> EventID {
    EventID(milliseconds: number, random: (UInt64(number), UInt64(number)))
  }

  private func event(
    _ number: Int, _ boot: Int, _ minutes: Int, baby: Int = 1, _ change: CareEvent.Change
  ) -> JournalDraft {
    let moment = Moment(boot: time(boot, minutes), wall: nil, trust: .none)
    return .care(
      CareEvent(id: id(number), baby: BabyID(number: baby), moment: moment, source: .button, change: change))
  }

  @Test("A line that is too long is refused before anything is done")
  func aLineThatIsTooLongIsRefusedBeforeAnythingIsDone() throws {
    var bench = try Bench(SimulatedDisk())
    let files = bench.disk.files
    guard case .care(let event) = event(1, 1, 1, .added(Care(kind: .bottle, start: .boot(time(1, 1))))) else {
      return
    }
    let text = String(repeating: "y", count: StorageLimits.lineBytes)
    let long = JournalDraft.extended(event, [KeptMember(key: "y", value: .string(text))])
    #expect(throws: JournalFault.self) { try bench.journal.receiveAll([long]) }
    #expect(bench.disk.files == files)
  }

  /// A log of two boots, the first never synced, with corrections, two babies, and lines of the future.
  private func source() throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    var bench = try Bench(disk, start: 1)
    _ = bench.journal.append([event(1, 1, 5, .added(Care(kind: .sleep, start: .boot(time(1, 5)))))])
    try bench.journal.close()
    bench = try Bench(disk, start: 2)
    let nursing = Care(kind: .nursing, start: .boot(time(2, 7)), end: .boot(time(2, 19)), side: .left)
    let walled = Care(kind: .bottle, start: .wall(Instant(milliseconds: Self.noon)))
    _ = bench.journal.append([
      event(2, 2, 6, .amended(id(1), CarePatch(end: .some(.boot(time(2, 6)))))),
      event(3, 2, 7, .added(nursing)),
      event(4, 2, 8, baby: 2, .added(walled)),
      event(5, 2, 9, baby: 2, .deleted(id(4))),
      event(6, 2, 9, .amended(id(3), CarePatch(side: .right))),
      .sync(
        id(7), Moment(boot: time(2, 10), wall: Instant(milliseconds: Self.noon), trust: .synced)),
      .kept(
        KeptLine(
          id: id(8), moment: Moment(boot: time(2, 11), wall: nil, trust: .none), op: "add", version: 1,
          members: [
            KeptMember(key: "kind", value: .string("pumping")),
            KeptMember(key: "start", value: .array([.integer(2), .integer(600_000)])),
            KeptMember(key: "amount", value: .number(1.5)),
          ])),
      .kept(
        KeptLine(
          id: id(9), moment: Moment(boot: time(2, 12), wall: nil, trust: .none), op: "weigh", version: 7,
          members: [KeptMember(key: "note", value: .string("4 kg \"net\""))])),
    ])
    try bench.journal.close()
    return disk
  }

  private func text(of disk: SimulatedDisk) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let losses = try LogLines.read(from: disk) { bytes += Array($1) + [0x0A] }
    #expect(losses == LogLines.Losses())
    return bytes
  }

  private struct Copied {
    var drafts: [JournalDraft] = []
    var uncertainTimes = 0
    var ownLines = 0
  }

  private func copied(_ bytes: [UInt8]) throws(FieldFault) -> Copied {
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: 9_000), wall: nil, trust: .none)
    var copy = CopiedLog(at: moment, floor: Instant(milliseconds: 0))
    let texts = bytes.split(separator: 0x0A).map(Array.init)
    var lines: [JournalLine] = []
    for (index, text) in texts.enumerated() {
      lines.append(try CopiedLog.line(text, index + 1))
      try copy.learn(lines[index], index + 1)
    }
    let drafts = zip(lines, texts).compactMap { copy.draft(of: $0, $1) }
    return Copied(drafts: drafts, uncertainTimes: copy.uncertainTimes, ownLines: copy.ownLines)
  }

  @Test("A copy of the lines of too many boxes is refused")
  func aCopyOfTheLinesOfTooManyBoxesIsRefused() throws {
    let lines = (1...65).map { number in
      Samples.sealed(
        "{\"v\":1,\"id\":\"\(id(number).text)\",\"box\":\"b\(number)\",\"seq\":1,\"boot\":1,\"bt\":1000,"
          + "\"wt\":null,\"ws\":\"none\",\"op\":\"sync\"}") + [0x0A]
    }
    #expect(try copied(lines.dropLast().flatMap { $0 }).ownLines == 64)
    let fault = #expect(throws: FieldFault.self) { try copied(lines.flatMap { $0 }) }
    #expect(fault?.line == 65 && fault?.path == "box")
  }

  private struct Shown: Hashable {
    var start: ClockHistory.Resolved
    var end: ClockHistory.Resolved?
    var kind: CareKind
    var side: NursingSide?
    var isDeleted: Bool
    var source: Source
  }

  /// Every baby's shown events, by id.
  private func shown(_ disk: SimulatedDisk) throws -> [BabyID: [EventID: Shown]] {
    var fold = CareFold()
    try Journal.replay(disk) { fold.apply($0) }
    fold.settle()
    return fold.logs.mapValues { log in
      var shown: [EventID: Shown] = [:]
      for record in log.allRecords {
        let care = record.care
        shown[record.id] = Shown(
          start: fold.clocks.resolve(care.start), end: care.end.map { fold.clocks.resolve($0) },
          kind: care.kind, side: care.side, isDeleted: record.isDeleted, source: record.source)
      }
      return shown
    }
  }

  @Test("An export is read back as it was shown")
  func anExportIsReadBackAsItWasShown() throws {
    let source = try source()
    let copy = try copied(try text(of: source))
    #expect(copy.drafts.map(\.id) == [1, 2, 3, 4, 5, 6, 8, 9].map(id), "in order, without starts and clocks")
    #expect(copy.ownLines == 3)
    #expect(copy.uncertainTimes == 1, "the sleep began in a boot that was never synced")
    var bench = try Bench(SimulatedDisk())
    try bench.journal.receiveAll(copy.drafts)
    try bench.journal.close()
    bench.disk.powerCut { _ in 0 }
    #expect(try shown(bench.disk) == shown(source))
    #expect(try shown(bench.disk).count == 2)
  }

  @Test("Unknown lines are kept")
  func unknownLinesAreKept() throws {
    let copy = try copied(try text(of: try source()))
    var bench = try Bench(SimulatedDisk())
    try bench.journal.receiveAll(copy.drafts)
    let text = String(decoding: try text(of: bench.disk), as: UTF8.self)
    #expect(text.contains(#""op":"add","kind":"pumping","start":\#(Self.noon),"amount":1.5,"crc""#))
    #expect(text.contains(#"{"v":7,"id":"\#(id(9).text)""#))
    #expect(text.contains(#""op":"weigh","note":"4 kg \"net\"","crc""#))
    // The same to a third box.
    let again = try copied(Array(text.utf8))
    #expect(again.drafts.map(\.id) == copy.drafts.map(\.id))
    #expect(again.uncertainTimes == 1)
    #expect(again.drafts == copy.drafts)
    let started = try Bench(bench.disk, start: 2).recovered
    #expect(started.foreign == 2)
    #expect(started.gaps.isEmpty)
  }

  /// A line of a known op with members of a newer version.
  private static func extended(_ number: Int, _ sequence: Int, _ event: String, _ rest: String) -> [UInt8] {
    let id = EventID(milliseconds: number, random: (UInt64(number), UInt64(number))).text
    return Samples.sealed(
      "{\"v\":1,\"id\":\"\(id)\",\"box\":\"ceed87656e27\",\"seq\":\(sequence),\"boot\":1,\"bt\":\(number)000,"
        + "\"wt\":null,\"ws\":\"none\",\"op\":\(event)\(rest)}") + [0x0A]
  }

  /// Values that decoding would change: spaces, escapes, digits, order.
  private static let rest =
    #","mass":120 ,"share":1.50,"note":"caf\u00e9","far":12345678901234567890,"more" : {"b":[ 1,null],"a":"\/"}"#

  /// Every op of an event, with its members in the usual order and in another one.
  private static func newer() -> [UInt8] {
    let first = EventID(milliseconds: 1, random: (1, 1)).text
    let of = "\"of\":\"\(first)\",\"src\":\"button\",\"baby\":1"
    return extended(1, 1, #""add","src":"button","baby":1,"kind":"sleep","start":[1,500]"#, rest)
      + extended(2, 2, "\"amend\",\(of),\"end\":[1,1500]", rest)
      + extended(3, 3, "\"amend\",\"hands\":2,\(of),\"side\":null", rest)
      + extended(4, 4, "\"delete\",\(of),\"why\":\"mistake\",\"start\":[1,700]", rest)
      + extended(5, 5, "\"amend\",\(of),\"kind\":\"sleep\"", rest)
  }

  /// Goes through an import, full segments, a start, an export and another import.
  @Test("A newer version's members of an event are kept")
  func aNewerVersionsMembersOfAnEventAreKept() throws {
    var bytes = Self.newer()
    for generation in 1...3 {
      let disk = try lived(with: try copied(bytes).drafts)
      bytes = try text(of: disk).split(separator: 0x0A).filter { $0.contains(Array("\"mass\"".utf8)) }.flatMap
      {
        $0 + [0x0A]
      }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 5)
      let kept = Self.rest.replacing("120 ,", with: "120,")
      for line in lines { #expect(line.contains(kept), "generation \(generation): \(line)") }
      #expect(lines[2].contains("\"hands\":2,"))
      #expect(lines[3].contains(#""why":"mistake","start":700,"#))
      #expect(lines[3].contains(#","about":"start","crc":"#))
    }
  }

  /// A box that received a copy, was used, and restarted.
  private func lived(with drafts: [JournalDraft]) throws -> SimulatedDisk {
    var bench = try Bench(SimulatedDisk(), segmentBytes: 2_048)
    try bench.journal.receiveAll(drafts)
    for number in 10...40 { _ = bench.journal.append(Samples.drafts(number...number)) }
    bench.tend()
    try bench.journal.close()
    let again = try Bench(bench.disk, start: 2, segmentBytes: 2_048)
    #expect(again.journal.segmentCount > 3)
    #expect(again.recovered.foreign == 0)
    let (start, end) = (Instant(milliseconds: 500), Instant(milliseconds: 1_500))
    let record = try #require(again.fold.logs[BabyID(number: 1)]?.record(id(1)))
    #expect(record.care == Care(kind: .sleep, start: .about(start), end: .about(end)))
    return bench.disk
  }

  /// The times of a line that this version does not understand still count as times, with their bounds.
  @Test("Bounds of times stay on unknown lines")
  func boundsOfTimesStayOnUnknownLines() throws {
    let disk = SimulatedDisk()
    var bench = try Bench(disk)
    let members = [
      KeptMember(key: "start", value: [.integer(1), .integer(7_000)]),
      KeptMember(key: "end", value: .integer(Self.noon)),
    ]
    let moment = Moment(boot: time(1, 1), wall: nil, trust: .none)
    _ = bench.journal.append([
      .kept(KeptLine(id: id(1), moment: moment, op: "pump", version: 1, members: members))
    ])
    var other = try Bench(SimulatedDisk())
    try other.journal.receiveAll(try copied(try text(of: disk)).drafts)
    let text = String(decoding: try text(of: other.disk), as: UTF8.self)
    #expect(text.contains(#""start":7000,"end":\#(Self.noon),"about":"start","crc""#))
  }

  @Test("The first bad line is named")
  func theFirstBadLineIsNamed() throws {
    let good = try text(of: try source())
    var flipped = good
    flipped[good.count - 40] ^= 1
    let lines = good.split(separator: 0x0A).count
    let odd = good + Samples.sealed("{\"v\":1,\"op\":\"add\"}") + [0x0A]
    for (bytes, line, path) in [
      (flipped, lines, "crc"), (odd, lines + 1, "op"), (Array("{}".utf8), 1, "crc"),
    ] {
      let fault = #expect(throws: FieldFault.self) { _ = try copied(bytes) }
      #expect(fault?.line == line)
      #expect(fault?.path == path)
    }
  }

  @Test("Lines after an import have higher numbers and no gap")
  func linesAfterAnImportHaveHigherNumbersAndNoGap() throws {
    var bench = try Bench(SimulatedDisk(), segmentBytes: 65_536)
    _ = bench.journal.append(Samples.drafts(1...2))
    try bench.journal.receiveAll(Samples.drafts(3...400))
    _ = bench.journal.append(Samples.drafts(401...401))
    bench.tend()
    #expect(bench.journal.segmentCount == 4)
    bench.disk.powerCut { _ in 0 }
    let again = try Bench(bench.disk, start: 2, segmentBytes: 65_536)
    #expect(again.careIDs == (1...401).map { Samples.event($0).id })
    #expect(again.recovered.gaps.isEmpty)
    #expect(again.recovered.damaged + again.recovered.torn == 0)
  }

  @Test("Imported segments keep their names")
  func importedSegmentsKeepTheirNames() throws {
    var bench = try Bench(SimulatedDisk())
    try bench.journal.receiveAll(Samples.drafts(1...4))
    bench.disk.powerCut { _ in 0 }
    #expect(try Bench(bench.disk, start: 2).careIDs == (1...4).map { Samples.event($0).id })
  }

  /// The leftovers of a cut import are removed when the box is idle, and no start reads them.
  @Test("The next start removes the rest of a cut import")
  func theNextStartRemovesTheRestOfACutImport() throws {
    var bench = try Bench(SimulatedDisk())
    _ = bench.journal.append(Samples.drafts(1...2))
    var files = bench.disk.files
    let name = SegmentName.path(7) + ".new"
    files[name] = Samples.segment(events: 3...9)
    var again = try Bench(SimulatedDisk(files: files), start: 2)
    #expect(again.careIDs == (1...2).map { Samples.event($0).id })
    again.tend()
    #expect(again.disk.files[name] == nil)
  }

  /// Imported segments have ordinary size, and their heads name the times of their events, so that a start skips old
  /// ones.
  @Test("A start skips old imported segments")
  func aStartSkipsOldImportedSegments() throws {
    let day = 86_400_000
    let noon = Self.noon
    func bottle(_ number: Int) -> ImportedDraft {
      let instant = Instant(milliseconds: noon - (2_000 - number) * day)
      return ImportedDraft(
        draft: event(number, 1, 1, .added(Care(kind: .bottle, start: .wall(instant)))),
        span: instant...instant)
    }
    let disk = SimulatedDisk()
    var start = Samples.start(1)
    (start.wall, start.trust) = (Instant(milliseconds: noon), .synced)
    var journal = try Journal.open(disk, start: start, segmentBytes: 4_096).journal
    var rest = (1...2_000).map(bottle)[...]
    try journal.receive { rest.popFirst() }
    try journal.close()
    #expect(disk.files.values.allSatisfy { $0.count <= 4_096 })
    start = Samples.start(2)
    (start.wall, start.trust) = (Instant(milliseconds: noon + day), .synced)
    let calls = disk.calls
    let opened = try Journal.open(disk, start: start, segmentBytes: 4_096)
    #expect(opened.fold.logs[BabyID(number: 1)]?.count == 63, "of the last 62 days")
    #expect(opened.recovered.lines == 2_001 && opened.recovered.gaps.isEmpty)
    let segments = disk.files.keys.filter { $0.hasPrefix("log/") }.count
    // Reading each head takes two calls in such a short file; the few segments that are read take more.
    #expect(segments > 100 && disk.calls - calls < 2 * segments + 80)
  }

  @Test("After a table, what is corrected counts as newer than the lines of the box that wrote its rows")
  func countAfterATable() throws {
    let disk = SimulatedDisk()
    var start = Samples.start(1)
    (start.wall, start.trust) = (Instant(milliseconds: Self.noon), .synced)
    var journal = try Journal.open(disk, start: start).journal
    var rest = Samples.drafts(1...2).map { ImportedDraft(draft: $0, span: nil) }[...]
    try journal.receive(isTable: true) { rest.popFirst() }
    #expect(journal.lastCount == Self.noon / 1000)
    try journal.close()
    start = Samples.start(2)
    let next = try Journal.open(disk, start: start).journal
    #expect(next.lastCount >= Self.noon / 1000)
  }

  @Test("Lines that do not read back are not imported")
  func linesThatDoNotReadBackAreNotImported() throws {
    var bench = try Bench(SimulatedDisk())
    bench.disk.garbling = ["log/seg-000002.jsonl.new"]
    #expect(throws: JournalFault.self) { try bench.journal.receiveAll(Samples.drafts(1...4)) }
    bench.disk.heal()
    #expect(try Bench(SimulatedDisk(copying: bench.disk), start: 2).careIDs == [])
    try bench.journal.receiveAll(Samples.drafts(1...4))
    #expect(try Bench(bench.disk, start: 2).careIDs == (1...4).map { Samples.event($0).id })
  }

  /// The possible states of a card with an import.
  private enum Outcome { case durable, uncertain, none }

  private func receiveAll(_ drafts: [JournalDraft], _ bench: inout Bench) -> Outcome {
    do throws(JournalFault) {
      try bench.journal.receiveAll(drafts)
      return .durable
    } catch {
      if case .uncertain = error { return .uncertain }
      return .none
    }
  }

  /// How many of the lines 2 to 9 a reader finds: now, and after a power cut that keeps none or all of the pending
  /// writes.
  private func taken(on disk: SimulatedDisk) throws -> [Int] {
    try [nil, 0, Int.max].map { chosen in
      let cut = SimulatedDisk(copying: disk)
      if let chosen { cut.powerCut { min(chosen, $0 - 1) } }
      var found: Set<EventID> = []
      try Journal.replay(cut) { found.insert($0.id) }
      return (2...9).count { found.contains(Samples.event($0).id) }
    }
  }

  @Test("A fault says whether lines were imported", arguments: [StorageFault.Reason.device, .full])
  func aFaultSaysWhetherLinesWereImported(reason: StorageFault.Reason) throws {
    var outcomes: [Outcome] = []
    var number = 1
    while outcomes.last != .durable {
      let disk = SimulatedDisk()
      var bench = try Bench(disk)
      _ = bench.journal.append(Samples.drafts(1...1))
      disk.fail(.once(number), reason: reason)
      let outcome = receiveAll(Samples.drafts(2...9), &bench)
      disk.heal()
      let expected =
        switch outcome {
        case .durable: [8, 8, 8]
        case .uncertain: [8, 0, 8]
        case .none: [0, 0, 0]
        }
      #expect(try taken(on: disk) == expected, "operation \(number)")
      _ = bench.journal.append(Samples.drafts(10...10))
      disk.powerCut { _ in 0 }
      let found = Set(try Bench(disk, start: 2).careIDs)
      #expect(found.isSuperset(of: [1, 10].map { Samples.event($0).id }), "operation \(number)")
      outcomes.append(outcome)
      number += 1
    }
    #expect(outcomes.count > 10 && outcomes.count { $0 == .uncertain } == 1)
  }
}

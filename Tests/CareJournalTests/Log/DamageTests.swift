import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// Whatever happens to the bytes, the box starts, reports the damage, and loses only the damaged lines.
@Suite struct DamageTests {
  /// The delivered line numbers, and whether anything was reported.
  private func replay(_ bytes: [UInt8]) -> (events: [Int], isReported: Bool) {
    let (scan, lines) = LogScan.reading([bytes])
    return (lines.map(\.sequence), scan.tally.damaged + scan.tally.torn > 0)
  }

  private static let events = 1...200

  @Test("A segment that a running box closes while the log is verified is no loss")
  func closedMeanwhile() throws {
    let disk = SimulatedDisk()
    var journal = try Journal.open(disk, start: Samples.start(), segmentBytes: 4_096).journal
    var next = 1
    func add(_ count: Int) {
      for number in next..<next + count {
        #expect(journal.append(Samples.drafts(number...number)).acknowledged.count == 1)
        while journal.wantsTending { journal.tend() }
      }
      next += count
    }
    add(5)
    var times = 0
    let report = try JournalVerifier.verify(disk) { _, _ in
      times += 1
      if times == 1 { add(30) }
    }
    #expect(report.isWhole && report.segments > 1, "\(report)")
    #expect(times > report.segments, "the log was read again")
  }

  /// Flips every bit of a log of 200 events and reads its line with the next one. A reader carries nothing from one
  /// line to the next but its beginning, so the rest need not be read a third of a million times.
  @Test("Every flipped bit costs its line only", arguments: 0..<4)
  func everyFlippedBitCostsItsLineOnly(part: Int) throws {
    var states = 0
    for touched in Self.events where touched % 4 == part {
      var damaged = Samples.segment(events: touched...min(200, touched + 1), roomBytes: 32)
      let rest = touched == 200 ? [] : [touched + 1]
      for index in 0..<Samples.segment(events: touched...touched).count {
        for bit in 0..<8 {
          damaged[index] ^= 1 << bit
          states += 1
          let (lines, damages) = try pieces(damaged)
          damaged[index] ^= 1 << bit
          if lines == rest, damages > 0 { continue }
          Issue.record("event \(touched), byte \(index), bit \(bit): \(lines) and \(damages) damaged")
        }
      }
    }
    print("flipped bits, part \(part): \(states) states")
    #expect(states > 80_000)
  }

  /// The numbers of the lines that a reader finds, and the number of damaged pieces.
  private func pieces(_ bytes: [UInt8]) throws -> (lines: [Int], damages: Int) {
    var stream = SegmentStream(number: 1) { offset, count in
      offset < bytes.count ? Array(bytes[offset..<min(bytes.count, offset + count)]) : []
    }
    var (lines, damages): ([Int], Int) = ([], 0)
    while let piece = try stream.next() {
      switch piece.content {
      case .line(let line): lines.append(line.sequence)
      case .head, .stop, .odd, .damage: damages += 1
      }
    }
    return (lines, damages)
  }

  @Test("A line behind noise is found across the end of a window", arguments: 0...8)
  func aLineBehindNoiseIsFoundAcrossTheEndOfAWindow(bytesBefore: Int) throws {
    let noise = [UInt8](repeating: 0x78, count: SegmentStream.windowBytes - bytesBefore)
    let found = try pieces(noise + Samples.segment(events: 1...3))
    #expect(found.lines == [1, 2, 3])
    #expect(found.damages > 0)
  }

  @Test("Two damaged lines at the end cost two numbers")
  func twoDamagedLinesAtTheEndCostTwoNumbers() throws {
    let (ten, eleven) = (Samples.segment(events: 1...10).count, Samples.segment(events: 1...11).count)
    // A bit of the eleventh event is flipped, and only twenty bytes of the twelfth are left.
    var bytes =
      Array(Samples.segment(events: 1...12).prefix(eleven + 20)) + [UInt8](repeating: 0x0A, count: 64)
    bytes[ten + 40] ^= 1
    let disk = SimulatedDisk(files: [SegmentName.path(1): bytes])
    #expect(try Journal.open(disk, start: Samples.start()).recovered.lastSequence > 12)
  }

  @Test("A flipped bit costs one line of the whole log")
  func aFlippedBitCostsOneLineOfTheWholeLog() {
    let bytes = Samples.segment(events: Self.events, roomBytes: 32)
    let lengths = Self.events.map { Samples.segment(events: $0...$0).count }
    for bit in stride(from: 0, to: lengths.reduce(0, +) * 8, by: 1_009) {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << (bit % 8)
      let touched = line(at: bit / 8, lengths: lengths)
      let (delivered, isReported) = replay(damaged)
      #expect(delivered == Self.events.filter { $0 != touched }, "bit \(bit)")
      #expect(isReported, "bit \(bit)")
    }
  }

  private func line(at index: Int, lengths: [Int]) -> Int {
    var end = 0
    for (number, length) in lengths.enumerated() {
      end += length
      if index < end { return number + 1 }
    }
    return 0
  }

  @Test("Every overwritten sector costs its lines only", arguments: [UInt8(0), 0xFF, 0x0A, 0x20])
  func everyOverwrittenSectorCostsItsLinesOnly(filler: UInt8) {
    let events = Self.events
    let bytes = Samples.segment(events: events)
    let lengths = events.map { Samples.segment(events: $0...$0).count }
    for start in stride(from: 0, to: bytes.count, by: 512) {
      let end = min(start + 512, bytes.count)
      var damaged = bytes
      damaged.replaceSubrange(start..<end, with: repeatElement(filler, count: end - start))
      let touched = line(at: start, lengths: lengths)...line(at: end - 1, lengths: lengths)
      let (delivered, isReported) = replay(damaged)
      #expect(delivered == events.filter { !touched.contains($0) }, "sector at \(start)")
      #expect(isReported, "sector at \(start)")
    }
  }

  @Test("Every torn tail is noticed")
  func everyTornTailIsNoticed() throws {
    let bytes = Samples.segment(events: 1...2)
    let first = Samples.segment(events: 1...1).count
    for count in first..<bytes.count {
      for room in [[], [UInt8](repeating: 0x0A, count: 40), [UInt8](repeating: 0, count: 40)] {
        let disk = SimulatedDisk(files: ["log/seg-000001.jsonl": Array(bytes[..<count]) + room])
        let bench = try Bench(disk)
        // The room restores the line end, so all but the last byte is the whole line.
        let isWhole = count == bytes.count - 1 && room.first == 0x0A
        #expect(bench.lines.map(\.sequence) == (isWhole ? [1, 2] : [1]), "\(count) bytes")
        #expect(bench.recovered.torn == (count == first || isWhole ? 0 : 1), "\(count) bytes")
        #expect((bench.recovered.damaged, bench.recovered.fault) == (0, nil))
      }
    }
  }

  @Test("Damage is copied once and the segment is left alone")
  func damageIsCopiedOnceAndTheSegmentIsLeftAlone() throws {
    var bytes = Samples.segment(events: 1...3, roomBytes: 8)
    bytes[5] ^= 1
    let torn = Array("{\"v\":1,\"id\"".utf8)
    bytes += torn
    let disk = SimulatedDisk(files: ["log/seg-000001.jsonl": bytes])
    let bench = try Bench(disk)
    #expect(bench.lines.map(\.sequence) == [2, 3])
    #expect((bench.recovered.damaged, bench.recovered.torn) == (1, 1))
    #expect(bench.recovered.gaps.first == LineGap(box: "7c1e9a04b2d1", missing: 1...1))
    #expect(disk.files["log/seg-000001.jsonl"] == bytes)
    let copies = disk.files.filter { $0.key.hasPrefix("quarantine/") }
    let line = Samples.segment(events: 1...1).count
    #expect(Array(copies.values) == [Array(bytes[..<line]) + torn + [0x0A]])
    _ = try Bench(disk, start: 2)
    #expect(disk.files.filter { $0.key.hasPrefix("quarantine/") } == copies)
  }

  /// The copies of the first segment's damage. A start that was cut off may tear a line of its own as well.
  private func copies(on disk: SimulatedDisk) -> [String: [UInt8]] {
    disk.files.filter { $0.key.hasPrefix("quarantine/seg-000001-") && $0.key.hasSuffix(".txt") }
  }

  /// Cuts the power at each operation of a start, then starts again: each name in quarantine has a whole
  /// copy.
  @Test("A power cut leaves no part of a copy")
  func aPowerCutLeavesNoPartOfACopy() throws {
    var bytes = Samples.segment(events: 1...3, roomBytes: 8)
    bytes[5] ^= 1
    let files = ["log/seg-000001.jsonl": bytes]
    let whole = SimulatedDisk(files: files)
    _ = try Bench(whole)
    let expected = copies(on: whole)
    #expect(expected.count == 1)
    for operation in 1...whole.operations {
      for seed in 1...20 as ClosedRange<UInt64> {
        let disk = SimulatedDisk(files: files)
        disk.cutPower(atOperation: operation)
        _ = try? Bench(disk)
        disk.powerCut(seed: seed)
        let found = copies(on: disk)
        #expect(found == expected || found.isEmpty, "operation \(operation), seed \(seed)")
        _ = try Bench(disk, start: 2)
        #expect(copies(on: disk) == expected, "operation \(operation), seed \(seed)")
        #expect(disk.files["quarantine/copy.tmp"] == nil, "operation \(operation), seed \(seed)")
      }
    }
  }

  /// A killed process leaves everything that the kernel has accepted.
  @Test("A killed start leaves no part of a copy")
  func aKilledStartLeavesNoPartOfACopy() throws {
    var bytes = Samples.segment(events: 1...3, roomBytes: 8)
    bytes[5] ^= 1
    let whole = SimulatedDisk(files: ["log/seg-000001.jsonl": bytes])
    var killed: [SimulatedDisk] = []
    whole.atEachOperation = { disk, _ in killed.append(disk) }
    _ = try Bench(whole)
    for disk in killed {
      let found = SimulatedDisk(files: disk.files)
      #expect(copies(on: found).isEmpty || copies(on: found) == copies(on: whole))
      _ = try Bench(found, start: 2)
      #expect(copies(on: found) == copies(on: whole))
    }
  }

  @Test("Quarantine is bounded")
  func quarantineIsBounded() throws {
    let noise = [UInt8](repeating: 0x78, count: 300_000) + [0x0A]
    var files: [String: [UInt8]] = [:]
    for number in 1...6 { files[SegmentName.path(number)] = Array("\(number)".utf8) + noise }
    let disk = SimulatedDisk(files: files)
    _ = try Bench(disk)
    let copies = disk.files.filter { $0.key.hasPrefix("quarantine/") }
    #expect(copies.count >= 3)
    #expect(copies.values.reduce(0) { $0 + $1.count } <= 1 << 20)
  }

  @Test("Foreign and odd lines are kept and counted")
  func foreignAndOddLinesAreKeptAndCounted() throws {
    let foreign = try #require(JournalLineCodec.encode(Samples.line(.sync)))
    let text = String(decoding: foreign.dropLast(19), as: UTF8.self).replacing("sync", with: "hug")
    let bytes = Samples.sealed(text + ",\"hearts\":3}") + [0x0A] + Samples.sealed("{\"v\":9}") + [0x0A]
    let disk = SimulatedDisk(files: ["log/seg-000001.jsonl": bytes])
    let bench = try Bench(disk)
    #expect(bench.lines.map(\.entry) == [.foreign(op: "hug")])
    #expect((bench.recovered.foreign, bench.recovered.odd, bench.recovered.damaged) == (1, 1, 0))
    #expect(disk.files["log/seg-000001.jsonl"] == bytes)
    #expect(!disk.files.keys.contains { $0.hasPrefix("quarantine") })
  }

  /// Content that no box writes, with valid checksums: the start continues, and the numbers stay in bounds.
  @Test("Absurd content never stops a start")
  func absurdContentNeverStopsAStart() throws {
    let head = "{\"v\":1,\"id\":\"019c4c97-25e0-7123-8000-000000000456\",\"box\":\"b\",\"seq\":"
    let texts = [
      head + "1000000000000000,\"boot\":1000000000,\"bt\":8640000000000000,\"wt\":-8640000000000000,"
        + "\"ws\":\"ntp\",\"op\":\"boot\",\"bootId\":\"\"}",
      head + "1,\"boot\":1,\"bt\":1,\"wt\":1e999,\"ws\":\"ntp\",\"op\":\"sync\"}",
      "{\"note\":\"" + String(repeating: "x", count: 300_000) + "\"}",
      "{\"a\":" + String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000) + "}",
    ]
    let bytes: [UInt8] = texts.flatMap { (text: String) -> [UInt8] in Samples.sealed(text) + [0x0A] }
    var bench = try Bench(SimulatedDisk(files: ["log/seg-000001.jsonl": bytes]))
    #expect((bench.recovered.lines, bench.recovered.odd, bench.recovered.boot) == (0, 2, 1))
    #expect(bench.journal.append(Samples.drafts(1...1)).acknowledged.count == 1)
  }

  /// Impossible numbers and the highest believable ones: seq, boot and bt of a line in segment 7.
  private static let absurdNumbers = [
    (1_000_000_000_000_000, 1, 1), (1_000_007_000_001, 1, 1), (1_000_007_000_000, 1, 1),
    (1_000_006_999_999, 1, 1), (1, 1_000_000_000, 1), (1, 1_000_008, 1), (1, 1_000_007, 1), (1, 1_000_006, 1),
    (1, 1, 8_640_000_000_000_000), (1, 1, -1), (1_000_007_000_000, 1_000_007, 3_200_000_000_000),
  ]

  /// Whatever the numbers of a line, later acknowledged lines are read back, in order and with their times.
  @Test(
    "Absurd numbers cost nothing that comes after them", arguments: absurdNumbers, ["boot", "sync", "delete"])
  func absurdNumbersCostNothingThatComesAfterThem(numbers: (Int, Int, Int), op: String) throws {
    let rest = [
      "boot": "\"bootId\":\"x\"",
      "delete": "\"of\":\"\(EventID(high: 9, low: 9).text)\",\"src\":\"button\",\"baby\":1",
    ]
    let text =
      "{\"v\":1,\"id\":\"019c4c97-25e0-7123-8000-000000000456\",\"box\":\"7c1e9a04b2d1\","
      + "\"seq\":\(numbers.0),"
      + "\"boot\":\(numbers.1),\"bt\":\(numbers.2),\"wt\":null,\"ws\":\"none\",\"op\":\"\(op)\""
      + (rest[op].map { "," + $0 } ?? "") + "}"
    let disk = SimulatedDisk(files: ["log/seg-000007.jsonl": Samples.sealed(text) + [0x0A]])
    var walls: [EventID: Instant] = [:]
    var boots: [Int] = []
    for number in 1...3 {
      var start = Samples.start(UInt64(number))
      (start.wall, start.trust) = (Samples.moment.wall?.adding(minutes: number * 1440), .synced)
      var journal = try Journal.open(disk, start: start).journal
      boots.append(journal.boot)
      for event in [2 * number, 2 * number + 1].map({ Samples.event($0, boot: journal.boot) }) {
        #expect(journal.append([.care(event)]).acknowledged == [event.id])
        let later = event.moment.boot.milliseconds - start.bootMilliseconds
        walls[event.id] = start.wall.map { Instant(milliseconds: $0.milliseconds + later) }
      }
      try journal.close()
    }
    let fold = try Journal.open(disk, start: Samples.start(4)).fold
    let records = fold.logs[BabyID(number: 1)]?.allRecords ?? []
    #expect(records.map(\.id) == (2...7).map { Samples.event($0).id })
    for record in records {
      let resolved = fold.clocks.resolve(record.care.start)
      #expect(resolved.isExact && resolved.instant == walls[record.id])
    }
    #expect(boots == Array(boots[0]..<(boots[0] + 3)))
  }

  /// A segment with an impossible number is moved away, whatever it holds, since nothing could be saved after the
  /// highest number.
  @Test(
    "A segment of an absurd number is moved to quarantine", arguments: [99_999_998, 99_999_999, 2_000_000])
  func aSegmentOfAnAbsurdNumberIsMovedToQuarantine(number: Int) throws {
    let disk = SimulatedDisk()
    var bench = try Bench(disk)
    _ = bench.journal.append(Samples.drafts(1...1))
    try bench.journal.close()
    let stray = SegmentName.file(number)
    try disk.create("log/" + stray)
    #expect(try JournalVerifier.verify(disk).strays == [stray])
    bench = try Bench(disk, start: 2)
    #expect(bench.recovered.strays == [stray])
    #expect(disk.files["quarantine/" + stray] == [])
    #expect(bench.journal.append(Samples.drafts(2...2)).acknowledged == [Samples.event(2).id])
    #expect(disk.files[SegmentName.path(2)] != nil)
    #expect(try JournalVerifier.verify(disk).isWhole)
  }

  @Test("Noise never stops a start")
  func noiseNeverStopsAStart() throws {
    var random = SeededRandom(seed: 5)
    let good = Samples.segment(events: 1...3)
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(contentsOf: good[(index % good.count)...].prefix(50), at: index)
        default: bytes.insert(0x0A, at: index)
        }
      }
      let disk = SimulatedDisk(files: ["log/seg-000001.jsonl": bytes, "box.json": Array(bytes.prefix(60))])
      let bench = try Bench(disk)
      #expect(bench.recovered.fault == nil)
      #expect(bench.careIDs.allSatisfy { id in (1...3).contains { Samples.event($0).id == id } })
    }
  }

  /// Cuts a segment at any byte. With its stop it is whole; without it the file is too short.
  @Test("A file that was made shorter is noticed", arguments: [false, true])
  func aFileThatWasMadeShorterIsNoticed(isImport: Bool) throws {
    var bench = try Bench(SimulatedDisk())
    if isImport {
      try bench.journal.receiveAll(Samples.drafts(1...6))
    } else {
      _ = bench.journal.append(Samples.drafts(1...2))
      try bench.journal.close()
    }
    bench.tend()
    let path = try #require(bench.disk.files.keys.filter { $0.hasPrefix("log/") }.max())
    let bytes = try #require(bench.disk.files[path])
    #expect(try JournalVerifier.verify(bench.disk).isWhole)
    for length in 0..<bytes.count - 1 {
      var files = bench.disk.files
      files[path] = Array(bytes[..<length])
      let disk = SimulatedDisk(files: files)
      #expect(try !JournalVerifier.verify(disk).isWhole, "\(length) of \(bytes.count) bytes")
      var again = try Bench(disk, start: 2)
      #expect(again.recovered.fault == nil)
      let saved = again.journal.append(Samples.drafts(20...20))
      #expect(saved.acknowledged.count == 1)
      #expect(again.recovered.lastSequence > bench.journal.lastSequence, "no number is used again")
    }
  }

  /// An editor on Windows ends lines with CR and LF; tested in an open segment and in a cut one.
  @Test("Lines that end with carriage returns are read", arguments: [false, true])
  func linesThatEndWithCarriageReturnsAreRead(isClosed: Bool) throws {
    let disk = SimulatedDisk()
    var bench = try Bench(disk, segmentBytes: 65_536)
    _ = bench.journal.append(Samples.drafts(1...3))
    if isClosed { try bench.journal.close() }
    let (path, mark) = (SegmentName.path(1), try #require(disk.files["box.json"]))
    let bytes = try #require(disk.files[path])
    let edited = SimulatedDisk(files: [
      path: bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, "box.json": mark,
    ])
    for number in 2...4 as ClosedRange<UInt64> {
      let report = try JournalVerifier.verify(edited)
      #expect(report.isWhole && report.findings.isEmpty, "before start \(number): \(report.findings)")
      var again = try Bench(edited, start: number)
      #expect(again.careIDs == (1...3).map { Samples.event($0).id })
      #expect(again.recovered.damaged + again.recovered.torn == 0)
      again.tend()
      try again.journal.close()
    }
  }

  @Test("Verify names file and line, and changes nothing")
  func verifyNamesFileAndLineAndChangesNothing() throws {
    var bytes = Samples.segment(events: 1...4, roomBytes: 3)
    let length = Samples.segment(events: 1...1).count
    bytes[length + 4] ^= 1
    bytes += Samples.segment(events: 1...1) + Samples.sealed("{\"v\":9}") + [0x0A] + Array("{\"v\"".utf8)
    let disk = SimulatedDisk(files: ["log/seg-000001.jsonl": bytes])
    let report = try JournalVerifier.verify(disk)
    #expect((report.segments, report.lines) == (1, 3))
    #expect(report.findings.map(\.line) == [2, 8, 9, 10])
    #expect(report.findings.map(\.kind) == [.damaged, .repeated, .odd, .torn])
    #expect(report.findings[0].bytes == length..<(2 * length - 1))
    #expect(report.gaps.first == LineGap(box: "7c1e9a04b2d1", missing: 2...2))
    #expect(!report.isWhole)
    #expect(disk.operations == 0)
    #expect(try JournalVerifier.verify(SimulatedDisk()).isWhole)
  }

  /// A start leaves the numbers out. Later checks still report the lost lines.
  @Test("Lost lines are still missing after later starts")
  func lostLinesAreStillMissingAfterLaterStarts() throws {
    let disk = SimulatedDisk()
    for number in 1...3 {
      var bench = try Bench(disk, start: UInt64(number))
      _ = bench.journal.append(Samples.drafts(number * 10...number * 10 + 4))
      try bench.journal.close()
    }
    var files = disk.files
    files[SegmentName.path(2)] = nil
    let robbed = SimulatedDisk(files: files)
    let missing = try JournalVerifier.verify(robbed).gaps
    #expect(missing.count == 1)
    for start in 4...6 {
      var bench = try Bench(robbed, start: UInt64(start))
      #expect(bench.recovered.gaps.isEmpty == (start > 4), "a start reports what is new")
      _ = bench.journal.append(Samples.drafts(start * 10...start * 10))
      try bench.journal.close()
      #expect(try JournalVerifier.verify(robbed).gaps == missing, "after start \(start)")
    }
    #expect(try !JournalVerifier.verify(robbed).isWhole)
  }

  @Test("Harmless findings leave room for a loss")
  func harmlessFindingsLeaveRoomForALoss() throws {
    let one = Samples.segment(events: 1...1)
    var damaged = Samples.segment(events: 2...2)
    damaged[4] ^= 1
    let bytes = (0..<1_100).reduce(into: []) { bytes, _ in bytes += one } + damaged + one
    let disk = SimulatedDisk(files: ["log/seg-000001.jsonl": bytes])
    let report = try JournalVerifier.verify(disk)
    #expect(report.findings.map(\.kind).suffix(2) == [.repeated, .torn])
    #expect(report.moreFindings == 600 && report.hasLoss)
  }
}

import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// The limits of the log, each reached: see `docs/limits.md`.
@Suite struct LimitTests {
  private func start(_ content: [UInt8]) throws -> (
    opened: Journal<SimulatedDisk>.Opened, disk: SimulatedDisk
  ) {
    let disk = SimulatedDisk(files: ["log/seg-000001.jsonl": content])
    return (try Journal.open(disk, start: Samples.start(1)), disk)
  }

  private func text(_ piece: String, times count: Int) -> [UInt8] {
    let bytes = Array(piece.utf8)
    return (0..<count).flatMap { _ in bytes }
  }

  @Test("A line of 4 KiB is read, and a longer one is damage")
  func line() throws {
    func line(_ length: Int) -> [UInt8] {
      let head =
        "{\"v\":1,\"id\":\"\(Samples.id.text)\",\"box\":\"7c1e9a04b2d1\",\"seq\":1,\"boot\":1,\"bt\":1,\"wt\":null"
      let start = head + ",\"ws\":\"none\",\"op\":\"hug\",\"note\":\""
      let note = String(repeating: "n", count: length - start.utf8.count - 19)
      return Samples.sealed(start + note + "\"}")
    }
    let longest = line(StorageLimits.lineBytes)
    #expect(longest.count == StorageLimits.lineBytes)
    #expect(try start(longest + [0x0A]).opened.recovered.foreign == 1)
    let longer = try start(line(StorageLimits.lineBytes + 1) + [0x0A]).opened
    #expect(longer.recovered.foreign == 0 && longer.recovered.torn > 0)
  }

  @Test("JSON of a line nests eight deep at most")
  func depth() throws {
    func line(_ depth: Int) -> [UInt8] {
      let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return Samples.sealed(
        "{\"v\":9,\"id\":\"\(Samples.id.text)\",\"box\":\"b\",\"seq\":1,\"boot\":1,\"bt\":1,\"wt\":null,\"ws\":\"none\","
          + "\"op\":\"hug\",\"deep\":\(nested)}") + [0x0A]
    }
    #expect(try start(line(StorageLimits.lineDepth - 1)).opened.recovered.foreign == 1)
    #expect(try start(line(StorageLimits.lineDepth)).opened.recovered.odd == 1)
  }

  @Test(
    "A start counts the content of a segment of megabytes, and accepts an event",
    arguments: ["x\n", "{\"v\":", "\n", "\u{0}", "{}\n", "[1,1,1,1]\n"])
  func garbage(piece: String) throws {
    var (opened, disk) = try start(text(piece, times: (3 << 20) / piece.utf8.count))
    #expect(opened.recovered.fault == nil && opened.recovered.lines == 0)
    #expect(opened.journal.append(Samples.drafts(1...1)).acknowledged.count == 1)
    let report = try JournalVerifier.verify(disk)
    #expect(report.findings.count <= 1, "damage that follows damage is one finding")
    #expect(report.lines == 2)
    disk = SimulatedDisk(files: disk.files)
    #expect(try Journal.open(disk, start: Samples.start(2)).recovered.lines == 2)
  }

  @Test("Damage between two lines is one piece, however long", arguments: [1, 70_000])
  func damageBetweenLines(times: Int) throws {
    let (first, second) = (Samples.segment(events: 1...1), Samples.segment(events: 2...2))
    let noise = text("x\n{\"v\":1}\n \n", times: times)
    let disk = SimulatedDisk(files: ["log/seg-000001.jsonl": first + noise + second])
    let report = try JournalVerifier.verify(disk)
    #expect(report.lines == 2)
    let end = first.count + noise.count - 3
    #expect(report.findings.map(\.bytes) == [first.count..<end])
    #expect(report.findings.map(\.line) == [2])
    #expect(try LogLines.read(from: disk) { _, _ in }.damaged == 1)
  }

  /// Not even its head is there.
  @Test(
    "A segment with nothing in it is missing from an export", arguments: [1, 2, 3], [0x00, 0x0A] as [UInt8])
  func blankSegment(number: Int, byte: UInt8) throws {
    var files: [String: [UInt8]] = [:]
    for segment in 1...3 {
      let isBlank = segment == number
      files["log/seg-00000\(segment).jsonl"] =
        isBlank ? [UInt8](repeating: byte, count: 65_536) : Samples.segment(events: segment...segment)
    }
    let disk = SimulatedDisk(files: files)
    let losses = try LogLines.read(from: disk) { _, _ in }
    #expect(losses.damaged == 1)
  }

  @Test("A thousand findings are kept, and the rest is counted")
  func findings() throws {
    let odd = String(decoding: Samples.sealed("{\"v\":9}"), as: UTF8.self)
    let disk = SimulatedDisk(files: ["log/seg-000001.jsonl": text("x\n\(odd)\n", times: 1_250)])
    let report = try JournalVerifier.verify(disk)
    #expect((report.findings.count, report.moreFindings) == (1_000, 1_500))
    #expect(!report.isWhole)
  }

  @Test("A line of an older version in a segment of any length is read")
  func longSegment() throws {
    let lines = Samples.segment(events: 1...6_000)
    #expect(lines.count > 1 << 20)
    #expect(try start(lines).opened.recovered.lines == 6_000)
  }

  @Test("Twenty thousand boots without a clock are read in one pass")
  func boots() throws {
    var bytes: [UInt8] = []
    for boot in 1...20_000 {
      let moment = Moment(boot: BootTime(boot: boot, milliseconds: 5_000), wall: nil, trust: .none)
      let line = JournalLine(
        id: EventID(high: UInt64(boot), low: UInt64(boot)), box: "7c1e9a04b2d1", sequence: boot,
        moment: moment,
        entry: .boot(kernelBootID: "kernel-\(boot)"))
      bytes += JournalLineCodec.encode(line) ?? []
    }
    let opened = try start(bytes).opened
    #expect((opened.recovered.boot, opened.recovered.lines) == (20_001, 20_000))
  }

  @Test("A mark with impossible numbers is not believed", arguments: [1, 99_999_990])
  func absurdMark(first: Int) throws {
    let disk = SimulatedDisk()
    try Journal.open(disk, start: Samples.start(1)).journal.closed()
    let mark = LogIdentity.Mark(
      segment: 99_999_998, firstWithHead: 1, boot: 3, last: [:], importing: first...99_999_999)
    try LogIdentity(box: "7c1e9a04b2d1", mark: mark).save(to: disk)
    #expect(try JournalVerifier.verify(disk).lines == 1)
    var journal = try Journal.open(disk, start: Samples.start(2)).journal
    #expect(journal.append(Samples.drafts(1...1)).acknowledged.count == 1)
    #expect(disk.files[SegmentName.path(2)] != nil)
  }

  @Test("A card that fails at every second press is tried at each, and held events are tried at the end")
  func shortFaults() throws {
    let disk = SimulatedDisk()
    var journal = try Journal.open(disk, start: Samples.start(1)).journal
    func press(_ number: Int) -> AppendReceipt {
      var event = Samples.event(number)
      event.moment.boot = BootTime(boot: 1, milliseconds: number * 60_000)
      return journal.append([.care(event)])
    }
    for number in 1...20 {
      disk.syncFailure = number % 2 == 1 ? .device : nil
      #expect(press(number).heldCount == number % 2)
    }
    disk.syncFailure = .device
    #expect(press(21).fault != nil)
    disk.heal()
    journal.wear.note(FailedWrites.hourlyBytes, at: 22 * 60_000)
    #expect(press(22).fault == .resting)
    #expect(journal.retryLast().acknowledged.count == 2)
  }

  @Test("A card that keeps nothing gets at most a mebibyte an hour")
  func wear() throws {
    let disk = SimulatedDisk()
    var journal = try Journal.open(disk, start: Samples.start(1)).journal
    disk.syncFailure = .device
    let before = disk.bytesWritten
    var milliseconds = 10_000
    // A press every half minute, and a retry after each.
    for number in 1...120 {
      milliseconds += 30_000
      var event = Samples.event(number)
      event.moment.boot = BootTime(boot: 1, milliseconds: milliseconds)
      _ = journal.append([.care(event)])
      _ = journal.retry(at: milliseconds + 10_000)
    }
    #expect(disk.bytesWritten - before <= FailedWrites.hourlyBytes + 2 * StorageLimits.segmentBytes)
    #expect(journal.heldCount == 120)
    #expect(disk.files.keys.filter { $0.hasPrefix("log/") }.count <= 4, "no numbers are used up")
    disk.heal()
    #expect(journal.retry(at: milliseconds + 3_700_000).acknowledged.count == 120)
    disk.powerCut { _ in 0 }
    #expect(try Bench(disk, start: 2).careIDs == (1...120).map { Samples.event($0).id })
  }

  @Test("A card that made no file is tried again as soon as it works")
  func refusedFilesAreNoWear() throws {
    let disk = SimulatedDisk()
    var journal = try Journal.open(disk, start: Samples.start(1)).journal
    disk.failure = .device
    for number in 1...200 { _ = journal.append([.care(Samples.event(number))]) }
    #expect(journal.heldCount == 200)
    disk.heal()
    #expect(journal.append([.care(Samples.event(201))]).acknowledged.count == 201)
  }
}

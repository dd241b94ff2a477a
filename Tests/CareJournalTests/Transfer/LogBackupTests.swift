import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// Copies of a log on another disk.
@Suite struct LogBackupTests {
  private typealias Backup = LogBackup<SimulatedDisk, SimulatedDisk>

  /// A log of several small segments; the newest one is open.
  private static func bench(_ naps: ClosedRange<Int> = 1...20) throws -> Bench {
    var bench = try Bench(SimulatedDisk())
    for number in naps { _ = bench.journal.append([.care(Samples.event(number))]) }
    bench.tend()
    return bench
  }

  private static func copy(_ source: SimulatedDisk, to target: SimulatedDisk) throws -> Backup.Outcome {
    var backup = Backup(from: source, to: target)
    return try backup.run()
  }

  /// The files of a log that belong in its copy.
  private static func closed(_ disk: SimulatedDisk, but open: String?) -> [String: [UInt8]] {
    disk.files.filter { $0.key != open && ($0.key.hasPrefix("log/") || $0.key == LogIdentity.path) }
  }

  @Test("Every closed segment is copied once and the open one when it is closed")
  func everyClosedSegmentIsCopiedOnceAndTheOpenOneWhenItIsClosed() throws {
    var bench = try Self.bench()
    let target = SimulatedDisk()
    let written = bench.disk.bytesWritten
    let first = try Self.copy(bench.disk, to: target)
    let newest = try #require(bench.disk.files.keys.filter { $0.hasPrefix("log/") }.max())
    #expect(first.copied > 2 && first.same == 0 && first.isComplete && first.damage.isEmpty)
    #expect(first.open == newest, "a box that runs writes to it")
    #expect(target.files == Self.closed(bench.disk, but: newest))
    #expect(bench.disk.bytesWritten == written, "nothing is written where the log is")
    try bench.journal.close()
    let second = try Self.copy(bench.disk, to: target)
    #expect(second.copied == 1 && second.same == first.copied && second.open == nil)
    #expect(target.files == Self.closed(bench.disk, but: nil))
    let bytes = target.bytesWritten
    #expect(try Self.copy(bench.disk, to: target).copied == 0)
    #expect(target.bytesWritten == bytes, "what is there is not written again")
  }

  /// The next process cuts a segment of a killed process to its length, or gives it its stop.
  @Test("A segment that was copied before it was closed is completed")
  func aSegmentThatWasCopiedBeforeItWasClosedIsCompleted() throws {
    let bench = try Self.bench()
    let target = SimulatedDisk()
    var next = try Bench(bench.disk, start: 2)
    let first = try Self.copy(bench.disk, to: target)
    let lengths = target.files.mapValues(\.count)
    next.tend()
    let second = try Self.copy(bench.disk, to: target)
    #expect(first.isComplete && second.isComplete)
    #expect(second.copied == 1, "the one that was cut")
    #expect(target.files.contains { path, bytes in bytes.count < lengths[path] ?? 0 })
    #expect(target.files == Self.closed(bench.disk, but: second.open))
  }

  @Test("A file that differs is named and left as it is")
  func aFileThatDiffersIsNamedAndLeftAsItIs() throws {
    let bench = try Self.bench()
    let target = SimulatedDisk()
    _ = try Self.copy(bench.disk, to: target)
    var files = target.files
    for (path, change) in [(SegmentName.path(1), 0), (SegmentName.path(2), 5)] {
      files[path]?[change] ^= 1
    }
    files["holiday.jpg"] = [1, 2, 3]
    files[SegmentName.path(900)] = [4]
    let changed = SimulatedDisk(files: files)
    let outcome = try Self.copy(bench.disk, to: changed)
    #expect(outcome.differing == [SegmentName.path(1), SegmentName.path(2)])
    #expect(!outcome.isComplete)
    #expect(changed.files == files)
  }

  @Test("The copy of another card of this box keeps its own mark")
  func anotherCard() throws {
    let bench = try Self.bench()
    let target = SimulatedDisk()
    _ = try Self.copy(bench.disk, to: target)
    var files = target.files
    for path in files.keys where path.hasPrefix(SegmentName.folder) { files[path]?[0] ^= 1 }
    let own = LogIdentity(box: try #require(Journal.owner(of: bench.disk))).bytes
    files[LogIdentity.path] = own
    let changed = SimulatedDisk(files: files)
    #expect(try !Self.copy(bench.disk, to: changed).isComplete)
    #expect(changed.files[LogIdentity.path] == own)
  }

  @Test("The copy of another box is left alone")
  func theCopyOfAnotherBoxIsLeftAlone() throws {
    let bench = try Self.bench()
    let files = [LogIdentity.path: LogIdentity(box: "another").bytes]
    let target = SimulatedDisk(files: files)
    #expect(throws: LogBackupFault.anotherBox("another")) { try Self.copy(bench.disk, to: target) }
    #expect(target.files == files)
  }

  @Test("Damage is reported and copied and unreadable segments are named")
  func damageIsReportedAndCopiedAndUnreadableSegmentsAreNamed() throws {
    let bench = try Self.bench()
    var files = bench.disk.files
    let path = SegmentName.path(2)
    let middle = try #require(files[path]).count / 2
    files[path]?[middle] ^= 4
    let source = SimulatedDisk(files: files)
    source.unreadable = [SegmentName.path(3)]
    let target = SimulatedDisk()
    let outcome = try Self.copy(source, to: target)
    #expect(outcome.damage.map(\.path) == [path])
    #expect(target.files[path] == files[path])
    #expect(outcome.unreadable.map(\.path) == [SegmentName.path(3)])
    #expect(!outcome.isComplete)
  }

  /// Whatever a power cut loses, no file with a segment's name has other bytes.
  @Test("A power cut leaves whole files and the next time the rest is copied")
  func aPowerCutLeavesWholeFilesAndTheNextTimeTheRestIsCopied() throws {
    let bench = try Self.bench()
    let probe = SimulatedDisk()
    let whole = try Self.copy(bench.disk, to: probe)
    #expect(probe.operations > 20)
    for operation in 1...probe.operations {
      let target = SimulatedDisk()
      target.cutPower(atOperation: operation)
      _ = #expect(throws: LogBackupFault.self) { try Self.copy(bench.disk, to: target) }
      target.powerCut(seed: UInt64(operation))
      for (path, bytes) in target.files where !path.hasSuffix(".copy") && !path.hasSuffix(".tmp") {
        #expect(bytes == bench.disk.files[path], "\(path) after \(operation)")
      }
      // A start from this copy uses no number again, since the mark names the numbers that were reached.
      let hasSegments = target.files.keys.contains {
        $0.hasPrefix(SegmentName.folder) && $0.hasSuffix("jsonl")
      }
      let isMarked = target.files[LogIdentity.path] == bench.disk.files[LogIdentity.path]
      #expect(!hasSegments || isMarked, "\(operation)")
      #expect(try Self.copy(bench.disk, to: target).isComplete)
      let named = target.files.filter { !$0.key.hasSuffix(".copy") && !$0.key.hasSuffix(".tmp") }
      #expect(named == Self.closed(bench.disk, but: whole.open))
    }
  }

  @Test("A directory that fails is a fault of the copy")
  func aDirectoryThatFailsIsAFaultOfTheCopy() throws {
    let bench = try Self.bench()
    let target = SimulatedDisk()
    target.failure = .full
    #expect(throws: LogBackupFault.self) { try Self.copy(bench.disk, to: target) }
    #expect(target.files.isEmpty)
  }
}

@Suite struct MaintenanceFileTests {
  private static let record = MaintenanceRecord(at: Instant(milliseconds: 1_770_811_500_000), damaged: 3)

  @Test("What is written is read and each file has its own place")
  func whatIsWrittenIsReadAndEachFileHasItsOwnPlace() throws {
    let disk = SimulatedDisk()
    #expect(SmallFile.copied.load(from: disk) == nil)
    try SmallFile.copied.save(Self.record, in: disk)
    #expect(SmallFile.copied.load(from: disk) == Self.record)
    #expect(SmallFile.checked.load(from: disk) == nil)
    disk.unreadable = ["copied.json"]
    #expect(SmallFile.copied.load(from: disk) == nil)
  }

  @Test("Its text is a promise")
  func itsTextIsAPromise() {
    let text = String(decoding: SmallFile.checked.bytes(Self.record), as: UTF8.self)
    #expect(text.hasPrefix(#"{"v":1,"at":1770811500000,"damaged":3,"crc":""#), "\(text)")
    #expect(text.hasSuffix("\"}\n"))
  }

  @Test("Every flipped bit is noticed")
  func everyFlippedBitIsNoticed() {
    let bytes = SmallFile.copied.bytes(Self.record)
    for index in bytes.indices.dropLast() {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        #expect(SmallFile.copied.content(in: damaged) == nil, "byte \(index) bit \(bit)")
      }
    }
  }
}

/// Reads the log again, one segment at a time.
@Suite struct LogCheckTests {
  private static func damaged(_ disk: SimulatedDisk) throws -> (segments: Int, damaged: Int) {
    var check = LogCheck()
    var segments = 0
    while try check.readNext(of: disk) { segments += 1 }
    return (segments, check.damaged)
  }

  @Test("Damage is counted and the newest segment is not read")
  func damageIsCountedAndTheNewestSegmentIsNotRead() throws {
    var bench = try Bench(SimulatedDisk())
    for number in 1...20 { _ = bench.journal.append([.care(Samples.event(number))]) }
    bench.tend()
    let names = bench.disk.files.keys.filter { $0.hasPrefix("log/") }.sorted()
    #expect(try Self.damaged(bench.disk) == (names.count - 1, 0))
    var files = bench.disk.files
    for path in [names[0], names[1], names[names.count - 1]] {
      let head = try #require(files[path]).prefix { $0 != 0x0A }.count
      files[path]?[head + 20] ^= 1
    }
    let rotten = SimulatedDisk(files: files)
    #expect(try Self.damaged(rotten) == (names.count - 1, 2), "the newest may be written to")
    rotten.unreadable = [names[2]]
    #expect(try Self.damaged(rotten).damaged == 3)
  }

  @Test("The end that a power cut left is no damage")
  func theEndThatAPowerCutLeftIsNoDamage() throws {
    var bench = try Bench(SimulatedDisk())
    _ = bench.journal.append([.care(Samples.event(1))])
    var files = bench.disk.files
    let used = try #require(files[SegmentName.path(1)]?.lastIndex { $0 != 0x0A })
    files[SegmentName.path(1)]?.replaceSubrange((used - 30)...used, with: repeatElement(0, count: 31))
    let disk = SimulatedDisk(files: files)
    _ = try Bench(disk, start: 2)
    #expect(try Self.damaged(disk) == (1, 0))
  }

  @Test("A log without a closed segment has nothing to read")
  func aLogWithoutAClosedSegmentHasNothingToRead() throws {
    #expect(try Self.damaged(SimulatedDisk()) == (0, 0))
    #expect(try Self.damaged(Bench(SimulatedDisk()).disk) == (0, 0))
  }
}

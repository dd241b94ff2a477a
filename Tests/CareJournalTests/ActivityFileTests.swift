import CribMotion
import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// `motion/DATE.jsonl`: a line for each stretch, fourteen days. A power cut costs at most a stretch.
@Suite struct ActivityFileTests {
  private static let date = CivilDate(year: 2026, month: 3, day: 14)!

  private static func stretch(_ number: Int = 19) throws -> ActivityStretch {
    let epochs = (0..<20).map { index -> Epoch in
      guard index > 0 else { return .missing }
      let number = Float(index)
      return Epoch(
        count: number * number * number, peakMilligee: 3 * number,
        changeMilligee: index % 3 == 0 ? nil : number / 4,
        microMilligeeSquared: number / 64, medianMilligee: 2 + number / 16, missingShare: 0)
    }
    return try #require(ActivityStretch(startMilliseconds: number * 600_000, epochs: epochs))
  }

  private static func moment(_ stretch: ActivityStretch) -> Moment {
    Moment(
      boot: BootTime(boot: 12, milliseconds: stretch.startMilliseconds),
      wall: Instant(milliseconds: 1_773_446_400_000 + stretch.startMilliseconds), trust: .synced)
  }

  private static func append(_ number: Int, on date: CivilDate = date, in disk: SimulatedDisk) throws {
    let stretch = try stretch(number)
    try ActivityFile.append(stretch, at: moment(stretch), on: date, in: disk)
  }

  private static func lines(in disk: SimulatedDisk, on date: CivilDate = date) -> [[UInt8]] {
    (disk.files[ActivityFile.path(of: date)] ?? []).split(separator: 0x0A).map { Array($0) + [0x0A] }
  }

  private static func line(_ number: Int) throws -> [UInt8] {
    let stretch = try stretch(number)
    return ActivityFile.bytes(stretch, at: moment(stretch))
  }

  /// Three epochs: a gap, an epoch, and one whose change was not measured.
  @Test("Its text is a promise")
  func itsTextIsAPromise() throws {
    let epochs = [
      Epoch.missing,
      Epoch(
        count: 8, peakMilligee: 64, changeMilligee: 2.25, microMilligeeSquared: 0.5, medianMilligee: 1.25,
        missingShare: 0),
      Epoch(
        count: 1000, peakMilligee: 400, changeMilligee: nil, microMilligeeSquared: 1, medianMilligee: 3,
        missingShare: 0.25),
    ]
    let stretch = try #require(
      ActivityStretch(startMilliseconds: 68_400_000, epochs: epochs, baby: BabyID(number: 1)))
    let text = String(decoding: ActivityFile.bytes(stretch, at: Self.moment(stretch)), as: UTF8.self)
    let start =
      #"{"v":1,"baby":1,"boot":12,"bt":68400000,"wt":1773514800000,"ws":"ntp","count":".7K","peak":".DI","epochs":""#
    #expect(text.hasPrefix(start + #"..........RsUyPwNkP2Z3Xc..OmQK","crc":""#), "\(text)")
    #expect(text.hasSuffix("\"}\n"))
    let unknown = Moment(boot: Self.moment(stretch).boot, wall: nil, trust: .none)
    let unsynced = String(decoding: ActivityFile.bytes(stretch, at: unknown), as: UTF8.self)
    #expect(unsynced.contains(#""wt":null,"ws":"none","#))
  }

  @Test("Stretches follow each other for one sync each")
  func stretchesFollowEachOtherForOneSyncEach() throws {
    let disk = SimulatedDisk()
    try Self.append(19, in: disk)
    let (syncs, bytes) = (disk.syncs, disk.bytesWritten)
    try Self.append(20, in: disk)
    #expect(disk.syncs == syncs + 1)
    #expect(bytes == disk.bytesWritten / 2 && bytes < 448)
    #expect(try Self.lines(in: disk) == [Self.line(19), Self.line(20)])
  }

  // MARK: Reading

  @Test("What was stored reads back")
  func whatWasStoredReadsBack() throws {
    let disk = SimulatedDisk()
    try Self.append(19, in: disk)
    try Self.append(20, on: Self.date.adding(days: 1), in: disk)
    let read = ActivityFile.stretches(on: (0..<3).map { Self.date.adding(days: $0) }, in: disk)
    #expect(read.map(\.boot) == [12, 12])
    #expect(read.map(\.stretch.startMilliseconds) == [19 * 600_000, 20 * 600_000])
    let (stored, epochs) = (try Self.stretch().epochs, try #require(read.first).stretch.epochs)
    #expect(epochs.count == stored.count && epochs[0] == .missing)
    for (one, other) in zip(stored, epochs).dropFirst() {
      #expect((one.changeMilligee == nil) == (other.changeMilligee == nil))
      for number in [\Epoch.count, \.peakMilligee, \.microMilligeeSquared, \.medianMilligee] {
        #expect(abs(one[keyPath: number] - other[keyPath: number]) <= one[keyPath: number] / 100)
      }
    }
    // What was read and stored again is the same.
    let again = try #require(ActivityStretch(startMilliseconds: 0, epochs: epochs))
    #expect(ActivityFile.stretch(in: ActivityFile.bytes(again, at: Self.moment(again)))?.stretch == again)
  }

  @Test("Numbers beyond the scale become its ends", arguments: [Float.infinity, 1e30, 0, -1, .nan, 1e-30])
  func extremes(number: Float) throws {
    let epoch = Epoch(
      count: number, peakMilligee: number, changeMilligee: number, microMilligeeSquared: number,
      medianMilligee: number, missingShare: 0)
    let stretch = try #require(ActivityStretch(startMilliseconds: 0, epochs: [epoch]))
    let read = try #require(ActivityFile.stretch(in: ActivityFile.bytes(stretch, at: Self.moment(stretch))))
    let count = try #require(read.stretch.epochs.first).count
    #expect(number > 1 ? (7e10...7.5e10).contains(count) : count == 0, "\(count)")
  }

  @Test("Lines that are damaged, of an older version or impossible are left out")
  func damage() throws {
    let good = try Self.line(19)
    var flipped = good
    flipped[flipped.count / 2] ^= 1
    func sealed(_ text: String) -> [UInt8] {
      var bytes = Array(text.utf8)
      JournalLineCodec.seal(&bytes)
      return bytes + [0x0A]
    }
    let head = #"{"v":1,"boot":12,"bt":600000,"wt":null,"ws":"none""#
    let others: [[UInt8]] = [
      flipped, Array(good.prefix(90)) + [0x0A], [0xFF, 0x00, 0x0A, 0x0A],
      sealed(head + #","count":"00","peak":"00""#),
      sealed(head + #","epochs":"""#), sealed(head + #","epochs":"00R600MiQ""#),
      sealed(head + #","epochs":"00R6.0MiQ4""#), sealed(head + #","epochs":"00R600..Q4""#),
      sealed(head + #","epochs":"00R6é0MiQ""#),
      sealed(head + #","epochs":"\#(String(repeating: "00R600MiQ4", count: 481))""#),
      sealed(#"{"v":2,"boot":12,"bt":0,"epochs":"00R600MiQ4""#),
      sealed(#"{"v":1,"boot":12,"bt":-1,"epochs":"00R600MiQ4""#),
      sealed(#"{"v":1,"boot":12,"bt":9223372036854775807,"epochs":"00R600MiQ4""#),
    ]
    let disk = SimulatedDisk(files: [ActivityFile.path(of: Self.date): others.flatMap { $0 } + good])
    let read = ActivityFile.stretches(on: [Self.date], in: disk)
    #expect(read.map(\.stretch.startMilliseconds) == [19 * 600_000])
    disk.unreadable = [ActivityFile.path(of: Self.date)]
    #expect(ActivityFile.stretches(on: [Self.date], in: disk).isEmpty)
  }

  @Test("Of a long file the beginning is read")
  func ofALongFileTheBeginningIsRead() throws {
    let good = try Self.line(19)
    let file = good + [UInt8](repeating: 0x20, count: ActivityFile.readBytes) + [0x0A] + good
    let disk = SimulatedDisk(files: [ActivityFile.path(of: Self.date): file])
    #expect(ActivityFile.stretches(on: [Self.date], in: disk).count == 1)
  }

  // MARK: Writing

  @Test("A torn line costs itself")
  func aTornLineCostsItself() throws {
    let disk = SimulatedDisk()
    try Self.append(19, in: disk)
    let path = ActivityFile.path(of: Self.date)
    let whole = try disk.read(path)
    let torn = SimulatedDisk(files: [path: whole + whole.prefix(90)])
    try Self.append(20, in: torn)
    #expect(try Self.lines(in: torn) == [Self.line(19), whole.prefix(90) + [0x0A], Self.line(20)])
  }

  @Test("Fourteen days are kept")
  func fourteenDaysAreKept() throws {
    let others = ["motion/notes.jsonl", "motion/2020-01-01.txt", "nights.json"]
    let disk = SimulatedDisk(files: Dictionary(uniqueKeysWithValues: others.map { ($0, [0x0A]) }))
    for day in 0..<20 { try Self.append(3, on: Self.date.adding(days: day), in: disk) }
    let kept = (6..<20).map { ActivityFile.path(of: Self.date.adding(days: $0)) }
    #expect(disk.files.keys.sorted() == (kept + others).sorted())
    try Self.append(3, on: Self.date.adding(days: 32), in: disk)
    let left = disk.files.keys.filter { $0.hasPrefix("motion/2026") }.sorted()
    #expect(left == [19, 32].map { ActivityFile.path(of: Self.date.adding(days: $0)) })
  }

  @Test("A file that is too large is left alone")
  func aFileThatIsTooLargeIsLeftAlone() throws {
    let path = ActivityFile.path(of: Self.date)
    let disk = SimulatedDisk(files: [path: [UInt8](repeating: 0x0A, count: ActivityFile.capacityBytes)])
    try Self.append(19, in: disk)
    #expect(disk.bytesWritten == 0 && disk.files[path]?.count == ActivityFile.capacityBytes)
  }

  @Test("A power cut at any operation keeps the stretches that were saved", arguments: 1...8)
  func aPowerCut(operation: Int) throws {
    for seed: UInt64 in 0..<32 {
      let disk = SimulatedDisk()
      disk.cutPower(atOperation: operation)
      var kept: [Int] = []
      for number in [19, 20, 21] {
        do {
          try Self.append(number, in: disk)
          kept.append(number)
        } catch {}
      }
      disk.powerCut(seed: seed)
      let found = Self.lines(in: disk)
      #expect(try kept.allSatisfy { found.contains(try Self.line($0)) })
      try Self.append(22, in: disk)
      #expect(try Self.lines(in: disk).last == Self.line(22))
    }
  }
}

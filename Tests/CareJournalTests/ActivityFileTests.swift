import CribMotion
import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// `motion/DATE.jsonl`: one line per hour, fourteen days. A power cut costs at most an hour.
@Suite struct ActivityFileTests {
  private static let date = CivilDate(year: 2026, month: 3, day: 14)!

  private static func hour(_ number: Int = 19) throws -> ActivityHour {
    let marks = (0..<120).map { (minute: Int) -> ActivityMark? in
      minute == 0 ? nil : ActivityMark(count: UInt8(minute % 62), peak: UInt8(minute / 2))
    }
    return try #require(ActivityHour(startMilliseconds: number * 3_600_000, marks: marks))
  }

  private static func moment(_ hour: ActivityHour) -> Moment {
    Moment(
      boot: BootTime(boot: 12, milliseconds: hour.startMilliseconds),
      wall: Instant(milliseconds: 1_773_446_400_000 + hour.startMilliseconds), trust: .synced)
  }

  private static func append(_ number: Int, on date: CivilDate = date, in disk: SimulatedDisk) throws {
    let hour = try hour(number)
    try ActivityFile.append(hour, at: moment(hour), on: date, in: disk)
  }

  private static func lines(in disk: SimulatedDisk, on date: CivilDate = date) -> [[UInt8]] {
    (disk.files[ActivityFile.path(of: date)] ?? []).split(separator: 0x0A).map { Array($0) + [0x0A] }
  }

  private static func line(_ number: Int) throws -> [UInt8] {
    let hour = try hour(number)
    return ActivityFile.bytes(hour, at: moment(hour))
  }

  @Test func itsTextIsAPromise() throws {
    let hour = try Self.hour()
    let text = String(decoding: ActivityFile.bytes(hour, at: Self.moment(hour)), as: UTF8.self)
    let start = #"{"v":1,"boot":12,"bt":68400000,"wt":1773514800000,"ws":"ntp","count":".123456789ABCDEF"#
    #expect(text.hasPrefix(start), "\(text)")
    #expect(text.contains(#"","peak":".0112233445566778899AABB"#))
    #expect(text.hasSuffix("\"}\n") && text.utf8.count < 384)
    let unknown = Moment(boot: Self.moment(hour).boot, wall: nil, trust: .none)
    let unsynced = String(decoding: ActivityFile.bytes(hour, at: unknown), as: UTF8.self)
    #expect(unsynced.contains(#""wt":null,"ws":"none","#))
  }

  @Test func hoursFollowEachOtherForOneSyncEach() throws {
    let disk = SimulatedDisk()
    try Self.append(19, in: disk)
    let (syncs, bytes) = (disk.syncs, disk.bytesWritten)
    try Self.append(20, in: disk)
    #expect(disk.syncs == syncs + 1)
    #expect(bytes == disk.bytesWritten / 2 && bytes < 384)
    #expect(try Self.lines(in: disk) == [Self.line(19), Self.line(20)])
  }

  @Test func aTornLineCostsItself() throws {
    let disk = SimulatedDisk()
    try Self.append(19, in: disk)
    let path = ActivityFile.path(of: Self.date)
    let whole = try disk.read(path)
    let torn = SimulatedDisk(files: [path: whole + whole.prefix(90)])
    try Self.append(20, in: torn)
    #expect(try Self.lines(in: torn) == [Self.line(19), whole.prefix(90) + [0x0A], Self.line(20)])
  }

  @Test func fourteenDaysAreKept() throws {
    let others = ["motion/notes.jsonl", "motion/2020-01-01.txt", "nights.json"]
    let disk = SimulatedDisk(files: Dictionary(uniqueKeysWithValues: others.map { ($0, [0x0A]) }))
    for day in 0..<20 { try Self.append(3, on: Self.date.adding(days: day), in: disk) }
    let kept = (6..<20).map { ActivityFile.path(of: Self.date.adding(days: $0)) }
    #expect(disk.files.keys.sorted() == (kept + others).sorted())
    try Self.append(3, on: Self.date.adding(days: 32), in: disk)
    let left = disk.files.keys.filter { $0.hasPrefix("motion/2026") }.sorted()
    #expect(left == [19, 32].map { ActivityFile.path(of: Self.date.adding(days: $0)) })
  }

  @Test func aFileThatIsTooLargeIsLeftAlone() throws {
    let path = ActivityFile.path(of: Self.date)
    let disk = SimulatedDisk(files: [path: [UInt8](repeating: 0x0A, count: 1 << 15)])
    try Self.append(19, in: disk)
    #expect(disk.bytesWritten == 0 && disk.files[path]?.count == 1 << 15)
  }

  @Test("A power cut at any operation keeps the hours that were saved", arguments: 1...8)
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

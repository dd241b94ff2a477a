import CareJournal
import Nursery
import SimulatedBoard
import Testing

/// `nights.json`: what is written is read. Damage and power cuts are tried here for every `SmallFile`, since the code is
/// the same for each.
@Suite struct NightsFileTests {
  private static let nights: [BabyID: SleepStore] = {
    let first = CivilDate(daysSinceEpoch: 20_490)
    let goal = NightGoal(
      bedtime: WallTime(minutesAfterMidnight: 1140), alarm: WallTime(minutesAfterMidnight: 420))
    let start = Instant(milliseconds: 1_770_000_000_000)
    var measured = NightRecord(
      date: first,
      segments: [
        InstantRange(earliest: start, latest: start.adding(minutes: 240)),
        InstantRange(earliest: start.adding(minutes: 270), latest: start.adding(minutes: 600)),
      ], goal: goal, source: .motion, zone: .utc)
    measured.rating = 4
    measured.steps = 5400
    var unknown = NightRecord(date: first.adding(days: 1))
    unknown.isForgottenNap = true
    return [BabyID(number: 1): SleepStore([measured, unknown]), BabyID(number: 3): SleepStore()]
  }()

  @Test("What is written is read")
  func whatIsWrittenIsRead() {
    #expect(SmallFile.nights.content(in: SmallFile.nights.bytes(Self.nights)) == Self.nights)
    #expect(SmallFile.nights.content(in: SmallFile.nights.bytes([:])) == [:])
  }

  @Test("Its text is a promise")
  func itsTextIsAPromise() {
    let text = String(decoding: SmallFile.nights.bytes(Self.nights), as: UTF8.self)
    let parts = [
      #"{"v":1,"babies":[{"baby":1,"nights":[{"date":"2026-02-06","asleep":34200000,"#,
      #""bedtimes":["02:40","07:10"],"segments":[[1770000000000,1770014400000],[1770016200000,1770036000000]],"#,
      #""pieces":2,"wakings":1,"fedWakings":0,"goal":720,"bedtime":"19:00","steps":5400,"rating":4,"source":"motion","#,
      #""forgottenNap":false,"estimated":false,"judged":true,"stars":1,"#,
      #""reasons":["under80PercentOfGoal","moreThanOneSegment","offTargetBedtime"]},"#,
    ]
    #expect(text.hasPrefix(parts.joined()), "\(text)")
    #expect(text.hasSuffix("\"}\n"))
  }

  @Test("Every flipped bit is noticed")
  func everyFlippedBitIsNoticed() {
    let bytes = SmallFile.nights.bytes(Self.nights)
    for index in bytes.indices.dropLast() {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        #expect(SmallFile.nights.content(in: damaged) == nil, "byte \(index) bit \(bit)")
      }
    }
    for length in 0..<bytes.count - 1 {
      #expect(SmallFile.nights.content(in: Array(bytes.prefix(length))) == nil)
    }
  }

  @Test("A power cut leaves the old file or the new one", arguments: 1...8)
  func aPowerCutLeavesTheOldFileOrTheNewOne(operation: Int) throws {
    let old = [BabyID(number: 2): SleepStore()]
    for seed in 0..<64 {
      let disk = SimulatedDisk(files: [SmallFile.nights.path: SmallFile.nights.bytes(old)])
      disk.cutPower(atOperation: operation)
      var isSaved = false
      do throws(StorageFault) {
        try SmallFile.nights.save(Self.nights, in: disk)
        isSaved = true
      } catch {
        #expect(disk.isOff)
      }
      disk.powerCut(seed: UInt64(seed))
      let found = try SmallFile.nights.read(from: disk).content
      #expect(found == Self.nights || !isSaved && found == old, "seed \(seed)")
      // Leftovers of the cut write do not prevent the next one.
      try SmallFile.nights.save(Self.nights, in: disk)
      #expect(try SmallFile.nights.read(from: disk).content == Self.nights)
    }
  }

  @Test("A directory without the file has no nights")
  func aDirectoryWithoutTheFileHasNoNights() throws {
    #expect(try SmallFile.nights.read(from: SimulatedDisk()) == .missing)
  }

  /// If unreadable counted as empty, the content would be replaced.
  @Test("An unreadable file is a fault")
  func anUnreadableFileIsAFault() throws {
    let disk = SimulatedDisk(files: [SmallFile.nights.path: SmallFile.nights.bytes(Self.nights)])
    disk.unreadable = [SmallFile.nights.path]
    #expect(throws: StorageFault(operation: "read", path: SmallFile.nights.path, reason: .device)) {
      try SmallFile.nights.read(from: disk).content
    }
    disk.heal()
    #expect(try SmallFile.nights.read(from: disk).content == Self.nights)
  }

  @Test("A file that does not read back replaces nothing")
  func aFileThatDoesNotReadBackReplacesNothing() throws {
    let old = [BabyID(number: 2): SleepStore()]
    let disk = SimulatedDisk(files: [SmallFile.nights.path: SmallFile.nights.bytes(old)])
    disk.garbling = [SmallFile.nights.path + ".tmp"]
    #expect(
      throws: StorageFault(operation: "read back", path: SmallFile.nights.path + ".tmp", reason: .device)
    ) {
      try SmallFile.nights.save(Self.nights, in: disk)
    }
    #expect(try SmallFile.nights.read(from: disk).content == old)
    disk.heal()
    try SmallFile.nights.save(Self.nights, in: disk)
    #expect(try SmallFile.nights.read(from: disk).content == Self.nights)
  }
}

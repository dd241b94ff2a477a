import CareJournal
import Nursery
import SimulatedBoard
import Testing

/// `nights.json`: what is written is read, and damage is noticed.
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
    let unknown = NightRecord(date: first.adding(days: 1))
    return [BabyID(number: 1): SleepStore([measured, unknown]), BabyID(number: 3): SleepStore()]
  }()

  @Test func whatIsWrittenIsRead() {
    #expect(NightsFile.nights(in: NightsFile.bytes(Self.nights)) == Self.nights)
    #expect(NightsFile.nights(in: NightsFile.bytes([:])) == [:])
  }

  @Test func itsTextIsAPromise() {
    let text = String(decoding: NightsFile.bytes(Self.nights), as: UTF8.self)
    let parts = [
      #"{"v":1,"babies":[{"baby":1,"nights":[{"date":"2026-02-06","asleep":34200000,"#,
      #""bedtimes":["02:40","07:10"],"segments":[[1770000000000,1770014400000],[1770016200000,1770036000000]],"#,
      #""pieces":2,"wakings":1,"fedWakings":0,"goal":720,"bedtime":"19:00","steps":5400,"rating":4,"source":"motion","#,
      #""stars":1,"reasons":["under80PercentOfGoal","moreThanOneSegment","offTargetBedtime"]},"#,
    ]
    #expect(text.hasPrefix(parts.joined()), "\(text)")
    #expect(text.hasSuffix("\"}\n"))
  }

  @Test func everyFlippedBitIsNoticed() {
    let bytes = NightsFile.bytes(Self.nights)
    for index in bytes.indices.dropLast() {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        #expect(NightsFile.nights(in: damaged) == nil, "byte \(index) bit \(bit)")
      }
    }
    for length in 0..<bytes.count - 1 { #expect(NightsFile.nights(in: Array(bytes.prefix(length))) == nil) }
  }

  @Test(arguments: 1...8)
  func aPowerCutLeavesTheOldFileOrTheNewOne(operation: Int) throws {
    let old = [BabyID(number: 2): SleepStore()]
    for seed in 0..<64 {
      let disk = SimulatedDisk(files: [NightsFile.path: NightsFile.bytes(old)])
      disk.cutPower(atOperation: operation)
      var isSaved = false
      do throws(StorageFault) {
        try NightsFile.save(Self.nights, in: disk)
        isSaved = true
      } catch {
        #expect(disk.isOff)
      }
      disk.powerCut(seed: UInt64(seed))
      let found = try NightsFile.load(from: disk)
      #expect(found == Self.nights || !isSaved && found == old, "seed \(seed)")
      // The next one is not kept from being written by what the cut one left.
      try NightsFile.save(Self.nights, in: disk)
      #expect(try NightsFile.load(from: disk) == Self.nights)
    }
  }

  @Test func aDirectoryWithoutItHasNone() throws {
    #expect(try NightsFile.load(from: SimulatedDisk()) == [:])
  }

  /// Who took it for empty would replace what it says.
  @Test func whatTheCardDoesNotGiveIsAFault() throws {
    let disk = SimulatedDisk(files: [NightsFile.path: NightsFile.bytes(Self.nights)])
    disk.unreadable = [NightsFile.path]
    #expect(throws: StorageFault(operation: "read", path: NightsFile.path, reason: .device)) {
      try NightsFile.load(from: disk)
    }
    disk.heal()
    #expect(try NightsFile.load(from: disk) == Self.nights)
  }

  @Test func whatDoesNotReadBackAsItWasWrittenReplacesNothing() throws {
    let old = [BabyID(number: 2): SleepStore()]
    let disk = SimulatedDisk(files: [NightsFile.path: NightsFile.bytes(old)])
    disk.garbling = [NightsFile.path + ".tmp"]
    #expect(throws: StorageFault(operation: "read back", path: NightsFile.path + ".tmp", reason: .device)) {
      try NightsFile.save(Self.nights, in: disk)
    }
    #expect(try NightsFile.load(from: disk) == old)
    disk.heal()
    try NightsFile.save(Self.nights, in: disk)
    #expect(try NightsFile.load(from: disk) == Self.nights)
  }
}

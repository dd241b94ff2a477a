import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// What becomes of `nights.json` and `motion.json` when they cannot be used.
@Suite struct KeptReadingTests {
  private static let whole = NightsFile.bytes([BabyID(number: 1): SleepStore()])

  private static func reading(_ bytes: [UInt8]) throws -> KeptReading<[BabyID: SleepStore]> {
    try NightsFile.read(from: SimulatedDisk(files: [NightsFile.path: bytes]))
  }

  @Test func aWholeFileIsToldFromADamagedAndANewerOne() throws {
    #expect(try Self.reading(Self.whole) == .whole([BabyID(number: 1): SleepStore()]))
    #expect(try NightsFile.read(from: SimulatedDisk()) == .missing)
    let newer = ReplacedFile.sealed(["v": .integer(JournalLineCodec.version + 1), "nights": .string("all")])
    #expect(try Self.reading(newer) == .newer)
    #expect(try MotionFile.read(from: SimulatedDisk(files: [MotionFile.path: newer])) == .newer)
    let odd: [[UInt8]] = [
      [], Array("{}".utf8), Array(Self.whole.dropLast(9)), newer.map { $0 == 0x32 ? 0x33 : $0 },
      ReplacedFile.sealed(["v": .string("2")]),
      ReplacedFile.sealed(["nights": .null]),
    ]
    for bytes in odd { #expect(try Self.reading(bytes) == .damaged, "\(bytes)") }
  }

  @Test func whatIsSetAsideLiesInQuarantineWithAllItsBytes() throws {
    let damaged = Array(Self.whole.dropLast(5))
    let disk = SimulatedDisk(files: [NightsFile.path: damaged])
    try NightsFile.setAside(in: disk)
    #expect(try NightsFile.read(from: disk) == .missing)
    disk.powerCut { _ in 0 }
    #expect(disk.files.count == 1)
    #expect(disk.files.first?.key.hasPrefix("quarantine/nights-") == true)
    #expect(disk.files.first?.value == damaged)
  }
}

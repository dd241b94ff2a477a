import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// What happens to `nights.json` and `motion.json` when they cannot be used.
@Suite struct KeptReadingTests {
  private static let whole = SmallFile.nights.bytes([BabyID(number: 1): SleepStore()])

  private static func reading(_ bytes: [UInt8]) throws -> KeptReading<[BabyID: SleepStore]> {
    try SmallFile.nights.read(from: SimulatedDisk(files: [SmallFile.nights.path: bytes]))
  }

  @Test("Whole, damaged and newer files are distinguished")
  func wholeDamagedAndNewerFilesAreDistinguished() throws {
    #expect(try Self.reading(Self.whole) == .whole([BabyID(number: 1): SleepStore()]))
    #expect(try SmallFile.nights.read(from: SimulatedDisk()) == .missing)
    let newer = ReplacedFile.sealed(["v": .integer(JournalLineCodec.version + 1), "nights": .string("all")])
    #expect(try Self.reading(newer) == .newer)
    #expect(try SmallFile.motion.read(from: SimulatedDisk(files: [SmallFile.motion.path: newer])) == .newer)
    let odd: [[UInt8]] = [
      [], Array("{}".utf8), Array(Self.whole.dropLast(9)), newer.map { $0 == 0x32 ? 0x33 : $0 },
      ReplacedFile.sealed(["v": .string("2")]),
      ReplacedFile.sealed(["nights": .null]),
    ]
    for bytes in odd { #expect(try Self.reading(bytes) == .damaged, "\(bytes)") }
  }

  @Test("A file that is set aside is in quarantine with all its bytes")
  func aFileThatIsSetAsideIsInQuarantineWithAllItsBytes() throws {
    let damaged = Array(Self.whole.dropLast(5))
    let disk = SimulatedDisk(files: [SmallFile.nights.path: damaged])
    try SmallFile.nights.setAside(in: disk)
    #expect(try SmallFile.nights.read(from: disk) == .missing)
    disk.powerCut { _ in 0 }
    #expect(disk.files.count == 1)
    #expect(disk.files.first?.key.hasPrefix("quarantine/nights-") == true)
    #expect(disk.files.first?.value == damaged)
  }
}

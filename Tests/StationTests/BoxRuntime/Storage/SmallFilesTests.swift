import CareJournal
import CribMotion
import Nursery
import SimulatedBoard
import Testing

@testable import BoxRuntime

/// The files beside the log, if a start cannot use them: their content is kept all the same.
@Suite struct SmallFilesTests {
  enum Trouble: CaseIterable {
    case damaged
    case newer
    case unread
  }

  private static let baby = BabyID(number: 1)
  private static let nights = [baby: SleepStore()]

  private static let opening = StorageOpening(
    start: JournalStart(
      kernelBootID: String(repeating: "a", count: 32), bootMilliseconds: 1_000, wall: nil, trust: .none,
      random: (1, 2, 3)),
    babies: [baby], floor: Instant(milliseconds: 0))

  private static func calibration(empty: Float?) throws -> KeptCalibration {
    KeptCalibration(
      source: try #require(MotionSource(rateHz: 25, milligeePerLSB: 1)),
      calibration: MotionCalibration(noiseFloorMilligee: 2.5, emptyMicroMilligeeSquared: empty))
  }

  /// A disk on which both files have the same fault, and their content.
  private static func disk(_ trouble: Trouble) throws -> (SimulatedDisk, [UInt8]) {
    let whole = SmallFile.motion.bytes(try calibration(empty: 0.25))
    let bytes: [UInt8] =
      switch trouble {
      case .damaged: Array(whole.dropLast(7))
      case .newer: Array("{\"v\":2,\"crc\":\"f7a821b1\"}\n".utf8)
      case .unread: whole
      }
    let disk = SimulatedDisk(files: [SmallFile.nights.path: bytes, SmallFile.motion.path: bytes])
    if trouble == .unread { disk.unreadable = [SmallFile.nights.path, SmallFile.motion.path] }
    return (disk, bytes)
  }

  private func isKept(_ report: StorageReport) -> Bool? {
    if case .kept(_, _, let outcome) = report { outcome == .onFlash } else { nil }
  }

  @Test("Nothing is replaced without a copy", arguments: Trouble.allCases)
  func nothingIsReplacedWithoutACopy(trouble: Trouble) throws {
    let (disk, bytes) = try Self.disk(trouble)
    var worker = StorageWorker(storage: disk)
    guard case .opened(let recovery) = worker.run(.open(Self.opening)) else { throw Missing() }
    #expect(recovery.files.remarks.count == 2)
    for path in [SmallFile.nights.path, SmallFile.motion.path] {
      #expect(recovery.files.remarks.contains { $0.hasPrefix(path) })
    }
    let isReplaced = trouble == .damaged
    #expect(isKept(worker.run(.save(.ofModel(.nights(Self.nights))))) == isReplaced)
    #expect(isKept(worker.run(.save(.ofModel(.calibration(try Self.calibration(empty: nil)))))) == isReplaced)
    let copies = disk.files.filter { $0.key.hasPrefix("quarantine/") }.values
    #expect(copies.filter { $0 == bytes }.count == (isReplaced ? 2 : 0))
    for path in [SmallFile.nights.path, SmallFile.motion.path] {
      #expect((disk.files[path] == bytes) == !isReplaced)
    }
    #expect((recovery.files.nights == .newer) == (trouble == .newer))
  }

  /// On a full card a file can be moved; a dead card refuses everything.
  @Test("What cannot be set aside stays")
  func whatCannotBeSetAsideStays() throws {
    let (disk, bytes) = try Self.disk(.damaged)
    disk.failure = .device
    var worker = StorageWorker(storage: disk)
    _ = worker.run(.open(Self.opening))
    disk.failure = nil
    #expect(isKept(worker.run(.save(.ofModel(.calibration(try Self.calibration(empty: nil)))))) == false)
    #expect(disk.files[SmallFile.motion.path] == bytes)
  }

  private struct Missing: Error {}
}

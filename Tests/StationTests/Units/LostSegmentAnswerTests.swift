import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import cribside

/// What is told of segments that are gone or cut while a snapshot still knows what they held.
@Suite struct LostSegmentAnswerTests {
  private static let baby = BabyID(number: 1)
  private static let zone = ZoneWindow(name: "UTC", initialOffsetSeconds: 0)

  private static func opening(_ number: UInt64) -> StorageOpening {
    StorageOpening(
      start: JournalStart(
        kernelBootID: "5d3c5b7e-0000-4000-8000-00000000000\(number)", bootMilliseconds: 4_000,
        wall: Instant(milliseconds: 1_770_811_500_000), trust: .synced, random: (number, 2, 3)),
      babies: [baby], floor: Instant(milliseconds: 0))
  }

  /// A history of 600 wake-ups, an hour apart, as `log import` takes it in: segment 2, and a snapshot of it.
  private func imported() throws -> [String: [UInt8]] {
    let disk = SimulatedDisk()
    let rows = (0..<600).map { number in
      let instant = Instant(milliseconds: 1_768_000_000_000 + number * 3_600_000)
      return "1,wake,\(ISO8601.text(instant, in: Self.zone))"
    }
    let table = (["baby,kind,start"] + rows).joined(separator: "\n")
    let work = try LogImport(
      ImportSource(Array(table.utf8)), baby: nil, zone: Self.zone, opening: Self.opening(1))
    #expect(work.run(on: disk, opening: Self.opening(1)).output.hasPrefix("600 taken in"))
    #expect(disk.files[SnapshotName.path(2)] != nil)
    return disk.files
  }

  private func verify(_ disk: SimulatedDisk) throws -> BoxAnswer {
    VerifyAnswer(report: try JournalVerifier.verify(disk)).answer(false)
  }

  @Test func aWholeLogIsWhole() throws {
    let answer = try verify(SimulatedDisk(files: try imported()))
    #expect(answer.exit == .ok, "\(answer.output)")
  }

  @Test(arguments: [true, false])
  func anImportThatWasCutIsHeldAndTold(isCut: Bool) throws {
    var files = try imported()
    let path = "log/seg-000002.jsonl"
    let bytes = try #require(files[path])
    files[path] = isCut ? Array(bytes.prefix(bytes.count / 2)) : nil
    let disk = SimulatedDisk(files: files)
    let told = try verify(disk)
    #expect(told.exit == .no)
    #expect(told.output.contains("cut short") == isCut)
    #expect(!told.output.contains("nothing that was saved is lost"))
    #expect(told.output.contains("snap-000002.json: tells more than the segments: counts"), "\(told.output)")
    for start in 2...4 as ClosedRange<UInt64> {
      var keeper = StorageKeeper(storage: disk)
      guard case .opened(let recovery) = keeper.run(.open(Self.opening(start))) else {
        Issue.record("not opened")
        return
      }
      #expect(recovery.logs[Self.baby]?.count == 600)
      #expect(recovery.summary.text.contains("LOST BY THE SEGMENTS, and taken from snap-000002.json"))
      #expect(recovery.summary.priority == .error)
      _ = keeper.run(.close)
    }
    #expect(try verify(disk).output.contains("–601 are missing"), "no number is given out again")
  }
}

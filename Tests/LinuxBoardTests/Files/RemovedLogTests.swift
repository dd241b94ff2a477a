import CareJournal
import Glibc
import Nursery
import Testing

@testable import LinuxBoard

/// A user removes the log while a box runs: everything saved afterwards is in a file with a name.
@Suite struct RemovedLogTests {
  private let folder = TemporaryFolder()

  private static let start = JournalStart(
    kernelBootID: "5d3c5b7e-0000-4000-8000-000000000001", bootMilliseconds: 4_000, wall: nil, trust: .none,
    random: (1, 2, 0x7C1E_9A04_B2D1))

  private func draft(_ number: Int) -> JournalDraft {
    let time = BootTime(boot: 1, milliseconds: 10_000 + number * 1000)
    return .care(
      CareEvent(
        id: EventID(milliseconds: 1_000_000 + number, random: (UInt64(number), 1)), baby: BabyID(number: 1),
        moment: Moment(boot: time, wall: nil, trust: .none), source: .button,
        change: .added(Care(kind: .bottle, start: .boot(time)))))
  }

  /// The events that a later reader finds in the log.
  private func saved() throws -> [EventID] {
    var ids: [EventID] = []
    try Journal.replay(DirectoryStorage(directory: folder.path)) { ids.append($0.id) }
    return ids
  }

  enum Removal: CaseIterable {
    case segment, folder, folderMadeAgain, folderMovedAway, directory
  }

  private func perform(_ removal: Removal) {
    let log = folder.file("log")
    switch removal {
    case .folderMovedAway: rename(log, folder.file("old"))
    case .segment: unlink(log + "/seg-000001.jsonl")
    case .folder, .folderMadeAgain, .directory:
      unlink(log + "/seg-000001.jsonl")
      rmdir(log)
    }
    if removal == .folderMadeAgain { mkdir(log, 0o700) }
    if removal == .directory {
      unlink(folder.file("box.json"))
      rmdir(folder.path)
    }
  }

  @Test("Saved events are in a file with a name", arguments: Removal.allCases)
  func savedEventsAreInAFileWithAName(removal: Removal) throws {
    var journal = try Journal.open(DirectoryStorage(directory: folder.path), start: Self.start).journal
    #expect(journal.append([draft(1)]).acknowledged == [draft(1).id])
    perform(removal)
    let receipt = journal.append([draft(2), draft(3)])
    switch removal {
    case .segment, .folder, .folderMadeAgain:
      #expect(receipt.acknowledged == [draft(2).id, draft(3).id])
      #expect(journal.append([draft(4)]).acknowledged == [draft(4).id])
      #expect(try saved() == [draft(2).id, draft(3).id, draft(4).id])
    case .folderMovedAway:
      // The file still has a name, which the user who moved it knows.
      #expect(receipt.acknowledged == [draft(2).id, draft(3).id])
    case .directory:
      #expect((receipt.acknowledged, receipt.heldCount) == ([], 2))
      #expect(journal.isMemoryOnly)
    }
  }
}

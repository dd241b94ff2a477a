import CareJournal
import LinuxBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import cribside

/// `cribside log backup` in real directories.
@Suite struct LogBackupCommandTests {
  private let folder: ScratchFolder
  private let state: String
  private let copy: String

  init() throws {
    folder = try ScratchFolder()
    (state, copy) = (folder.path + "/state", folder.path + "/copy")
    try PlainFile.createFolders(state)
    try PlainFile.createFolders(copy)
    #expect(try add().exit == .ok)
    // The time of a copy is that of this machine's clock, even if it was set by hand.
    try PlainFile.replace(Array(DemonstrationBaby.text.utf8), at: "\(state)/\(SimulationFile.name)")
  }

  private func ask(_ words: [String]) throws -> BoxAnswer {
    var configuration = DemonstrationBaby.configuration
    configuration.stateDirectory = state
    let box = try OfflineBox(configuration, clock: LinuxClock(syncSign: .always))
    return try box.ask(try RequestParser.request(words))
  }

  private func add() throws -> BoxAnswer {
    try ask(["log", "add", "bottle", "--start", "2026-02-11T07:05:00-05:00"])
  }

  private func backup(to directory: String) throws -> BoxAnswer {
    let words = ["log", "backup", directory, "--state", state]
    return try #require(try Cribside.parseAsRoot(words) as? LogBackupCommand).answer()
  }

  /// A failed sync may have saved the event, and a user who added it again would have it twice.
  @Test("An unconfirmed event is not called lost")
  func anUnconfirmedEventIsNotCalledLost() {
    var receipt = StorageReceipt()
    receipt.isHolding = true
    receipt.fault = "sync log/seg-000001.jsonl: errno 5"
    let answer = OfflineBox.lastWords(receipt)
    #expect(answer?.exit == .io && answer?.error.hasPrefix("NOT CONFIRMED: ") == true)
    #expect(answer?.error.contains("log list") == true)
  }

  @Test("A log that was closed in order is copied whole and the box knows")
  func aLogThatWasClosedInOrderIsCopiedWholeAndTheBoxKnows() throws {
    #expect(try !ask(["status"]).output.contains("copied"))
    let first = try backup(to: copy)
    #expect(first.exit == .ok && first.output.hasPrefix("2 segments copied, 0 there already\n"), "\(first)")
    #expect(first.error.contains("is on the same disk as the log"))
    #expect(try ask(["status"]).output.contains("copied just now"))
    #expect(try add().exit == .ok)
    #expect(try backup(to: copy).output.hasPrefix("2 segments copied, 2 there already\n"))
    let (own, copied) = (
      try DirectoryStorage(directory: state), try DirectoryStorage(directory: copy)
    )
    #expect(try own.list("log").sorted() == copied.list("log").sorted())
    var lines = 0
    try LogLines.read(from: copied) { line, _ in if case .care = line.entry { lines += 1 } }
    #expect(lines == 2)
  }

  @Test("A file that differs is exit code 1 and no new copy is noted")
  func aFileThatDiffersIsExitOneAndNoNewCopyIsNoted() throws {
    _ = try backup(to: copy)
    let noted = SmallFile.copied.load(from: try DirectoryStorage(directory: state))
    try PlainFile.write(Array("other".utf8), to: copy + "/log/seg-000001.jsonl")
    let answer = try backup(to: copy)
    #expect(answer.exit == .no)
    #expect(answer.error.contains("log/seg-000001.jsonl differs from the log's"), "\(answer)")
    #expect(try PlainFile.read(copy + "/log/seg-000001.jsonl") == Array("other".utf8))
    #expect(SmallFile.copied.load(from: try DirectoryStorage(directory: state)) == noted)
  }

  @Test("A directory that fails is exit code 74 and one within the box is refused")
  func aDirectoryThatFailsIsExit74AndOneWithinTheBoxIsRefused() throws {
    for (directory, exit) in [
      (folder.path + "/none", ExitStatus.io), (state, .usage), (state + "/log", .usage),
      (state + "/box.json", .usage), ("/dev/null", .io),
    ] {
      let fault = #expect(throws: RunFault.self) { try backup(to: directory) }
      #expect(fault?.exit == exit, "\(directory): \(String(describing: fault))")
    }
    #expect(SmallFile.copied.load(from: try DirectoryStorage(directory: state)) == nil)
  }
}

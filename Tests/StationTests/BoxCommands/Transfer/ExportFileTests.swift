import LinuxBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import cribside

/// `log export --out`: where a copy may be, and what happens to an existing file.
@Suite struct ExportFileTests {
  private let folder: ScratchFolder
  private let state: String

  init() throws {
    folder = try ScratchFolder()
    state = folder.path + "/state"
    let add = ["log", "add", "bottle", "--start", "2026-02-11T07:05:00-05:00", "--state", state]
    try PlainFile.createFolders(state)
    let request = try RequestParser.request(add)
    var configuration = DemonstrationBaby.configuration
    configuration.stateDirectory = state
    let box = try OfflineBox(configuration, clock: LinuxClock(syncSign: .always))
    #expect(try box.ask(request).exit == .ok)
  }

  private func export(to out: String) throws -> BoxAnswer {
    let words = ["log", "export", "--state", state, "--out", out]
    let command = try #require(try Cribside.parseAsRoot(words) as? LogExportCommand)
    return try command.answer()
  }

  @Test("A new copy replaces the earlier one")
  func aNewCopyReplacesTheEarlierOne() throws {
    let out = folder.path + "/copy.jsonl"
    for _ in 0..<2 {
      #expect(try export(to: out) == BoxAnswer())
      #expect(String(decoding: try PlainFile.read(out), as: UTF8.self).contains("bottle"))
    }
    #expect(try folder.names().sorted() == ["copy.jsonl", "state"])
  }

  @Test("No copy is made among the log's own files", arguments: ["", "/../log", "/./"])
  func refused(way: String) throws {
    let log = state + "/log"
    let before = try DirectoryStorage(directory: state).list("log")
    for name in ["seg-000001.jsonl", "copy.jsonl"] {
      let fault = #expect(throws: RunFault.self) { try export(to: log + way + "/" + name) }
      #expect(fault?.exit == .usage)
      #expect(fault?.message.contains("expected a file outside") == true)
    }
    #expect(try DirectoryStorage(directory: state).list("log") == before)
  }
}

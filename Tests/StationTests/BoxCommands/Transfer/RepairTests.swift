import LinuxBoard
import Nursery
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import cribside

/// A log that lost segments and imports a backup has the same events as before.
@Suite struct RepairTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try PlainFile.createFolders(folder.path + "/a")
  }

  /// The answer of a command while no box runs.
  @discardableResult
  private func type(_ words: String, on state: String) throws -> String {
    let words = words.split(separator: " ").map(String.init) + ["--state", folder.path + "/" + state]
    let answer =
      switch try Cribside.parseAsRoot(words) {
      case let command as LogImportCommand: try command.answer()
      case let command as LogExportCommand: try command.answer()
      case let command as any BoxCommand:
        BoxClient(place: command.place).ask(try command.request(), arguments: words)
      default: BoxAnswer()
      }
    #expect(answer.exit == .ok, "\(words): \(answer.error)")
    return answer.output
  }

  private func add(_ words: String) throws -> String {
    let told = try type("log add \(words)", on: "a")
    return String(try #require(told.split(separator: " ").dropFirst().first).dropLast())
  }

  private func list(_ state: String) throws -> String { try type("log list --days 36500", on: state) }

  /// Copies a directory's log to another one, except for some segments.
  private func copy(_ state: String, to other: String, without lost: [Int] = []) throws {
    let (from, to) = (folder.path + "/\(state)/log/", folder.path + "/\(other)/log/")
    try PlainFile.createFolders(to)
    for name in try DirectoryStorage(directory: folder.path + "/\(state)").list("log")
    where !lost.contains(where: { name == "seg-00000\($0).jsonl" }) {
      try PlainFile.write(try PlainFile.read(from + name), to: to + name)
    }
  }

  /// A sleep whose end was corrected twice, and a bottle that was deleted and corrected.
  private func write() throws {
    let sleep = try add("sleep --start 2026-03-21T09:00:00Z --end 2026-03-21T09:30:00Z")
    try type("log edit \(sleep) --end 2026-03-21T10:00:00Z", on: "a")
    try type("log edit \(sleep) --end 2026-03-21T11:00:00Z", on: "a")
    let bottle = try add("bottle --start 2026-03-21T12:00:00Z")
    try type("log delete \(bottle)", on: "a")
    try type("log edit \(bottle) --start 2026-03-21T12:05:00Z", on: "a")
  }

  @Test(
    "Older corrections that are restored change nothing",
    arguments: [
      ([2, 5], "2 imported, 4 known already\n"),
      ([1], "1 imported, 5 known already\n"),
      ([2, 3], "2 imported, 4 known already\n"),
      ([5, 6], "2 imported, 4 known already\n"),
      ([1, 2, 3, 4, 5, 6], "6 imported\n"),
    ])
  func repair(lost: [Int], told: String) throws {
    try write()
    let listed = try list("a")
    let backup = folder.path + "/backup.jsonl"
    try type("log export --out \(backup)", on: "a")
    try copy("a", to: "b", without: lost)
    #expect(try type("log import \(backup)", on: "b") == told)
    #expect(try list("b") == listed)
  }

  /// Two boxes continued with copies of one card. Whichever log imports the other one, the last correction counts.
  @Test("Two cards of one log agree")
  func twoCardsOfOneLogAgree() throws {
    let sleep = try add("sleep --start 2026-03-21T09:00:00Z --end 2026-03-21T09:30:00Z")
    try copy("a", to: "b")
    try type("log edit \(sleep) --end 2026-03-21T10:00:00Z", on: "b")
    try type("log edit \(sleep) --end 2026-03-21T11:00:00Z", on: "a")
    let listed = try list("a")
    for (from, to) in [("b", "a"), ("a", "b")] {
      let copy = folder.path + "/\(from).jsonl"
      try type("log export --out \(copy)", on: from)
      try type("log import \(copy)", on: to)
      #expect(try list(to) == listed)
    }
  }
}

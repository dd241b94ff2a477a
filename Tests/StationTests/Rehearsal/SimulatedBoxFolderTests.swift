import CareJournal
import LinuxBoard
import Nursery
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// A script leaves its box's directory in a separate folder, and changes no other one.
@Suite struct SimulatedBoxFolderTests {
  private static let header =
    #"{"baby":{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"},"timeZone":"UTC","board":"pi-zero-2w","#
    + #""seed":1,"config":{"motion":{"mode":"off"}}}"#
  private static let quiet = #""command":["quiet","start","--minutes","600","--strict"]"#

  private let folder: ScratchFolder
  private let state: String

  init() throws {
    folder = try ScratchFolder()
    state = folder.path + "/state"
  }

  /// Plays one action and the end.
  private func play(
    _ deed: String, in state: String? = nil, report: String? = nil
  ) throws -> BoxAnswer {
    let lines = [(50, deed), (51, #""end":true"#)].map {
      #"{"at":"2026-01-31T13:\#($0.0):00+00:00",\#($0.1)}"#
    }
    let script = folder.path + "/s.jsonl"
    try PlainFile.write(Array(([Self.header] + lines).joined(separator: "\n").utf8), to: script)
    return ScriptRun(script: script, state: state ?? self.state, report: report).answer()
  }

  private func files() throws -> [String] { try PlainFolder.files(below: state).sorted() }

  private func put(_ name: String) throws {
    _ = try OutputFolder(folder.path).write([name: Array("dear diary".utf8)])
  }

  @Test("Nothing of an earlier run is left")
  func nothingOfAnEarlierRunIsLeft() throws {
    #expect(try play(Self.quiet).exit == .ok)
    #expect(try files().contains("quiet.json"))
    try put("state/log/seg-000001.jsonl")
    #expect(try play(#""press":"nap""#).exit == .ok)
    let other = folder.path + "/other"
    #expect(try play(#""press":"nap""#, in: other).exit == .ok)
    #expect(try files() == PlainFolder.files(below: other).sorted(), "as in a new folder")
    let storage = try DirectoryStorage(directory: state)
    #expect(try LogFold(of: storage).careLines == 1)
    #expect(QuietShelf.finding(in: storage).state.session == nil)
  }

  @Test(
    "Other files are left alone",
    arguments: [
      "log/diary.txt", "log/seg-000001.jsonl", "lock", "box.json", "motion/2026-01-31.jsonl",
      "photos/may/1.jpg",
      SimulatedBoxFolder.listName,
    ])
  func otherFilesAreLeftAlone(name: String) throws {
    try put("state/" + name)
    let answer = try play(#""press":"nap""#)
    #expect(answer.exit == .usage)
    #expect(answer.error.hasSuffix("found \(name)"), "\(answer.error)")
    #expect(try files() == [name])
    #expect(try PlainFile.read(state + "/" + name) == Array("dear diary".utf8))
  }

  @Test("A later file is not overwritten", arguments: ["diary.txt", "log/seg-000002.jsonl", "lock"])
  func aLaterFileIsNotOverwritten(name: String) throws {
    #expect(try play(#""press":"nap""#).exit == .ok)
    try put("state/" + name)
    let before = try files()
    #expect(try play(#""press":"feed""#).exit == .usage)
    #expect(try files() == before)
  }

  /// The place is checked before the script is played, which may take an hour.
  @Test("A script is played only if its report can be written", arguments: ["/nowhere/report.json", ""])
  func aScriptIsPlayedOnlyIfItsReportCanBeWritten(report: String) throws {
    let report = report.isEmpty ? folder.path : report
    let answer = try play(#""press":"nap""#, report: report)
    #expect(answer.exit == .io)
    #expect(answer.error.contains(report))
    #expect(try files() == [])
  }

  @Test("A file in place of the folder is left alone")
  func aFileInPlaceOfTheFolderIsLeftAlone() throws {
    try put("state")
    #expect(try play(#""press":"nap""#).exit == .io)
    #expect(try PlainFile.read(state) == Array("dear diary".utf8))
  }

  @Test("A script leaves its configuration as a file")
  func aScriptLeavesItsConfigurationAsAFile() throws {
    let header =
      #"{"baby":{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"},"timeZone":"America/New_York","#
      + #""board":"pi-4","config":{"babies":[{"name":"Max","birthdate":"2025-09-14","bedtime":"19:00"}],"#
      + #""motion":{"sensor":"lis3dh"}}}"# + "\n"
    let script = try SimulationScript(Array(header.utf8), file: "s.jsonl") { name, _ in
      ZoneWindow(name: name, initialOffsetSeconds: -18_000)
    }
    let read = try Configuration(script.configurationText, file: SimulationFile.name)
    #expect(read.babies == script.configuration.babies)
    #expect(read.board == "pi-4" && read.timeZone == "America/New_York")
    #expect(read.motion == script.configuration.motion)
  }
}

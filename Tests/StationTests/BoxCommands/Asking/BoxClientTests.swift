import LinuxBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import cribside

/// What the command line reports about a box that does not answer as expected.
@Suite struct BoxClientTests {
  private static func request(_ words: String) throws -> BoxRequest {
    try RequestParser.request(words.split(separator: " ").map(String.init))
  }

  @Test(
    "After an answer that is cut off, the user is told where to look",
    arguments: ([
      ("log add bottle --start 07:05", "; `cribside log list` shows whether the event was saved"),
      ("log delete beef", "; `cribside log list` shows whether the event was saved"),
      ("nights --rate 4", "; `cribside nights` shows whether that was saved"),
      ("status", ""), ("log list", ""),
    ] as [(String, String)]).map { TableRow($0, $0.0) })
  func cut(row: TableRow<(String, String)>) throws {
    let (words, advice) = row.fields
    let whole = BoxAnswer(output: "saved {beef}\n").line
    for count in [0, 1, whole.count / 2, whole.count - 1] {
      let answer = BoxClient.answer(String(whole.prefix(count)), to: try Self.request(words))
      #expect(answer == .failure(.io, "the box went away before it answered" + advice))
    }
    #expect(BoxClient.answer(whole, to: try Self.request(words)).output == "saved {beef}\n")
  }

  @Test(
    "After a missing answer, the user is told where to look before trying again",
    arguments: ([
      ("log add bottle --start 07:05", "`cribside log list` shows whether the event was saved"),
      ("log edit beef --start 07:05", "`cribside log list` shows whether the event was saved"),
      ("nights --rate 4", "`cribside nights` shows whether that was saved"),
      ("status", nil), ("log list", nil),
    ] as [(String, String?)]).map { TableRow($0, $0.0) })
  func late(row: TableRow<(String, String?)>) throws {
    let (words, look) = row.fields
    let answer = BoxClient.failure(.timedOut(path: "/run/c"), asking: try Self.request(words))
    let advice = look.map { "; the box may have done it: before you try again, \($0)" } ?? ""
    #expect(answer == .failure(.again, "/run/c: no answer in time" + advice))
  }

  @Test("An answer of another form names its field")
  func anAnswerOfAnotherFormNamesItsField() throws {
    let answer = BoxClient.answer(#"{"exit":0,"output":1}"#, to: try Self.request("status"))
    #expect(answer.error.hasPrefix("the box answered something else: output: expected "))
  }

  @Test(
    "A missing directory is reported with the command that makes it",
    arguments: ["log list", "log add wake --start 07:05"])
  func noDirectory(words: String) throws {
    let folder = try ScratchFolder()
    let state = folder.path + "/typo"
    let list = words.split(separator: " ").map(String.init) + ["--state", state]
    let command = try #require(try Cribside.parseAsRoot(list) as? any BoxCommand)
    let answer = BoxClient(place: command.place).ask(try command.request(), arguments: list)
    let told =
      "expected a box's directory, found nothing at \(state); for a new box make it first: mkdir \(state)"
    #expect(answer == .failure(.io, told))
    try PlainFile.createFolders(state)
    // A simulation's clock is that of this machine, even if it was set by hand.
    try PlainFile.replace(Array(DemonstrationBaby.text.utf8), at: "\(state)/\(SimulationFile.name)")
    #expect(BoxClient(place: command.place).ask(try command.request(), arguments: list).exit == .ok)
  }

  @Test("A refused file does not hide the box that runs")
  func aRefusedFileDoesNotHideTheBoxThatRuns() throws {
    let folder = try ScratchFolder()
    let (path, socket) = (folder.path + "/cribside.json5", folder.path + "/control")
    try PlainFile.replace(Array("{ socket: \"\(socket)\", babies: 7 }".utf8), at: path)
    let list = ["status", "--config", path]
    let command = try #require(try Cribside.parseAsRoot(list) as? any BoxCommand)
    #expect(try Whereabouts(command.place).socket == socket)
    // No box runs there, and a directory that is not certain to be the right one answers nothing.
    #expect(
      BoxClient(place: command.place).ask(try command.request(), arguments: list)
        == .failure(.unavailable, "no box runs at \(socket)"))
    let log = try #require(try Cribside.parseAsRoot(["log", "list", "--config", path]) as? any BoxCommand)
    let answer = BoxClient(place: log.place).ask(try log.request(), arguments: ["log", "list"])
    #expect(answer.exit == .configuration && answer.error.contains("babies"))
  }

  @Test(
    "Only a simulation's directory names its configuration",
    .enabled(if: !ConfigurationFile.isThere, "the package is installed"))
  func onlyASimulationsDirectoryNamesItsConfiguration() throws {
    let folder = try ScratchFolder()
    let words = ["today", "--state", folder.path]
    let command = try #require(try Cribside.parseAsRoot(words) as? any BoxCommand)
    func answer() throws -> BoxAnswer {
      BoxClient(place: command.place).ask(try command.request(), arguments: ["today"])
    }
    func list() throws -> BoxAnswer {
      let words = ["log", "list", "--state", folder.path]
      let command = try #require(try Cribside.parseAsRoot(words) as? any BoxCommand)
      return BoxClient(place: command.place).ask(try command.request(), arguments: words)
    }
    #expect(try list().error == "times are in \(SystemZone().name()), the zone of this machine")
    #expect(try answer().error == "\(folder.path) does not name its babies: give the box's --config FILE too")
    #expect(!(try Whereabouts(command.place).clock.trust.isSet) || LinuxClock().trust.isSet)
    let text =
      #"{ babies: [{ name: "Tom", birthdate: "2025-06-01", bedtime: "20:00" }], timeZone: "Europe/Berlin" }"#
    try PlainFile.replace(Array(text.utf8), at: folder.path + "/" + SimulationFile.name)
    #expect(try list().error.isEmpty)
    #expect(try answer().output.hasPrefix("Tom: "))
    #expect(try Whereabouts(command.place).clock.trust == .synced)
  }
}

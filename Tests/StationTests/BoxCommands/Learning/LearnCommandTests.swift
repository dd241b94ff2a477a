import CareJournal
import LinuxBoard
import Nursery
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import cribside

@Suite struct LearnCommandTests {
  private static let fixture =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Fixtures/naps/child-a.csv"

  private func answer(_ words: [String]) throws -> BoxAnswer {
    let command = try LearnCommand.parse(words)
    return try command.answer(try #require(command.backTest), born: try #require(ISO8601.date("2019-12-18")))
  }

  private func backTest(_ file: String, _ words: [String] = []) throws -> BoxAnswer {
    try answer(["--back-test", file, "--birthdate", "2019-12-18", "--zone", "UTC"] + words)
  }

  @Test("Figures are shown side by side")
  func figuresAreShownSideBySide() throws {
    var fields = try Fields(try JSONReader.read(try backTest(Self.fixture, ["--json"]).output))
    #expect(try fields.required("windows", as: .integer) == 1172)
    var predictors = try #require(try fields.optionalObject("predictors"))
    for name in ["ageTable", "median7", "learned"] {
      var figures = try #require(try predictors.optionalObject(name))
      var keys = ["mae", "median", "within15", "within30"]
      if name == "learned" { keys += ["covered80", "width80"] }
      for key in keys { #expect(try figures.required(key, as: .number) > 0, "\(name) \(key)") }
      try figures.finish()
    }
  }

  @Test("Every window is a line")
  func everyWindowIsALine() throws {
    let lines = try backTest(Self.fixture, ["--windows"]).output.split(separator: "\n")
    #expect(lines.count == 1172)
    #expect(
      lines.first
        == #"{"waking":"2019-12-23T07:59","actual":99,"ageTable":52,"learned":72,"low":57,"high":92}"#)
  }

  @Test("A Baby Buddy table and an exported log give the same")
  func aBabyBuddyTableAndAnExportedLogGiveTheSame() throws {
    let rows = try Self.rows()
    let folder = try ScratchFolder()
    let table = rows.map {
      "7," + $0.map { $0.split(separator: "T").joined(separator: " ") + ":00" }.joined(separator: ",") + ","
    }
    let path = folder.path + "/sleep.csv"
    let text = (["child_id,start,end,notes"] + table).joined(separator: "\n")
    try PlainFile.write(Array(text.utf8), to: path)
    let state = folder.path + "/state"
    try PlainFile.createFolders(state)
    try Self.log(rows, in: state, laterByDays: 0)
    let own = try backTest(Self.fixture).output
    #expect(try backTest(path).output == own)
    let copy = folder.path + "/copy.jsonl"
    let export = ["log", "export", "--state", state, "--out", copy]
    _ = try #require(try Cribside.parseAsRoot(export) as? LogExportCommand).answer()
    #expect(try backTest(copy).output == own)
  }

  @Test("The baby of a file is named by its number or by the configuration")
  func theBabyOfAFileIsNamedByItsNumberOrByTheConfiguration() throws {
    let folder = try ScratchFolder()
    let rows = try Self.rows().map {
      "2," + $0.map { $0.split(separator: "T").joined(separator: " ") + ":00" }.joined(separator: ",")
    }
    let (table, path) = (folder.path + "/sleep.csv", folder.path + "/c.json5")
    try PlainFile.write(Array((["child_id,start,end"] + rows).joined(separator: "\n").utf8), to: table)
    let rest = #""birthdate":"2019-12-18","bedtime":"18:40""#
    let text = #"{"babies":[{"id":1,"name":"Mia",\#(rest)},{"id":2,"name":"Ben",\#(rest)}]}"#
    try PlainFile.write(Array(text.utf8), to: path)
    func windows(_ baby: String) throws -> String {
      String(try backTest(table, ["--baby", baby, "--config", path]).output.prefix { $0 != " " })
    }
    #expect(try windows("2") == "1172")
    #expect(try windows("Ben") == "1172")
    #expect(try windows("Mia") == "0")
    #expect(throws: RunFault.self) { try windows("Max") }
  }

  @Test("The box's own log is learned")
  func theBoxsOwnLogIsLearned() throws {
    let folder = try ScratchFolder()
    let rows = try Self.rows().filter { $0[0] > "2020-03-01" && $0[1] < "2020-06-01" }
    try Self.log(rows, in: folder.path, laterByDays: Self.shift)
    let births = CivilDate(year: 2019, month: 12, day: 18)?.adding(days: Self.shift)
    let born = ISO8601.text(try #require(births))
    let baby = #""name":"Mia","birthdate":"\#(born)","bedtime":"18:40""#
    func answer(_ request: BoxRequest, mode: String) throws -> BoxAnswer {
      let text =
        #"{"stateDirectory":"\#(folder.path)","timeZone":"UTC","babies":[{\#(baby),"plan":{"learn":"\#(mode)"}}]}"#
      let reader = try LogReader(try Configuration(Array(text.utf8), file: "c.json5"))
      return try #require(reader.answer(to: request))
    }
    let learned = try answer(.learn(json: false), mode: "auto").output
    #expect(learned.contains("used: at least a tenth better than the age table"), "\(learned)")
    #expect(try answer(.explain(json: false), mode: "auto").output.contains("learned from "))
    #expect(try answer(.learn(json: true), mode: "show").output.contains(#""used":false"#))
    #expect(try answer(.learn(json: false), mode: "off").exit == .no)
    #expect(try !answer(.explain(json: false), mode: "off").output.contains("learned"))
  }

  /// The number of days from the fixture to 2099, so no machine's clock is behind the log.
  private static let shift = 28_853

  private static func rows() throws -> [[String]] {
    let text = String(decoding: try PlainFile.read(fixture), as: UTF8.self)
    return text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
  }

  /// Writes the rows as a log whose last event is the last row.
  private static func log(_ rows: [[String]], in state: String, laterByDays days: Int) throws {
    func instant(_ text: String) throws -> Instant {
      try #require(ISO8601.instant(text + ":00Z")).adding(minutes: days * 1440)
    }
    let start = JournalStart(
      kernelBootID: String(repeating: "a", count: 32), bootMilliseconds: 60_000,
      wall: try instant(try #require(rows.last)[1]).adding(minutes: 30), trust: .synced, random: (1, 2, 3))
    let opened = try Journal.open(try DirectoryStorage(directory: state), start: start)
    var (journal, recovered) = (opened.journal, opened.recovered)
    let moment = Moment(
      boot: BootTime(boot: recovered.boot, milliseconds: 60_000), wall: start.wall, trust: .synced)
    let drafts = try rows.enumerated().map { index, row in
      let care = Care(
        kind: .sleep, start: .wall(try instant(row[0])), end: .wall(try instant(row[1])))
      return JournalDraft.care(
        CareEvent(
          id: EventID(high: 7, low: UInt64(index + 1)), baby: BabyID(number: 1), moment: moment,
          source: .button, change: .added(care)))
    }
    for first in stride(from: 0, to: drafts.count, by: 100) {
      #expect(journal.append(Array(drafts[first..<min(first + 100, drafts.count)])).heldCount == 0)
    }
    try journal.close()
  }

  @Test(
    "Bad command lines are refused",
    arguments: [
      ["--back-test", "x.csv"], ["--back-test", "x.csv", "--birthdate", "yesterday"], ["--windows"],
      ["--birthdate", "2019-12-18"],
    ])
  func badCommandLinesAreRefused(words: [String]) {
    #expect(throws: (any Error).self) { try LearnCommand.parse(words) }
  }

  @Test(
    "The configuration chooses", arguments: [("auto", LearningMode.auto), ("off", .off), ("show", .show)])
  func theConfigurationChooses(word: String, mode: LearningMode) throws {
    var fields = try Fields(try JSONReader.read(#"{"learn":"\#(word)"}"#))
    #expect(try PlanSettings(&fields).learn == mode)
  }
}

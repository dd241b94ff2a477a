import LinuxBoard
import Nursery
import Testing

@testable import BoxCommands
@testable import BoxRuntime

/// The first configuration: the questions, the refusals, and that nothing else in the file changes.
@Suite struct SetupTests {
  private static let whole: [SetupAnswers.Question: String] = [
    .name: "Zoë \"Z\"", .birthdate: "2026-05-01", .bedtime: "19:30", .zone: "Europe/Berlin", .board: "pi-5",
    .controller: "sh1106",
  ]

  private static let packageFile =
    "/" + #filePath.split(separator: "/").dropLast(5).joined(separator: "/") + "/Deploy/cribside.json5"

  private let folder: ScratchFolder
  private var path: String { folder.path + "/a.json5" }

  init() throws { folder = try ScratchFolder() }

  private func setup(_ given: [SetupAnswers.Question: String] = [:]) -> Setup {
    Setup(
      path: path, given: given, files: MachineFiles(root: folder.path),
      today: CivilDate(year: 2026, month: 8, day: 11))
  }

  private func configure(
    _ given: [SetupAnswers.Question: String], ask: ((String) -> String?)? = nil
  ) throws -> Configuration {
    try setup(given).configure(ask: ask)
    return try ConfigurationFile.read(path)
  }

  private func make(_ text: String, at place: String) throws {
    let path = folder.path + "/" + place
    try PlainFile.createFolders(path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 })
    try PlainFile.write(Array(text.utf8), to: path)
  }

  private func refusal(_ given: [SetupAnswers.Question: String]) throws -> String? {
    do throws(RunFault) {
      try setup(given).configure(ask: nil)
      return nil
    } catch {
      #expect(error.exit == .usage)
      return error.message
    }
  }

  private func expectWhole(_ configuration: Configuration) {
    #expect(SetupAnswers(configuration) == SetupAnswers(whole: Self.whole))
  }

  @Test("A file that is not there is made")
  func aFileThatIsNotThereIsMade() throws {
    expectWhole(try configure(Self.whole))
    #expect(try folder.names() == ["a.json5"])
  }

  @Test("Only the answers change in the file of the package")
  func onlyTheAnswersChangeInTheFileOfThePackage() throws {
    let old = try PlainFile.read(Self.packageFile)
    try PlainFile.write(old, to: path)
    expectWhole(try configure(Self.whole))
    let lines = { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self).split(separator: "\n") }
    let (before, after) = (lines(old), lines(try PlainFile.read(path)))
    #expect(before.count == after.count)
    #expect(zip(before, after).count { $0 != $1 } == Self.whole.count)
  }

  @Test(
    "Other layouts are edited too",
    arguments: [
      "{babies:[{name:'A',birthdate:'2026-01-01',bedtime:'18:00'}]}",
      #"{"babies":[{"name":"A","birthdate":"2026-01-01","bedtime":"18:00"}]}"#,
      "{\n  babies: [{ name: \"A\", birthdate: \"2026-01-01\", bedtime: \"18:00\", }], // one\n  timeZone: null }",
      "{\n  display: {},\n  babies: [\n{\nname: \"bedtime\",\nbirthdate: \"2026-01-01\",\nbedtime: \"18:00\" }]\n}\n",
    ])
  func otherLayoutsAreEditedToo(text: String) throws {
    try PlainFile.write(Array(text.utf8), to: path)
    expectWhole(try configure(Self.whole))
  }

  @Test("A layout that cannot be edited is left alone")
  func aLayoutThatCannotBeEditedIsLeftAlone() throws {
    let text = "{babies:[{name:\n'A',birthdate:'2026-01-01',bedtime:'18:00'}]}"
    try PlainFile.write(Array(text.utf8), to: path)
    #expect(throws: RunFault.self) { try configure(Self.whole) }
    #expect(try PlainFile.read(path) == Array(text.utf8))
    #expect(try folder.names() == ["a.json5"])
  }

  @Test(
    "A bad option is refused",
    arguments: ([
      (SetupAnswers.Question.bedtime, "7pm", "--bedtime: expected a bedtime in the evening"),
      (SetupAnswers.Question.bedtime, "7:00", "--bedtime: expected a bedtime in the evening"),
      (.birthdate, "2026-02-30", "--birthdate: expected a date YYYY-MM-DD"),
      (.birthdate, "2026-08-12", "--birthdate: expected a date YYYY-MM-DD that is not in the future"),
      (.zone, "Mars/Olympus", "--zone: expected a name of the tz database"),
      (.board, "pi-9", "--board: expected one of pi-3, pi-4, pi-5, pi-zero-2w"),
      (.controller, "lcd", "--controller: expected one of"),
      (.name, "", "--name: expected 1 to 40 characters"),
      (.name, "Мила", "--name: expected a name in the panel's letters, such as Mila, found \"Мила\""),
      (.name, "小明", "--name: expected a name in the panel's letters, such as Baby 1"),
    ] as [(SetupAnswers.Question, String, String)]).map { TableRow($0, $0.2) })
  func aBadOptionIsRefused(row: TableRow<(SetupAnswers.Question, String, String)>) throws {
    let (question, answer, told) = row.fields
    var given = Self.whole
    given[question] = answer
    #expect(try refusal(given)?.hasPrefix(told) == true)
    #expect(try folder.names().isEmpty)
  }

  @Test("Without a terminal what is missing is named")
  func withoutATerminalWhatIsMissingIsNamed() throws {
    var given = Self.whole
    given[.bedtime] = nil
    #expect(try refusal(given)?.hasPrefix("--bedtime") == true)
  }

  /// The package's file is complete, but its baby and its board are only examples.
  @Test(
    "The example of the package answers nothing", arguments: [SetupAnswers.Question.name, .birthdate, .board])
  func theExampleOfThePackageAnswersNothing(question: SetupAnswers.Question) throws {
    try PlainFile.write(try PlainFile.read(Self.packageFile), to: path)
    var given = Self.whole
    given[question] = nil
    #expect(try refusal(given)?.hasPrefix("--\(question.rawValue): expected") == true)
    #expect(try PlainFile.read(path) == PlainFile.read(Self.packageFile))
  }

  @Test("The board that is there is offered whatever the file says")
  func theBoardThatIsThereIsOfferedWhateverTheFileSays() throws {
    try make("Raspberry Pi 4 Model B Rev 1.5\0", at: "proc/device-tree/model")
    _ = try configure(Self.whole)
    #expect(try configure([:]).board == "pi-4")
  }

  @Test("A baby that is there is kept")
  func aBabyThatIsThereIsKept() throws {
    _ = try configure(Self.whole)
    expectWhole(try configure([:]))
  }

  @Test("Each baby without a number gets the one that it has, and no other changes")
  func numbers() throws {
    let ben = #"{ name: "Ben", birthdate: "2026-01-01", bedtime: "18:00" },"#
    let text = """
      {
        babies: [
          \(ben)
          {
            name: "Ida", id: null, birthdate: "2026-01-01", bedtime: "18:00",
          },
          { id: 7, name: "Max", birthdate: "2026-01-01", bedtime: "18:00" },
        ],
      }
      """
    try PlainFile.write(Array(text.utf8), to: path)
    #expect(try configure([:]).babies.map(\.id.number) == [1, 2, 7])
    let written = String(decoding: try PlainFile.read(path), as: UTF8.self)
    #expect(
      written.contains(#"{ id: 1, name: "Ben""#) && written.contains(#"name: "Ida", id: 2,"#), "\(written)")
    // A child that is put first gets a number of its own only if the others keep theirs.
    let first = written.split(separator: "babies: [").joined(
      separator: "babies: [\n" + ben.split(separator: "Ben").joined(separator: "Eva"))
    let fault = #expect(throws: ConfigurationFault.self) { try Configuration(Array(first.utf8), file: path) }
    #expect(fault?.field == "babies[1].id")
  }

  @Test("A file that setup makes has the number of its baby")
  func numberOfANewFile() throws {
    _ = try configure(Self.whole)
    #expect(String(decoding: try PlainFile.read(path), as: UTF8.self).contains("\n      id: 1,\n"))
  }

  @Test("A name that another baby has is refused by setup, and reported by the doctor")
  func sharedName() throws {
    let text = """
      {
        babies: [
          { id: 1, name: "Mia", birthdate: "2026-01-01", bedtime: "18:00" },
          { id: 2, name: "Ben", birthdate: "2026-01-01", bedtime: "18:00" },
        ],
      }

      """
    try PlainFile.write(Array(text.utf8), to: path)
    let before = try PlainFile.read(path)
    let fault = #expect(throws: RunFault.self) { try configure([.name: "BEN"]) }
    let told = "\(path): babies[1].name: expected another name than that of babies[0], found \"Ben\""
    #expect(fault?.message.hasPrefix(told) == true, "\(fault?.message ?? "")")
    #expect(try PlainFile.read(path) == before)
    #expect(try !Examination(path: path).checkup().findings.contains { $0.what.contains("another name") })
    let shared = text.split(separator: "\"Mia\"").joined(separator: "\"ben \"")
    try PlainFile.write(Array(shared.utf8), to: path)
    #expect(
      try Examination(path: path).checkup().findings.contains { $0.verdict == .fault && $0.what == told })
  }

  /// The guard and the doctor are needed most if the box does not start.
  @Test("A box that does not start does not stop the rest of the setup")
  func aBoxThatDoesNotStartDoesNotStopTheRestOfTheSetup() throws {
    for unit in MachineFiles.units { try make("", at: "usr/lib/systemd/system/" + unit) }
    try make("", at: "usr/bin/raspi-config")
    var done: [String] = []
    var setup = setup()
    setup.execute = { program, arguments in
      done.append(arguments.joined(separator: " "))
      return program.hasSuffix("raspi-config") || arguments == ["restart", MachineFiles.units[0]] ? 1 : 0
    }
    let complaints = setup.bringUp()
    #expect(
      done == [
        "nonint do_i2c 0", "enable cribside.service", "restart cribside.service",
        "enable cribside-guard.service", "restart cribside-guard.service",
      ])
    #expect(complaints.count == 2)
    #expect(complaints.last == "`systemctl restart cribside.service` ended with exit code 1")
  }

  @Test("A question is repeated until its answer is accepted")
  func aQuestionIsRepeatedUntilItsAnswerIsAccepted() throws {
    try make("Raspberry Pi 5 Model B Rev 1.0\0", at: "proc/device-tree/model")
    var answers = ["Mia", "yesterday", "2026-05-01", "19:30", "Europe/Berlin", "", ""]
    var prompts: [String] = []
    let configuration = try configure([:]) { prompt in
      prompts.append(prompt)
      return answers.removeFirst()
    }
    #expect(answers.isEmpty && prompts.count == 7)
    #expect(prompts[1] == prompts[2])
    #expect(prompts[5].hasSuffix("[pi-5]: "))
    #expect(configuration.board == "pi-5" && configuration.babies[0].baby.bedtime.text == "19:30")
  }

  /// A box must start with such a name, so the file is accepted, and setup without questions leaves it alone.
  @Test("A name that the panel cannot show has a proposal")
  func aNameThatThePanelCannotShowHasAProposal() throws {
    let text = "{\n  babies: [{ name: \"Мила\", birthdate: \"2026-01-01\", bedtime: \"18:00\" }],\n}\n"
    try PlainFile.write(Array(text.utf8), to: path)
    #expect(try configure([:]).babies.map(\.name) == ["Мила"])
    let checkup = try Examination(path: path).checkup()
    #expect(!checkup.isConfigurationRefused)
    #expect(checkup.findings.contains { $0.verdict == .fault && $0.what.hasSuffix("of the name Мила") })
    var prompts: [String] = []
    let configuration = try configure([:]) { prompt in
      prompts.append(prompt)
      return ""
    }
    #expect(prompts.first?.hasSuffix("[Mila]: ") == true)
    #expect(configuration.babies.map(\.name) == ["Mila"])
  }

  @Test(
    "The proposed zone stands in the brackets",
    .enabled(if: !ZoneDatabase().names(like: "berlin").isEmpty, "the list of time zones is installed"))
  func theProposedZoneStandsInTheBrackets() throws {
    var given = Self.whole
    given[.zone] = nil
    var answers = ["berlin", ""]
    var prompts: [String] = []
    let configuration = try configure(given) { prompt in
      prompts.append(prompt)
      return answers.removeFirst()
    }
    #expect(prompts.last?.hasSuffix(" [Europe/Berlin]: ") == true, "\(prompts)")
    #expect(configuration.timeZone == "Europe/Berlin")
  }

  @Test("An input that ends changes nothing")
  func anInputThatEndsChangesNothing() throws {
    #expect(throws: RunFault.self) { try configure([:]) { _ in nil } }
    #expect(try folder.names().isEmpty)
  }

  @Test(
    "The board is recognised by its model",
    arguments: [
      ("Raspberry Pi Zero 2 W Rev 1.0", "pi-zero-2w"), ("Raspberry Pi 3 Model B Plus Rev 1.3", "pi-3"),
      ("Raspberry Pi 4 Model B Rev 1.5", "pi-4"), ("Raspberry Pi 5 Model B Rev 1.0", "pi-5"),
      ("Radxa ZERO", nil),
    ])
  func theBoardIsRecognisedByItsModel(model: String, name: String?) {
    #expect(BoardProfile.name(forModel: model) == name)
  }

  @Test("The doctor names a refused configuration")
  func theDoctorNamesARefusedConfiguration() throws {
    try PlainFile.write(Array("{babies:[],board:'pi-9'}".utf8), to: path)
    let answer = Examination(path: path).answer(isJSON: false)
    #expect(answer.exit == .configuration)
    #expect(answer.output.contains("\(path):1: board: expected one of"))
  }

  @Test("The doctor asks for the right file if the named one is missing")
  func theDoctorAsksForTheRightFileIfTheNamedOneIsMissing() throws {
    let missing = "/nonexistent/cribside.json5"
    let finding = try #require(try Examination(path: missing).checkup().findings.first)
    #expect(finding.what == "there is no \(missing)")
    #expect(finding.fix == [.advice("Give the right one with --config FILE.")])
  }

  @Test(
    "Without a configuration the doctor recommends setup",
    .enabled(if: !ConfigurationFile.isThere, "the package is installed"))
  func withoutAConfigurationTheDoctorRecommendsSetup() throws {
    let usual = try #require(
      try Examination(path: ConfigurationFile.standardPath).checkup().findings.first)
    #expect(usual.fix == [.command("sudo cribside setup")])
  }
}

extension SetupAnswers {
  fileprivate init(whole: [Question: String]) {
    self.init()
    for (question, value) in whole { self[question] = value }
  }
}

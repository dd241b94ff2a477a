import ArgumentParser
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// `cribside learn`
struct LearnCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "What the box has learned about this child's naps, and how wrong it has been.",
    discussion: """
      Without --back-test the box's own log is asked: how long the child stays awake before each nap, beside the \
      age table, from how many naps, whether it is used, and why. --json prints a line for each baby, first the one \
      that the buttons are set to.

      With it, a file is read: a table with the columns start,end and local times (2020-01-31T09:05), a table of \
      sleep as Baby Buddy exports it, or an exported log. Every wake window after the third day that has one is \
      predicted at its waking from what was known then. Times with an offset, and those of a log, are read in \
      --zone, else in the machine's. A window is what lies between a waking at 05:00 or later and the next nap of \
      the same date before 18:30, 5 to 480 minutes; sleeps less than 10 minutes apart are one. --windows prints \
      each of them as a line of JSON in place of the figures.

      Exit codes: 64 for the command line, 65 for a file, 74 when one cannot be read.
      """)

  @OptionGroup var place: BoxPlace
  @Option(help: ArgumentHelp("Predict the wake windows of a file; - reads the input.", valueName: "file"))
  var backTest: String?
  @Option(help: "The date of birth, for the age table of --back-test: 2020-01-31.") var birthdate: String?
  @Option(help: "The time zone of --back-test, a name of the tz database.") var zone: String?
  @Option(help: "The number of the baby in the file of --back-test; default: the first.") var baby: Int?
  @Flag(help: "One JSON document.") var json = false
  @Flag(help: "One JSON document for each window of --back-test.") var windows = false

  func request() throws(UsageFault) -> BoxRequest {
    if let backTest {
      throw UsageFault(
        "--back-test", expected: "to be read where it is typed, and not by a box", found: backTest)
    }
    return .learn(json: json)
  }

  func validate() throws {
    try UsageFault.validating { () throws(UsageFault) in
      if backTest != nil {
        _ = try birth()
      } else if birthdate != nil || windows || zone != nil || baby != nil {
        throw UsageFault(
          "--back-test", expected: "a file, with --birthdate, --windows, --zone or --baby", found: "")
      }
    }
  }

  func run() throws {
    guard let backTest else { return try askBox() }
    let birthdate = try birth()
    try TransferTools.tell { () throws(RunFault) in try answer(backTest, born: birthdate) }
  }

  private func birth() throws(UsageFault) -> CivilDate {
    guard let date = birthdate.flatMap({ ISO8601.date($0) }) else {
      throw UsageFault(
        "--birthdate", expected: "the child's date of birth for --back-test, such as 2020-01-31",
        found: birthdate ?? "")
    }
    return date
  }

  /// The back-test of a file.
  func answer(_ path: String, born birthdate: CivilDate) throws(RunFault) -> BoxAnswer {
    let bytes = try InputFile.read(path)
    let file: SleepFile
    do throws(FieldFault) {
      file = try SleepFile(
        bytes, baby: baby.map { BabyID(number: $0) }, zone: try zoneWindow())
    } catch {
      throw RunFault(exit: .data, message: TransferTools.text(error, of: path))
    }
    let windows = WakeWindow.windows(between: file.sleeps, zone: .utc)
    let report = BackTestReport(trials: BackTest(WindowHistory(windows, birthdate: birthdate)).trials)
    var answer = BoxAnswer(output: output(report).map { $0 + "\n" }.joined())
    if file.backwardRows > 0 {
      answer.error = "left out: \(file.backwardRows) rows that end before they start"
    }
    return answer
  }

  private func output(_ report: BackTestReport) -> [String] {
    if windows { return report.windows.map { JSONWriter.text($0) } }
    return json ? [JSONWriter.text(report.document)] : report.lines
  }

  private func zoneWindow() throws(FieldFault) -> ZoneWindow {
    let name = zone ?? SystemZone().name()
    guard let window = Zones.window(name, around: Instant(milliseconds: 0)) else {
      throw FieldFault(path: "--zone", line: 0, expected: "a name of the tz database", found: name)
    }
    return window
  }
}

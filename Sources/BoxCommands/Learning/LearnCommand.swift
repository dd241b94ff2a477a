import ArgumentParser
import Bedside
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
      Without --back-test it shows what the box's own log says: how long the child stays awake before each nap, beside \
      the age table; from how many naps that was learned; whether it is used, and why. --json prints a line for each \
      baby, first the one that the buttons are set to; --baby chooses one.

      With it, a file is read: a table with the columns start,end and local times (2020-01-31T09:05), a table of \
      sleep as Baby Buddy exports it, or an exported log. From the fourth day that has wake windows, each one is \
      predicted from what was known when it began. Times with an offset, and those of a log, are read in --zone, \
      else in the machine's. A wake window is from a waking at 05:00 or later to the next nap of the same date before \
      18:30, 5 to 480 minutes; sleeps less than 10 minutes apart are one. --windows prints a line of JSON for each \
      window in place of the figures.

      Exit codes: 64 usage; 65 a file is wrong; 74 a file cannot be read.
      """)

  @OptionGroup var place: BoxPlace
  @Option(help: ArgumentHelp("Predict a file's wake windows; - is the standard input.", valueName: "file"))
  var backTest: String?
  @Option(help: "The date of birth, for the age table of --back-test: 2020-01-31.") var birthdate: String?
  @Option(help: "The time zone of --back-test, a name of the tz database.") var zone: String?
  @Option(
    help:
      "The baby, by name or number (default: the one that the buttons are set to, or the first in the file)."
  ) var baby: String?
  @Flag(help: "JSON: a line for each baby; with --back-test, one document.") var json = false
  @Flag(help: "One JSON document for each window of --back-test.") var windows = false

  func request() throws(UsageFault) -> BoxRequest {
    if let backTest {
      throw UsageFault(
        "--back-test", expected: "to be used on the command line, not in a request to a box", found: backTest)
    }
    return .learn(baby: baby, json: json)
  }

  func validate() throws {
    try UsageFault.validating { () throws(UsageFault) in
      if backTest != nil {
        _ = try birth()
      } else if birthdate != nil || windows || zone != nil {
        throw UsageFault("--back-test", expected: "a file, with --birthdate, --windows or --zone", found: "")
      }
    }
  }

  func run() throws {
    guard let backTest else { return try askBox() }
    let birthdate = try birth()
    try BoxAnswer.end { () throws(RunFault) in try answer(backTest, born: birthdate) }
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
    let wanted = try babyOfTheFile()
    let file: SleepFile
    do throws(FieldFault) {
      file = try SleepFile(bytes, baby: wanted, zone: try zoneWindow())
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

  /// The baby's number, since a file has no names; nil: the first in the file. A name is the configuration's.
  private func babyOfTheFile() throws(RunFault) -> BabyID? {
    guard let baby else { return nil }
    if let number = Int(baby) { return BabyID(number: number) }
    let settings = try BedsideSettings(try TransferTools.configuration(place), address: "")
    guard let id = settings.baby(named: baby) else {
      throw RunFault(
        exit: .data,
        message: "--baby: expected a number, or the name of one baby of the configuration, found "
          + "\"\(baby.printable)\"")
    }
    return id
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

/// What `cribside learn --back-test` prints: the errors of the age table, of the median of seven days and of learning,
/// side by side.
struct BackTestReport {
  let trials: [BackTest.Trial]

  private var predictors: [(name: String, title: String, figures: PredictorFigures)] {
    func figures(_ minutes: (BackTest.Trial) -> Int) -> PredictorFigures {
      PredictorFigures(errors: trials.map { abs(minutes($0) - $0.window.minutes) })
    }
    return [
      ("ageTable", "age table", figures { $0.byAge }),
      ("median7", "median of 7 days", figures { $0.median7 }),
      ("learned", "learned", figures { $0.learned.minutes }),
    ]
  }

  /// One JSON document.
  var document: JSONValue {
    let members = predictors.map { predictor in
      let ranges = predictor.name == "learned" ? rangeMembers : []
      return JSONValue.Member(
        key: predictor.name, value: JSONValue(.object(predictor.figures.members + ranges)))
    }
    return ["windows": .integer(trials.count), "predictors": JSONValue(.object(members))]
  }

  private var rangeMembers: [JSONValue.Member] {
    [
      JSONValue.Member(key: "covered80", value: JSONValue(.number(rounded(covered, trials.count, 1000)))),
      JSONValue.Member(key: "width80", value: JSONValue(.number(rounded(width, trials.count, 10)))),
    ]
  }

  /// How many windows lay in their predicted range.
  private var covered: Int {
    trials.count {
      ($0.learned.range.lower...$0.learned.range.upper).contains($0.window.minutes)
    }
  }

  private var width: Int { trials.reduce(0) { $0 + $1.learned.range.upper - $1.learned.range.lower } }

  /// One JSON document for each window.
  var windows: [JSONValue] {
    trials.map { trial in
      let (waking, learned) = (trial.window.waking, trial.learned)
      let time = WallTime(minutesAfterMidnight: waking.minuteOfDay).text
      return [
        "waking": .string(ISO8601.text(waking.date) + "T" + time), "actual": .integer(trial.window.minutes),
        "ageTable": .integer(trial.byAge), "learned": .integer(learned.minutes),
        "low": .integer(learned.range.lower), "high": .integer(learned.range.upper),
      ]
    }
  }

  /// A table for people.
  var lines: [String] {
    let head = ["minutes off", "mean", "median", "within 15", "within 30"]
    let rows = predictors.map { [$0.title] + $0.figures.cells }
    let covered = percent(covered, trials.count)
    return ["\(trials.count) wake windows, each predicted at its waking from what was known then"]
      + TextColumns.lines([head] + rows)
      + [
        "learned ranges of 80 %: \(covered) of the windows in them, \(rounded(width, trials.count, 10)) min wide"
      ]
  }
}

/// How far a predictor was off.
struct PredictorFigures {
  /// Absolute errors, in minutes.
  let errors: [Int]

  private var sum: Int { errors.reduce(0, +) }
  private func within(_ minutes: Int) -> Int { errors.count { $0 <= minutes } }

  private var median: Double {
    guard !errors.isEmpty else { return 0 }
    let sorted = errors.sorted()
    return rounded(sorted[(errors.count - 1) / 2] + sorted[errors.count / 2], 2, 10)
  }

  /// `mae` and `median` in minutes, `within15` and `within30` as shares from 0 to 1.
  var members: [JSONValue.Member] {
    let values = [
      ("mae", rounded(sum, errors.count, 100)), ("median", median),
      ("within15", rounded(within(15), errors.count, 1000)),
      ("within30", rounded(within(30), errors.count, 1000)),
    ]
    return values.map { JSONValue.Member(key: $0.0, value: JSONValue(.number($0.1))) }
  }

  /// The same as cells of a table.
  var cells: [String] {
    [
      "\(rounded(sum, errors.count, 10))", "\(median)", percent(within(15), errors.count),
      percent(within(30), errors.count),
    ]
  }
}

/// A quotient rounded to the nearest fraction with the denominator `parts`; 0 if `count` is 0.
private func rounded(_ sum: Int, _ count: Int, _ parts: Int) -> Double {
  count == 0 ? 0 : Double((sum * parts * 2 + count) / (2 * count)) / Double(parts)
}

private func percent(_ part: Int, _ count: Int) -> String {
  count == 0 ? "–" : "\((part * 200 + count) / (2 * count)) %"
}

/// The completed sleeps of one baby in a file, by the wall clock: local times are read as if they were UTC.
struct SleepFile {
  /// The sleeps, in the file's order.
  private(set) var sleeps: [SleepSpan] = []
  /// How many rows are left out because they end before they start.
  private(set) var backwardRows = 0
  private var zone: ZoneYears

  /// Reads lines of an exported log, or a table with the columns start and end. Times with an offset, and those of a
  /// log, are moved to the clocks of a zone.
  init(_ bytes: [UInt8], baby: BabyID?, zone: ZoneWindow) throws(FieldFault) {
    self.zone = ZoneYears(zone)
    var text = ImportText()
    try text.check(bytes[...])
    try text.finish()
    let source = ImportSource(bytes)
    if try source.isLog() { try readLog(source, baby) } else { try readTable(source, baby) }
  }

  // MARK: Tables

  private mutating func readTable(_ source: ImportSource, _ baby: BabyID?) throws(FieldFault) {
    var records = ImportRecords(source, hasQuotes: true)
    let table = try CSVTable(head: &records)
    guard ["start", "end"].allSatisfy(table.columns.contains) else {
      throw FieldFault(
        path: "", line: 1, expected: "the columns start,end", found: table.columns.joined(separator: ","))
    }
    let owner = table.columns.first { $0 == "child_id" || $0 == "baby" }
    var wanted = baby.map { "\($0.number)" }
    while let record = try records.next() {
      guard let row = try table.row(record) else { continue }
      if let owner { wanted = wanted ?? row[owner] }
      guard row["end"] != nil, row["kind"] ?? "sleep" == "sleep", owner.map({ row[$0] == wanted }) ?? true
      else {
        continue
      }
      add(try time("start", of: row), try time("end", of: row))
    }
  }

  private mutating func time(_ column: String, of row: CSVTable.Row) throws(FieldFault) -> Instant {
    guard let text = row[column] else { throw row.fault(column, expected: "a time") }
    let whole = text.count == 16 ? text + ":00" : text
    switch TableTime(whole) {
    case .civil(let reading)?: return reading
    case .exact(let instant)?: return local(instant)
    case nil: throw row.fault(column, expected: "a time: 2020-01-31T09:05, or with seconds and an offset")
    }
  }

  // MARK: Logs

  private mutating func readLog(_ source: ImportSource, _ baby: BabyID?) throws(FieldFault) {
    let moment = Moment(boot: BootTime(boot: 0, milliseconds: 0), wall: nil, trust: .none)
    var reader = try ImportReader(
      source, baby: baby, zone: .utc, at: moment, floor: Instant(milliseconds: 0))
    var logs: [BabyID: CareLog] = [:]
    try reader.forEach { (_, item) throws(FieldFault) in
      switch item.draft {
      case .care(let event), .extended(let event, _):
        logs[event.baby, default: CareLog(baby: event.baby)].apply(event)
      case .sync, .left, .kept: break
      }
    }
    guard let log = baby.map({ logs[$0] }) ?? logs.min(by: { $0.key < $1.key })?.value else { return }
    let (begin, end) = (EventTable.plausible.lowerBound, EventTable.plausible.upperBound)
    for sleep in log.sleeps(clock: ClockHistory(), since: begin, now: end) {
      if let end = sleep.end { add(local(sleep.start), local(end)) }
    }
  }

  private mutating func add(_ start: Instant, _ end: Instant) {
    guard end >= start else {
      backwardRows += 1
      return
    }
    sleeps.append(SleepSpan(start: start, end: end))
  }

  /// The reading of the zone's wall clock at an instant, as if it were UTC.
  private mutating func local(_ instant: Instant) -> Instant {
    let offset = zone.window(around: instant).offsetSeconds(at: instant)
    return Instant(milliseconds: instant.milliseconds + offset * 1000)
  }
}

import ArgumentParser
import BoxCommands
import BoxRuntime
import CareJournal
import CribMotion
import Nursery

/// `cribside detect`
struct DetectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detect",
    abstract: "Sleep from recorded motion of a crib, or from counts of wrist actigraphy.",
    discussion: """
      --raw reads a recording. Its first line is JSON with rateHz, mgPerLSB, sensor, start and timeZone; each other \
      line is x,y,z in counts, or empty for a missing reading. --buttons adds presses, each a line \
      {"at":…,"press":"in"|"out"}. One JSON document is printed: a letter for each half minute (e empty, a awake, \
      s asleep, u unknown), sleeps, wakings, and the part's noise floor.

      Its limits: rateHz 10 to 100, mgPerLSB 0.0001 to 64, counts from -32768 to 32767, and 1 GiB in all. If a \
      part gives larger counts, divide them and multiply mgPerLSB by the same number.

      --epochs reads a file with a whole number on each line, the count of a minute, and prints a or s for each, by a \
      classic scorer.

      It is a guess about sleep, for the log. Where buttons and motion disagree, believe the buttons. It is not a \
      monitor and not a medical device.

      Exit codes: 64 usage; 65 a file is wrong; 74 a file cannot be read.
      """)

  @Option(help: ArgumentHelp("A file of raw readings.", valueName: "file")) var raw: String?
  @Option(help: ArgumentHelp("A file of the presses during them.", valueName: "file")) var buttons: String?
  @Option(help: ArgumentHelp("A file with a count for each minute.", valueName: "file")) var epochs: String?
  @Option(help: ArgumentHelp("The scorer of --epochs: \(ScorerName.list).", valueName: "name")) var method:
    String?
  @Flag(help: "Webster's rescoring, for cole-kripke.") var rescore = false
  @Option(help: "20, 40 or 80, for oakley; default: 40.") var threshold: Int?

  func validate() throws {
    guard (raw == nil) != (epochs == nil) else {
      throw ValidationError("expected either --raw FILE or --epochs FILE")
    }
    if epochs == nil, method != nil || rescore || threshold != nil {
      throw ValidationError("--method, --rescore and --threshold belong to --epochs")
    }
    if buttons != nil, raw == nil { throw ValidationError("--buttons belongs to --raw") }
    if epochs != nil { try validateScorer() }
  }

  func run() throws {
    try BoxAnswer.end { () throws(RunFault) in
      if let raw { try detect(raw) }
      if let epochs, let method { try score(epochs, scorer(named: method)) }
      return BoxAnswer()
    }
  }

  private func validateScorer() throws {
    guard let method else { throw ValidationError("--epochs needs --method: \(ScorerName.list)") }
    // An unknown scorer is reported when it is looked up: it is bad data, whatever else was asked.
    guard let name = ScorerName(rawValue: method) else { return }
    if rescore, name != .coleKripke { throw ValidationError("--rescore belongs to --method cole-kripke") }
    if let threshold, name != .oakley || !ScorerName.thresholds.contains(threshold) {
      throw ValidationError(
        "--threshold belongs to --method oakley: expected 20, 40 or 80, found \(threshold)")
    }
  }

  func scorer(named method: String) throws(RunFault) -> ClassicScorer {
    guard let name = ScorerName(rawValue: method) else {
      throw RunFault(
        exit: .data, message: "--method: expected one of \(ScorerName.list), found \"\(method)\"")
    }
    return name.scorer(isRescored: rescore, threshold: threshold)
  }

  private func detect(_ path: String) throws(RunFault) {
    let lines = TextLines(of: path, try InputFile.pieces(path))
    var (file, isCut) = try RecordingFile.read(lines, named: path, zones: ZoneCache().window)
    if isCut {
      StandardStreams.errorLine(
        "cribside: \(path): ends within a line; read up to reading \(file.recording.readings)")
    }
    if let buttons {
      file.recording.presses = try PressFile.read(InputFile.read(buttons), named: buttons, of: file.recording)
    }
    StandardStreams.line(JSONWriter.text(DetectAnswer.document(file.recording.summary(), zone: file.zone)))
  }

  private func score(_ path: String, _ scorer: ClassicScorer) throws(RunFault) {
    let counts = try CountFile.read(InputFile.read(path), named: path)
    StandardStreams.line(
      String(decoding: scorer.asleep(counts).map { UInt8(ascii: $0 ? "s" : "a") }, as: UTF8.self))
  }
}

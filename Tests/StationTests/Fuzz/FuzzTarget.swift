import Bedside
import CareJournal
import LinuxBoard
import Nursery

@testable import BoxCommands

/// The readers that get arbitrary bytes: every reader of the box whose input comes from outside. None may trap,
/// whatever the bytes, and some make further promises; a broken promise traps too.
enum FuzzTarget: String, CaseIterable {
  /// Lines of the log with a correct checksum: both readers must agree.
  case logLine = "log-line"
  /// A log of such lines: the box starts with it, draws it, lists it, and keeps running.
  case log
  /// The small files, with a correct checksum.
  case files
  /// `motion.json`, with a correct checksum.
  case motion
  /// `quiet.json`, with a correct checksum, and both processes that read it.
  case quiet
  /// The configuration file.
  case configuration
  /// A simulation script.
  case script
  /// Lines of the control socket, and the box's answers to them.
  case request
  /// `cribside plan --in`, `day --in` and `nights --in`.
  case plan
  case day
  case nights
  /// `cribside detect --raw` with `--buttons`, and `--epochs`.
  case detect
  /// `cribside log import`: a log's lines, and tables.
  case transfer = "import"
  /// Compiled time zones.
  case zone

  /// Runs the target on an input.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .logLine: LogFuzz.line(bytes)
    case .log: LogFuzz.start(bytes)
    case .files: FileFuzz.run(bytes)
    case .motion: FileFuzz.motion(bytes)
    case .quiet: QuietFuzz.run(bytes)
    case .configuration: ReaderFuzz.configuration(bytes)
    case .script: ReaderFuzz.script(bytes)
    case .request: RequestFuzz.run(bytes)
    case .plan: ReaderFuzz.answer(PlanAnswer.lines, bytes)
    case .day: ReaderFuzz.answer(DayAnswer.lines(zone: ZoneCache().window), bytes)
    case .nights: ReaderFuzz.nights(bytes)
    case .detect: DetectFuzz.run(bytes)
    case .transfer: ImportFuzz.run(bytes)
    case .zone: ZoneFuzz.run(bytes)
    }
  }

  /// The folder of the target's corpus within `Tests/Fixtures/fuzz`.
  var corpus: String { rawValue }
}

import BoxRuntime
import CareJournal
import LinuxBoard

/// What five years of presses make of a start and of the card.
enum YearsFigures {
  private static let starts = 3
  private static let milliseconds = 1_000.0
  private static let daysPerYear = 365.25

  /// All figures; writes a log, and starts this program on it a few times.
  static func all() throws(RunFault) -> [Figure] {
    let folder = try RunFault.system { () throws(SystemFault) in try ScratchFolder() }
    let storage = try RunFault.storage { () throws(StorageFault) in
      try DirectoryStorage(directory: folder.path)
    }
    let log = try BenchLog(in: storage, events: BenchLog.eventsOfFiveYears, isTended: true)
    return wear(log, lineBytes: storage.bytesWritten) + times(try startsOn(folder.path), goal: milliseconds)
  }

  private static func startsOn(_ directory: String) throws(RunFault) -> [BoxStart] {
    var runs: [BoxStart] = []
    for _ in 0..<starts { runs.append(try StartFigures.start(directory)) }
    return runs
  }

  private static func wear(_ log: BenchLog, lineBytes: Int) -> [Figure] {
    let years = Double(log.days) / daysPerYear
    return [
      .exact("Log of years, lines", Double(log.lines), "lines"),
      .exact("Log of years, days", Double(log.days), "days"),
      .exact("Segments and lines, a year", Double(lineBytes) / 1_024 / years, "KiB"),
    ]
  }

  private static func times(_ runs: [BoxStart], goal: Double) -> [Figure] {
    [
      .measured(
        "Start on years to first frame, median", StartFigures.median(runs, \.realMilliseconds),
        "ms",
        goal: goal),
      .measured(
        "Memory then, in RAM", StartFigures.median(runs) { Double($0.residentKibibytes) / 1_024 },
        "MiB"),
    ]
  }
}

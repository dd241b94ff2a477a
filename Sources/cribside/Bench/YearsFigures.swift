import CareJournal
import LinuxBoard

/// What five years of presses make of a start and of the card: with the snapshots that a box writes, and without.
enum YearsFigures {
  private static let starts = 3
  private static let milliseconds = 1_000.0
  private static let millisecondsWithoutSnapshot = 5_000.0
  private static let daysPerYear = 365.25

  /// All figures; writes a log, and starts this program on it a few times.
  static func all() throws(RunFault) -> [Figure] {
    let folder = try RunFault.system { () throws(SystemFault) in try ScratchFolder() }
    let storage = try RunFault.storage { () throws(StorageFault) in
      try DirectoryStorage(directory: folder.path)
    }
    let log = try BenchLog(in: storage, events: BenchLog.eventsOfFiveYears, isTended: true)
    let lineBytes = storage.bytesWritten - log.snapshotBytes
    let with = try startsOn(folder.path)
    try removeSnapshots(storage)
    return wear(log, lineBytes: lineBytes)
      + times("with a snapshot", with, goal: milliseconds)
      + times("without", try startsOn(folder.path), goal: millisecondsWithoutSnapshot)
  }

  private static func startsOn(_ directory: String) throws(RunFault) -> [BoxStart] {
    var runs: [BoxStart] = []
    for _ in 0..<starts { runs.append(try StartFigures.start(directory)) }
    return runs
  }

  private static func removeSnapshots(_ storage: DirectoryStorage) throws(RunFault) {
    try RunFault.storage { () throws(StorageFault) in
      for number in try storage.list("").compactMap(SnapshotName.number) {
        try storage.remove(SnapshotName.path(number))
      }
    }
  }

  private static func wear(_ log: BenchLog, lineBytes: Int) -> [Figure] {
    let years = Double(log.days) / daysPerYear
    return [
      .exact("Log of years, lines", Double(log.lines), "lines"),
      .exact("Log of years, days", Double(log.days), "days"),
      .exact("Segments and lines, a year", Double(lineBytes) / 1_024 / years, "KiB"),
      .exact("Snapshots, a year", Double(log.snapshotBytes) / 1_024 / years, "KiB"),
    ]
  }

  private static func times(_ which: String, _ runs: [BoxStart], goal: Double) -> [Figure] {
    [
      .measured(
        "Start on years to first frame, \(which), median", StartFigures.median(runs, \.realMilliseconds),
        "ms",
        goal: goal),
      .measured(
        "Memory then, \(which), in RAM", StartFigures.median(runs) { Double($0.residentKibibytes) / 1_024 },
        "MiB"),
    ]
  }
}

import BoxRuntime
import CareJournal
import LinuxBoard

/// How fast and how small the box is once it has started on a log of a year.
enum StartFigures {
  private static let starts = 5
  private static let processorMilliseconds = 50.0
  private static let startMilliseconds = 300.0
  private static let residentMebibytes = 16.0

  /// All figures; writes a log, and starts this program on it a few times.
  static func all() throws(RunFault) -> [Figure] {
    let folder = try RunFault.system { () throws(SystemFault) in try ScratchFolder() }
    let storage = try RunFault.storage { () throws(StorageFault) in
      try DirectoryStorage(directory: folder.path)
    }
    let log = try BenchLog(in: storage, events: BenchLog.eventsOfAYear, isTended: false)
    var runs: [BoxStart] = []
    for _ in 0..<starts { runs.append(try start(folder.path)) }
    return figures(log, runs)
  }

  /// One start of this program on a directory.
  static func start(_ directory: String) throws(RunFault) -> BoxStart {
    let (output, exit) = try RunFault.system { () throws(SystemFault) in
      try ChildProcess.runSelf(["bench", "start", directory])
    }
    guard exit == 0 else {
      throw RunFault(exit: .software, message: "the started process ended with exit code \(exit)")
    }
    return try BoxStart(line: output)
  }

  private static func figures(_ log: BenchLog, _ runs: [BoxStart]) -> [Figure] {
    let name = "Start to first frame"
    return [
      .exact("Log to start on, events", Double(log.events), "events"),
      .exact("Log to start on, lines", Double(log.lines), "lines"),
      .measured(
        "\(name), processor, median", median(runs, \.processorMilliseconds), "ms", goal: processorMilliseconds
      ),
      .measured(
        "\(name), with simulated card and bus, median",
        median(runs) { $0.realMilliseconds + $0.simulatedMilliseconds }, "ms", goal: startMilliseconds),
      .measured(
        "Memory then, in RAM", median(runs) { Double($0.residentKibibytes) / 1_024 }, "MiB",
        goal: residentMebibytes),
      .measured(
        "Memory then, heap and stacks", median(runs) { Double($0.anonymousKibibytes) / 1_024 }, "MiB"),
    ]
  }

  /// The run in the middle.
  static func median(_ runs: [BoxStart], _ value: (BoxStart) -> Double) -> Double {
    runs.map(value).sorted()[runs.count / 2]
  }
}

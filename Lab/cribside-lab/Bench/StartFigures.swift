import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery
import Rehearsal
import SimulatedBoard

/// The time and the memory of a start on a log of a year.
enum StartFigures {
  private static let starts = 5
  private static let processorMilliseconds = 50.0
  private static let startMilliseconds = 300.0
  private static let residentMebibytes = 16.0

  /// All figures. It writes a log and starts this program on it several times.
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

  /// Starts this program once on a directory.
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

  /// The median of a value over several starts.
  static func median(_ runs: [BoxStart], _ value: (BoxStart) -> Double) -> Double {
    runs.map(value).sorted()[runs.count / 2]
  }
}

/// The cost of a log of five years, for a start and for the card.
enum YearsFigures {
  private static let starts = 3
  private static let milliseconds = 1_000.0
  private static let daysPerYear = 365.25

  /// All figures. It writes a log and starts this program on it several times.
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

/// One start of the box in a new process, up to the first complete frame, with real files and simulated parts.
struct BoxStart {
  /// The processor time of the whole process, in milliseconds.
  var processorMilliseconds: Double
  /// The real time of the start, with configuration and parts, but without loading the program.
  var realMilliseconds: Double
  /// The simulated time that the card and the display's bus add.
  var simulatedMilliseconds: Double
  /// The memory in RAM after the start.
  var residentKibibytes: Int
  /// The part of it in heap and stacks.
  var anonymousKibibytes: Int

  /// Starts a box on a directory with a log. Call it once in a process, at its beginning.
  init(directory: String) throws(RunFault) {
    let begin = LinuxClock().monotonicNanoseconds
    let (world, rehearsal) = try BenchLog.startedBox(directory: directory)
    try Self.waitForFrame(rehearsal)
    let usage = try RunFault.system { () throws(SystemFault) in try ProcessUsage.now() }
    processorMilliseconds = Double(usage.processorNanoseconds) / 1e6
    realMilliseconds = Double(LinuxClock().monotonicNanoseconds - begin) / 1e6
    simulatedMilliseconds = Double(world.clock.worldNanoseconds) / 1e6
    residentKibibytes = usage.residentKibibytes
    anonymousKibibytes = usage.anonymousKibibytes
  }

  /// Runs the box until the log is read and the panel has acknowledged the whole frame that shows it.
  private static func waitForFrame(_ rehearsal: SimulatedBox<DirectoryStorage>) throws(RunFault) {
    let limit: UInt64 = 10_000_000_000
    while !showsDay(rehearsal.station) {
      guard rehearsal.step(until: limit) else {
        throw RunFault(exit: .software, message: "the simulated box showed nothing within 10 s")
      }
    }
  }

  private static func showsDay(_ station: Station?) -> Bool {
    guard let station, station.recovery != nil, let shown = station.panel.shown else { return false }
    return shown.generation == station.panel.desired?.generation
  }
}

extension BoxStart {
  /// One JSON line, for the process that started this one.
  var line: String {
    let document: JSONValue = [
      "processorMilliseconds": .number(processorMilliseconds), "realMilliseconds": .number(realMilliseconds),
      "simulatedMilliseconds": .number(simulatedMilliseconds),
      "residentKibibytes": .integer(residentKibibytes),
      "anonymousKibibytes": .integer(anonymousKibibytes),
    ]
    return JSONWriter.text(document)
  }

  /// Reads the output of `line`.
  init(line bytes: [UInt8]) throws(RunFault) {
    do {
      var fields = try Fields(try JSONReader.read(bytes))
      processorMilliseconds = try fields.required("processorMilliseconds", as: .number)
      realMilliseconds = try fields.required("realMilliseconds", as: .number)
      simulatedMilliseconds = try fields.required("simulatedMilliseconds", as: .number)
      residentKibibytes = try fields.required("residentKibibytes", as: .integer)
      anonymousKibibytes = try fields.required("anonymousKibibytes", as: .integer)
    } catch {
      throw RunFault(exit: .software, message: "the started process answered something else: \(error)")
    }
  }
}

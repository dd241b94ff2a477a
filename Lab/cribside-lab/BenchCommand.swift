import ArgumentParser
import BoxRuntime
import CareJournal
import LinuxBoard

/// Measures the box and tests it on random days. It is built and tested with the box, and never packaged.
@main
struct CribsideLab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cribside-lab",
    abstract: "Measures the box, and checks what it promises on days at random.",
    subcommands: [BenchCommand.self, SeedsCommand.self, LooksCommand.self])
}

/// `cribside-lab bench`
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "What the box costs: bus, wake-ups, memory and time, against its goals.",
    discussion: """
      Counts and simulated times are the same on every machine. Times and sizes are this machine's, and mean \
      something for a release build only.
      """,
    subcommands: [
      BenchAllCommand.self, BenchPlanCommand.self, BenchMotionCommand.self, BenchStartCommand.self,
      BenchLogCommand.self, BenchFlashCommand.self,
    ], defaultSubcommand: BenchAllCommand.self)

  /// Prints the result of a measurement.
  fileprivate static func report(_ measure: () throws(RunFault) -> String) throws {
    do throws(RunFault) {
      StandardStreams.raw(try measure())
    } catch {
      StandardStreams.write(.failure(error.exit, error.message))
      throw ExitCode(error.exit.rawValue)
    }
  }

  /// Figures as lines of JSON, or as a table with the distribution of the plans' times below it.
  fileprivate static func text(_ figures: [Figure], _ plans: PlanFigures?, json: Bool) -> String {
    let all = figures + (plans?.all ?? [])
    if json { return all.map { JSONWriter.text($0.document) + "\n" }.joined() }
    return FigureTable(all).text + (plans.map { "\n" + $0.text } ?? "")
  }
}

/// `cribside-lab bench all`
struct BenchAllCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "all", abstract: "Every figure.")

  @OptionGroup var plans: PlanBench
  @Flag(help: "One JSON document per line.") var json = false

  func run() throws {
    try BenchCommand.report { () throws(RunFault) in
      let progress = ProgressLine("groups of figures", of: 7)
      defer { progress.end() }
      let plans = try plans.figuresIfThere(progress)
      progress.advance(by: 1)
      var figures: [Figure] = []
      func add(_ name: String, _ measure: () throws(RunFault) -> [Figure]) throws(RunFault) {
        progress.begin(name)
        figures += try measure()
        progress.advance(by: 1)
      }
      try add("wires", WireFigures.all)
      try add("a day", DayFigures.all)
      try add("an idle box", IdleFigures.all)
      try add("starts", StartFigures.all)
      try add("logs of years", YearsFigures.all)
      try add("motion", MotionFigures.all)
      return BenchCommand.text(figures, plans, json: json)
    }
  }
}

/// The requests that the benchmark of plans measures.
struct PlanBench: ParsableArguments {
  @Option(help: "Requests for plans, one per line (default: \(PlanFigures.vectors)).")
  var vectors: String?

  /// Measures the requests of the named file, or of the default one.
  fileprivate func figures() throws(RunFault) -> PlanFigures {
    try PlanFigures(file: vectors ?? PlanFigures.vectors)
  }

  /// `figures`; nil if no file was named and the default one is missing.
  fileprivate func figuresIfThere(_ progress: ProgressLine) throws(RunFault) -> PlanFigures? {
    if vectors == nil && !PlainFile.exists(PlanFigures.vectors) {
      StandardStreams.errorLine(
        "cribside-lab: no plans are measured: \(PlanFigures.vectors) is not here; see --vectors")
      return nil
    }
    progress.begin("plans")
    return try figures()
  }
}

/// `cribside-lab bench plan`
struct BenchPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "How long plans of a day take, and nothing else.")

  @OptionGroup var plans: PlanBench
  @Flag(help: "One JSON document per line.") var json = false

  func run() throws {
    try BenchCommand.report { () throws(RunFault) in
      BenchCommand.text([], try plans.figures(), json: json)
    }
  }
}

/// `cribside-lab bench motion`
struct BenchMotionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motion", abstract: "How long sleep from motion takes, and nothing else.")

  @Flag(help: "One JSON document per line.") var json = false

  func run() throws {
    try BenchCommand.report { () throws(RunFault) in
      BenchCommand.text(try MotionFigures.all(), nil, json: json)
    }
  }
}

/// `cribside-lab bench start DIRECTORY`: the process that the benchmark starts.
struct BenchStartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "One start on a directory with a log; for the benchmark itself.",
    shouldDisplay: false)

  @Argument(help: "The directory.") var directory: String

  func run() throws {
    try BenchCommand.report { () throws(RunFault) in try BoxStart(directory: directory).line + "\n" }
  }
}

/// `cribside-lab bench log DIRECTORY`: writes a log on which to start the real program.
struct BenchLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Write the log of some years of presses into an empty directory.")

  @Argument(help: "The directory.") var directory: String
  @Option(help: "How many events there are at least; a year has about 11,000.")
  var events = BenchLog.eventsOfAYear

  func run() throws {
    try BenchCommand.report { () throws(RunFault) in
      let storage = try RunFault.storage { () throws(StorageFault) in
        try DirectoryStorage(directory: directory)
      }
      let log = try BenchLog(in: storage, events: events, isTended: true)
      return "\(log.lines) lines of \(log.days) days\n"
    }
  }
}

/// `cribside-lab bench flash DIRECTORY`: runs a box that `.ci/flash` controls while it measures the card.
struct BenchFlashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flash", abstract: "A box that presses by the word, for .ci/flash, which measures its card.",
    shouldDisplay: false)

  @Argument(help: "The directory.") var directory: String

  func run() throws {
    try BenchCommand.report { () throws(RunFault) in
      let sitting = try FlashSitting(directory: directory)
      StandardStreams.line("ready")
      while let word = readLine() {
        guard sitting.perform(word) else {
          throw RunFault(exit: .data, message: "press or hour, not \(word)")
        }
        StandardStreams.line("done")
      }
      return ""
    }
  }
}

/// `cribside-lab seeds`
struct SeedsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seeds",
    abstract: "Days at random on the simulated board, each held against what a box promises.",
    discussion: """
      Presses, faults of panel and card, power cuts, kills, clock steps and commands, by seed. A seed that breaks a \
      promise is reported with the command that replays it and with the shortest script that still breaks it (exit 1).
      """)

  @Option(help: "The first seed.") var from: UInt64 = 1
  @Option(help: "How many seeds.") var count = 100
  @Option(help: "How long things keep happening, in hours.") var hours = 24
  @Option(help: "How many processes at a time.") var jobs = 2
  @Option(help: "A script to hold against the same promises, in place of seeds.") var script: String?
  @Flag(help: "Only write the script of the first seed.") var print = false
  @Flag(inversion: .prefixedNo, help: "Make failing days as short as they get.") var shrink = true
  @Flag(help: .hidden) var here = false

  func validate() throws {
    guard count > 0, hours > 0, hours <= 10_000, (1...64).contains(jobs), from < 1 << 53 else {
      throw ValidationError("--from, --count, --hours and --jobs: expected positive numbers, --jobs up to 64")
    }
  }

  func run() throws {
    let answer = answer()
    StandardStreams.write(answer)
    guard answer.exit == .ok else { throw ExitCode(answer.exit.rawValue) }
  }

  private func answer() -> BoxAnswer {
    do throws(RunFault) {
      if print { return BoxAnswer(output: RandomDay(seed: from, hours: hours).script) }
      if let script { return try judge(script) }
      guard here else {
        return try SeedSweep(from: from, count: count, hours: hours, jobs: jobs, shrinks: shrink).answer()
      }
      try SeedChunk(from: from, count: count, hours: hours, shrinks: shrink).play()
      return BoxAnswer()
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  private func judge(_ file: String) throws(RunFault) -> BoxAnswer {
    let script = String(decoding: try InputFile.read(file), as: UTF8.self)
    let trial = try SeedTrial(script: script, file: file)
    let broken = trial.broken.map { "broken: \($0.promise.rawValue) (\($0.detail))\n" }.joined()
    let output = broken + "\(trial.events) events acknowledged, \(trial.boots) starts\n"
    return BoxAnswer(output: output, exit: trial.broken.isEmpty ? .ok : .no)
  }
}

import BoxRuntime
import LinuxBoard

/// Many seeds, divided among parallel processes.
struct SeedSweep {
  var from: UInt64
  var count: Int
  var hours: Int
  /// How many processes run at a time.
  var jobs: Int
  /// Whether failing days are made as short as possible.
  var shrinks = true

  /// The number of seeds in one process: enough that its start costs little, and few enough that all processes end
  /// together.
  private static let chunkSeeds = 25
  /// For how many failing seeds a shortest script is searched.
  private static let mostScripts = 3

  /// Plays all seeds, and reports those that fail.
  func answer() throws(RunFault) -> BoxAnswer {
    let begin = LinuxClock().monotonicNanoseconds
    let verdicts = try play()
    let seconds = Double(LinuxClock().monotonicNanoseconds - begin) / 1e9
    let failed = verdicts.filter { !$0.broken.isEmpty }.sorted { $0.seed < $1.seed }
    var output = failed.map(text).joined()
    let (events, boots) = verdicts.reduce(into: (0, 0)) { sum, verdict in
      sum.0 += verdict.events
      sum.1 += verdict.boots
    }
    output +=
      "\(verdicts.count) seeds of \(hours) h: \(events) events acknowledged, \(boots) starts, "
      + "\(failed.count) seeds with a broken promise; \(seconds.figureText) s\n"
    return BoxAnswer(output: output, exit: failed.isEmpty ? .ok : .no)
  }

  private func play() throws(RunFault) -> [SeedVerdict] {
    let chunks = stride(from: 0, to: count, by: Self.chunkSeeds).map { offset in
      SeedChunk(
        from: from + UInt64(offset), count: min(Self.chunkSeeds, count - offset), hours: hours, shrinks: false
      )
    }
    let progress = ProgressLine("seeds", of: count)
    // The first process may play for a minute before it counts.
    progress.begin()
    defer { progress.end() }
    return try withScripts(try Self.shared(chunks, between: jobs, progress))
  }

  /// Plays the first failing seeds again, and makes their days as short as possible.
  private func withScripts(_ verdicts: [SeedVerdict]) throws(RunFault) -> [SeedVerdict] {
    guard shrinks else { return verdicts }
    let failed = verdicts.filter { !$0.broken.isEmpty }.sorted { $0.seed < $1.seed }.prefix(Self.mostScripts)
    let chunks = failed.map { SeedChunk(from: $0.seed, count: 1, hours: hours, shrinks: true) }
    let again = try Self.shared(chunks, between: jobs, ProgressLine("failed seeds", of: chunks.count))
    return verdicts.map { verdict in again.first { $0.seed == verdict.seed } ?? verdict }
  }

  /// Gives every worker each n-th chunk. The days are random, so all workers end at about the same time.
  private static func shared(
    _ chunks: [SeedChunk], between jobs: Int, _ progress: ProgressLine
  ) throws(RunFault) -> [SeedVerdict] {
    let workers = try RunFault.system { () throws(SystemFault) in
      let mailbox = try Mailbox()
      return try (0..<jobs).map { number throws(SystemFault) in
        try WorkerThread<SeedChunk, ChunkReport>(
          name: "seeds-\(number)", capacity: chunks.count, mailbox: mailbox
        ) { chunk in
          defer { progress.advance(by: chunk.count) }
          return Self.report(chunk)
        }
      }
    }
    for (index, chunk) in chunks.enumerated() { _ = workers[index % jobs].submit(chunk) }
    for worker in workers { worker.stop() }
    var verdicts: [SeedVerdict] = []
    for report in workers.flatMap({ $0.drainReports() }) {
      switch report {
      case .played(let played): verdicts += played
      case .failed(let fault): throw fault
      }
    }
    return verdicts
  }

  private enum ChunkReport: Sendable {
    case played([SeedVerdict])
    case failed(RunFault)
  }

  @Sendable private static func report(_ chunk: SeedChunk) -> ChunkReport {
    do throws(RunFault) {
      return .played(try chunk.verdicts())
    } catch {
      return .failed(error)
    }
  }

  /// The report about a seed that failed.
  func text(_ verdict: SeedVerdict) -> String {
    var lines = ["seed \(verdict.seed):"]
    lines += verdict.broken.map { "  broken: \($0.promise.rawValue) (\($0.detail))" }
    let hours = hours == 24 ? "" : " --hours \(hours)"
    lines.append("  replay: cribside-lab seeds --from \(verdict.seed) --count 1\(hours)")
    if let script = verdict.script {
      lines.append(
        "  shortest script, for cribside-lab seeds --script FILE or cribside simulate --script FILE:")
      lines.append(script)
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

/// The seeds of one process, so that a crash affects no others and can be traced to its seed.
struct SeedChunk: Hashable, Sendable {
  var from: UInt64
  var count: Int
  var hours: Int
  var shrinks: Bool

  /// Plays the seeds in this process, and prints a line before each and a verdict after it.
  func play() throws(RunFault) {
    for seed in from..<from + UInt64(count) {
      StandardStreams.line("\(seed)")
      StandardStreams.line(try SeedVerdict(seed: seed, hours: hours, shrinks: shrinks).line)
    }
  }

  /// Plays the seeds in another process, and those after a crash in further ones.
  func verdicts() throws(RunFault) -> [SeedVerdict] {
    try verdicts { chunk throws(RunFault) in try chunk.playedElsewhere() }
  }

  /// Plays the seeds by `play`, which returns the verdicts of completed seeds and the exit code of the process.
  func verdicts(
    playing play: (SeedChunk) throws(RunFault) -> (played: [SeedVerdict], exit: Int32)
  ) throws(RunFault) -> [SeedVerdict] {
    var verdicts: [SeedVerdict] = []
    var rest = self
    while rest.count > 0 {
      let (played, exit) = try play(rest)
      verdicts += played
      guard played.count < rest.count else { break }
      guard exit >= 128 else {
        throw RunFault(exit: .software, message: "seeds from \(rest.from) on ended with exit code \(exit)")
      }
      let crashed = rest.from + UInt64(played.count)
      verdicts.append(crash(of: crashed, signal: Int(exit) - 128))
      rest.count -= played.count + 1
      rest.from = crashed + 1
    }
    return verdicts
  }

  private func playedElsewhere() throws(RunFault) -> (played: [SeedVerdict], exit: Int32) {
    let words =
      ["seeds", "--here", "--from", "\(from)", "--count", "\(count)", "--hours", "\(hours)"]
    let (output, exit) = try RunFault.system { () throws(SystemFault) in
      try ChildProcess.runSelf(words + (shrinks ? [] : ["--no-shrink"]))
    }
    let lines = output.split(separator: UInt8(ascii: "\n"))
    return (lines.compactMap { SeedVerdict(line: Array($0)) }, exit)
  }

  private func crash(of seed: UInt64, signal: Int) -> SeedVerdict {
    let broken = BrokenPromise(promise: .neverCrashes, detail: "signal \(signal)")
    var verdict = SeedVerdict(seed: seed, broken: [broken])
    if shrinks {
      let day = RandomDay(seed: seed, hours: hours)
      verdict.script = ScriptShrinker.shrunk(day, tries: 150, fails: Self.crashes).script
    }
    return verdict
  }

  /// Whether a script crashes the program, when it is played in a process of its own.
  private static func crashes(_ day: RandomDay) -> Bool {
    do {
      let folder = try ScratchFolder()
      let file = folder.path + "/script.jsonl"
      try OutputFolder.write(Array(day.script.utf8), to: file)
      return try ChildProcess.runSelf(["seeds", "--script", file]).exit >= 128
    } catch {
      return false
    }
  }
}

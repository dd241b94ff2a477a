import BoxRuntime
import LinuxBoard

/// Many seeds, shared between processes that run side by side.
struct SeedSweep {
  var from: UInt64
  var count: Int
  var hours: Int
  /// How many processes at a time.
  var jobs: Int
  /// Whether failing days are made as short as they get.
  var shrinks = true

  /// Seeds of one process: enough that its start costs nothing, few enough that all end together.
  private static let chunkSeeds = 25
  /// How many failing seeds are made shorter; the rest are told by their number.
  private static let mostScripts = 3

  /// Plays all of them. A failure is told at once.
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
    defer { progress.end() }
    return try withScripts(try Self.shared(chunks, between: jobs, progress))
  }

  /// The first failures again, each made as short as it gets.
  private func withScripts(_ verdicts: [SeedVerdict]) throws(RunFault) -> [SeedVerdict] {
    guard shrinks else { return verdicts }
    let failed = verdicts.filter { !$0.broken.isEmpty }.sorted { $0.seed < $1.seed }.prefix(Self.mostScripts)
    let chunks = failed.map { SeedChunk(from: $0.seed, count: 1, hours: hours, shrinks: true) }
    let again = try Self.shared(chunks, between: jobs, ProgressLine("failed seeds", of: chunks.count))
    return verdicts.map { verdict in again.first { $0.seed == verdict.seed } ?? verdict }
  }

  /// Every worker takes each n-th piece; the days are random, so all of them end at about the same time.
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

  /// What is printed about a seed that failed.
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

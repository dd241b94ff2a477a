import ArgumentParser
import BoxRuntime

/// `cribside-lab seeds`
struct SeedsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seeds",
    abstract: "Days at random on the simulated board, each held against what a box promises.",
    discussion: """
      Presses, faults of panel and card, power cuts, kills, clock steps and commands, by seed. A seed that breaks a \
      promise is told with the command that replays it and with the shortest script that still breaks it (exit 1).
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

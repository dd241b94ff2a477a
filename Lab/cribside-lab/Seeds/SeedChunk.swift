import BoxRuntime
import LinuxBoard

/// Some seeds that one process plays, so that a crash takes no others with it and tells whose it was.
struct SeedChunk: Hashable, Sendable {
  var from: UInt64
  var count: Int
  var hours: Int
  var shrinks: Bool

  /// Plays them here, a line before each and a verdict after it.
  func play() throws(RunFault) {
    for seed in from..<from + UInt64(count) {
      StandardStreams.line("\(seed)")
      StandardStreams.line(try SeedVerdict(seed: seed, hours: hours, shrinks: shrinks).line)
    }
  }

  /// Plays them in a process of their own, and in further ones what a crash has left.
  func verdicts() throws(RunFault) -> [SeedVerdict] {
    try verdicts { chunk throws(RunFault) in try chunk.playedElsewhere() }
  }

  /// The same with another way to play some seeds: what came of those that were played to the end, and how it ended.
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

  /// Whether a script crashes the program: tried in a process of its own.
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

import LinuxBoard

/// The trial that the command line names.
struct Orders {
  private let trial: String
  private let program: String
  private let count: Int

  /// Nil for words that name no trial.
  init?(_ words: [String]) {
    guard (3...4).contains(words.count),
      ["kills", "watchdog", "crashes", "guard", "questions"].contains(words[1])
    else {
      return nil
    }
    trial = words[1]
    program = words[2]
    guard let count = words.count < 4 ? 100 : Int(words[3]), count > 0 else { return nil }
    self.count = count
  }

  /// Runs the trial and returns its report. Throws if anything happened that must not.
  func carryOut() throws -> String {
    switch trial {
    case "kills": try KillTrial(program: program).run(kills: count)
    case "watchdog": try WatchdogTrial(program: program).run(stalls: min(count, 5))
    case "questions": try QuestionTrial(program: program).run(seconds: min(count, 10))
    case "guard": try GuardTrial(program: program).run()
    default: try CrashTrial(program: program).run()
    }
  }
}

/// Something happened that must not.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The test's clock; the box has its own.
enum Time {
  /// Milliseconds of a clock that never jumps, the box's boot clock.
  static var milliseconds: Int { LinuxClock().bootMilliseconds }
}

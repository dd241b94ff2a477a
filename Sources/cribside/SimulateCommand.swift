import ArgumentParser
import BoxRuntime
import Rehearsal

/// `cribside simulate`
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "The box in this terminal on a simulated board, or a script of it.",
    discussion: """
      Keys: n nap, f feed, m menu, x the fourth button (capital: hold, once more: let go); + and - time speed; q or Ctrl-C quit. a, \
      s, e and r choose what the accelerometer feels: a baby awake, asleep, an empty crib, a crib that is rocked.

      Its log stays in the --state directory, and the next run continues it. While it runs, `cribside status \
      --state DIR` and `cribside log --state DIR` ask it from another terminal. The exit code is 74 when it is left \
      with events that were never saved.

      With --script the run is headless, in simulated time, as fast as the machine can. Its --state is a folder of \
      its own: a new one, an empty one, or one that a script has left, which is replaced.
      """)

  @Option(help: "A simulation script: JSON Lines, in time order.") var script: String?
  @Option(help: "The folder for a script's shots, NAME.png and NAME.json.") var frames: String?
  @Option(
    help:
      "The box's directory (default: ~/.local/state/cribside/simulate); with --script, where it is written at the end."
  ) var state: String?
  @Option(help: "The file for a script's figures, one JSON object.") var report: String?
  @Option(help: "A configuration file, in place of a demonstration baby.") var config: String?

  func validate() throws {
    guard script == nil else {
      guard config == nil else { throw ValidationError("--config: a script names its own configuration") }
      return
    }
    guard frames == nil, report == nil else {
      throw ValidationError("--frames and --report go with --script")
    }
  }

  func run() throws {
    let answer =
      if let script {
        ScriptRun(script: script, frames: frames, state: state, report: report).answer()
      } else {
        TerminalRun(config: config, state: state).answer()
      }
    StandardStreams.write(answer)
    guard answer.exit == .ok else { throw ExitCode(answer.exit.rawValue) }
  }
}

import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery
import SimulatedBoard

/// `cribside simulate --script`: reads all of the script, plays it, and writes what was asked for. Whether that can be
/// written is looked at first.
package struct ScriptRun {
  package var script: String
  package var frames: String?
  package var state: String?
  package var report: String?

  package init(script: String, frames: String? = nil, state: String? = nil, report: String? = nil) {
    self.script = script
    self.frames = frames
    self.state = state
    self.report = report
  }

  /// Plays the script; the transcript goes to standard output as it is made.
  package func answer() -> BoxAnswer {
    do throws(RunFault) {
      let script = try read()
      let state = try state.map { path throws(RunFault) in try SimulatedBoxFolder(path) }
      let folder = try frames.map { path throws(RunFault) in try OutputFolder(path) }
      try state?.prepare()
      if let report { try OutputFolder.check(report) }
      let begin = LinuxClock().monotonicNanoseconds
      let play = Play(script: script, frames: folder, transcript: StandardStreams.line)
      try play.run()
      let seconds = Double(LinuxClock().monotonicNanoseconds - begin) / 1e9
      if let state { try state.replace(with: play.files) }
      if let report {
        let text = JSONWriter.text(play.report(wallSeconds: seconds)) + "\n"
        try OutputFolder.write(Array(text.utf8), to: report)
      }
      return BoxAnswer()
    } catch {
      return .failure(error.exit, error.message)
    }
  }

  private func read() throws(RunFault) -> SimulationScript {
    let bytes = try InputFile.read(script)
    do throws(ScriptFault) {
      return try SimulationScript(bytes, file: script, zones: Zones.window)
    } catch {
      throw RunFault(exit: .data, message: error.description)
    }
  }
}

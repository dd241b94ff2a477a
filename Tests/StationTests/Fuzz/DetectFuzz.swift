import CareJournal
import Nursery

@testable import BoxCommands
@testable import BoxRuntime

/// What `cribside detect` reads: a recording and, after a line with `#`, the presses; or counts of minutes.
enum DetectFuzz {
  static func run(_ bytes: [UInt8]) {
    recording(bytes)
    counts(bytes)
  }

  private static func recording(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
    do throws(RunFault) {
      let lines = TextLines(Array(parts[0]), of: "r.csv")
      var (file, _) = try RecordingFile.read(lines, named: "r.csv") { name, _ in name == "UTC" ? .utc : nil }
      if parts.count > 1 {
        file.recording.presses = try PressFile.read(
          Array(parts[1].drop { $0 == 0x0A }), named: "b.jsonl", of: file.recording)
      }
      ReaderFuzz.check(document: DetectAnswer.document(file.recording.summary(), zone: file.zone))
    } catch {
      ReaderFuzz.check(error.message)
    }
  }

  private static func counts(_ bytes: [UInt8]) {
    do throws(RunFault) {
      let counts = try CountFile.read(bytes, named: "c.txt")
      for name in ScorerName.allCases {
        for (isRescored, threshold) in [(false, 20), (true, 80)] {
          let scorer = name.scorer(isRescored: isRescored, threshold: threshold)
          precondition(scorer.asleep(counts).count == counts.count, "a letter for each minute")
        }
      }
    } catch {
      ReaderFuzz.check(error.message)
    }
  }
}

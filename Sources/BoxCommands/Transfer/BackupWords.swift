import BoxRuntime
import CareJournal
import LinuxBoard

/// What came of a copy of the log, in words.
struct BackupWords {
  var outcome: LogBackup<DirectoryStorage, DirectoryStorage>.Outcome
  /// Where the copy is.
  var directory: String
  /// Whether the copy lies on the same disk as the log.
  var isOnSameDisk = false
  /// Why the box does not know of the copy; nil where it does.
  var notNoted: String?

  /// What to print: exit 1 where a file differs, and 74 where one could not be read.
  var answer: BoxAnswer {
    let exit: ExitStatus = outcome.unreadable.isEmpty ? outcome.differing.isEmpty ? .ok : .no : .io
    return BoxAnswer(output: output, error: remarks.joined(separator: "\n"), exit: exit)
  }

  private var output: String {
    var lines = ["\(Self.segments(outcome.copied)) copied, \(outcome.same) there already"]
    if let open = outcome.open {
      lines.append("\(open) is being written: it is copied once the box has begun the next one")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var remarks: [String] {
    var lines = outcome.differing.map {
      "\($0) differs from the log's: it was left as it is; move it away to have it copied"
    }
    lines += outcome.unreadable.map { "not copied: \($0.text)" }
    lines += damage.map { path, count in "\(path): \(count) damaged, and copied as it is" }
    if let notNoted { lines.append("the box does not show this copy: \(notNoted)") }
    if isOnSameDisk { lines.append("\(directory) is on the same disk as the log, and is lost with it") }
    return lines
  }

  private var damage: [(key: String, value: Int)] {
    let counts = Dictionary(outcome.damage.map { ($0.path, 1) }, uniquingKeysWith: +)
    return counts.sorted { $0.key < $1.key }
  }

  private static func segments(_ count: Int) -> String { "\(count) segment\(count == 1 ? "" : "s")" }
}

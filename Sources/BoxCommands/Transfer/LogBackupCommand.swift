import ArgumentParser
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// `cribside log backup DIR`
struct LogBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the log to a USB stick or a mounted share, and keep the copy in step.",
    discussion: """
      DIR gets every closed segment of the log, and box.json. A file that is there already is compared and not copied \
      again. Nothing in DIR is deleted; a file that differs from the log's is named and left as it is, and the exit \
      code is then 1. It is 74 if DIR or a segment cannot be read or written. The command works whether a box runs or \
      not. The last segment stays open while a box runs, or if its power was cut. It is copied once the box has begun \
      the next one; until then, `cribside log export` has its entries. The Box page and `cribside status` show the \
      age of the last complete copy. DIR can be read like a box's directory: cribside log --state DIR.
      """)

  @OptionGroup var place: BoxPlace
  @Argument(help: "The directory for the copy; it must exist.") var directory: String

  func run() throws { try BoxAnswer.end { () throws(RunFault) in try answer() } }

  /// Makes the copy, and reports the result.
  func answer() throws(RunFault) -> BoxAnswer {
    let state = try TransferTools.configuration(place).stateDirectory
    let clock = try Whereabouts(place).clock
    try check(outside: state)
    let source = try RunFault.storage { () throws(StorageFault) in try DirectoryStorage(directory: state) }
    let outcome = try copy(from: source)
    var words = BackupWords(outcome: outcome, directory: directory.printable)
    words.isOnSameDisk = PlainFile.isOnSameDevice(directory, as: state)
    // While a box's first segment is still open, the copy is empty.
    if outcome.isComplete, outcome.copied + outcome.same > 0 {
      words.notNoted = try note(outcome, at: clock.moment(boot: 0), in: state)
    }
    return words.answer
  }

  /// Throws if the directory does not exist, or if it lies within the box's directory, since the copy would be mistaken
  /// for a part of it.
  private func check(outside state: String) throws(RunFault) {
    guard PlainFile.exists(directory) else {
      throw RunFault(
        exit: .io, message: "expected a directory to copy to, found nothing at \(directory.printable)")
    }
    let (own, copy) = (PlainFile.resolved(state), PlainFile.resolved(directory))
    guard copy != own, !copy.hasPrefix(own + "/") else {
      throw RunFault(
        exit: .usage, message: "DIR: expected a directory outside \(own), found \(directory.printable)")
    }
  }

  private typealias Backup = LogBackup<DirectoryStorage, DirectoryStorage>

  private func copy(from source: DirectoryStorage) throws(RunFault) -> Backup.Outcome {
    do throws(LogBackupFault) {
      let target: DirectoryStorage
      do throws(StorageFault) {
        target = try DirectoryStorage(directory: directory, limitBytes: StorageLimits.segmentReadBytes)
      } catch {
        throw .target(error)
      }
      var backup = LogBackup(from: source, to: target)
      return try backup.run()
    } catch {
      switch error {
      case .source(let fault): throw RunFault(fault)
      case .target(let fault):
        throw RunFault(exit: .io, message: "\(directory.printable): \(fault.text)")
      case .anotherBox(let box):
        throw RunFault(
          exit: .no, message: "\(directory.printable) holds the copy of another box, \(box.printable)")
      }
    }
  }

  /// Records the time for the box; returns why that could not be done.
  private func note(
    _ outcome: Backup.Outcome, at now: Moment, in state: String
  ) throws(RunFault) -> String? {
    guard now.trust.isSet, let wall = now.wall else { return "the clock is not set" }
    // This comes after the copy, since perhaps only root can write there.
    try RunFault.system { () throws(SystemFault) in try Account.becomeOwner(of: state) }
    do throws(StorageFault) {
      let record = MaintenanceRecord(at: wall, damaged: outcome.damage.count)
      try SmallFile.copied.save(record, in: try DirectoryStorage(directory: state))
      return nil
    } catch {
      return error.text
    }
  }
}

/// The result of a copy of the log, in words.
struct BackupWords {
  var outcome: LogBackup<DirectoryStorage, DirectoryStorage>.Outcome
  /// Where the copy is.
  var directory: String
  /// Whether the copy lies on the same disk as the log.
  var isOnSameDisk = false
  /// Why the box did not receive the report of the copy; nil if it did.
  var notNoted: String?

  /// What to print: exit 1 if a file differs, and 74 if one could not be read.
  var answer: BoxAnswer {
    let exit: ExitStatus = outcome.unreadable.isEmpty ? outcome.differing.isEmpty ? .ok : .no : .io
    return BoxAnswer(output: output, error: remarks.joined(separator: "\n"), exit: exit)
  }

  private var output: String {
    var lines = ["\(outcome.copied.counted("segment")) copied, \(outcome.same) there already"]
    if let open = outcome.open {
      lines.append(
        "\(open) is still open: it is copied once the box has begun the next one; log export has its entries now"
      )
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
}

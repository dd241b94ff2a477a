import CareJournal
import LinuxBoard

/// Answers questions that read the disk, one after the other, on a thread of their own with the lowest priority: no press
/// and no end of the process waits for them.
enum QuestionWorker {
  /// A question, and who reads the answer.
  struct Job: Sendable {
    var question: LogQuestion
    var reader: ControlReader
  }

  /// Whether the answer was read to its end.
  typealias Report = Bool

  /// Questions that may wait or be under way.
  static let capacity = 16

  /// Starts the thread, which opens the directory for itself.
  static func start(
    directory: String, mailbox: Mailbox
  ) throws(RunFault) -> WorkerThread<Job, Report> {
    let storage = try RunFault.storage { () throws(StorageFault) in
      try DirectoryStorage(directory: directory)
    }
    do throws(SystemFault) {
      return try WorkerThread(name: "questions", capacity: capacity, priority: .lowest, mailbox: mailbox) {
        answer($0, from: storage)
      }
    } catch {
      throw RunFault(error)
    }
  }

  /// Sends the answer as it comes; the line with the exit code is its last.
  static func answer<Storage: JournalStorage>(_ job: Job, from storage: Storage) -> Report {
    let last = job.question.answer(from: storage) { [reader = job.reader] piece in
      piece.isEmpty ? reader.isThere : reader.send(BoxAnswer.pieceLine(piece) + "\n")
    }
    return job.reader.send(last.line + "\n")
  }
}

import Bedside
import CareJournal
import LinuxBoard

/// Answers questions from the card, and reads the card for the loop, one job after the other. It has its own thread
/// with the lowest priority, so no press and no end of the process waits for it.
package enum QuestionWorker {
  /// The jobs.
  package enum Job: Sendable {
    /// A question, and the client that reads the answer.
    case answer(LogQuestion, ControlReader)
    case read(LogReading)
    /// The configuration file at a path, for a box that was started with a configuration; copied to `kept`.
    case configuration(String, kept: String?, started: Configuration, token: Int)
  }

  /// The results.
  package enum Report: Sendable {
    /// Whether the answer was read to its end.
    case answered(Bool)
    case found(LogReading.Finding)
    case configuration(ConfigurationReading, token: Int)
  }

  /// How many questions may wait or be in progress.
  package static let capacity = 16

  /// Starts the thread, which opens the directory for itself.
  package static func start(
    directory: String, mailbox: Mailbox
  ) throws(RunFault) -> WorkerThread<Job, Report> {
    let storage = try RunFault.storage { () throws(StorageFault) in
      try DirectoryStorage(directory: directory)
    }
    var readings = LogReadings()
    do throws(SystemFault) {
      return try WorkerThread(name: "questions", capacity: capacity, priority: .lowest, mailbox: mailbox) {
        switch $0 {
        case .answer(let question, let reader): .answered(answer(question, reader, from: storage))
        case .read(let reading): .found(readings.run(reading, on: storage))
        case .configuration(let path, let kept, let started, let token):
          .configuration(.read(path, kept: kept, started: started), token: token)
        }
      }
    } catch {
      throw RunFault(error)
    }
  }

  /// Sends the answer as it is found; the line with the exit code is the last.
  package static func answer<Storage: JournalStorage>(
    _ question: LogQuestion, _ reader: ControlReader, from storage: Storage
  ) -> Bool {
    let last = question.answer(
      from: storage, progress: { _ = reader.send(BoxAnswer.progressLine($0, of: $1) + "\n") },
      send: { $0.isEmpty ? reader.isThere : reader.send(BoxAnswer.pieceLine($0) + "\n") })
    return reader.send(last.line + "\n")
  }
}

/// What the thread for questions reads so that the loop can decide.
package enum LogReading: Sendable {
  /// An event that the box does not hold, for the request of a token.
  case event(OldEvent, token: Int, Asker)
  /// The next closed segment, or the first one, to check whether it has rotted.
  case segment(isFirst: Bool)

  /// The results of reading.
  package enum Finding: Sendable {
    case event(OldEvent.Finding, token: Int, Asker)
    case segment(SegmentCheck)
  }
}

/// Reads, and remembers between two segments how far the check has come.
package struct LogReadings {

  package init() {
  }
  private var check = LogCheck()

  /// Does one reading.
  package mutating func run<Storage: JournalStorage>(
    _ reading: LogReading, on storage: Storage
  ) -> LogReading.Finding {
    switch reading {
    case .event(let event, let token, let asker):
      return .event(event.find(in: storage), token: token, asker)
    case .segment(let isFirst):
      if isFirst { check = LogCheck() }
      return .segment(next(on: storage))
    }
  }

  private mutating func next<Storage: JournalStorage>(on storage: Storage) -> SegmentCheck {
    do throws(JournalFault) {
      if try check.readNext(of: storage) { return .read }
    } catch {
      return .refused
    }
    return .finished(damaged: check.hasRead ? check.damaged : nil)
  }
}

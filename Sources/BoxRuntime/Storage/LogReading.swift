import Bedside
import CareJournal

/// What the thread for questions reads for the loop, which decides by it.
package enum LogReading: Sendable {
  /// An event that the box does not hold, for the request of a token.
  case event(OldEvent, token: Int, Asker)
  /// The next closed segment, or the first one, to see whether it has rotted.
  case segment(isFirst: Bool)

  /// What was found.
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

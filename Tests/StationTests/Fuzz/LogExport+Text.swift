import CareJournal

@testable import BoxCommands
@testable import BoxRuntime

extension LogExport {
  /// The whole text, with its remarks.
  mutating func answer<Storage: JournalStorage>(from storage: Storage) throws(EventFault) -> BoxAnswer {
    let pieces = Pieces()
    var answer = try answer(from: storage) { piece in
      pieces.text += piece
      return true
    }
    answer.output = pieces.text
    return answer
  }

  private final class Pieces {
    var text = ""
  }
}

import CareJournal
import Nursery

/// A question about the log that is answered from the disk, by whichever thread or process reads it.
package struct LogQuestion: Hashable, Sendable {
  /// What is asked.
  package enum Kind: Hashable, Sendable {
    /// The events that began or ended after an instant, by the clocks that told what is now.
    case list(since: Instant, now: Instant, clocks: ClockHistory)
    /// Whether every line is whole.
    case verify
    /// The lines as they stand.
    case lines(LinesWish)
  }

  package var kind: Kind
  package var zone: ZoneWindow
  package var isJSON: Bool
  /// Only this baby's events; nil: everybody's.
  package var baby: BabyID?
  /// What the babies are called.
  package var names: [BabyID: String] = [:]

  /// Reads the disk and answers, all at once.
  package func answer<Storage: JournalStorage>(from storage: Storage) -> BoxAnswer {
    let pieces = Pieces()
    var answer = answer(from: storage) { piece in
      pieces.text += piece
      return true
    }
    answer.output = pieces.text + answer.output
    return answer
  }

  private final class Pieces {
    var text = ""
  }

  /// Reads the disk and answers: sends the output in pieces, and returns the rest of it with the exit code.
  ///
  /// - Parameter send: returns whether anyone reads on. An empty piece only asks that.
  package func answer<Storage: JournalStorage>(
    from storage: Storage, send: @escaping (String) -> Bool
  ) -> BoxAnswer {
    guard send("") else { return BoxAnswer() }
    do throws(EventFault) {
      switch kind {
      case .list(let since, let now, let clocks):
        let listing = try LogListing(
          of: storage, clocks, since: since, question: self, send: send)
        return try listing.answer(at: now)
      case .lines(let wish):
        return try LineExtract(wish: wish).answer(from: storage, send: send)
      case .verify: return VerifyAnswer(report: try report(on: storage)).answer(isJSON)
      }
    } catch {
      return .failure(.io, error.text)
    }
  }

  private func report<Storage: JournalStorage>(on storage: Storage) throws(EventFault) -> JournalReport {
    do throws(JournalFault) {
      return try JournalVerifier.verify(storage)
    } catch {
      throw .journal(error)
    }
  }
}

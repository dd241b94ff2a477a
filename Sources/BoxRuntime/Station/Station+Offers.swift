import Bedside
import CareJournal

/// Lines of other boxes, offered over the socket or brought as files.
extension Station {
  /// Brings an offer of lines of other boxes to the card, or refuses it in words.
  func receive(_ texts: [[UInt8]], token: Int) {
    guard settings.household.isShared else {
      let words = "lines of other boxes are not received: household.boxes in the configuration names none"
      return board.answer(token, .failure(.unavailable, words))
    }
    want(
      .offer(Offer(token: token, texts: texts, boxes: settings.household.boxes), atMilliseconds: milliseconds)
    )
  }

  /// A step of an offer is done.
  func note(
    _ token: Int, _ received: ReceivedLines, _ outcome: OfferOutcome, _ receipt: StorageReceipt
  ) {
    note(received, receipt)
    switch outcome {
    case .more(let offer): want(.offer(offer, atMilliseconds: milliseconds))
    case .done: board.answer(token, .have(receipt.figures, withBox: false))
    case .refused(let fault):
      var answer = BoxAnswer.failure(.data, fault.text)
      answer.more.append(JSONValue.Member(key: "line", value: .integer(fault.line)))
      board.answer(token, answer)
    case .failed(let why): board.answer(token, .failure(.io, "NOT SAVED: \(why); offer them again later"))
    }
  }

  /// Reads what the files of other boxes have more, or after the reading that is under way.
  func readPeers() {
    guard settings.household.isShared, posts.peers.begin() else { return }
    want(.readPeers(posts.peers, atMilliseconds: milliseconds))
  }

  /// A piece of the files of other boxes is read.
  func note(_ reading: PeerFiles, _ received: ReceivedLines, _ receipt: StorageReceipt) {
    note(received, receipt)
    guard reading.isDone else { return want(.readPeers(reading, atMilliseconds: milliseconds)) }
    defer { if posts.peers.end(reading) { readPeers() } }
    guard let reason = reading.firstRefusal else { return }
    board.announce(
      "\(PeerFiles.folder): \(reading.refused) lines were not received, the first in \(reason)", .warning)
  }

  private func note(_ received: ReceivedLines, _ receipt: StorageReceipt) {
    storage.figures = receipt.figures
    if let clocks = received.clocks { decide(.received(received.events, clocks: clocks)) }
    tend(receipt.wantsTending)
  }

  private var milliseconds: Int { now.boot.milliseconds }
}

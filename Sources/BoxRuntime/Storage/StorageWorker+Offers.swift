import Bedside
import CareJournal
import Nursery

extension StorageWorker {
  /// Does one step of an offer: judges all of it, or saves a few lines.
  mutating func run(_ offer: Offer, at milliseconds: Int) -> StorageReport {
    guard let open = journal else {
      return .offered(offer.token, ReceivedLines(), .failed("the log is not open"), emptyReceipt())
    }
    var offer = offer
    guard var rest = offer.lines else {
      do throws(OfferFault) {
        offer.lines = try open.judge(offer.texts, from: offer.boxes)[...]
        offer.texts = []
        return .offered(offer.token, ReceivedLines(), .more(offer), emptyReceipt())
      } catch {
        return .offered(offer.token, ReceivedLines(), .refused(error), emptyReceipt())
      }
    }
    let received = receive(rest.prefix(Offer.stepLines), at: milliseconds)
    rest = rest.dropFirst(Offer.stepLines)
    offer.lines = rest
    let outcome = received.fault.map { .failed($0) } ?? (rest.isEmpty ? OfferOutcome.done : .more(offer))
    return .offered(offer.token, received, outcome, emptyReceipt())
  }

  /// Reads the next piece of the files that other boxes' lines come in. What is no line there is passed over: the file
  /// may be on its way still.
  mutating func run(_ reading: PeerFiles, at milliseconds: Int) -> StorageReport {
    guard let open = journal else { return .peersRead(reading, ReceivedLines(), emptyReceipt()) }
    var reading = reading
    var lines: [OfferedLine] = []
    for text in reading.next(from: storage) {
      do throws(OfferFault) {
        lines += try open.judge([text], from: reading.boxes)
      } catch {
        reading.note(error.reason)
      }
    }
    let received = receive(lines[...], at: milliseconds)
    if received.fault != nil { reading.stop() }
    return .peersRead(reading, received, emptyReceipt())
  }

  private mutating func receive(_ lines: ArraySlice<OfferedLine>, at milliseconds: Int) -> ReceivedLines {
    guard var open = journal else { return ReceivedLines() }
    journal = nil
    let receipt = open.receive(lines, at: milliseconds)
    let received = ReceivedLines(receipt, clocks: open.clocks)
    journal = open
    return received
  }
}

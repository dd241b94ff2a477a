import Bedside
import CareJournal
import Nursery

/// Lines of other boxes on their way to the card, a few at a time, so that a press waits for a few at most.
package struct Offer: Hashable, Sendable {
  /// Who offers them.
  var token: Int
  /// The lines as they came; empty once they are judged.
  var texts: [[UInt8]]
  /// Whose lines are received.
  var boxes: HouseholdBoxes
  /// Those that were judged and are not saved yet; nil before.
  var lines: ArraySlice<OfferedLine>?

  /// Most lines of one write.
  static let stepLines = 48

  init(token: Int, texts: [[UInt8]], boxes: HouseholdBoxes) {
    (self.token, self.texts, self.boxes) = (token, texts, boxes)
  }
}

/// What a step of an offer, or of the files of other boxes, came to.
package struct ReceivedLines: Sendable {
  /// What is on the card now and was not before.
  var events: [ReceivedEvent] = []
  /// The clocks of all boxes; nil where nothing came.
  var clocks: ClockHistory?
  /// Why the card did not take them, if so.
  var fault: String?

  init() {}

  /// What a journal has received.
  init(_ receipt: OfferReceipt, clocks: ClockHistory) {
    for line in receipt.received {
      guard case .care(let event) = line.entry else { continue }
      events.append(ReceivedEvent(event: event, stamp: line.stamp))
    }
    if !receipt.received.isEmpty { self.clocks = clocks }
    fault = receipt.fault?.text
  }
}

/// What became of an offer so far.
package enum OfferOutcome: Sendable {
  /// The rest is to be handed over again.
  case more(Offer)
  /// Every line of it is on the card.
  case done
  /// Nothing of it was saved, since a line is wrong.
  case refused(OfferFault)
  /// The card did not take the rest.
  case failed(String)
}

extension OfferFault {
  /// Which line is wrong, and why.
  var text: String { "line \(line) of the offer: \(reason.text)" }
}

extension OfferFault.Reason {
  /// Why a line is not received.
  var text: String {
    switch self {
    case .damaged: "expected one whole line of a log, found one whose checksum does not hold"
    case .noLine: "expected a line of a log, found something else"
    case .tooLong: "expected at most \(StorageLimits.lineBytes) bytes, found more"
    case .absurd: "expected numbers that a box can have come to, found far greater ones"
    case .stranger(let box):
      "expected a box that household.boxes in the configuration names, found \(box.printable)"
    case .ownClock: "expected nothing about the clock of this box's running boot, found a line in its name"
    case .tooManyBoxes(let box): "expected lines of at most 64 boxes, found one more, \(box.printable)"
    }
  }
}

extension BoxAnswer {
  /// Which box answers, and up to which number it has all lines of each box.
  static func have(_ figures: StorageFigures, withBox: Bool) -> BoxAnswer {
    let have = figures.have.sorted { $0.key < $1.key }.map { box, number in
      JSONValue.Member(key: box, value: .integer(number))
    }
    var answer = BoxAnswer()
    if withBox { answer.more.append(JSONValue.Member(key: "box", value: .string(figures.box))) }
    answer.more.append(JSONValue.Member(key: "have", value: .object(have)))
    return answer
  }
}

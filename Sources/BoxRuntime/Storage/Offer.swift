import Bedside
import CareJournal
import Nursery

/// Lines of other boxes on their way to the card, a few at a time, so that a press waits for only a few.
package struct Offer: Hashable, Sendable {
  /// The token of the client.
  var token: Int
  /// The lines as they arrived; empty once they are judged.
  var texts: [[UInt8]]
  /// Whose lines are accepted.
  var boxes: HouseholdBoxes
  /// The lines that were judged and are not saved yet; nil before the judgement.
  var lines: ArraySlice<OfferedLine>?
  /// How many were left out: see `OfferReceipt`.
  var leftOut = 0

  /// The maximum number of lines in one write.
  static let stepLines = 48

  init(token: Int, texts: [[UInt8]], boxes: HouseholdBoxes) {
    (self.token, self.texts, self.boxes) = (token, texts, boxes)
  }
}

/// The result of a step of an offer, or of the files of other boxes.
package struct ReceivedLines: Sendable {
  /// The lines that are newly on the card.
  var events: [ReceivedEvent] = []
  /// The clocks of all boxes; nil if no line is new.
  var clocks: ClockHistory?
  /// How many were left out: see `OfferReceipt`.
  var leftOut = 0
  /// Why the card refused them, if it did.
  var fault: String?

  init() {}

  /// Why lines were left out.
  static let whyLeftOut =
    "in this box's own name, of its present start or a later one, whose lines only the box itself writes"

  /// The lines that a journal has received.
  init(_ receipt: OfferReceipt, clocks: ClockHistory) {
    for line in receipt.received {
      guard case .care(let event) = line.entry else { continue }
      events.append(ReceivedEvent(event: event, stamp: line.stamp))
    }
    if !receipt.received.isEmpty { self.clocks = clocks }
    leftOut = receipt.leftOut
    fault = receipt.fault?.text
  }
}

/// The state of an offer so far.
package enum OfferOutcome: Sendable {
  /// The rest must be handed over again.
  case more(Offer)
  /// Every line of it is on the card, except those that were left out.
  case done(leftOut: Int)
  /// No line was saved, because one is wrong.
  case refused(OfferFault)
  /// The card refused the rest.
  case failed(String)
}

extension OfferFault {
  /// Which line is wrong, and why.
  var text: String { "line \(line) of the offer: \(reason.text)" }
}

extension OfferFault.Reason {
  /// Why a line is not accepted.
  var text: String {
    switch self {
    case .damaged: "expected one whole line of a log, found one whose checksum does not hold"
    case .noLine: "expected a line of a log, found something else"
    case .tooLong: "expected at most \(StorageLimits.lineBytes) bytes, found more"
    case .absurd: "expected numbers that a box can have reached, found far greater ones"
    case .stranger(let box):
      "expected a box that household.boxes in the configuration names, found \(box.printable)"
    case .tooManyBoxes(let box): "expected lines of at most 64 boxes, found one more, \(box.printable)"
    }
  }
}

extension BoxAnswer {
  /// The id of the box, and up to which number it has all lines of each box.
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

/// The files `peers/<box>.jsonl`, which a file syncer brings from other boxes, read piece by piece.
package struct PeerFiles: Hashable, Sendable {
  /// The folder in the box's directory.
  static let folder = "peers"
  /// How much is read at a time, in bytes: more than the longest line.
  static let pieceBytes = 16 << 10
  /// The most that is read of a file: more than ten years of lines.
  static let fileBytes = 64 << 20

  /// Whose lines are accepted.
  let boxes: HouseholdBoxes
  /// The files that are not read to their end yet; nil before they are listed.
  private var files: [String]?
  private var offset = 0
  /// The position after the last whole line that was read, by file: a file with one writer grows at its end.
  private var ends: [String: Int] = [:]
  /// Whether a reading is in progress, and whether another one should follow it.
  private var isUnderWay = false
  private var isWantedAgain = false
  /// The file that was read last.
  private var file = ""
  /// Lines that were not accepted, and why the first one was not.
  private(set) var refused = 0
  private(set) var firstRefusal: String?

  /// The state before anything is read.
  init(boxes: HouseholdBoxes) {
    self.boxes = boxes
  }

  /// Whether all were read.
  var isDone: Bool { files?.isEmpty ?? false }

  /// Begins a reading; false while one is in progress, and then another one follows it.
  mutating func begin() -> Bool {
    isWantedAgain = isUnderWay
    guard !isUnderWay else { return false }
    isUnderWay = true
    return true
  }

  /// A reading has ended, with the result `reading`; true if another one should follow.
  mutating func end(_ reading: PeerFiles) -> Bool {
    let isWanted = isWantedAgain
    self = PeerFiles(boxes: boxes)
    ends = reading.ends
    return isWanted
  }

  /// Gives up: the card refuses the lines, and the next start reads all of them again.
  mutating func stop() { (files, ends) = ([], [:]) }

  /// Notes lines that are not accepted.
  mutating func note(_ count: Int, _ why: String) {
    refused += count
    if count > 0, firstRefusal == nil { firstRefusal = "\(file): \(why)" }
  }

  /// The whole lines of the next piece.
  mutating func next<Storage: JournalStorage>(from storage: Storage) -> [[UInt8]] {
    do throws(StorageFault) {
      if files == nil { files = try list(storage) }
      guard let file = files?.first else { return [] }
      self.file = file
      if offset == 0 { offset = try place(file, storage) }
      let piece = try storage.read(Self.folder + "/" + file, at: offset, count: Self.pieceBytes)
      let isLast = piece.count < Self.pieceBytes || offset + piece.count >= Self.fileBytes
      // A line without its end may still be written, and a line that is longer than a piece is invalid.
      let end = piece.lastIndex(of: 0x0A).map { $0 + 1 } ?? (isLast ? 0 : piece.count)
      offset += end
      ends[file] = offset
      if isLast { beginNext() }
      return piece[..<end].split(separator: 0x0A).map(Array.init).filter { !$0.isEmpty }
    } catch {
      noteUnreadable(error)
      return []
    }
  }

  /// Where to continue reading: after the last line, if a line still ends there.
  private func place<Storage: JournalStorage>(
    _ file: String, _ storage: Storage
  ) throws(StorageFault) -> Int {
    guard let end = ends[file], end > 0 else { return 0 }
    let byte = try storage.read(Self.folder + "/" + file, at: end - 1, count: 1)
    return byte == [0x0A] ? end : 0
  }

  private func list<Storage: JournalStorage>(_ storage: Storage) throws(StorageFault) -> [String] {
    try storage.list(Self.folder).filter { $0.hasSuffix(".jsonl") }.sorted()
  }

  private mutating func beginNext() {
    files?.removeFirst()
    offset = 0
  }

  private mutating func noteUnreadable(_ fault: StorageFault) {
    refused += 1
    firstRefusal = firstRefusal ?? fault.text
    if files?.isEmpty == false { beginNext() } else { files = [] }
  }
}

extension StorageWorker {
  /// Does one step of an offer: judges all of it, or saves a few lines.
  mutating func run(_ offer: Offer) -> StorageReport {
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
    let received = receive(rest.prefix(Offer.stepLines))
    rest = rest.dropFirst(Offer.stepLines)
    offer.lines = rest
    offer.leftOut += received.leftOut
    let next = rest.isEmpty ? OfferOutcome.done(leftOut: offer.leftOut) : .more(offer)
    let outcome = received.fault.map { .failed($0) } ?? next
    return .offered(offer.token, received, outcome, emptyReceipt())
  }

  /// Reads the next piece of the files with other boxes' lines. Malformed lines are skipped, since the file may still
  /// be arriving.
  mutating func run(_ reading: PeerFiles) -> StorageReport {
    guard let open = journal else { return .peersRead(reading, ReceivedLines(), emptyReceipt()) }
    var reading = reading
    var lines: [OfferedLine] = []
    for text in reading.next(from: storage) {
      do throws(OfferFault) {
        lines += try open.judge([text], from: reading.boxes)
      } catch {
        reading.note(1, error.reason.text)
      }
    }
    let received = receive(lines[...])
    reading.note(received.leftOut, ReceivedLines.whyLeftOut)
    if received.fault != nil { reading.stop() }
    return .peersRead(reading, received, emptyReceipt())
  }

  private mutating func receive(_ lines: ArraySlice<OfferedLine>) -> ReceivedLines {
    guard var open = journal else { return ReceivedLines() }
    journal = nil
    let receipt = open.receive(lines)
    let received = ReceivedLines(receipt, clocks: open.clocks)
    journal = open
    return received
  }
}

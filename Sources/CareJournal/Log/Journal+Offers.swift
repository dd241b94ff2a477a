import Nursery

/// What happened to offered lines of other boxes.
public struct OfferReceipt: Sendable {
  /// The new lines, which are on the card now. Times on other boxes' clocks name those boxes.
  public internal(set) var received: [JournalLine] = []
  /// How many lines were left out. They have this box's name, and either their boot is the running one or a later one,
  /// or their boot's ordinal belongs to another start in this log. Their numbers are not used again.
  public internal(set) var leftOut = 0
  /// Why the rest was not received; it must be offered again. Nil if all were.
  public internal(set) var fault: JournalFault?
}

extension Journal {
  /// How many boxes' lines a log may have, since each box stands in every head.
  public static var boxLimit: Int { 64 }
  /// How many lines a box writes after a gap in its numbers before it says that it has left these numbers out: some
  /// weeks. The rule counts lines, not time, since a box may be switched off often and may not know the time.
  static var linesBeforeDeclaration: Int { 2_000 }
  /// How many lines a box writes at least, after its start or after another box last returned one of its lines, before
  /// it says that it has left out numbers: some days. A gap may be found long after its place in the log.
  static var linesOfSearch: Int { 100 }

  /// For each box, the number up to which the log has every line or knows that it was left out.
  public var have: [String: Int] { summary.ledger.allAccounts.mapValues(\.complete) }

  /// For each box, the highest number that is on the card or was left out.
  public var lastNumbers: [String: Int] { summary.ledger.allAccounts.mapValues(\.last) }

  /// What is known of the boots' wall clocks, for every box with lines on the card.
  public var clocks: ClockHistory { summary.clocks }

  /// Reads and checks lines of other boxes. Nothing is written. Throws for the first line that cannot be received.
  public func judge(
    _ texts: [[UInt8]], from boxes: HouseholdBoxes
  ) throws(OfferFault) -> [OfferedLine] {
    var lines: [OfferedLine] = []
    var known = Set(summary.ledger.allAccounts.keys)
    for (index, text) in texts.enumerated() {
      do throws(OfferFault.Reason) {
        let offered = try OfferedLine(text)
        try judge(offered.line, from: boxes, &known)
        lines.append(offered)
      } catch {
        throw OfferFault(line: index + 1, reason: error)
      }
    }
    return lines
  }

  private func judge(
    _ line: JournalLine, from boxes: HouseholdBoxes, _ known: inout Set<String>
  ) throws(OfferFault.Reason) {
    // This box's next line continues from the highest number in its own name, in the same segment. So a line in its own
    // name must leave room for it.
    let segment = line.box == box ? 0 : lastSegmentNumber
    guard (1...LineLimits.boxBytes).contains(line.box.utf8.count),
      LineLimits.allow(line, inSegment: segment),
      // After the very last count, no correction could be newer.
      LineLimits.allow(count: line.count, throughSegment: segment),
      // A box that copies a line counts on from there.
      line.origin.map({ $0.count < line.count }) ?? true
    else { throw .absurd }
    guard line.box == box || boxes.contains(line.box) else { throw .stranger(line.box) }
    guard known.contains(line.box) || known.count < Self.boxLimit else { throw .tooManyBoxes(line.box) }
    known.insert(line.box)
  }

  /// Saves the offered lines that the log does not have, byte for byte, and returns when they are synced. A line is
  /// known by its box and number, and counts once. A line in this box's own name comes from an earlier card of this
  /// box: its number is never used again, even if the line is left out. Lines that the card refuses are not held, since
  /// the offering box still has them.
  public mutating func receive(_ lines: some Sequence<OfferedLine>) -> OfferReceipt {
    var receipt = OfferReceipt()
    guard held.isEmpty else {
      receipt.fault = .behind(count: held.count)
      return receipt
    }
    var fresh: Set<LineStamp> = []
    var strange = (number: 0, count: 0)
    for offered in lines where !summary.ledger.account(of: offered.line.box).has(offered.line.sequence) {
      let line = offered.line
      guard fresh.insert(LineStamp(count: 0, box: line.box, sequence: line.sequence)).inserted else {
        continue
      }
      guard line.box != box || line.moment.boot.boot < boot && !isOfAnotherCard(line) else {
        receipt.leftOut += 1
        strange = (max(strange.number, line.sequence), max(strange.count, line.count))
        continue
      }
      if line.box == box {
        lastSequence = max(lastSequence, line.sequence)
        searchedSince = lastSequence
      }
      lastCount = max(lastCount, line.count)
      held.append(
        HeldLine(line: line.seen(by: box), bytes: offered.text + [0x0A], cause: .offered, month: nil))
    }
    let saved = flush()
    summary.settle()
    receipt.received = saved.received
    guard !held.isEmpty else {
      lastCount = max(lastCount, strange.count)
      skip(through: strange.number)
      keepSkipped(&receipt)
      return receipt
    }
    receipt.fault = saved.fault ?? .behind(count: held.count)
    held = []
    isMemoryOnly = false
    return receipt
  }

  /// Whether a line in this box's name has a boot ordinal that belongs to another start in this log, as when two cards
  /// were restored from one copy. Its times would be on the wrong clock.
  private mutating func isOfAnotherCard(_ line: JournalLine) -> Bool {
    let ordinal = line.moment.boot.boot
    if case .boot(let name) = line.entry, summary.clockFold.starts.contradicts(name, ordinal) {
      strangeBoots.insert(ordinal)
    }
    return strangeBoots.contains(ordinal)
  }

  /// Begins a segment whose head names the numbers that were left out, so that the next start does not use them either.
  private mutating func keepSkipped(_ receipt: inout OfferReceipt) {
    guard let segment, !skipped.allSatisfy(segment.skipped.contains) else { return }
    do throws(StorageFault) {
      let created = try rotate()
      skipped.removeAll(where: created.skipped.contains)
    } catch {
      receipt.fault = .unwritable(error)
    }
  }

  /// Leaves out numbers with which another box may have lines. That box would ignore this box's own lines with these
  /// numbers.
  private mutating func skip(through number: Int) {
    lastSequence = max(lastSequence, number)
    guard let numbers = summary.skip(through: number, of: box) else { return }
    if let last = skipped.last, last.upperBound + 1 == numbers.lowerBound {
      skipped[skipped.count - 1] = last.lowerBound...numbers.upperBound
    } else {
      skipped.append(numbers)
    }
  }

  /// A line that tells other boxes which numbers this box has left out; nil if there are none or no other box is known.
  /// Another box may still return these lines later, for example when it is switched on again.
  func declaration(at moment: Moment) -> JournalDraft? {
    guard summary.ledger.allAccounts.count > 1, lastSequence - searchedSince >= Self.linesOfSearch else {
      return nil
    }
    let numbers = summary.ledger.account(of: box).gaps(before: Self.linesBeforeDeclaration).prefix(16)
    guard !numbers.isEmpty else { return nil }
    let random = FNV1a.hash("\(kernelBootID) \(lastSequence)".utf8)
    let id = EventID(
      milliseconds: moment.wall?.milliseconds ?? moment.boot.milliseconds, random: (random >> 52, random))
    return .left(id, moment, Array(numbers))
  }
}

/// A line of another box to be received, byte for byte.
public struct OfferedLine: Hashable, Sendable {
  let line: JournalLine
  /// Its bytes, without the line end.
  let text: [UInt8]

  /// Reads a line. It must be one whole line of a log with a valid checksum, at most `StorageLimits.lineBytes` long,
  /// and neither a head nor a stop.
  public init(_ text: [UInt8]) throws(OfferFault.Reason) {
    guard text.count <= StorageLimits.lineBytes else { throw .tooLong }
    guard !text.contains(0x0A) else { throw .damaged }
    switch JournalLineCodec.decode(text) {
    case .line(let line): (self.line, self.text) = (line, text)
    case .damaged: throw .damaged
    case .odd, .head, .stop: throw .noLine
    }
  }
}

/// The boxes whose lines a log receives.
public enum HouseholdBoxes: Hashable, Sendable {
  /// Any box.
  case open
  /// Only these boxes.
  case named(Set<String>)

  /// Whether lines of a box are received.
  public func contains(_ box: String) -> Bool {
    switch self {
    case .open: true
    case .named(let names): names.contains(box)
    }
  }
}

/// Why an offer of lines is refused. Then nothing of it is saved.
public struct OfferFault: Error, Hashable, Sendable {
  /// What is wrong with a line.
  public enum Reason: Error, Hashable, Sendable {
    /// The checksum does not hold, or the text is more than one line.
    case damaged
    /// It is not a line of a log.
    case noLine
    /// It is longer than a line may be.
    case tooLong
    /// Its numbers are far beyond what a box can have reached.
    case absurd
    /// No box of this name belongs to the household.
    case stranger(String)
    /// The log already has lines of as many boxes as it may.
    case tooManyBoxes(String)
  }

  /// Which line of the offer, from 1.
  public var line: Int
  /// What is wrong with it.
  public var reason: Reason
}

import Nursery

/// Reads every line of the log without changing anything.
public enum JournalVerifier {
  /// Checks the log in a box's directory: what `cribside log verify` prints. Fails only when the log's folder cannot be
  /// listed.
  public static func verify<Storage: JournalStorage>(
    _ storage: Storage
  ) throws(JournalFault) -> JournalReport {
    var faults: [StorageFault] = []
    let file = Journal.readBoxFile(storage, &faults)
    var opening = LogOpening(
      numbers: try Journal.segmentNumbers(in: storage), mark: file?.mark, own: file?.box,
      floor: Instant(milliseconds: 0))
    var known = Set(opening.numbers)
    opening.findStrays(in: storage)
    var scan = LogScan(mark: opening.mark, own: opening.own)
    var (segments, lines) = (0, 0)
    var numbers = opening.numbers
    while !numbers.isEmpty {
      for number in numbers { scan.read(number, of: storage) { _, _ in lines += 1 } }
      segments += numbers.count
      // A box that runs may have begun another segment meanwhile: where the one before it is closed, it counts lines there.
      numbers = try Journal.segmentNumbers(in: storage).filter { known.insert($0).inserted }
    }
    _ = scan.finish(box: file?.box ?? scan.owner ?? "", hasVanished: opening.vanished != nil)
    return JournalReport(
      segments: segments, lines: lines, findings: scan.findings,
      moreFindings: scan.moreFindings, hasLoss: scan.hasLoss, gaps: scan.gaps(withReported: true),
      unreadable: scan.unreadable, vanished: opening.vanished, holes: scan.holes,
      hasOpenHole: scan.hasOpenHole, strays: opening.strays,
      lacksMark: opening.mark == nil && scan.firstWithHead != nil && opening.numbers.count > 1,
      doubtful: scan.doubtful, segmentsBeyondMark: opening.segmentsBeyondMark)
  }
}

extension Journal {
  /// The box whose log stands in a directory, by the file beside it, else by the newest head; nil where neither says
  /// so, as in a log of version 0.1 without that file.
  public static func owner(of storage: Storage) -> String? {
    var faults: [StorageFault] = []
    if let box = readBoxFile(storage, &faults)?.box { return box }
    do throws(JournalFault) {
      return try segmentNumbers(in: storage).reversed().lazy.compactMap { head($0, of: storage)?.box }.first
    } catch {
      // Who reads the lines meets the fault.
      return nil
    }
  }

  /// The head of a segment; nil where it has none, or cannot be read.
  static func head(_ number: Int, of storage: Storage) -> SegmentHead? {
    var stream = SegmentStream(number, of: storage, windowBytes: StorageLimits.headBytes + 1)
    do throws(StorageFault) {
      guard case .head(let head)? = try stream.next()?.content else { return nil }
      return head
    } catch {
      return nil
    }
  }

  /// Delivers every line of a log, once and in order, without opening it: nothing is written or locked, and a
  /// box that runs is not disturbed. Times by the clocks of other boxes name those. Fails only when the log's folder
  /// cannot be listed.
  ///
  /// - Parameter apply: receives the line and its text, without the line end.
  /// - Returns: how many pieces were no line that can be read, and how many segments the medium did not give back.
  @discardableResult
  public static func replay(
    _ storage: Storage, apply: (JournalLine, ArraySlice<UInt8>) -> Void
  ) throws(JournalFault) -> (damaged: Int, unreadable: Int) {
    var scan = LogScan(mark: nil, own: owner(of: storage))
    for number in try segmentNumbers(in: storage) { scan.read(number, of: storage, apply: apply) }
    _ = scan.finish(box: scan.owner ?? "")
    return (scan.tally.damaged + scan.tally.torn + scan.tally.odd, scan.unreadable.count)
  }

  /// The same where the text is not wanted.
  @discardableResult
  public static func replay(
    _ storage: Storage, apply: (JournalLine) -> Void
  ) throws(JournalFault) -> (damaged: Int, unreadable: Int) {
    try replay(storage) { line, _ in apply(line) }
  }
}

/// Reads the closed segments of a log again, one at each call, to find what has rotted since they were written. Nothing
/// is changed, and a box that runs is not disturbed.
public struct LogCheck: Sendable {
  private var scan: LogScan?
  private var last = 0

  /// Nothing read yet.
  public init() {}

  /// Reads the next segment that is closed: the newest one may be written to.
  ///
  /// - Returns: false where there is none.
  public mutating func readNext<Storage: JournalStorage>(
    of storage: Storage
  ) throws(JournalFault) -> Bool {
    let numbers = try Journal<Storage>.segmentNumbers(in: storage)
    guard let next = numbers.dropLast().first(where: { $0 > last }) else { return false }
    last = next
    var scan = self.scan ?? LogScan(mark: nil, own: Journal<Storage>.owner(of: storage))
    scan.read(next, of: storage) { _, _ in }
    self.scan = scan
    return true
  }

  /// Whether any segment was read.
  public var hasRead: Bool { last > 0 }

  /// How many confirmed entries are damaged or lost as far as anything shows, and segments that cannot be read. The end
  /// that a power cut left is not among them.
  public var damaged: Int {
    guard let scan else { return 0 }
    let lost = scan.findings.count { $0.kind == .cutShort || $0.kind == .headless }
    return scan.tally.damaged + lost + scan.unreadable.count
  }
}

/// What checking every line of the log found. Nothing was changed for it.
public struct JournalReport: Hashable, Sendable {
  /// One thing worth reporting.
  public struct Finding: Hashable, Sendable {
    /// What it is.
    public enum Kind: Hashable, Sendable {
      /// The checksum does not hold, and what follows shows that it was written and confirmed: a good line, the line
      /// that closes the segment, or the count in the next one.
      case damaged
      /// The end of a segment after an end without order: an entry that was not confirmed, or the last confirmed one.
      case torn
      /// A write that failed while the box ran: the next segment shows that nothing of it was confirmed.
      case unconfirmed
      /// The checksum does not hold, and the same line stands whole where a start wrote it once more, or was read by it.
      case copied
      /// The file was made shorter without having been closed.
      case cutShort
      /// A segment of which neither the head nor any line can be read.
      case headless
      /// The checksum holds, but it is the shape of no line.
      case odd
      /// A line of an unknown version, op or kind.
      case foreign(op: String)
      /// A line that stands in the log already.
      case repeated

      /// Whether an entry that was confirmed is lost, or may be.
      public var isLoss: Bool {
        switch self {
        case .damaged, .torn, .cutShort, .headless: true
        case .unconfirmed, .copied, .odd, .foreign, .repeated: false
        }
      }
    }

    /// The file, within the box's directory.
    public let path: String
    /// The line of the file, from 1.
    public let line: Int
    /// The bytes of the file, from 0.
    public let bytes: Range<Int>
    /// What it is.
    public let kind: Kind

    /// What it means, as a sentence without its full stop.
    public var remedy: String {
      switch kind {
      case .damaged:
        "what was saved here cannot be read any more; a backup or another box may have it"
      case .torn:
        "the end of a write that was cut off and never shown as saved, or the last saved entry, damaged"
      case .unconfirmed:
        "nothing is lost: this write failed, and the next segment has its entries"
      case .copied: "nothing is lost: the entry stands twice, and the other copy can be read"
      case .cutShort: "the file was made shorter: what stood behind this place is lost"
      case .headless: "no line of this file can be read; a backup or another box may have them"
      case .odd: "nothing is lost: no box writes such a line; it stays and is not used"
      case .foreign: "nothing is lost: a newer version may read it, and this one does not use it"
      case .repeated: "nothing is lost: the line stands twice and counts once"
      }
    }
  }

  /// How many segments there are.
  public internal(set) var segments = 0
  /// How many good lines, repeated ones not counted.
  public internal(set) var lines = 0
  /// What was found, in the order of the log; at most `StorageLimits.findings`.
  public internal(set) var findings: [Finding] = []
  /// How many findings there are beyond these.
  public internal(set) var moreFindings = 0
  /// Whether any finding, listed or not, is of an entry that is lost or may be.
  public internal(set) var hasLoss = false
  /// Line numbers that are missing. Only another copy of the log can bring them back.
  public internal(set) var gaps: [Recovered.Gap] = []
  /// Segments that the medium did not give back.
  public internal(set) var unreadable: [StorageFault] = []
  /// Segments that were begun, and are not there any more, at the end of the log.
  public internal(set) var vanished: ClosedRange<Int>?
  /// Segments that are gone from before or between others.
  public internal(set) var holes: [ClosedRange<Int>] = []
  /// Whether no head behind the last of these says which lines were before it, or the start that wrote one had found them
  /// gone. Any other head shows by the numbers which lines are missing, or that none is.
  public internal(set) var hasOpenHole = false
  /// Files named like segments that do not belong to this log. The next start moves them to quarantine.
  public internal(set) var strays: [String] = []
  /// Whether `box.json` is missing or damaged: segments that vanish from the end of the log would not be noticed.
  public internal(set) var lacksMark = false

  /// Segments whose start found the mark missing: it did not know whether others were gone before it.
  public internal(set) var doubtful: [Int] = []
  /// How many segments the log has beyond the one that `box.json` names: one or two after power cuts at the worst moment, more
  /// where the mark cannot be replaced. That is no loss.
  public internal(set) var segmentsBeyondMark = 0

  /// Whether nothing is missing that was once confirmed, as far as anything on the card shows.
  public var isWhole: Bool {
    gaps.isEmpty && unreadable.isEmpty && vanished == nil && !hasOpenHole && !hasLoss && !lacksMark
  }
}

/// A line of a newer version, or of an unknown op or kind, that moves from another log into this one: what only
/// its writer understands stays as it stands, and only what says where it was written is new.
public struct KeptLine: Hashable, Sendable {
  /// The line's own id.
  public var id: EventID
  /// When it was taken in, by both clocks.
  public var moment: Moment
  /// Its op.
  public var op: String
  /// Its version.
  public var version: Int
  /// Everything else that it says.
  public var members: [KeptMember]

  /// A line of all its parts.
  public init(id: EventID, moment: Moment, op: String, version: Int, members: [KeptMember]) {
    self.id = id
    self.moment = moment
    self.op = op
    self.version = version
    self.members = members
  }
}

import Nursery

/// Reads every line of the log without changing anything.
public enum JournalVerifier {
  /// Checks the log in a box's directory, for `cribside log verify`. Fails only if the log's folder cannot be listed.
  ///
  /// - Parameter progress: receives, after each segment, how many were read, and how many there are.
  public static func verify<Storage: JournalStorage>(
    _ storage: Storage, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(JournalFault) -> JournalReport {
    for _ in 1..<attempts {
      let (report, hasGrown) = try read(storage, progress)
      // A running box may have added lines to the newest segment after it was read, and begun another one, whose head
      // counts them.
      if report.isWhole || !hasGrown { return report }
    }
    return try read(storage, progress).report
  }

  /// How often a log is read that seems to lack lines and has got another segment meanwhile.
  private static let attempts = 3

  private static func read<Storage: JournalStorage>(
    _ storage: Storage, _ progress: (_ done: Int, _ total: Int) -> Void
  ) throws(JournalFault) -> (report: JournalReport, hasGrown: Bool) {
    var faults: [StorageFault] = []
    let file = Journal.readIdentity(storage, &faults)
    var opening = LogOpening(
      numbers: try Journal.segmentNumbers(in: storage), mark: file?.mark, own: file?.box,
      floor: Instant(milliseconds: 0))
    var known = Set(opening.numbers)
    opening.findStrays(in: storage)
    var scan = LogScan(mark: opening.mark, own: opening.own)
    var (segments, lines, hasGrown) = (0, 0, false)
    var numbers = opening.numbers
    while !numbers.isEmpty {
      let total = segments + numbers.count
      for number in numbers {
        scan.read(number, of: storage) { _, _ in lines += 1 }
        segments += 1
        progress(segments, total)
      }
      // A running box may have begun another segment meanwhile. The stop of the one before it may count lines that are
      // in the new one.
      numbers = try Journal.segmentNumbers(in: storage).filter { known.insert($0).inserted }
      hasGrown = hasGrown || !numbers.isEmpty
    }
    _ = scan.finish(box: file?.box ?? scan.owner ?? "", hasVanished: opening.vanished != nil)
    let report = JournalReport(
      segments: segments, lines: lines, findings: scan.findings,
      moreFindings: scan.moreFindings, hasLoss: scan.hasLoss, gaps: scan.gaps(withReported: true),
      unreadable: scan.unreadable, vanished: opening.vanished, holes: scan.holes,
      hasOpenHole: scan.hasOpenHole, strays: opening.strays,
      lacksMark: opening.mark == nil && scan.firstWithHead != nil && opening.numbers.count > 1,
      doubtful: scan.doubtful, segmentsBeyondMark: opening.segmentsBeyondMark)
    return (report, hasGrown)
  }
}

extension Journal {
  /// The box whose log is in a directory, by `box.json` or the newest head; nil if neither names it, as in a log of
  /// an early build without that file.
  public static func owner(of storage: Storage) -> String? {
    var faults: [StorageFault] = []
    if let box = readIdentity(storage, &faults)?.box { return box }
    do throws(JournalFault) {
      return try segmentNumbers(in: storage).reversed().lazy.compactMap { head($0, of: storage)?.box }.first
    } catch {
      // The caller gets the same fault when it reads the lines.
      return nil
    }
  }

  /// The head of a segment; nil if it has none or cannot be read.
  static func head(_ number: Int, of storage: Storage) -> SegmentHead? {
    var stream = SegmentStream(number, of: storage, windowBytes: StorageLimits.headBytes + 1)
    do throws(StorageFault) {
      guard case .head(let head)? = try stream.next()?.content else { return nil }
      return head
    } catch {
      return nil
    }
  }

  /// Delivers every line of a log once and in order, without opening it: nothing is written or locked, so a running box
  /// is not disturbed. Times on other boxes' clocks name those boxes. Fails only if the log's folder cannot be listed.
  ///
  /// - Parameter apply: receives the line and its text, without the line end.
  /// - Returns: how many pieces were not readable lines, and how many segments the medium could not return.
  @discardableResult
  public static func replay(
    _ storage: Storage, apply: (JournalLine, ArraySlice<UInt8>) -> Void
  ) throws(JournalFault) -> (damaged: Int, unreadable: Int) {
    var scan = LogScan(mark: nil, own: owner(of: storage))
    for number in try segmentNumbers(in: storage) { scan.read(number, of: storage, apply: apply) }
    _ = scan.finish(box: scan.owner ?? "")
    return (scan.tally.damaged + scan.tally.torn + scan.tally.odd, scan.unreadable.count)
  }

  /// The same, without the text.
  @discardableResult
  public static func replay(
    _ storage: Storage, apply: (JournalLine) -> Void
  ) throws(JournalFault) -> (damaged: Int, unreadable: Int) {
    try replay(storage) { line, _ in apply(line) }
  }
}

/// Reads the closed segments of a log again, one per call, to find damage since they were written. Nothing is changed,
/// and a running box is not disturbed.
public struct LogCheck: Sendable {
  private var scan: LogScan?
  private var last = 0

  /// A check that has read nothing yet.
  public init() {}

  /// Reads the next closed segment. The newest one may still be written to, so it is not read.
  ///
  /// - Returns: false if there is none.
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

  /// How many confirmed entries are known to be damaged or lost, plus the segments that cannot be read. The torn end
  /// after a power cut does not count.
  public var damaged: Int {
    guard let scan else { return 0 }
    let lost = scan.findings.count { $0.kind == .cutShort || $0.kind == .headless }
    return scan.tally.damaged + lost + scan.unreadable.count
  }
}

/// What checking every line of the log found. The check changes nothing.
public struct JournalReport: Hashable, Sendable {
  /// One thing worth reporting.
  public struct Finding: Hashable, Sendable {
    /// What it is.
    public enum Kind: Hashable, Sendable {
      /// The checksum does not hold, and something later shows that the piece was written and confirmed: a good line,
      /// the stop of the segment, or the count in the next head.
      case damaged
      /// The end of a segment that was not closed in order: an entry that was not confirmed, or the last confirmed one.
      case torn
      /// A write that failed while the box ran: the next segment shows that none of it was confirmed.
      case unconfirmed
      /// The checksum does not hold, but a whole copy of the line exists, since a start wrote it again.
      case copied
      /// The file became shorter without being closed.
      case cutShort
      /// Neither the head nor any line of the segment can be read.
      case headless
      /// The checksum holds, but the text is not a line.
      case odd
      /// A line of an unknown version, op or kind.
      case foreign(op: String)
      /// A line that the log already has.
      case repeated

      /// Whether a confirmed entry is lost or may be lost.
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

    /// What it means, as a sentence without a full stop.
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

  /// The number of segments.
  public internal(set) var segments = 0
  /// The number of good lines, without repeated ones.
  public internal(set) var lines = 0
  /// What was found, in the order of the log; at most `StorageLimits.findings`.
  public internal(set) var findings: [Finding] = []
  /// How many findings there are beyond these.
  public internal(set) var moreFindings = 0
  /// Whether any finding, listed or not, means that an entry is lost or may be.
  public internal(set) var hasLoss = false
  /// Missing line numbers. Only another copy of the log can bring the lines back.
  public internal(set) var gaps: [LineGap] = []
  /// Segments that the medium could not return.
  public internal(set) var unreadable: [StorageFault] = []
  /// Segments that were begun and are gone from the end of the log.
  public internal(set) var vanished: ClosedRange<Int>?
  /// Segments that are gone from before or between others.
  public internal(set) var holes: [ClosedRange<Int>] = []
  /// Whether lines may be missing at one of these places without showing in `gaps`: either no later head says which
  /// lines were before it, or the start right after it had found segments gone. Otherwise the numbers in the next head
  /// show which lines are missing, if any.
  public internal(set) var hasOpenHole = false
  /// Files named like segments that do not belong to this log. The next start moves them to quarantine.
  public internal(set) var strays: [String] = []
  /// Whether `box.json` is missing or damaged, so that segments that vanish from the end of the log would go unnoticed.
  public internal(set) var lacksMark = false

  /// Segments whose start found no mark, so it did not know whether segments before it were gone.
  public internal(set) var doubtful: [Int] = []
  /// How many segments the log has beyond the one that `box.json` names: one or two after power cuts at the worst
  /// moment, more if the mark cannot be replaced. This is no loss.
  public internal(set) var segmentsBeyondMark = 0

  /// Whether no confirmed entry is missing, as far as the card shows.
  public var isWhole: Bool {
    gaps.isEmpty && unreadable.isEmpty && vanished == nil && !hasOpenHole && !hasLoss && !lacksMark
  }
}

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
    opening.findStrays(in: storage)
    var scan = LogScan(mark: opening.mark, own: opening.own)
    var lines = 0
    for number in opening.numbers { scan.read(number, of: storage) { _, _ in lines += 1 } }
    _ = scan.finish(box: file?.box ?? scan.owner ?? "", hasVanished: opening.vanished != nil)
    return JournalReport(
      segments: opening.numbers.count, lines: lines, findings: scan.findings,
      moreFindings: scan.moreFindings, hasLoss: scan.hasLoss, gaps: scan.gaps(withReported: true),
      unreadable: scan.unreadable, vanished: opening.vanished, holes: opening.holes, strays: opening.strays,
      lacksMark: opening.mark == nil && scan.firstWithHead != nil && opening.numbers.count > 1)
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
    var stream = SegmentStream(number, of: storage, windowBytes: StorageLimits.lineBytes + 1)
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

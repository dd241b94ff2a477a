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
      numbers: try Journal.segmentNumbers(in: storage), mark: file?.mark, floor: Instant(milliseconds: 0))
    opening.findStrays(in: storage)
    var scan = LogScan(mark: opening.mark)
    for number in opening.numbers { scan.read(number, of: storage) { _, _ in } }
    _ = scan.finish(box: file?.box ?? scan.owner ?? "", hasVanished: opening.vanished != nil)
    return JournalReport(
      segments: opening.numbers.count, lines: scan.ledger.lines, findings: scan.findings,
      moreFindings: scan.moreFindings, hasLoss: scan.hasLoss, gaps: scan.ledger.gaps,
      unreadable: scan.unreadable,
      vanished: opening.vanished, strays: opening.strays,
      lacksMark: opening.mark == nil && scan.firstWithHead != nil && opening.numbers.count > 1)
  }
}

extension Journal {
  /// Delivers every line of a log, once and in order, without opening it: nothing is written or locked, and a
  /// box that runs is not disturbed. Fails only when the log's folder cannot be listed.
  ///
  /// - Parameter apply: receives the line and its text, without the line end.
  /// - Returns: how many pieces were no line that can be read, and how many segments the medium did not give back.
  @discardableResult
  public static func replay(
    _ storage: Storage, apply: (JournalLine, ArraySlice<UInt8>) -> Void
  ) throws(JournalFault) -> (damaged: Int, unreadable: Int) {
    var scan = LogScan(mark: nil)
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

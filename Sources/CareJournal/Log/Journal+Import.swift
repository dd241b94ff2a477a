import Nursery

/// A line of another log, or of a table, to be received.
public struct ImportedDraft: Sendable {
  /// The line.
  public var draft: JournalDraft
  /// The span of its event's instants; nil if the event is unknown or still runs.
  public var span: ClosedRange<Instant>?
  /// The place of the line in the log that it comes from; nil for a row of a table.
  public var origin: LineStamp?

  /// A line, the time of its event, and its place.
  public init(draft: JournalDraft, span: ClosedRange<Instant>?, origin: LineStamp? = nil) {
    (self.draft, self.span, self.origin) = (draft, span, origin)
  }
}

/// The lines of an import, which fill segments of their own.
private struct ImportBatch {
  /// The number of the first segment.
  let first: Int
  /// The number of the segment being filled.
  var number: Int
  /// The lines before this segment.
  var past: SequenceLedger
  /// The lines before this segment and in it.
  var ledger: SequenceLedger
  var lines: [UInt8] = []
  /// The span of its events; nil if that of one is unknown.
  var span: ClosedRange<Instant>?
  var lastSequence: Int
  var lastCount: Int

  init(first: Int, ledger: SequenceLedger, lastSequence: Int, lastCount: Int) {
    self.first = first
    number = first
    past = ledger
    self.ledger = ledger
    self.lastSequence = lastSequence
    self.lastCount = lastCount
  }

  mutating func add(_ line: JournalLine, _ bytes: [UInt8], _ span: ClosedRange<Instant>?) {
    if lines.isEmpty {
      self.span = span
    } else if let old = self.span, let span {
      self.span = min(old.lowerBound, span.lowerBound)...max(old.upperBound, span.upperBound)
    } else {
      self.span = nil
    }
    lines += bytes
    (lastSequence, lastCount) = (line.sequence, line.count)
    ledger.note(line)
  }

  mutating func beginNext() {
    number += 1
    past = ledger
    lines = []
  }
}

extension Journal {
  /// Room for the head and the stop of an imported segment, in bytes. A head of many boxes takes more.
  private static var edgeBytes: Int { 1024 }

  /// Saves lines of another log, all or none, in segments of ordinary size. Their heads name the span of their events,
  /// so that a start passes over old ones. The segments are written and synced under temporary names. Replacing
  /// `box.json` decides the import; only then are the files renamed, if need be at the next start. After the fault
  /// `uncertain` all lines or none are received, after any other fault none. Receiving them again is safe.
  ///
  /// - Parameters:
  ///   - isTable: whether the lines are the rows of a table, without the corrections behind them. The box that wrote those
  ///     may send them later. What is corrected here from now on counts as newer, as if this box had seen them.
  ///   - next: returns the lines one by one, in the order of their events' times, corrections after their event, and nil
  ///     at the end. This log must not have their ids yet.
  public mutating func receive(
    isTable: Bool = false, _ next: () throws(JournalFault) -> ImportedDraft?
  ) throws(JournalFault) {
    if let fault = flush().fault { throw fault }
    var batch = ImportBatch(
      first: lastSegmentNumber + 1, ledger: summary.ledger, lastSequence: lastSequence, lastCount: lastCount)
    do throws(JournalFault) {
      while let imported = try next() { try receive(imported, &batch) }
      guard batch.lastSequence > lastSequence else { return }
      try write(&batch)
      if isTable { batch.lastCount = max(batch.lastCount, countByClock) }
      try closeAll()
    } catch {
      discard(batch)
      throw error
    }
    try decide(batch)
  }

  /// A count that no box reaches by counting its lines: the seconds since 1970.
  private var countByClock: Int {
    let seconds = summary.clocks.instant(at: moment.boot).milliseconds / 1000
    return min(max(seconds, lastCount), LineLimits.count.upperBound)
  }

  private mutating func receive(
    _ imported: ImportedDraft, _ batch: inout ImportBatch
  ) throws(JournalFault) {
    let origin = imported.origin.flatMap { LineLimits.allow(count: $0.count, throughSegment: 0) ? $0 : nil }
    // What is corrected here from now on is newer than all that was copied.
    let count = max(batch.lastCount, origin?.count ?? 0) + 1
    var line = imported.draft.line(
      box: box, sequence: batch.lastSequence + 1, count: min(count, LineLimits.count.upperBound),
      origin: origin)
    guard var bytes = imported.draft.text(of: line) else { return }
    if bytes.count > StorageLimits.lineBytes + 1, origin != nil {
      line.origin = nil
      bytes = imported.draft.text(of: line) ?? bytes
    }
    guard bytes.count <= StorageLimits.lineBytes + 1 else { throw .tooLong(line.id) }
    if !batch.lines.isEmpty, batch.lines.count + bytes.count + Self.edgeBytes > segmentBytes {
      try write(&batch)
      batch.beginNext()
    }
    batch.add(line, bytes, imported.span)
  }

  /// Writes a whole segment with its head and its stop.
  private func write(_ batch: inout ImportBatch) throws(JournalFault) {
    let head = SegmentHead(
      segment: batch.number, box: box, moment: moment, kernelBootID: kernelBootID,
      instant: summary.clocks.instant(at: moment.boot), roomBytes: 0,
      past: SegmentHead.Past(accounts: batch.past.carried(by: box)), count: batch.past.count, span: batch.span
    )
    let stop = SegmentStop(box: box, moment: moment, lastSequence: batch.lastSequence)
    let bytes = JournalLineCodec.encode(head) + batch.lines + JournalLineCodec.encode(stop)
    let path = Self.stagedPath(batch.number)
    do throws(StorageFault) {
      try writeStaged(bytes, batch.number)
      try ReplacedFile.readBack(bytes, from: path, in: storage)
      storage.abandon(path)
    } catch {
      throw .unwritable(error)
    }
  }

  /// Closes the open segment. Later lines have higher numbers, so they must not stand in a segment before the import.
  private mutating func closeAll() throws(JournalFault) {
    try close()
    do throws(StorageFault) {
      try storage.syncDirectory(SegmentName.folder)
    } catch {
      throw .unwritable(error)
    }
  }

  private func discard(_ batch: ImportBatch) {
    for number in batch.first...batch.number { discard(Self.stagedPath(number)) }
  }

  private mutating func decide(_ batch: ImportBatch) throws(JournalFault) {
    let range = batch.first...batch.number
    var mark = mark(range)
    mark.last = batch.ledger.allAccounts.mapValues { $0.last }
    mark.count = batch.lastCount
    do throws(StorageFault) {
      try LogIdentity(box: box, mark: mark).save(to: storage)
    } catch {
      guard isDecided(range) else {
        discard(batch)
        throw .unwritable(error)
      }
      throw .uncertain(error)
    }
    segmentCount += range.count
    // Imported lines do not count: while they are written, no other box has time to send the missing ones.
    searchedSince += batch.lastSequence - lastSequence
    (lastSegmentNumber, lastSequence, lastCount) = (batch.number, batch.lastSequence, batch.lastCount)
    summary.noteImport(batch.ledger)
    importing = range
    var faults: [StorageFault] = []
    if Self.nameImport(range, storage, &faults) { importing = nil }
  }

  private func isDecided(_ range: ClosedRange<Int>) -> Bool {
    do throws(StorageFault) {
      return LogIdentity(try storage.read(LogIdentity.path))?.mark?.importing == range
    } catch {
      return true
    }
  }

  /// Renames the segments of a decided import; false if they have to be renamed again later.
  static func nameImport(
    _ range: ClosedRange<Int>, _ storage: Storage, _ faults: inout [StorageFault]
  ) -> Bool {
    let before = faults.count
    note(&faults) { () throws(StorageFault) in
      let staged = try storage.list(SegmentName.folder).compactMap { stagedNumber($0) }.sorted()
      for number in staged where range.contains(number) {
        try storage.rename(stagedPath(number), to: SegmentName.path(number))
      }
      try storage.syncDirectory(SegmentName.folder)
    }
    return faults.count == before
  }
}

import Nursery

extension Journal {
  /// Opens the log: reads what is there, from the newest snapshot on that can be believed, then writes this
  /// boot's own line. `fold` then tells what the lines come to.
  ///
  /// Neither content nor a card that cannot be written makes it fail: the second leaves a journal that holds
  /// its lines in memory, with the fault in what is returned. It fails when the log cannot be listed; the
  /// owner goes on without a journal, and opens again later.
  ///
  /// - Parameter floor: no line was written before it; it bounds the clocks of boots that were never synced.
  public static func open(
    _ storage: Storage, start: JournalStart, floor: Instant = Instant(milliseconds: 0)
  ) throws(JournalFault) -> (journal: Journal, recovered: Recovered) {
    try open(storage, start: start, floor: floor, segmentBytes: segmentBytes)
  }

  /// The same with segments of another length, in bytes.
  public static func open(
    _ storage: Storage, start: JournalStart, floor: Instant, segmentBytes: Int
  ) throws(JournalFault) -> (journal: Journal, recovered: Recovered) {
    var reading = LogReading(of: try segmentNumbers(in: storage), floor: floor, segmentBytes: segmentBytes)
    reading.findLeftovers(in: storage)
    reading.readIdentity(in: storage)
    reading.read(from: storage, start: start)
    let isOfThisKernel = reading.replay.state.fold.starts.starts[start.kernelBootID] != nil
    let (unsettled, settling) =
      isOfThisKernel ? (reading.replay.unsettled, []) : settle(reading.replay.unsettled, in: storage)
    var recovered = reading.replay.summary(box: reading.box(start))
    recovered.snapshot = reading.snapshot?.segment
    recovered.onlyInSnapshot = reading.onlyInSnapshot
    var minorFaults = settling + reading.identityFaults
    if reading.wantsIdentity {
      note(&minorFaults) { () throws(StorageFault) in try BoxIdentity.save(box: recovered.box, to: storage) }
    }
    let upkeep = Upkeep(
      after: reading, segmentBytes: segmentBytes, isTrusted: settling.isEmpty,
      isWrittenOnceMore: !unsettled.isEmpty)
    var journal = Journal(after: reading, recovered, upkeep, on: storage, segmentBytes: segmentBytes)
    journal.holdAgain(unsettled)
    recovered.fault = journal.appendBootLine(start)
    recovered.lastSequence = journal.lastSequence
    note(&minorFaults) { () throws(StorageFault) in try reading.replay.quarantine.save(to: storage) }
    recovered.minorFaults = minorFaults
    return (journal, recovered)
  }

  private init(
    after reading: LogReading, _ recovered: Recovered, _ upkeep: Upkeep, on storage: Storage,
    segmentBytes: Int
  ) {
    self.init(
      recovered: recovered, state: reading.replay.state, upkeep: upkeep, storage: storage,
      segmentBytes: segmentBytes, lastSegmentNumber: reading.lastNumber,
      figures: JournalFigures(segments: reading.numbers.count, snapshot: reading.snapshot))
  }

  static func segmentNumbers(in storage: Storage) throws(JournalFault) -> [Int] {
    do throws(StorageFault) {
      return try storage.list(SegmentName.folder).compactMap(SegmentName.number).sorted()
    } catch {
      throw .unreadable(error)
    }
  }

  /// What this start has read will be shown as saved. Since another boot of the kernel wrote it, it was read from the
  /// card; a sync costs nothing then, and helps where that is not so. Tells the segments whose sync failed, and why.
  ///
  /// Where it was this boot, a sync proves nothing: the process that died may have been told that its own one failed,
  /// and from then on the kernel takes for clean what is in its memory only. That is written once more instead.
  private static func settle(
    _ segments: [LogReplay.Unsettled], in storage: Storage
  ) -> (unsettled: [LogReplay.Unsettled], faults: [StorageFault]) {
    var (unsettled, faults): ([LogReplay.Unsettled], [StorageFault]) = ([], [])
    for segment in segments {
      let (path, before) = (SegmentName.path(segment.number), faults.count)
      note(&faults) { () throws(StorageFault) in try storage.sync(path) }
      if faults.count > before { unsettled.append(segment) }
      storage.abandon(path)
    }
    return (unsettled, faults)
  }

  /// Runs what the log can do without, and keeps the fault for the report.
  private static func note(_ faults: inout [StorageFault], _ work: () throws(StorageFault) -> Void) {
    do throws(StorageFault) {
      try work()
    } catch {
      faults.append(error)
    }
  }

  /// The first write of a start: it proves that the card takes lines.
  private mutating func appendBootLine(_ start: JournalStart) -> JournalFault? {
    lastSequence += 1
    let line = JournalLine(
      id: start.bootLineID, box: box, sequence: lastSequence, moment: start.moment(boot: boot),
      entry: .boot(kernelBootID: start.kernelBootID))
    holdBootLine(line)
    return flush().fault
  }
}

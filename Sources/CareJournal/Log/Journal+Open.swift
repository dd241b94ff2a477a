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
    reading.readIdentity(in: storage)
    reading.read(from: storage, start: start)
    let box = reading.box(start)
    let (unsettled, settling) = settle(reading.replay.unsettled, in: storage)
    var minorFaults = settling
    var recovered = reading.replay.summary(box: box)
    recovered.snapshot = reading.snapshot?.segment
    let upkeep = Upkeep(after: reading, segmentBytes: segmentBytes, isTrusted: minorFaults.isEmpty)
    minorFaults += reading.identityFaults
    if reading.wantsIdentity {
      note(&minorFaults) { () throws(StorageFault) in try BoxIdentity.save(box: box, to: storage) }
    }
    var journal = Journal(
      recovered: recovered, state: reading.replay.state, upkeep: upkeep, storage: storage,
      segmentBytes: segmentBytes, lastSegmentNumber: reading.numbers.last ?? 0,
      figures: JournalFigures(segments: reading.numbers.count, snapshot: reading.snapshot))
    for path in unsettled {
      guard let number = SegmentName.pathNumber(path) else { continue }
      note(&minorFaults) { () throws(StorageFault) in
        journal.holdAgain(try storage.read(path), number: number)
      }
    }
    recovered.fault = journal.appendBootLine(start)
    recovered.lastSequence = journal.lastSequence
    note(&minorFaults) { () throws(StorageFault) in try reading.replay.quarantine.save(to: storage) }
    recovered.minorFaults = minorFaults
    return (journal, recovered)
  }

  static func segmentNumbers(in storage: Storage) throws(JournalFault) -> [Int] {
    do throws(StorageFault) {
      return try storage.list(SegmentName.folder).compactMap(SegmentName.number).sorted()
    } catch {
      throw .unreadable(error)
    }
  }

  /// What this start has read will be shown as saved. After a process was killed some of it may be in the
  /// kernel's memory only, so it is synced before anybody believes it. Tells the segments whose sync failed, and why.
  private static func settle(
    _ paths: [String], in storage: Storage
  ) -> (unsettled: [String], faults: [StorageFault]) {
    var (unsettled, faults): ([String], [StorageFault]) = ([], [])
    for path in paths {
      let before = faults.count
      note(&faults) { () throws(StorageFault) in try storage.sync(path) }
      if faults.count > before { unsettled.append(path) }
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

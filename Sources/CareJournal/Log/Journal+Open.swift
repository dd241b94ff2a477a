import Nursery

extension Journal {
  /// Opens the log: delivers every line that is there, once and in order, then writes this boot's own line.
  ///
  /// Neither content nor a card that cannot be written makes it fail: the second leaves a journal that holds
  /// its lines in memory, with the fault in what is returned. It fails when the log cannot be listed; the
  /// owner goes on without a journal, and opens again later.
  public static func open(
    _ storage: Storage, start: JournalStart, apply: (JournalLine) -> Void
  ) throws(JournalFault) -> (journal: Journal, recovered: Recovered) {
    try open(storage, start: start, segmentBytes: segmentBytes, apply: apply)
  }

  /// The same with segments of another length.
  static func open(
    _ storage: Storage, start: JournalStart, segmentBytes: Int, apply: (JournalLine) -> Void
  ) throws(JournalFault) -> (journal: Journal, recovered: Recovered) {
    let numbers = try segmentNumbers(in: storage)
    var replay = LogReplay(logBytes: numbers.count * segmentBytes)
    for number in numbers {
      do throws(StorageFault) {
        replay.read(try storage.read(SegmentName.path(number)), number: number, apply: apply)
      } catch {
        replay.noteUnreadable(error)
      }
    }
    var minorFaults = settle(replay.unsettled, in: storage)
    let box = identity(in: storage, replay: replay, start: start, faults: &minorFaults)
    var recovered = replay.summary(box: box)
    var journal = Journal(
      recovered: recovered, storage: storage, segmentBytes: segmentBytes,
      lastSegmentNumber: numbers.last ?? 0)
    recovered.fault = journal.appendBootLine(start)
    recovered.lastSequence = journal.lastSequence
    note(&minorFaults) { () throws(StorageFault) in try replay.quarantine.save(to: storage) }
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
  /// kernel's memory only, so it is synced before anybody believes it.
  private static func settle(_ paths: [String], in storage: Storage) -> [StorageFault] {
    var faults: [StorageFault] = []
    for path in paths {
      note(&faults) { () throws(StorageFault) in try storage.sync(path) }
      storage.abandon(path)
    }
    return faults
  }

  /// The box's name: from its file; else from the log; else a new one. The file is written when it is not
  /// there or damaged, but not when the medium would not give it back.
  private static func identity(
    in storage: Storage, replay: LogReplay, start: JournalStart, faults: inout [StorageFault]
  ) -> String {
    let fallback = replay.lastBootBox ?? start.newBox
    do throws(StorageFault) {
      if let box = BoxIdentity.box(in: try storage.read(BoxIdentity.path)) { return box }
    } catch {
      if error.reason != .missing {
        faults.append(error)
        return fallback
      }
    }
    note(&faults) { () throws(StorageFault) in try BoxIdentity.save(box: fallback, to: storage) }
    return fallback
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
    let moment = Moment(
      boot: BootTime(boot: boot, milliseconds: start.bootMilliseconds), wall: start.wall,
      trust: start.trust)
    lastSequence += 1
    let line = JournalLine(
      id: start.bootLineID, box: box, sequence: lastSequence, moment: moment,
      entry: .boot(kernelBootID: start.kernelBootID))
    hold(line, isBootLine: true)
    return flush().fault
  }
}

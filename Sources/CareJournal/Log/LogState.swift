import Nursery

/// Everything that a start has to know of the lines before it: what a snapshot holds.
struct LogState: Sendable {
  var fold: CareFold
  var ledger = SequenceLedger()
  var tally = LogTally()
  /// The owner of the log, should its identity file be lost: the box that the last boot line names, or where none
  /// is left, the first line.
  var owner: String?
  /// What the fold no longer holds; nil: it holds everything.
  var forgotten: Forgotten?
  /// Whether a line corrected an event that the fold does not hold and may have forgotten: then only all lines
  /// of the log tell what the correction did.
  private(set) var isDoubtful = false

  /// How far back events are held, and so can be corrected, in days. Older ones stay on the disk.
  static let heldDays = 400
  /// What a line of an event or of a correction takes of a snapshot: about 90 and 45 bytes, two of three are events.
  private static let snapshotBytesPerLine = 75

  init(floor: Instant) {
    fold = CareFold(floor: floor)
  }

  /// Takes the next line, one that has not been taken before.
  mutating func take(_ line: JournalLine) {
    tally.lines += 1
    ledger.note(line)
    if owner == nil { owner = line.box }
    switch line.entry {
    case .boot: owner = line.box
    case .foreign: tally.foreign += 1
    case .care(let event): if forgotten != nil, !knowsEvent(of: event) { isDoubtful = true }
    case .sync: break
    }
    fold.apply(line)
  }

  /// Takes a line that was counted before: nothing of it is new but an event, or the correction of one, that has been
  /// forgotten since.
  mutating func recall(_ line: JournalLine) {
    guard case .care(let event) = line.entry, knowsEvent(of: event) else { return }
    fold.logs[event.baby, default: CareLog(baby: event.baby)].apply(event)
  }

  /// Whether it can have counted a line and forgotten nothing of it but what is old. False: another line has
  /// that number, unless the event was amended to a time that is old.
  func canHaveCounted(_ line: JournalLine) -> Bool {
    switch line.entry {
    case .boot(let kernelBootID): fold.starts.starts[kernelBootID] != nil
    case .care(let event): canHaveCounted(event)
    case .sync, .foreign: true
    }
  }

  private func canHaveCounted(_ event: CareEvent) -> Bool {
    guard case .added(let care) = event.change, fold.logs[event.baby]?.record(event.id) == nil else {
      return true
    }
    guard let forgotten, let start = fold.clocks.latestInstant(of: care.start) else { return false }
    return start < forgotten.before
  }

  private func knowsEvent(of event: CareEvent) -> Bool {
    (fold.logs[event.baby] ?? CareLog(baby: event.baby)).hasEvent(for: event.change)
  }

  /// About how long a snapshot of it is, in bytes.
  var snapshotBytes: Int {
    fold.logs.values.reduce(0) { $0 + $1.lineCount } * Self.snapshotBytesPerLine
  }

  /// Forgets what is too old at a start. False when what had been forgotten before is not: then only all lines
  /// of the log tell what has to be held.
  ///
  /// - Parameter isLast: nothing tells more, so it is forgotten in any case.
  mutating func forget(at start: JournalStart, boot: Int, isLast: Bool = false) -> Bool {
    var (clocks, starts) = (fold.clocks, fold.starts)
    starts.noteStart(start.moment(boot: boot), start.kernelBootID, in: &clocks)
    let now = clocks.instant(at: BootTime(boot: boot, milliseconds: start.bootMilliseconds))
    // Counted from the newest event at the latest: a clock that is years ahead, and corrected later, must not empty
    // the box.
    let newest = fold.logs.values.compactMap { $0.newest(clock: clocks) }.max() ?? now
    let limit = min(now, newest).adding(minutes: -Self.heldDays * 1440)
    if !isLast, let forgotten, !forgotten.isForgotten(before: limit, clocks: clocks) { return false }
    forgotten = Forgotten(&fold, before: limit, clocks: clocks, earlier: forgotten)
    return true
  }
}

import Nursery

/// What the next head must say about the lines before it. Each saved line updates it. It holds only the events that it
/// needs for this.
struct LogSummary: Sendable {
  private(set) var ledger: SequenceLedger
  private(set) var clockFold: ClockFold
  /// Events that were corrected before they arrived.
  private var awaited: Set<EventID> = []
  private var tracked: [SegmentHead.Event] = []
  /// Whether every running event is tracked.
  private var isComplete = true

  /// How many events are tracked beside running ones: about three days' worth, in which nearly all corrections come.
  private static let trackedEvents = 256

  /// The state read at a start, and the start itself, whose line is not on the card yet.
  init(ledger: SequenceLedger, fold: CareFold, _ start: JournalStart, boot: Int) {
    self.ledger = ledger
    clockFold = fold.clockFold
    clockFold.noteStart(start, boot: boot)
    let instant = clocks.instant(at: BootTime(boot: boot, milliseconds: start.bootMilliseconds))
    for (baby, log) in fold.logs.sorted(by: { $0.key.number < $1.key.number }) {
      let records = log.allRecords
      for (index, record) in records.enumerated() {
        guard index + Self.trackedEvents >= records.count || isOpen(record, at: instant) else { continue }
        tracked.append(
          SegmentHead.Event(
            baby: baby, record: record, stamp: log.stamp(of: record.id) ?? .none,
            newest: log.newestCorrection(of: record.id)))
      }
      awaited.formUnion(log.waitingCorrections.map(\.target))
    }
    forgetClosed(at: instant)
  }

  /// What is known of the boots' wall clocks.
  var clocks: ClockHistory { clockFold.clocks }

  mutating func apply(_ line: JournalLine) {
    ledger.note(line)
    clockFold.apply(line)
    if case .care(let event) = line.entry { apply(event, line) }
  }

  /// Leaves out a box's numbers up to `number`.
  ///
  /// - Returns: these numbers; nil if there are none.
  mutating func skip(through number: Int, of box: String) -> ClosedRange<Int>? {
    ledger.skip(through: number, of: box)
  }

  /// Puts late lines into their places.
  mutating func settle() { clockFold.settle() }

  private mutating func apply(_ event: CareEvent, _ line: JournalLine) {
    switch event.change {
    case .added(let care):
      let record = CareRecord(id: event.id, care: care, source: event.source, by: event.by)
      let isKnown = tracked.contains { $0.record.id == event.id }
      tracked.append(SegmentHead.Event(baby: event.baby, record: record, stamp: line.stamp))
      // An event that was corrected before it arrived, or is in the log twice, is not tracked here.
      if isKnown || awaited.contains(event.id) { isComplete = false }
    case .amended(let id, let patch):
      // If the event is not tracked, only a correction with an end shows that the event does not run.
      if !correct(id, .amend(patch), line), patch.end ?? nil == nil { isComplete = false }
    case .deleted(let id): correct(id, .delete, line)
    }
  }

  /// - Returns: whether the event is tracked.
  @discardableResult
  private mutating func correct(_ id: EventID, _ correction: Correction, _ line: JournalLine) -> Bool {
    guard let index = tracked.lastIndex(where: { $0.record.id == id }) else {
      if awaited.count < Self.awaitedLimit { awaited.insert(id) } else { isComplete = false }
      return false
    }
    // A correction that is older than one already applied, or a copy of it, makes the record wrong. Only the
    // corrections themselves show the right order.
    if line.stamp <= tracked[index].newest { isComplete = false }
    tracked[index].newest = max(line.stamp, tracked[index].newest)
    tracked[index].record.apply(correction)
    return true
  }

  /// How many corrections of untracked events are kept. After more, no head is complete until the next start.
  private static let awaitedLimit = 4096

  /// Notes imported lines, of which only the ledger is kept.
  mutating func noteImport(_ ledger: SequenceLedger) {
    self.ledger = ledger
    isComplete = false
  }

  /// The head of a segment that is begun now.
  ///
  /// - Parameters:
  ///   - hasPast: whether everything read or written before is durable where it stands.
  ///   - isBlind: whether this start could not read some segments.
  ///   - skipped: numbers that were left out and that no head names yet.
  mutating func head(
    _ segment: Int, box: String, at moment: Moment, kernelBootID: String, roomBytes: Int, hasPast: Bool,
    isBlind: Bool, skipped: [ClosedRange<Int>]
  ) -> SegmentHead {
    let instant = clocks.instant(at: moment.boot)
    forgetClosed(at: instant)
    return SegmentHead(
      segment: segment, box: box, moment: moment, kernelBootID: kernelBootID, instant: instant,
      roomBytes: roomBytes, past: hasPast && !isBlind ? past(box, at: moment.boot.boot, instant) : nil,
      count: ledger.count, isBlind: isBlind, skipped: skipped)
  }

  private func past(_ box: String, at boot: Int, _ instant: Instant) -> SegmentHead.Past {
    var past = SegmentHead.Past(accounts: ledger.carried(by: box))
    let events = tracked.filter { isOpen($0.record, at: instant) }
    var boots: [String?: Set<Int>] = [nil: [boot]]
    for event in events {
      for time in event.record.care.bootTimes { boots[time.box, default: []].insert(time.boot) }
    }
    guard isComplete, let own = clocks(of: nil, boots[nil] ?? [], running: boot),
      let others = others(than: box, boots)
    else { return past }
    (past.clocks, past.sharedBoots, past.others, past.events) = (own.clocks, own.shared, others, events)
    return past
  }

  /// The clocks of the other boxes; nil if an event needs a clock that is not known well enough. An unknown clock that
  /// no event needs is left out. A start that meets lines of an unknown boot begins to read earlier.
  private func others(than box: String, _ boots: [String?: Set<Int>]) -> [String: SegmentHead.Other]? {
    var others: [String: SegmentHead.Other] = [:]
    for other in clocks.otherBoxes {
      let needed = boots[other] ?? []
      guard let starts = clockFold.starts(of: other), let kernel = starts.latestName,
        let known = clocks(of: other, needed, running: starts.latestStart)
      else {
        if needed.isEmpty { continue }
        return nil
      }
      others[other] = SegmentHead.Other(
        lastStart: starts.latestStart, kernelBootID: kernel, clocks: known.clocks, sharedBoots: known.shared)
    }
    return others
  }

  /// The clocks of a box that are enough to resolve the times of these boots, and the starts that share these clocks;
  /// nil if no selection is enough or it would be too large. A time that is known only within bounds changes as more
  /// becomes known, so every boot but the running one must be synced.
  private func clocks(
    of box: String?, _ boots: Set<Int>, running: Int
  ) -> (clocks: [BootClock], shared: [SegmentHead.Pair])? {
    let history = clocks.history(of: box)
    guard let recent = history.bootClocks(sinceSyncThrough: running), recent.count <= Self.carriedClocks
    else { return nil }
    var clocksByBoot = Dictionary(uniqueKeysWithValues: recent.map { ($0.boot, $0) })
    let current = history.bootClock(of: running)?.boot
    for boot in boots {
      guard let clock = history.bootClock(of: boot), clock.boot == current || history.isSynced(boot: boot)
      else { return nil }
      clocksByBoot[clock.boot] = clock
    }
    let shared = boots.union([running]).sorted().compactMap { boot -> SegmentHead.Pair? in
      guard let clock = history.bootClock(of: boot), clock.boot != boot else { return nil }
      return SegmentHead.Pair(boot: boot, earlier: clock.boot)
    }
    return (clocksByBoot.values.sorted { $0.boot < $1.boot }, shared)
  }

  /// A deleted event that began at most this many minutes ago still counts as running.
  private static let takenBackMinutes = 360

  /// How many clocks of a box a head has room for, beside those of its events.
  private static let carriedClocks = 8

  private func isOpen(_ record: CareRecord, at instant: Instant) -> Bool {
    let last = clocks.latestInstant(of: record.care.end ?? record.care.start) ?? instant.adding(minutes: 1)
    let isRunning = record.care.kind.lasts && record.care.end == nil
    // A deleted event is restored soon or never. Each bottle deletes a nursing, and these would fill the head.
    let beganBy = record.isDeleted ? instant.adding(minutes: -Self.takenBackMinutes) : nil
    return isRunning && beganBy.map { last > $0 } ?? true || last > instant
  }

  /// Forgets events that are over, except those that may still be corrected.
  private mutating func forgetClosed(at instant: Instant) {
    let late = tracked.count - Self.trackedEvents
    guard late > 0 else { return }
    // An event deleted days ago is not restored.
    let old = tracked[..<late].filter { event in
      !event.record.isDeleted && isOpen(event.record, at: instant)
    }
    tracked = old + tracked[late...]
  }
}

extension Care {
  /// The times on a boot clock in it.
  fileprivate var bootTimes: [BootTime] {
    [start, end].compactMap { time in
      if case .boot(let reading)? = time { reading } else { nil }
    }
  }
}

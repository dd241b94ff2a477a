import Nursery

/// What the next head has to say of the lines before it. It grows by each line that is saved, and holds no more events
/// than that takes.
struct LogSummary: Sendable {
  private(set) var ledger: SequenceLedger
  private(set) var clocks: ClockHistory
  private var starts: KernelStarts
  private var tracked: [SegmentHead.Event] = []
  /// Whether every event that runs is among the tracked ones.
  private var isComplete = true

  /// How many events are tracked beside those that run: three days' worth, in which nearly all corrections come.
  private static let trackedEvents = 256

  /// What was read at a start.
  init(ledger: SequenceLedger, fold: CareFold) {
    self.ledger = ledger
    clocks = fold.clocks
    starts = fold.starts
    for (baby, log) in fold.logs.sorted(by: { $0.key.number < $1.key.number }) {
      tracked += log.allRecords.map { SegmentHead.Event(baby: baby, record: $0) }
    }
    forgetClosed(at: nil)
  }

  /// Applies the start of a boot whose line is not on the flash yet. A second time it changes nothing.
  mutating func noteStart(_ start: JournalStart, boot: Int) {
    starts.noteStart(start.moment(boot: boot), start.kernelBootID, in: &clocks)
  }

  /// Applies the next line.
  mutating func apply(_ line: JournalLine) {
    ledger.note(line)
    starts.note(line, in: &clocks)
    if case .care(let event) = line.entry { apply(event) }
  }

  private mutating func apply(_ event: CareEvent) {
    switch event.change {
    case .added(let care):
      let record = CareRecord(id: event.id, care: care, source: event.source, by: event.by)
      tracked.append(SegmentHead.Event(baby: event.baby, record: record))
    case .amended(let id, let patch):
      guard let index = tracked.lastIndex(where: { $0.record.id == id }) else {
        // Only an end shows that an event which is not tracked does not run from now on.
        if patch.end ?? nil == nil { isComplete = false }
        return
      }
      tracked[index].record.care = tracked[index].record.care.patched(by: patch)
      tracked[index].record.isDeleted = false
    case .deleted(let id):
      if let index = tracked.lastIndex(where: { $0.record.id == id }) {
        tracked[index].record.isDeleted = true
      }
    }
  }

  /// Notes lines that were received together, and of which nothing else is held.
  mutating func noteImport(_ ledger: SequenceLedger) {
    self.ledger = ledger
    isComplete = false
  }

  /// The head of a segment that is begun now.
  ///
  /// - Parameters:
  ///   - hasPast: whether all that was read or written before is durable where it stands.
  ///   - isBlind: whether this start could not read some segments.
  mutating func head(
    _ segment: Int, box: String, at moment: Moment, kernelBootID: String, roomBytes: Int, hasPast: Bool,
    isBlind: Bool
  ) -> SegmentHead {
    let instant = clocks.instant(at: moment.boot)
    forgetClosed(at: instant)
    return SegmentHead(
      segment: segment, box: box, moment: moment, kernelBootID: kernelBootID, instant: instant,
      roomBytes: roomBytes, past: hasPast && !isBlind ? past(at: moment.boot.boot, instant) : nil,
      isBlind: isBlind)
  }

  private func past(at boot: Int, _ instant: Instant) -> SegmentHead.Past {
    var past = SegmentHead.Past(
      accounts: ledger.allAccounts.mapValues {
        SequenceLedger.Account(last: $0.last, lines: $0.lines, lastBoot: $0.lastBoot)
      })
    let events = tracked.filter { isOpen($0.record, at: instant) }
    let boots = events.reduce(into: Set([boot])) { $0.formUnion($1.record.care.boots) }
    guard isComplete, let clocks = clocks(of: boots, running: boot) else { return past }
    (past.clocks, past.events) = (clocks, events)
    for boot in boots.sorted() {
      guard let clock = self.clocks.bootClock(of: boot), clock.boot != boot else { continue }
      past.sharedBoots.append(SegmentHead.Pair(boot: boot, earlier: clock.boot))
    }
    return past
  }

  /// The clocks that resolve the times of these boots as all clocks together do; nil where they may not. A time that is
  /// only bounded moves with what becomes known later, so only the running boot may be without a sync.
  private func clocks(of boots: Set<Int>, running: Int) -> [BootClock]? {
    guard let recent = clocks.bootClocks(sinceSyncThrough: running), recent.count <= Self.carriedClocks else {
      return nil
    }
    var clocksByBoot = Dictionary(uniqueKeysWithValues: recent.map { ($0.boot, $0) })
    let current = clocks.bootClock(of: running)?.boot
    for boot in boots {
      guard let clock = clocks.bootClock(of: boot), clock.boot == current || clocks.isSynced(boot: boot)
      else {
        return nil
      }
      clocksByBoot[clock.boot] = clock
    }
    return clocksByBoot.values.sorted { $0.boot < $1.boot }
  }

  /// How many clocks a head has room for, beside those of its events.
  private static let carriedClocks = 8

  private func isOpen(_ record: CareRecord, at instant: Instant) -> Bool {
    let last = record.care.end ?? record.care.start
    let isRunning = record.care.kind.lasts && record.care.end == nil
    return isRunning || clocks.latestInstant(of: last).map { $0 > instant } ?? true
  }

  /// Forgets what is over, but for what may still be corrected.
  private mutating func forgetClosed(at instant: Instant?) {
    let late = tracked.count - Self.trackedEvents
    guard late > 0 else { return }
    // What was taken back days ago is not brought back.
    let old = tracked[..<late].filter { event in
      !event.record.isDeleted && instant.map { isOpen(event.record, at: $0) } ?? true
    }
    tracked = old + tracked[late...]
  }
}

extension Care {
  /// The boots by whose clocks it is told.
  fileprivate var boots: Set<Int> {
    var boots: Set<Int> = []
    for case .boot(let time)? in [start, end] as [EventTime?] { boots.insert(time.boot) }
    return boots
  }
}

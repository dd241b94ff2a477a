import Nursery

/// The result of all lines of a log: the events of every baby, configured or not, and the clock of every boot.
public struct CareFold: Sendable {
  /// How many days of events a start holds, so that the pages can show and correct them. Nights look back 18 days,
  /// learning 60. Older events stay on the disk.
  public static let heldDays = 62

  /// The events, by baby.
  public internal(set) var logs: [BabyID: CareLog] = [:]
  var eventCount: Int { logs.values.reduce(0) { $0 + $1.count } }
  /// The number of lines that made the events: additions and corrections.
  public var lineCount: Int { logs.values.reduce(0) { $0 + $1.lineCount } }
  /// What the lines say about the clocks.
  private(set) var clockFold: ClockFold
  /// What is known of the boots' wall clocks. Lines that came late count only after `settle`.
  public var clocks: ClockHistory { clockFold.clocks }

  /// An empty fold. No line was written before `floor`: see `ClockHistory`.
  public init(floor: Instant = Instant(milliseconds: 0)) { clockFold = ClockFold(floor: floor) }

  /// The state that a head records of the lines before it; nil if its parts contradict each other.
  init?(from head: SegmentHead, floor: Instant) {
    guard let events = head.past?.events, let clockFold = ClockFold(from: head, floor: floor) else {
      return nil
    }
    self.clockFold = clockFold
    for event in events {
      logs[event.baby, default: CareLog(baby: event.baby)].restore(
        event.record, stamp: event.stamp, through: event.newest)
    }
  }

  /// Applies the next line.
  public mutating func apply(_ line: JournalLine) {
    clockFold.apply(line)
    if case .care(let event) = line.entry {
      logs[event.baby, default: CareLog(baby: event.baby)].collect(event, stamp: line.stamp)
    }
  }

  /// Puts late lines into their place. Call it after the last line, before the clocks and the events are used.
  public mutating func settle() {
    clockFold.settle()
    for baby in Array(logs.keys) { logs[baby]?.settle() }
  }

  /// Whether a line needs lines older than the head at which the reader began.
  var missesOlderLines: Bool {
    clockFold.missesOlderLines || logs.values.contains { $0.missesOlderLines }
  }

  /// Applies the start of a boot whose line may not be on the card yet. A repeated call changes nothing.
  public mutating func noteStart(_ start: JournalStart, boot: Int) {
    clockFold.noteStart(start, boot: boot)
  }

  /// The latest known moment of the latest kernel boot other than the named one; nil if there was none.
  public func lastAlive(before kernelBoot: String) -> KernelTime? {
    let earlier = clockFold.starts.starts.filter { $0.key != kernelBoot }.max { $0.value < $1.value }
    guard let earlier, let last = clocks.lastMilliseconds(ofBoot: earlier.value) else { return nil }
    return KernelTime(kernelBoot: earlier.key, milliseconds: last)
  }

  /// A start forgets events that ended before this instant: `heldDays` before now, or before the newest event if that
  /// is earlier. So a clock that is years ahead and corrected later does not empty the box.
  public func limit(at start: JournalStart, boot: Int) -> Instant {
    var fold = self
    fold.noteStart(start, boot: boot)
    let now = fold.clocks.instant(at: BootTime(boot: boot, milliseconds: start.bootMilliseconds))
    let newest = logs.values.compactMap { $0.newest(clock: clocks) }.max() ?? now
    return min(now, newest).adding(minutes: -Self.heldDays * 1440)
  }

  /// Forgets the events that ended before an instant.
  mutating func forget(before limit: Instant) {
    let clocks = clocks
    for baby in Array(logs.keys) { logs[baby]?.prune(before: limit, clock: clocks) }
  }

  /// Whether an event that is not held here was corrected, and the correction shows that the event may run or end after
  /// an instant.
  func awaitsEvents(since limit: Instant) -> Bool {
    logs.values.contains { log in
      log.waitingCorrections.contains { waiting in
        guard case .amend(let patch) = waiting.correction else { return false }
        // An empty patch restores a deleted event, which may have been deleted long ago.
        if patch == CarePatch() { return true }
        if case .some(.none) = patch.end { return true }
        return patch.times.contains { time in
          clocks.latestInstant(of: time).map { $0 >= limit } ?? true
        }
      }
    }
  }
}

extension JournalStart {
  func moment(boot: Int) -> Moment {
    Moment(boot: BootTime(boot: boot, milliseconds: bootMilliseconds), wall: wall, trust: trust)
  }
}

import CareJournal
import Nursery

/// The whole log from its segments: the events of every baby, whichever babies are configured now.
package struct LogFold {
  private var fold: CareFold
  package private(set) var careLines = 0
  /// The latest instant that a line of the log was written at; nil for an empty log.
  package private(set) var lastInstant: Instant?

  /// Reads a box's log. No line was written before `floor`: it bounds the clocks of boots that were never synced.
  ///
  /// - Parameter isWanted: decides by its id whether an event is kept.
  package init<Storage: JournalStorage>(
    of storage: Storage, floor: Instant = Instant(milliseconds: 0),
    about isWanted: (EventID) -> Bool = { _ in true }
  ) throws(JournalFault) {
    var fold = LogFold(floor: floor)
    try LogLines.read(from: storage) { line, _ in
      if case .care(let event) = line.entry, !isWanted(event.about) { return }
      fold.apply(line)
    }
    fold.fold.settle()
    self = fold
  }

  private init(floor: Instant) { fold = CareFold(floor: floor) }

  /// The events, by baby.
  package var logs: [BabyID: CareLog] { fold.logs }

  /// What is known of the boots' wall clocks.
  package var clocks: ClockHistory { fold.clocks }

  private mutating func apply(_ line: JournalLine) {
    fold.apply(line)
    if case .care = line.entry { careLines += 1 }
    let instant = fold.clocks.instant(at: line.moment.boot)
    lastInstant = max(instant, lastInstant ?? instant)
  }
}

/// The clocks in a log's lines, read without a box.
package struct LogClocks {
  /// The boot in which the log is read: it is later than every boot in the log.
  private static let readingBoot = 1_000_000_000

  /// What is known of the boots' wall clocks.
  private(set) var history: ClockHistory

  /// The clocks of a log.
  package init(history: ClockHistory) { self.history = history }

  /// Reads a box's log. No line was written before `floor`: it bounds the clocks of boots that were never synced.
  package init<Storage: JournalStorage>(
    of storage: Storage, floor: Instant = Instant(milliseconds: 0)
  ) throws(JournalFault) {
    var fold = ClockFold(floor: floor)
    try LogLines.read(from: storage) { line, _ in fold.apply(line) }
    fold.settle()
    history = fold.clocks
  }

  /// The clocks if the log is read at a wall time, when every boot was over, and the moment of that. If the machine's
  /// clock is behind the log, the log counts.
  package func read(at wall: Instant) -> (clocks: ClockHistory, now: Moment) {
    var clocks = history
    let boot = BootTime(boot: Self.readingBoot, milliseconds: 0)
    let wall = max(wall, clocks.instant(at: boot))
    clocks.noteSync(at: boot, wall: wall)
    return (clocks, Moment(boot: boot, wall: wall, trust: .synced))
  }
}

/// The parts of a log that could not be read, and are missing from an answer.
package struct LeftOut: Hashable, Sendable {
  /// Pieces that are not a line, including torn lines.
  package var damaged = 0
  /// Segments that the medium did not return.
  package var unreadable = 0

  /// Whether the log was read whole.
  package var isNothing: Bool { damaged + unreadable == 0 }

  package init(damaged: Int = 0, unreadable: Int = 0) {
    (self.damaged, self.unreadable) = (damaged, unreadable)
  }

  /// What to report; empty if there is nothing.
  package var text: String {
    let parts = [(damaged, "damaged piece"), (unreadable, "unreadable segment")].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return "" }
    let counted = parts.map { $0.0.counted($0.1) }.joined(separator: " and ")
    return "left out: \(counted); `cribside log verify` names each"
  }
}

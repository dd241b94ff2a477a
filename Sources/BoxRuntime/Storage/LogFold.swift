import CareJournal
import Nursery

/// The log from its segments, nothing forgotten: every baby's events, whichever babies are configured now.
package struct LogFold {
  private var fold: CareFold
  package private(set) var careLines = 0
  /// The latest instant that a line of the log was written at; nil for an empty log.
  package private(set) var lastInstant: Instant?

  /// What could not be read.
  private(set) var leftOut = LeftOut()

  /// Reads a box's log. No line was written before `floor`: it bounds the clocks of boots that were never synced.
  ///
  /// - Parameter isWanted: of which events to keep anything, by their ids.
  package init<Storage: JournalStorage>(
    of storage: Storage, floor: Instant = Instant(milliseconds: 0),
    about isWanted: (EventID) -> Bool = { _ in true }
  ) throws(JournalFault) {
    var fold = LogFold(floor: floor)
    let losses = try LogLines.read(from: storage) { line, _ in
      if case .care(let event) = line.entry, !isWanted(event.about) { return }
      fold.apply(line)
    }
    fold.fold.settle()
    fold.leftOut = LeftOut(damaged: losses.damaged, unreadable: losses.unreadable)
    self = fold
  }

  private init(floor: Instant) {
    fold = CareFold(floor: floor)
  }

  /// The events, by baby.
  package var logs: [BabyID: CareLog] { fold.logs }

  /// What is known of the boots' wall clocks.
  package var clocks: ClockHistory { fold.clocks }

  /// What is known of them when the log is read at a wall time: see `LogClocks`.
  package func clocks(readAt wall: Instant) -> (clocks: ClockHistory, now: Moment) {
    LogClocks(history: clocks).read(at: wall)
  }

  private mutating func apply(_ line: JournalLine) {
    fold.apply(line)
    if case .care = line.entry { careLines += 1 }
    let instant = fold.clocks.instant(at: line.moment.boot)
    lastInstant = max(instant, lastInstant ?? instant)
  }
}

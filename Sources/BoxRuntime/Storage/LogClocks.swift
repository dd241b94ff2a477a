import CareJournal
import Nursery

/// The clocks that a log's lines name, read without a box.
package struct LogClocks {
  /// Later than every boot in a log: the one in which it is read.
  private static let readingBoot = 1_000_000_000

  /// What is known of the boots' wall clocks.
  private(set) var history: ClockHistory

  /// The clocks as a log has them.
  package init(history: ClockHistory) {
    self.history = history
  }

  /// Reads a box's log. No line was written before `floor`: it bounds the clocks of boots that were never synced.
  package init<Storage: JournalStorage>(
    of storage: Storage, floor: Instant = Instant(milliseconds: 0)
  ) throws(JournalFault) {
    var fold = ClockFold(floor: floor)
    try LogLines.read(from: storage) { line, _ in fold.apply(line) }
    fold.settle()
    history = fold.clocks
  }

  /// What is known of them when the log is read at a wall time, and the moment of that: every boot was over by then.
  /// A machine whose clock is behind the log does not contradict it.
  package func read(at wall: Instant) -> (clocks: ClockHistory, now: Moment) {
    var clocks = history
    let boot = BootTime(boot: Self.readingBoot, milliseconds: 0)
    let wall = max(wall, clocks.instant(at: boot))
    clocks.noteSync(at: boot, wall: wall)
    return (clocks, Moment(boot: boot, wall: wall, trust: .synced))
  }
}

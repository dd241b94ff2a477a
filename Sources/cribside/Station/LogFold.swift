import CareJournal
import Nursery

/// The whole log from its segments, nothing forgotten: every baby's events, whoever is configured now.
struct LogFold {
  /// Later than every boot in a log: the one in which it is read without a box.
  private static let readingBoot = 1_000_000_000

  private var fold: CareFold
  private(set) var careLines = 0
  /// Lines of a newer version, as they stand.
  private(set) var foreign: [JournalLine] = []
  /// The latest instant that a line of the log was written at; nil for an empty log.
  private(set) var lastInstant: Instant?

  /// What could not be read.
  private(set) var leftOut = LeftOut()

  /// Reads a box's log. No line was written before `floor`: it bounds the clocks of boots that were never synced.
  init<Storage: JournalStorage>(
    of storage: Storage, floor: Instant = Instant(milliseconds: 0)
  ) throws(JournalFault) {
    var fold = LogFold(floor: floor)
    let (damaged, unreadable) = try Journal.replay(storage) { fold.apply($0) }
    fold.leftOut = LeftOut(damaged: damaged, unreadable: unreadable)
    self = fold
  }

  private init(floor: Instant) {
    fold = CareFold(floor: floor)
  }

  /// The events, by baby.
  var logs: [BabyID: CareLog] { fold.logs }

  /// What is known of the boots' wall clocks.
  var clocks: ClockHistory { fold.clocks }

  /// What is known of them when the log is read at a wall time, and the moment of that: every boot was over by then.
  /// A machine whose clock is behind the log does not contradict it.
  func clocks(readAt wall: Instant) -> (clocks: ClockHistory, now: Moment) {
    var clocks = clocks
    let boot = BootTime(boot: Self.readingBoot, milliseconds: 0)
    let wall = max(wall, clocks.instant(at: boot))
    clocks.noteSync(at: boot, wall: wall)
    return (clocks, Moment(boot: boot, wall: wall, trust: .synced))
  }

  private mutating func apply(_ line: JournalLine) {
    fold.apply(line)
    switch line.entry {
    case .care: careLines += 1
    case .foreign: foreign.append(line)
    case .boot, .sync: break
    }
    let instant = fold.clocks.instant(at: line.moment.boot)
    lastInstant = max(instant, lastInstant ?? instant)
  }
}

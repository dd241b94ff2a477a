import CareJournal
import Nursery

/// The whole log from its segments, nothing forgotten: every baby's events, whoever is configured now.
struct LogFold {
  private var fold = CareFold()
  private(set) var careLines = 0
  /// Lines of a newer version, as they stand.
  private(set) var foreign: [JournalLine] = []
  /// The latest instant that a line of the log was written at; nil for an empty log.
  private(set) var lastInstant: Instant?

  /// Reads a box's log.
  init<Storage: JournalStorage>(of storage: Storage) throws(JournalFault) {
    var fold = LogFold()
    try Journal.replay(storage) { fold.apply($0) }
    self = fold
  }

  private init() {}

  /// The events, by baby.
  var logs: [BabyID: CareLog] { fold.logs }

  /// What is known of the boots' wall clocks.
  var clocks: ClockHistory { fold.clocks }

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

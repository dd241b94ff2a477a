import Nursery

/// One event of a log as it stands, by the civil clock.
struct LogRow: Hashable, Sendable {
  var baby: BabyID
  var record: CareRecord
  var start: ClockHistory.Resolved
  /// Nil while it runs, and for what has no end.
  var end: ClockHistory.Resolved?

  /// Whether no time of it is only bounded.
  var isExact: Bool { start.isExact && end?.isExact != false }
}

extension LogFold {
  /// Every event that was not taken back, oldest first, by what is known of the boots' clocks.
  func rows(by clocks: ClockHistory) -> [LogRow] {
    let rows = logs.flatMap { baby, log in
      log.allRecords.filter { !$0.isDeleted }.map { record in
        LogRow(
          baby: baby, record: record, start: clocks.resolve(record.care.start),
          end: record.care.end.map(clocks.resolve))
      }
    }
    return rows.sorted {
      ($0.start.instant, $0.baby.number, $0.record.id.low)
        < ($1.start.instant, $1.baby.number, $1.record.id.low)
    }
  }
}

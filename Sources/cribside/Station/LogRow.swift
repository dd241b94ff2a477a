import CareJournal
import Nursery

/// One event of a log as it stands, by the civil clock.
struct LogRow: Hashable, Sendable {
  /// Why the pages leave an event out.
  enum Remark: Hashable, Sendable {
    case contradicts
    case future
  }

  var baby: BabyID
  var record: CareRecord
  var start: ClockHistory.Resolved
  /// Nil while it runs, and for what has no end.
  var end: ClockHistory.Resolved?
  /// Nil for what the pages have.
  var remark: Remark?

  /// Whether no time of it is only bounded.
  var isExact: Bool { start.isExact && end?.isExact != false }

  /// The order of lists.
  static func isEarlier(_ one: LogRow, than other: LogRow) -> Bool {
    (one.start.instant, one.baby.number, one.record.id.low)
      < (other.start.instant, other.baby.number, other.record.id.low)
  }
}

extension CareLog {
  /// Every event that was not taken back, by what is known of the boots' clocks.
  func rows(by clocks: ClockHistory) -> [LogRow] {
    allRecords.filter { !$0.isDeleted }.map { record in
      LogRow(
        baby: baby, record: record, start: clocks.resolve(record.care.start),
        end: record.care.end.map(clocks.resolve))
    }
  }
}

extension LogFold {
  /// Every event that was not taken back, oldest first, by what is known of the boots' clocks.
  func rows(by clocks: ClockHistory) -> [LogRow] {
    logs.values.flatMap { $0.rows(by: clocks) }.sorted(by: LogRow.isEarlier)
  }
}

import CareJournal
import Nursery

/// One event of a log as it stands, by the civil clock.
package struct LogRow: Hashable, Sendable {
  /// Why the pages leave an event out.
  enum Remark: Hashable, Sendable {
    case contradicts
    case future
  }

  package var baby: BabyID
  package var record: CareRecord
  package var start: ClockHistory.Resolved
  /// Nil while it runs, and for what has no end.
  package var end: ClockHistory.Resolved?
  /// Nil for what the pages have.
  var remark: Remark?
  /// The box whose line added it; empty where that is not known.
  var box = ""

  /// Whether no time of it is only bounded.
  package var isExact: Bool { start.isExact && end?.isExact != false }

  /// The order of lists.
  static func isEarlier(_ one: LogRow, than other: LogRow) -> Bool {
    (one.start.instant, one.baby.number, one.record.id.low)
      < (other.start.instant, other.baby.number, other.record.id.low)
  }
}

extension CareLog {
  /// Every event that was not taken back, by what is known of the boots' clocks.
  package func rows(by clocks: ClockHistory) -> [LogRow] {
    allRecords.filter { !$0.isDeleted }.map { record in
      LogRow(
        baby: baby, record: record, start: clocks.resolve(record.care.start),
        end: record.care.end.map(clocks.resolve), box: stamp(of: record.id)?.box ?? "")
    }
  }
}

extension LogFold {
  /// Every event that was not taken back, oldest first, by what is known of the boots' clocks.
  package func rows(by clocks: ClockHistory) -> [LogRow] {
    logs.values.flatMap { $0.rows(by: clocks) }.sorted(by: LogRow.isEarlier)
  }
}

import CareJournal
import Nursery
import SimulatedBoard

@testable import BoxCommands
@testable import BoxRuntime

/// What `cribside log import` reads: lines of a log, each with its correct checksum, and tables. What was imported
/// once is recognised afterwards, and can be exported as a table that can be read.
enum ImportFuzz {
  static func run(_ bytes: [UInt8]) {
    let isLog = bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
    guard let work = work(isLog ? LogFuzz.segment(bytes) : bytes), !work.index.entries.isEmpty else { return }
    let disk = SimulatedDisk()
    let first = work.run(on: disk, opening: LogFuzz.opening)
    precondition(first.exit == .ok, "what was read cannot be taken in: \(first.error)")
    let again = work.run(on: disk, opening: LogFuzz.opening)
    precondition(again.output.hasPrefix("0 imported"), "taken in twice: \(again.output)")
    export(disk)
  }

  private static func work(_ bytes: [UInt8]) -> LogImport? {
    do throws(FieldFault) {
      return try LogImport(ImportSource(bytes), baby: nil, zone: .utc, opening: LogFuzz.opening)
    } catch {
      ReaderFuzz.check(error.expected)
      return nil
    }
  }

  /// If clocks contradict each other, a log may hold the year 7581, or an end before its start. It may also hold a
  /// sleep of days without an end, which Baby Buddy cannot have. A table with such a row is refused, and the row is
  /// named.
  private static func makesSense(_ disk: SimulatedDisk, as format: TransferFormat) throws -> Bool {
    let longestMinutes = format == .csv ? Int.max : 1440
    let fold = try LogFold(of: disk)
    let clocks = LogClocks(history: fold.clocks).read(at: Instant(milliseconds: 0)).clocks
    return fold.rows(by: clocks).allSatisfy { row in
      let (start, end) = (row.start.instant, row.end?.instant ?? row.start.instant)
      return start <= end && start.minutes(until: end) <= longestMinutes
        && EventTable.plausible.contains(start) && EventTable.plausible.contains(end)
    }
  }

  private static func export(_ disk: SimulatedDisk) {
    for format in TransferFormat.allCases {
      var export = LogExport(format, zone: .utc)
      do {
        let text = try export.answer(from: disk).output
        let isLines = format == .jsonl
        guard !text.isEmpty, try isLines || makesSense(disk, as: format) else { continue }
        _ = try LogImport(ImportSource(Array(text.utf8)), baby: nil, zone: .utc, opening: LogFuzz.opening)
      } catch {
        preconditionFailure("\(format) cannot be read again: \(error)")
      }
    }
  }
}

extension LogFold {
  /// Every event that was not deleted, oldest first, with times by these clocks: what `LogEvents` must deliver.
  func rows(by clocks: ClockHistory) -> [LogRow] {
    logs.values.flatMap { $0.rows(by: clocks) }.sorted(by: LogRow.isEarlier)
  }
}

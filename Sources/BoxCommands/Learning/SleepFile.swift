import CareJournal
import Nursery

/// The completed sleeps of one baby in a file, on the wall clock: local times are read as if they were UTC.
struct SleepFile {
  /// The sleeps, in the file's order.
  private(set) var sleeps: [SleepSpan] = []
  /// How many rows are left out because they end before they start.
  private(set) var backwardRows = 0
  private var zone: ZoneYears

  /// Reads lines of an exported log, or a table with the columns start and end. Times with an offset, and those of a
  /// log, are moved to the clocks of a zone.
  init(_ bytes: [UInt8], baby: BabyID?, zone: ZoneWindow) throws(FieldFault) {
    self.zone = ZoneYears(zone)
    var text = ImportText()
    try text.check(bytes[...])
    try text.finish()
    let source = ImportSource(bytes)
    if try source.isLog() { try readLog(source, baby) } else { try readTable(source, baby) }
  }

  // MARK: Tables

  private mutating func readTable(_ source: ImportSource, _ baby: BabyID?) throws(FieldFault) {
    var records = ImportRecords(source, hasQuotes: true)
    let table = try CSVTable(head: &records)
    guard ["start", "end"].allSatisfy(table.columns.contains) else {
      throw FieldFault(
        path: "", line: 1, expected: "the columns start,end", found: table.columns.joined(separator: ","))
    }
    let owner = table.columns.first { $0 == "child_id" || $0 == "baby" }
    var wanted = baby.map { "\($0.number)" }
    while let record = try records.next() {
      guard let row = try table.row(record) else { continue }
      if let owner { wanted = wanted ?? row[owner] }
      guard row["end"] != nil, row["kind"] ?? "sleep" == "sleep", owner.map({ row[$0] == wanted }) ?? true
      else {
        continue
      }
      add(try time("start", of: row), try time("end", of: row))
    }
  }

  private mutating func time(_ column: String, of row: CSVTable.Row) throws(FieldFault) -> Instant {
    guard let text = row[column] else { throw row.fault(column, expected: "a time") }
    let whole = text.count == 16 ? text + ":00" : text
    switch TableTime(whole) {
    case .civil(let reading)?: return reading
    case .exact(let instant)?: return local(instant)
    case nil: throw row.fault(column, expected: "a time: 2020-01-31T09:05, or with seconds and an offset")
    }
  }

  // MARK: Logs

  private mutating func readLog(_ source: ImportSource, _ baby: BabyID?) throws(FieldFault) {
    let moment = Moment(boot: BootTime(boot: 0, milliseconds: 0), wall: nil, trust: .none)
    var reader = try ImportReader(
      source, baby: baby, zone: .utc, at: moment, floor: Instant(milliseconds: 0))
    var logs: [BabyID: CareLog] = [:]
    try reader.forEach { (_, item) throws(FieldFault) in
      switch item.draft {
      case .care(let event), .extended(let event, _):
        logs[event.baby, default: CareLog(baby: event.baby)].apply(event)
      case .sync, .left, .kept: break
      }
    }
    guard let log = baby.map({ logs[$0] }) ?? logs.min(by: { $0.key < $1.key })?.value else { return }
    let (begin, end) = (EventTable.plausible.lowerBound, EventTable.plausible.upperBound)
    for sleep in log.sleeps(clock: ClockHistory(), since: begin, now: end) {
      if let end = sleep.end { add(local(sleep.start), local(end)) }
    }
  }

  private mutating func add(_ start: Instant, _ end: Instant) {
    guard end >= start else {
      backwardRows += 1
      return
    }
    sleeps.append(SleepSpan(start: start, end: end))
  }

  /// What the wall clock of the zone showed at an instant.
  private mutating func local(_ instant: Instant) -> Instant {
    let offset = zone.window(around: instant).offsetSeconds(at: instant)
    return Instant(milliseconds: instant.milliseconds + offset * 1000)
  }
}

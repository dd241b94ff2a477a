import CareJournal
import Nursery

/// Makes drafts from a text's records: a log's own lines, or the rows of a table. The text is never held in memory:
/// each record is read when it is needed.
struct ImportReader {
  /// The result of reading a record.
  struct Item {
    var draft: JournalDraft
    /// Equal for two records of one id if they have the same content; 0 for a line.
    var content: UInt64 = 0
    /// For a row: the spans by which an event with another id is the same one.
    var spans: [EventSpan] = []
    /// Whether it has an id of its own; false for a row of another program's table.
    var hasID = true
    /// For a line: its place in the order of its log.
    var stamp: LineStamp?
    /// Whether the line is itself a copy.
    var isCopy = false
  }

  private enum Form {
    case log(CopiedLog)
    case table(CSVTable, EventTable)
  }

  private let source: ImportSource
  private var form: Form
  /// The records after a table's head.
  private let records: ImportRecords

  /// Determines the format of a text, and reads the clocks in a log.
  init(
    _ source: ImportSource, baby: BabyID?, zone: ZoneWindow, at moment: Moment, floor: Instant
  ) throws(FieldFault) {
    self.source = source
    let isLog = try source.isLog()
    var records = ImportRecords(source, hasQuotes: !isLog)
    guard isLog else {
      let table = try CSVTable(head: &records)
      form = .table(table, try EventTable(table.columns, baby: baby, zone: zone, at: moment))
      self.records = records
      return
    }
    self.records = records
    var copy = CopiedLog(at: moment, floor: floor)
    while let record = try records.next() {
      let text = Self.text(record)
      if !text.isEmpty { try copy.learn(try CopiedLog.line(text, record.line), record.line) }
    }
    form = .log(copy)
  }

  /// Whether the text is a table, which has events as they stand; otherwise it has a log's own lines.
  var isTable: Bool { if case .table = form { true } else { false } }

  /// Delivers every record that holds an event, in order.
  mutating func forEach(
    _ receive: (ImportRecord, Item) throws(FieldFault) -> Void
  ) throws(FieldFault) {
    var records = records
    while let record = try records.next() {
      if let item = try item(record) { try receive(record, item) }
    }
  }

  /// Reads a record again: see `ImportIndex.Entry`.
  mutating func item(_ entry: ImportIndex.Entry) throws(FieldFault) -> Item {
    let bytes = try source.read(Int(entry.offset), Int(entry.length))
    let record = ImportRecord(line: Int(entry.line), offset: Int(entry.offset), bytes: bytes)
    guard let item = try item(record), item.draft.id == entry.id else {
      throw FieldFault(
        path: "", line: record.line, expected: "the same text as before",
        found: "another: the file was changed")
    }
    return item
  }

  private mutating func item(_ record: ImportRecord) throws(FieldFault) -> Item? {
    switch form {
    case .log(var copy):
      let text = Self.text(record)
      guard !text.isEmpty else { return nil }
      let line = try CopiedLog.line(text, record.line)
      let draft = copy.draft(of: line, text)
      form = .log(copy)
      return draft.map { Item(draft: $0, stamp: line.stamp, isCopy: line.origin != nil) }
    case .table(let table, var events):
      guard let row = try table.row(record) else { return nil }
      let event = try events.event(in: row)
      form = .table(table, events)
      return event.map { Item(draft: .care($0.event), content: $0.content, spans: $0.spans, hasID: $0.hasID) }
    }
  }

  /// Remarks about the records that were read so far, with their counts.
  var notes: [(count: Int, text: String)] {
    switch form {
    case .log(let copy):
      [(copy.uncertainTimes, "times were known within bounds only, and stay marked with ~")]
    case .table(_, let table):
      [
        (table.uncertainRows, "rows have times that were known within bounds only, and stay marked with ~"),
        (
          table.ambiguousRows,
          "rows have times in an hour that came twice, and no offset: the first hour is used, marked with ~"
        ),
        (table.foreignRows, "rows of other food are left out"),
        (table.backwardRows, "rows end before they start in the hour that came twice, and are left out"),
        (table.shortenedRows, "rows had an amount or notes, which are not kept"),
        (table.openRows, "rows have no end: their events are in progress for the box"),
        (
          table.longRows.count,
          "rows last more than a day, the first in line \(table.longRows.firstLine): an end was forgotten"
        ),
      ]
    }
  }

  private static func text(_ record: ImportRecord) -> [UInt8] {
    var text = record.bytes
    while let last = text.last, last <= 0x20 { text.removeLast() }
    return text
  }
}

import CareJournal
import Nursery

/// A table as comma-separated values (RFC 4180). Its first row has the names of the columns.
struct CSVTable {
  /// One row.
  struct Row {
    /// The line of the text on which it begins, from 1.
    let line: Int
    /// The fields by their columns' names, blanks around them cut.
    let fields: [String: String]

    /// A field that is present and not empty; else nil.
    subscript(_ column: String) -> String? {
      guard let text = fields[column], !text.isEmpty else { return nil }
      return text
    }

    /// A fault of a field.
    func fault(_ column: String, expected: String) -> FieldFault {
      let found = self[column].map { "\"\($0.printable)\"" } ?? "nothing"
      return FieldFault(path: column, line: line, expected: expected, found: found)
    }
  }

  /// The names of the columns.
  let columns: [String]

  /// Reads the first row that is not blank from records.
  init(head records: inout ImportRecords) throws(FieldFault) {
    while let record = try records.next() {
      guard let fields = try Self.fields(of: record) else { continue }
      columns = fields
      if let twice = Dictionary(grouping: columns, by: { $0 }).first(where: { $0.value.count > 1 }) {
        throw FieldFault(
          path: twice.key.printable, line: record.line, expected: "each column once", found: "it again")
      }
      return
    }
    throw FieldFault(path: "", line: 1, expected: "a row of column names", found: "nothing")
  }

  /// Reads a row; nil for a blank one.
  func row(_ record: ImportRecord) throws(FieldFault) -> Row? {
    guard let fields = try Self.fields(of: record) else { return nil }
    guard fields.count == columns.count else {
      throw FieldFault(
        path: "", line: record.line, expected: "\(columns.count) fields", found: "\(fields.count)")
    }
    return Row(line: record.line, fields: Dictionary(uniqueKeysWithValues: zip(columns, fields)))
  }

  private static func fields(of record: ImportRecord) throws(FieldFault) -> [String]? {
    var reader = Reader(record)
    let fields = try reader.row()
    return fields == [""] ? nil : fields
  }

  /// Rows as text, each field quoted if necessary.
  static func text(_ rows: [[String]]) -> String {
    rows.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
  }

  private static func quoted(_ field: String) -> String {
    // Most fields are plain, and searching for characters would take longer than the rest of a row.
    let plain: (UInt8) -> Bool = { (0x23...0x7E).contains($0) && $0 != UInt8(ascii: ",") }
    guard !field.utf8.allSatisfy(plain), field.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline })
    else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

/// Splits a row into its fields.
private struct Reader {
  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let lineEnd = UInt8(ascii: "\n")

  private let bytes: [UInt8]
  private var position = 0
  private var line: Int

  init(_ record: ImportRecord) {
    bytes = record.bytes
    line = record.line
  }

  mutating func row() throws(FieldFault) -> [String] {
    var fields = [try field()]
    while position < bytes.count, bytes[position] == Self.comma {
      position += 1
      fields.append(try field())
    }
    return fields
  }

  private mutating func field() throws(FieldFault) -> String {
    if position < bytes.count, bytes[position] == Self.quote { return try quotedField() }
    let start = position
    while position < bytes.count, bytes[position] != Self.comma, bytes[position] != Self.lineEnd {
      position += 1
    }
    return Self.text(bytes[start..<position])
  }

  private mutating func quotedField() throws(FieldFault) -> String {
    let start = line
    var text: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == Self.lineEnd { line += 1 }
      guard byte == Self.quote else {
        text.append(byte)
        continue
      }
      guard position < bytes.count, bytes[position] == Self.quote else { return try endQuoted(text, start) }
      text.append(byte)
      position += 1
    }
    throw FieldFault(
      path: "", line: start, expected: "a quote that ends the field", found: "the end of the file")
  }

  private mutating func endQuoted(_ text: [UInt8], _ start: Int) throws(FieldFault) -> String {
    if position < bytes.count, bytes[position] == 0x0D { position += 1 }
    guard position == bytes.count || bytes[position] == Self.comma || bytes[position] == Self.lineEnd else {
      throw FieldFault(path: "", line: start, expected: "a comma after a quoted field", found: "more text")
    }
    return Self.text(text[...])
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A time as tables have it: `2026-02-11 07:05:00`. It may have a `T` in place of the blank, a fraction of one to nine
/// digits, and an offset at the end (`Z`, `-05:00` or `-0500`, with or without a blank before it).
enum TableTime: Hashable, Sendable {
  /// With its offset.
  case exact(Instant)
  /// A wall clock's reading, as the instant that it would be in UTC.
  case civil(Instant)

  /// Reads a time; nil for anything else, since a guess would be hours off.
  init?(_ text: String) {
    let date = text.prefix(10)
    let rest = text.dropFirst(10)
    guard rest.first == " " || rest.first == "T" else { return nil }
    let time = rest.dropFirst().prefix { $0 == ":" || $0 == "." || ("0"..."9").contains($0) }
    let offset = rest.dropFirst(1 + time.count)
    guard let whole = Self.whole(time),
      let instant = ISO8601.instant(date + "T" + whole + (offset.isEmpty ? "Z" : Self.plain(offset)))
    else { return nil }
    self = offset.isEmpty ? .civil(instant) : .exact(instant)
  }

  /// The time of day, with a fraction of at least three digits if it has one; nil if the fraction is empty or has more
  /// than nine digits.
  private static func whole(_ time: Substring) -> String? {
    let parts = time.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return parts.count == 1 ? String(time) : nil }
    guard (1...9).contains(parts[1].count) else { return nil }
    return parts[0] + "." + parts[1] + String(repeating: "0", count: max(0, 3 - parts[1].count))
  }

  /// The offset with its colon and without its blank; any other form stays as it is.
  private static func plain(_ offset: Substring) -> String {
    let text = offset.first == " " ? offset.dropFirst() : offset
    guard text.count == 5, !text.contains(where: { $0 == ":" }) else { return String(text) }
    return text.prefix(3) + ":" + text.suffix(2)
  }
}

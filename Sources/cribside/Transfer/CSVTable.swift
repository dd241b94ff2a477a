import CareJournal

/// A table as comma-separated values (RFC 4180), its first row the names of the columns.
struct CSVTable {
  /// One row.
  struct Row {
    /// The line of the text on which it begins, from 1.
    let line: Int
    /// The fields by their columns' names, blanks around them cut.
    let fields: [String: String]

    /// A field that is there and not empty; else nil.
    subscript(_ column: String) -> String? {
      guard let text = fields[column], !text.isEmpty else { return nil }
      return text
    }

    /// A fault of a field.
    func fault(_ column: String, expected: String) -> FieldFault {
      let found = self[column].map { "\"\($0)\"" } ?? "nothing"
      return FieldFault(path: column, line: line, expected: expected, found: found)
    }
  }

  /// The names of the columns.
  let columns: [String]
  /// The rows below them; blank lines are none.
  let rows: [Row]

  /// Reads a table.
  init(_ bytes: [UInt8]) throws(FieldFault) {
    var reader = Reader(bytes)
    guard let head = try reader.row() else {
      throw FieldFault(path: "", line: 1, expected: "a row of column names", found: "nothing")
    }
    columns = head.fields
    if let twice = Dictionary(grouping: columns, by: { $0 }).first(where: { $0.value.count > 1 }) {
      throw FieldFault(path: twice.key, line: head.line, expected: "each column once", found: "it again")
    }
    var rows: [Row] = []
    while let row = try reader.row() {
      guard row.fields.count == columns.count else {
        throw FieldFault(
          path: "", line: row.line, expected: "\(columns.count) fields", found: "\(row.fields.count)")
      }
      rows.append(Row(line: row.line, fields: Dictionary(uniqueKeysWithValues: zip(columns, row.fields))))
    }
    self.rows = rows
  }

  /// Rows as text, each field quoted where it has to be.
  static func text(_ rows: [[String]]) -> String {
    rows.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
  }

  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

/// Takes the text apart.
private struct Reader {
  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let lineEnd = UInt8(ascii: "\n")

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ bytes: [UInt8]) {
    // Spreadsheets begin a file with a byte order mark.
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// The next row that is not blank; nil at the end.
  mutating func row() throws(FieldFault) -> (line: Int, fields: [String])? {
    while position < bytes.count {
      let start = line
      var fields = [try field()]
      while position < bytes.count, bytes[position] == Self.comma {
        position += 1
        fields.append(try field())
      }
      endLine()
      if fields != [""] { return (start, fields) }
    }
    return nil
  }

  private mutating func endLine() {
    guard position < bytes.count else { return }
    position += 1
    line += 1
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

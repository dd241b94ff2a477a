import CareJournal

/// A text to import. It is read from its place as often as necessary.
struct ImportSource {
  /// The longest text, in bytes.
  static let limitBytes = 64 << 20
  /// The longest line of a log, or row of a table, in bytes.
  static let recordBytes = 64 << 10

  /// At most `count` bytes from an offset on; fewer at the end.
  let read: (_ offset: Int, _ count: Int) throws(FieldFault) -> [UInt8]

  /// A text in memory.
  init(_ bytes: [UInt8]) {
    read = { offset, count in Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)]) }
  }

  /// A text that is somewhere else.
  init(read: @escaping (_ offset: Int, _ count: Int) throws(FieldFault) -> [UInt8]) { self.read = read }

  /// Whether it is a log's own lines, and not a table.
  func isLog() throws(FieldFault) -> Bool {
    var records = ImportRecords(self, hasQuotes: false)
    while let record = try records.next() {
      if let first = record.bytes.first(where: { $0 > 0x20 }) { return first == UInt8(ascii: "{") }
    }
    return false
  }
}

/// A line of a log, or a row of a table, as it appears in a text.
struct ImportRecord {
  /// The line of the text on which it begins, from 1.
  var line: Int
  /// Where it begins, in bytes.
  var offset: Int
  /// Its text, without the line end.
  var bytes: [UInt8]
}

/// Splits a text into records, with little of it in memory. Spreadsheets begin a file with a byte order mark, which
/// is left out.
struct ImportRecords {
  private static let window = 64 << 10
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let source: ImportSource
  private let hasQuotes: Bool
  private var bytes: [UInt8] = []
  private var position = 0
  /// The position in the text at which the bytes in memory end.
  private var end = 0
  private var line = 1

  /// - Parameter hasQuotes: whether a line may end within a quoted field (RFC 4180) without ending the record.
  init(_ source: ImportSource, hasQuotes: Bool) { (self.source, self.hasQuotes) = (source, hasQuotes) }

  /// The next record, even a blank one; nil at the end.
  mutating func next() throws(FieldFault) -> ImportRecord? {
    var record = ImportRecord(line: line, offset: end - bytes.count + position, bytes: [])
    var quotes = Quotes()
    var isBegun = false
    while let byte = try nextByte() {
      if !isBegun, record.offset == 0, byte == Self.byteOrderMark[0], try skipMark() {
        record.offset = Self.byteOrderMark.count
        continue
      }
      isBegun = true
      if byte == UInt8(ascii: "\n") {
        line += 1
        guard hasQuotes, quotes.isOpen else { return record }
      }
      if hasQuotes { quotes.note(byte) }
      guard record.bytes.count < ImportSource.recordBytes else {
        throw FieldFault(
          path: "", line: record.line, expected: "at most \(ImportSource.recordBytes) bytes in a line or row",
          found: "more")
      }
      record.bytes.append(byte)
    }
    return isBegun ? record : nil
  }

  private mutating func nextByte() throws(FieldFault) -> UInt8? {
    if position == bytes.count {
      bytes = try source.read(end, Self.window)
      (position, end) = (0, end + bytes.count)
      guard !bytes.isEmpty else { return nil }
    }
    position += 1
    return bytes[position - 1]
  }

  private mutating func skipMark() throws(FieldFault) -> Bool {
    guard bytes.starts(with: Self.byteOrderMark) else { return false }
    position = Self.byteOrderMark.count
    return true
  }

  /// Whether a place in a row is within a quoted field: one whose first character is a quote.
  private struct Quotes {
    private enum State { case start, plain, quoted, closed }
    private var state = State.start

    var isOpen: Bool { state == .quoted }

    mutating func note(_ byte: UInt8) {
      let isQuote = byte == UInt8(ascii: "\"")
      switch state {
      case .quoted: if isQuote { state = .closed }
      case .closed where isQuote, .start where isQuote: state = .quoted
      case .start, .plain, .closed: state = byte == UInt8(ascii: ",") ? .start : .plain
      }
    }
  }
}

import CareJournal

/// What a person gives to be taken in: text, and nothing that a terminal would obey when a fault quotes it.
enum ImportText {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The bytes without the byte order mark that editors and spreadsheets put before them. Refuses what is no UTF-8
  /// text, naming its first such line.
  static func checked(_ bytes: [UInt8]) throws(FieldFault) -> [UInt8] {
    let text = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let wrong = lines.firstIndex(where: { !isText($0) }) else { return text }
    throw FieldFault(path: "", line: wrong + 1, expected: "UTF-8 text", found: "other bytes")
  }

  private static func isText(_ line: ArraySlice<UInt8>) -> Bool {
    guard let text = String(validating: line, as: UTF8.self) else { return false }
    return !text.unicodeScalars.contains { isControl($0) }
  }

  /// C0 but tab and carriage return, DEL and C1 (ECMA-48, 5th edition, 5.2 and 5.3).
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0D: false
    case 0..<0x20, 0x7F...0x9F: true
    default: false
    }
  }
}

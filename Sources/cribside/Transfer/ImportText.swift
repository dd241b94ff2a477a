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
    let isControl = { (byte: UInt8) in byte < 0x20 && byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\r")
    }
    return !line.contains(where: isControl) && String(validating: line, as: UTF8.self) != nil
  }
}

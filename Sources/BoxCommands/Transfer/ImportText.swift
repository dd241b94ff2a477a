import CareJournal

/// Looks whether what a user gives is text, and nothing that a terminal would obey when a fault quotes it. It sees the
/// text in pieces.
struct ImportText {
  private var line = 1
  /// The beginning of a character whose rest is to come.
  private var begun: [UInt8] = []

  /// Looks at the next piece. Refuses what is no UTF-8 text, naming its first such line.
  mutating func check(_ piece: ArraySlice<UInt8>) throws(FieldFault) {
    var bytes = begun + piece
    begun = Self.unfinished(bytes)
    bytes.removeLast(begun.count)
    try checkWhole(bytes)
  }

  /// Looks at what is left at the end.
  mutating func finish() throws(FieldFault) {
    try checkWhole(begun)
    begun = []
  }

  private mutating func checkWhole(_ bytes: [UInt8]) throws(FieldFault) {
    let ends = bytes.count { $0 == UInt8(ascii: "\n") }
    guard !Self.isText(bytes[...]) else { return line += ends }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let wrong = lines.firstIndex { !Self.isText($0) } ?? 0
    throw FieldFault(path: "", line: line + wrong, expected: "UTF-8 text", found: "other bytes")
  }

  /// The bytes at the end that begin a character and do not end it (RFC 3629, 3).
  private static func unfinished(_ bytes: [UInt8]) -> [UInt8] {
    for (back, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > back + 1 ? Array(bytes.suffix(back + 1)) : []
    }
    return []
  }

  private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return !text.unicodeScalars.contains { isControl($0) }
  }

  /// C0 but tab and the ends of lines, DEL and C1 (ECMA-48, 5th edition, 5.2 and 5.3).
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F...0x9F: true
    default: false
    }
  }
}

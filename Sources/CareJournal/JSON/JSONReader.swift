/// Reads JSON text. For any bytes it returns a value or throws a fault with its place; it never traps.
public enum JSONReader {
  /// The grammar.
  public enum Dialect: Hashable, Sendable {
    /// RFC 8259, with UTF-8 checked, no repeated keys and no unpaired surrogates.
    case strict
    /// For files that people edit: also comments, trailing commas, single quotes, bare keys, hexadecimal, a leading `+`
    /// and bare decimal points (json5.org). `Infinity` and `NaN` are still refused.
    case json5
  }

  /// How deep arrays and objects may nest. This bounds the stack for any text.
  public static let depthLimit = 64

  /// Reads one document that fills the text. `firstLine` is the number of its first line in faults; `depth` is how deep
  /// arrays and objects may nest.
  public static func read(
    _ bytes: [UInt8], dialect: Dialect = .strict, firstLine: Int = 1, depth: Int = depthLimit
  ) throws(JSONFault) -> JSONValue {
    var parser = JSONParser(bytes, dialect: dialect, firstLine: firstLine, depthLimit: depth)
    return try parser.document()
  }

  /// Reads one document that fills the text. `firstLine` is the number of its first line in faults.
  public static func read(
    _ text: String, dialect: Dialect = .strict, firstLine: Int = 1
  ) throws(JSONFault) -> JSONValue {
    try read(Array(text.utf8), dialect: dialect, firstLine: firstLine)
  }
}

/// Why a text is not the expected JSON, and where.
public struct JSONFault: Error, Hashable, Sendable {
  /// The line, counted from the reader's `firstLine`.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// What could have stood there, as a noun phrase: `a value`, `\`,\` or \`}\``.
  public let expected: String
  /// What stands there: `\`x\``, `byte 0xFF`, `the end of the text`.
  public let found: String

  /// A fault at a place.
  public init(line: Int, column: Int, expected: String, found: String) {
    (self.line, self.column, self.expected, self.found) = (line, column, expected, found)
  }

  /// The fault as a sentence without its place: `expected a value, found \`}\``.
  public var message: String { "expected \(expected), found \(found)" }
}

/// Finds bytes that are not UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
enum UTF8Check {
  /// The index of the first byte that does not belong to a well-formed sequence, or nil.
  static func firstInvalid(in bytes: [UInt8]) -> Int? {
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
      } else {
        let length = sequenceLength(in: bytes, at: index)
        guard length > 0 else { return index }
        index += length
      }
    }
    return nil
  }

  /// The length of the multi-byte sequence that begins at an index; 0 if it is malformed.
  private static func sequenceLength(in bytes: [UInt8], at index: Int) -> Int {
    let (length, second) = shape(of: bytes[index])
    guard length > 0, index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
    let tail = bytes[(index + 2)..<max(index + 2, index + length)]
    return tail.allSatisfy { $0 & 0xC0 == 0x80 } ? length : 0
  }

  /// How long a sequence with this first byte is, and what its second byte may be (RFC 3629 section 4).
  private static func shape(of first: UInt8) -> (length: Int, second: ClosedRange<UInt8>) {
    switch first {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: (0, 0x80...0xBF)
    }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal treats it as a command or shows nothing for it: C0, DEL and C1 (ECMA-48, 5th edition, 5.2 and
  /// 5.3), line separators, direction marks (Unicode Standard Annex #9, 2), and invisible characters such as the word
  /// joiner, the byte order mark and tags. The joiner used in emoji is not one of them.
  public var isUnseen: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xE0000...0xE007F: true
    default: false
    }
  }
}

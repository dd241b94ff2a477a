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

  /// The length of the multi-byte sequence that begins at an index; 0 when it is malformed.
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

/// The words of a Swift file, except those in comments and in the text of strings. Interpolations are code.
struct SwiftTokens {
  /// A word of letters, digits and underscores.
  struct Word: Hashable {
    let text: String
    /// Counted from 1.
    let line: Int
    /// The character directly before, if any.
    let before: UInt8?
    /// The character directly after, if any.
    let after: UInt8?
    /// The next character that is not a space, if any.
    let next: UInt8?
  }

  let words: [Word]

  init(_ source: String) {
    var blanker = SwiftBlanker(source)
    words = SwiftTokens.words(in: blanker.blanked())
  }

  private static func words(in code: [UInt8]) -> [Word] {
    var words: [Word] = []
    var line = 1
    var index = 0
    while index < code.count {
      guard isWordByte(code[index]) else {
        if code[index] == newline { line += 1 }
        index += 1
        continue
      }
      let end = code[index...].firstIndex { !isWordByte($0) } ?? code.count
      words.append(word(in: code, index..<end, line: line))
      index = end
    }
    return words
  }

  private static func word(in code: [UInt8], _ range: Range<Int>, line: Int) -> Word {
    Word(
      text: String(decoding: code[range], as: UTF8.self), line: line,
      before: range.lowerBound > 0 ? code[range.lowerBound - 1] : nil,
      after: range.upperBound < code.count ? code[range.upperBound] : nil,
      next: code[range.upperBound...].first { $0 != space })
  }

  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}

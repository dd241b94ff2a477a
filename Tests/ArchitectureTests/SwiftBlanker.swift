/// Replaces comments and the text of strings with spaces, byte for byte, so lines and columns stay.
struct SwiftBlanker {
  private enum Place {
    /// Code, with its open parentheses. The end of an interpolation is where they close.
    case code(parentheses: Int)
    case lineComment
    case blockComment
    case string(quotes: Int, hashes: Int)
  }

  private var bytes: [UInt8]
  private var index = 0
  private var places: [Place] = [.code(parentheses: 0)]

  init(_ source: String) {
    bytes = Array(source.utf8)
  }

  /// The code alone.
  mutating func blanked() -> [UInt8] {
    while index < bytes.count {
      switch places.last {
      case .lineComment: stepInLineComment()
      case .blockComment: stepInBlockComment()
      case .string(let quotes, let hashes): stepInString(quotes: quotes, hashes: hashes)
      case .code(let parentheses): stepInCode(parentheses: parentheses)
      case nil: index = bytes.count
      }
    }
    return bytes
  }

  private mutating func stepInCode(parentheses: Int) {
    if starts(with: "//") { return enter(.lineComment, blanking: 2) }
    if starts(with: "/*") { return enter(.blockComment, blanking: 2) }
    if let (quotes, hashes) = openingQuotes() {
      return enter(.string(quotes: quotes, hashes: hashes), blanking: quotes + hashes)
    }
    switch bytes[index] {
    case UInt8(ascii: "("): places[places.count - 1] = .code(parentheses: parentheses + 1)
    case UInt8(ascii: ")") where parentheses == 1 && places.count > 1: places.removeLast()
    case UInt8(ascii: ")"): places[places.count - 1] = .code(parentheses: max(0, parentheses - 1))
    default: break
    }
    index += 1
  }

  private mutating func stepInLineComment() {
    if bytes[index] == UInt8(ascii: "\n") { places.removeLast() }
    blank(1)
  }

  private mutating func stepInBlockComment() {
    if starts(with: "/*") { return enter(.blockComment, blanking: 2) }
    guard starts(with: "*/") else { return blank(1) }
    places.removeLast()
    blank(2)
  }

  private mutating func stepInString(quotes: Int, hashes: Int) {
    let escape = "\\" + String(repeating: "#", count: hashes)
    let end = String(repeating: "\"", count: quotes) + String(repeating: "#", count: hashes)
    if starts(with: escape + "(") {
      blank(escape.utf8.count)
      places.append(.code(parentheses: 0))
    } else if starts(with: escape) {
      blank(escape.utf8.count + 1)
    } else if starts(with: end) {
      places.removeLast()
      blank(end.utf8.count)
    } else {
      blank(1)
    }
  }

  private func openingQuotes() -> (quotes: Int, hashes: Int)? {
    let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
    let quotes = bytes[(index + hashes)...].prefix { $0 == UInt8(ascii: "\"") }.count
    guard quotes > 0 else { return nil }
    return (quotes >= 3 ? 3 : 1, hashes)
  }

  private func starts(with text: String) -> Bool {
    bytes[index...].starts(with: text.utf8)
  }

  private mutating func enter(_ place: Place, blanking count: Int) {
    places.append(place)
    blank(count)
  }

  private mutating func blank(_ count: Int) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
      index += 1
    }
  }
}

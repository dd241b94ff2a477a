/// A recursive descent parser over bytes. `document` checks first that they are UTF-8.
struct JSONParser {
  let bytes: [UInt8]
  let isJSON5: Bool
  let firstLine: Int
  var position = 0
  private var line: Int
  private var depth = 0
  private let depthLimit: Int

  init(
    _ bytes: [UInt8], dialect: JSONReader.Dialect, firstLine: Int, depthLimit: Int = JSONReader.depthLimit
  ) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    isJSON5 = dialect == .json5
    self.firstLine = firstLine
    line = firstLine
  }

  /// The next byte, or nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Reads one value and nothing else.
  mutating func document() throws(JSONFault) -> JSONValue {
    if let invalid = UTF8Check.firstInvalid(in: bytes) {
      throw fault("UTF-8 text", at: invalid)
    }
    try skipBlanks()
    let value = try self.value()
    try skipBlanks()
    guard next == nil else { throw fault("the end of the text") }
    return value
  }

  private mutating func value() throws(JSONFault) -> JSONValue {
    let start = line
    switch next {
    case UInt8(ascii: "{"): return JSONValue(.object(try members()), line: start)
    case UInt8(ascii: "["): return JSONValue(.array(try elements()), line: start)
    case UInt8(ascii: "\""): return JSONValue(.string(try string()), line: start)
    case UInt8(ascii: "'") where isJSON5: return JSONValue(.string(try string()), line: start)
    case let byte? where byte.isLetter: return JSONValue(try word(), line: start)
    case let byte? where startsNumber(byte): return JSONValue(try number(), line: start)
    default: throw fault("a value")
    }
  }

  private mutating func word() throws(JSONFault) -> JSONValue.Kind {
    let start = position
    while let byte = next, byte.isLetter || byte.isDigit { position += 1 }
    switch String(decoding: bytes[start..<position], as: UTF8.self) {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: throw fault("a value", at: start)
    }
  }

  private mutating func elements() throws(JSONFault) -> [JSONValue] {
    try enter()
    var elements: [JSONValue] = []
    while try !closes(UInt8(ascii: "]"), afterItems: elements.count) {
      elements.append(try value())
    }
    return elements
  }

  /// The members of the object that fills the text, each with its range of bytes from name to value.
  mutating func placedDocument() throws(JSONFault) -> [PlacedMember] {
    if let invalid = UTF8Check.firstInvalid(in: bytes) {
      throw fault("UTF-8 text", at: invalid)
    }
    try skipBlanks()
    guard next == UInt8(ascii: "{") else { throw fault("an object") }
    let members = try placedMembers()
    try skipBlanks()
    guard next == nil else { throw fault("the end of the text") }
    return members
  }

  typealias PlacedMember = (member: JSONValue.Member, place: Range<Int>)

  private mutating func members() throws(JSONFault) -> [JSONValue.Member] {
    try placedMembers().map(\.member)
  }

  private mutating func placedMembers() throws(JSONFault) -> [PlacedMember] {
    try enter()
    var members: [PlacedMember] = []
    var keys: Set<String> = []
    while try !closes(UInt8(ascii: "}"), afterItems: members.count) {
      let (start, keyLine) = (position, line)
      let key = try self.key()
      guard keys.insert(key).inserted else { throw fault("a key not used before in this object", at: start) }
      try skipBlanks()
      guard accept(UInt8(ascii: ":")) else { throw fault("`:`") }
      try skipBlanks()
      let member = JSONValue.Member(key: key, line: keyLine, value: try value())
      members.append((member, start..<position))
    }
    return members
  }

  private mutating func key() throws(JSONFault) -> String {
    switch next {
    case UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "'") where isJSON5: return try string()
    case let byte? where isJSON5 && byte.startsBareKey:
      let start = position
      while let byte = next, byte.startsBareKey || byte.isDigit { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    default: throw fault("a key")
    }
  }

  private mutating func enter() throws(JSONFault) {
    guard depth < depthLimit else {
      throw fault("at most \(depthLimit) arrays and objects inside each other")
    }
    depth += 1
    position += 1
  }

  /// Skips blanks and the comma between items. True if the bracket closes, false if an item follows.
  private mutating func closes(_ bracket: UInt8, afterItems count: Int) throws(JSONFault) -> Bool {
    try skipBlanks()
    let hasComma = count > 0 && accept(UInt8(ascii: ","))
    try skipBlanks()
    if !hasComma || isJSON5, accept(bracket) {
      depth -= 1
      return true
    }
    guard count == 0 || hasComma else { throw fault("`,` or `\(Character(Unicode.Scalar(bracket)))`") }
    return false
  }

  /// Consumes one byte if it is next.
  mutating func accept(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// A fault at a byte, by default the next one.
  func fault(_ expected: String, at index: Int? = nil) -> JSONFault {
    let index = min(index ?? position, bytes.count)
    let before = bytes[..<index]
    let lineStart = (before.lastIndex(of: 0x0A) ?? -1) + 1
    let line = firstLine + before.reduce(0) { $1 == 0x0A ? $0 + 1 : $0 }
    let column = 1 + before[lineStart...].reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    return JSONFault(line: line, column: column, expected: expected, found: found(at: index))
  }

  private func found(at index: Int) -> String {
    guard index < bytes.count else { return "the end of the text" }
    let window = bytes[index..<min(index + 4, bytes.count)]
    let scalar = String(decoding: window, as: UTF8.self).unicodeScalars.first
    guard let scalar, scalar != "\u{FFFD}", scalar.value >= 0x20, scalar.value != 0x7F else {
      let hex = String(bytes[index], radix: 16, uppercase: true)
      return "byte 0x" + (hex.utf8.count < 2 ? "0" : "") + hex
    }
    return "`\(Character(scalar))`"
  }
}

// MARK: - Blanks and comments

extension JSONParser {
  mutating func skipBlanks() throws(JSONFault) {
    while let byte = next {
      switch byte {
      case 0x0A:
        line += 1
        position += 1
      case 0x20, 0x09, 0x0D:
        position += 1
      case UInt8(ascii: "/") where isJSON5:
        try skipComment()
      default:
        let length = isJSON5 ? lengthOfRareBlank() : 0
        guard length > 0 else { return }
        position += length
      }
    }
  }

  private mutating func skipComment() throws(JSONFault) {
    let start = position
    position += 1
    if accept(UInt8(ascii: "/")) {
      while let byte = next, byte != 0x0A { position += 1 }
    } else if accept(UInt8(ascii: "*")) {
      try skipBlockComment(from: start)
    } else {
      throw fault("`//` or `/*`", at: start)
    }
  }

  private mutating func skipBlockComment(from start: Int) throws(JSONFault) {
    while let byte = next {
      position += 1
      if byte == 0x0A { line += 1 }
      if byte == UInt8(ascii: "*"), accept(UInt8(ascii: "/")) { return }
    }
    throw fault("a comment that is closed with `*/`", at: start)
  }

  /// JSON5 also counts VT, FF, NBSP, BOM and the two Unicode line ends as blanks. Returns 0 for anything else.
  private func lengthOfRareBlank() -> Int {
    let rest = bytes[position...]
    if rest.starts(with: [0x0B]) || rest.starts(with: [0x0C]) { return 1 }
    if rest.starts(with: [0xC2, 0xA0]) { return 2 }
    let threes: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]]
    return threes.contains { rest.starts(with: $0) } ? 3 : 0
  }

  /// Counts a line end inside a JSON5 string.
  mutating func noteLineEnd() { line += 1 }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  /// Bare keys are ASCII: letters, `_` and `$`, and digits after the first.
  var startsBareKey: Bool { isLetter || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") }

  /// The value of a hexadecimal digit in either case, or nil.
  var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

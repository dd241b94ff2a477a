extension JSONParser {
  /// A quoted string, the opening quote being next.
  mutating func string() throws(JSONFault) -> String {
    let start = position
    let quote = bytes[position]
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      if byte == quote {
        position += 1
        return String(decoding: text, as: UTF8.self)
      }
      guard byte >= 0x20 else { throw fault("an escape instead of a control character") }
      if byte == UInt8(ascii: "\\") {
        try escape(into: &text)
      } else {
        text.append(byte)
        position += 1
      }
    }
    throw fault("a string that is closed with `\(Character(Unicode.Scalar(quote)))`", at: start)
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFault) {
    let start = position
    position += 1
    guard let byte = next else { throw fault("an escape") }
    position += 1
    if byte == UInt8(ascii: "u") {
      text.append(contentsOf: String(Character(try codePoint(from: start))).utf8)
    } else if let plain = Self.plainEscape(byte) {
      text.append(plain)
    } else if isJSON5 {
      try looseEscape(byte, from: start, into: &text)
    } else {
      throw fault("one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u", at: start)
    }
  }

  private static func plainEscape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// The escapes that only JSON5 has: `\'`, `\v`, `\0`, `\xHH`, and a line end that is left out.
  private mutating func looseEscape(
    _ byte: UInt8, from start: Int, into text: inout [UInt8]
  ) throws(JSONFault) {
    switch byte {
    case UInt8(ascii: "'"): text.append(byte)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "0") where !(next?.isDigit ?? false): text.append(0)
    case UInt8(ascii: "x"):
      let value = try hexadecimal(digits: 2, from: start)
      text.append(contentsOf: String(Character(Unicode.Scalar(UInt8(value)))).utf8)
    case 0x0D:
      if accept(0x0A) { noteLineEnd() }
    case 0x0A: noteLineEnd()
    default: throw fault("an escape of JSON5", at: start)
    }
  }

  /// The scalar of a `\u` escape, whose `u` is already taken; both halves when it is a surrogate pair.
  private mutating func codePoint(from start: Int) throws(JSONFault) -> Unicode.Scalar {
    let high = try hexadecimal(digits: 4, from: start)
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, accept(UInt8(ascii: "\\")), accept(UInt8(ascii: "u")) else {
      throw fault("a pair of surrogates", at: start)
    }
    let low = try hexadecimal(digits: 4, from: start)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw fault("a pair of surrogates", at: start) }
    return scalar
  }

  private mutating func hexadecimal(digits: Int, from start: Int) throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = next?.hexadecimalValue else {
        throw fault("\(digits) hexadecimal digits after `\\`", at: start)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}

extension JSONParser {
  /// Reads a quoted string; the next byte is the opening quote.
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

  /// The escapes of JSON5 only: `\'`, `\v`, `\0`, `\xHH`, and an escaped line end, which is dropped.
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

  /// The scalar of a `\u` escape whose `u` was already read. A pair of surrogates takes two escapes and gives one
  /// scalar.
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

extension JSONParser {
  /// Whether a byte can begin a number.
  func startsNumber(_ byte: UInt8) -> Bool {
    byte.isDigit || byte == UInt8(ascii: "-")
      || isJSON5 && (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "."))
  }

  /// A number: an integer if it has no fraction and no exponent and fits 64 bits, otherwise a double.
  mutating func number() throws(JSONFault) -> JSONValue.Kind {
    let start = position
    let isNegative = accept(UInt8(ascii: "-"))
    if !isNegative, isJSON5 { _ = accept(UInt8(ascii: "+")) }
    if let value = try hexadecimalNumber(from: start, isNegative: isNegative) { return .integer(value) }
    let whole = try wholePart(from: start)
    let fraction = try fractionPart(from: start, afterDigits: !whole.isEmpty)
    let exponent = try exponentPart(from: start)
    try checkEnd(from: start)
    let sign = isNegative ? "-" : ""
    if fraction == nil, exponent == nil, let value = Int(sign + whole) { return .integer(value) }
    let text = sign + (whole.isEmpty ? "0" : whole) + "." + (fraction ?? "0") + "e" + (exponent ?? "0")
    guard let value = Double(text), value.isFinite else {
      throw fault("a number that fits 64 bits", at: start)
    }
    return .number(value)
  }

  private mutating func wholePart(from start: Int) throws(JSONFault) -> String {
    let whole = digits()
    let hasLeadingZero = whole.utf8.count > 1 && whole.utf8.first == UInt8(ascii: "0")
    guard !hasLeadingZero else { throw fault("a number without leading zeros", at: start) }
    guard isJSON5 || !whole.isEmpty else { throw fault("a digit") }
    return whole
  }

  /// The digits after the point, or nil when there is no point.
  private mutating func fractionPart(
    from start: Int, afterDigits: Bool
  ) throws(JSONFault) -> String? {
    guard accept(UInt8(ascii: ".")) else {
      guard afterDigits else { throw fault("a digit") }
      return nil
    }
    let fraction = digits()
    guard !fraction.isEmpty || isJSON5 && afterDigits else { throw fault("a digit") }
    return fraction.isEmpty ? "0" : fraction
  }

  /// The exponent with its sign, or nil when there is none.
  private mutating func exponentPart(from start: Int) throws(JSONFault) -> String? {
    guard accept(UInt8(ascii: "e")) || accept(UInt8(ascii: "E")) else { return nil }
    let isNegative = accept(UInt8(ascii: "-"))
    if !isNegative { _ = accept(UInt8(ascii: "+")) }
    let exponent = digits()
    guard !exponent.isEmpty else { throw fault("a digit") }
    return (isNegative ? "-" : "") + exponent
  }

  /// `0x` and digits, in JSON5 only; nil for any other number.
  private mutating func hexadecimalNumber(
    from start: Int, isNegative: Bool
  ) throws(JSONFault) -> Int? {
    guard isJSON5, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "0"),
      bytes[position + 1] | 0x20 == UInt8(ascii: "x")
    else { return nil }
    position += 2
    let first = position
    while next?.hexadecimalValue != nil { position += 1 }
    let text = String(decoding: bytes[first..<position], as: UTF8.self)
    guard let value = Int((isNegative ? "-" : "") + text, radix: 16) else {
      throw fault("a hexadecimal number that fits 64 bits", at: start)
    }
    try checkEnd(from: start)
    return value
  }

  private mutating func digits() -> String {
    let start = position
    while let byte = next, byte.isDigit { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Throws if a number runs into a word, as in `12px`.
  private func checkEnd(from start: Int) throws(JSONFault) {
    if let byte = next, byte.startsBareKey || byte == UInt8(ascii: ".") {
      throw fault("a number", at: start)
    }
  }
}

extension JSONParser {
  /// Whether a byte can begin a number.
  func startsNumber(_ byte: UInt8) -> Bool {
    byte.isDigit || byte == UInt8(ascii: "-")
      || isJSON5 && (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "."))
  }

  /// A number: an integer when it has no fraction and no exponent and fits 64 bits, else a double.
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

  /// `0x` and digits, in JSON5 only; nil when it is some other number.
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

  /// A number must not run into a word, as in `12px`.
  private func checkEnd(from start: Int) throws(JSONFault) {
    if let byte = next, byte.startsBareKey || byte == UInt8(ascii: ".") {
      throw fault("a number", at: start)
    }
  }
}

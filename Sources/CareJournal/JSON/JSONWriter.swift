/// Writes JSON on one line, without blanks, members in the order given.
public enum JSONWriter {
  /// The value as text.
  public static func text(_ value: JSONValue) -> String {
    String(decoding: bytes(value), as: UTF8.self)
  }

  /// The value as UTF-8, without a line end.
  public static func bytes(_ value: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return bytes
  }

  private static func append(_ value: JSONValue, to bytes: inout [UInt8]) {
    switch value.kind {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    case .integer(let integer): bytes.append(contentsOf: String(integer).utf8)
    case .number(let number): append(number, to: &bytes)
    case .string(let string): append(string, to: &bytes)
    case .array(let elements): append(elements, to: &bytes)
    case .object(let members): append(members, to: &bytes)
    }
  }

  private static func append(_ elements: [JSONValue], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(element, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func append(_ members: [JSONValue.Member], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(member.key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      append(member.value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// The shortest digits that read back as the same double. JSON has no infinities: they become `null`.
  private static func append(_ number: Double, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
  }

  /// A string with its quotes. What must be escaped is, and what a reader would not see in a terminal.
  static func append(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if string.utf8.contains(where: { $0 >= 0x7F }) {
      for scalar in string.unicodeScalars { append(scalar, to: &bytes) }
    } else {
      for byte in string.utf8 { append(byte, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    guard scalar.value >= 0x7F, scalar.isUnseen else {
      for byte in String(scalar).utf8 { append(byte, to: &bytes) }
      return
    }
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      bytes.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    }
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      bytes.append(byte)
    } else {
      bytes.append(contentsOf: escape(byte).utf8)
    }
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0C: "\\f"
    case 0x0D: "\\r"
    default: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
  }
}

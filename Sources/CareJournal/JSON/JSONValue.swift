/// A JSON document that keeps the line of every value, so that an error can name file, line and field.
public struct JSONValue: Hashable, Sendable {
  /// The kinds of JSON value.
  public indirect enum Kind: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction or exponent that fits 64 bits.
    case integer(Int)
    /// Any other number.
    case number(Double)
    /// A string, unescaped.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object with its members in order. The reader refuses a repeated key.
    case object([Member])
  }

  /// A name and its value.
  public struct Member: Hashable, Sendable {
    /// The name.
    public let key: String
    /// The line of the text on which the name stands, from 1; 0 for a member that was not read from text.
    public let line: Int
    /// The value.
    public let value: JSONValue

    /// A member at a line.
    public init(key: String, line: Int = 0, value: JSONValue) {
      (self.key, self.line, self.value) = (key, line, value)
    }
  }

  /// The value.
  public let kind: Kind
  /// The line of the text where the value begins, from 1; 0 for a value that was not read from text.
  public let line: Int

  /// A value, with its line if it was read from text.
  public init(_ kind: Kind, line: Int = 0) { (self.kind, self.line) = (kind, line) }
}

/// Lets code write JSON as a literal: `["state": "awakeEarly", "minutes": 34]`.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self.init(.string(value)) }
  /// A whole number.
  public init(integerLiteral value: Int) { self.init(.integer(value)) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  /// A number.
  public init(floatLiteral value: Double) { self.init(.number(value)) }
  /// `null`.
  public init(nilLiteral: ()) { self.init(.null) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self.init(.array(elements)) }
  /// An object with its members in order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(.object(elements.map { Member(key: $0.0, value: $0.1) }))
  }

  /// `null`.
  public static var null: JSONValue { JSONValue(.null) }
  /// A string that is not a literal; `null` for nil.
  public static func string(_ value: String?) -> JSONValue { JSONValue(value.map { .string($0) } ?? .null) }
  /// A whole number that is not a literal; `null` for nil.
  public static func integer(_ value: Int?) -> JSONValue { JSONValue(value.map { .integer($0) } ?? .null) }
  /// A number that is not a literal; `null` for nil.
  public static func number(_ value: Double?) -> JSONValue { JSONValue(value.map { .number($0) } ?? .null) }
  /// A truth value that is not a literal; `null` for nil.
  public static func bool(_ value: Bool?) -> JSONValue { JSONValue(value.map { .bool($0) } ?? .null) }
  /// An array that is not a literal.
  public static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }
  /// An object of members built in code.
  public static func object(_ members: [Member]) -> JSONValue { JSONValue(.object(members)) }
  /// An object of numbers, in the order of their names.
  public static func object(_ numbers: [String: Int]) -> JSONValue {
    .object(numbers.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: .integer($0.value)) })
  }
}

/// Writes JSON on one line without blanks, with members in the given order.
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

  /// The shortest digits that read back as the same double. JSON has no infinities; they become `null`.
  private static func append(_ number: Double, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
  }

  /// A string with its quotes. It escapes what JSON requires, and characters that a terminal would not show.
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

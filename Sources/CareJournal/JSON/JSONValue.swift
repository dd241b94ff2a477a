/// A JSON document with the place of every value, so that an error can name file, line and field.
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
    /// An object, members in the order they stand; a repeated key is refused by the reader.
    case object([Member])
  }

  /// A name and its value.
  public struct Member: Hashable, Sendable {
    /// The name.
    public let key: String
    /// The line of the text that the name stands on, from 1.
    public let line: Int
    /// The value.
    public let value: JSONValue

    /// A member at a line.
    public init(key: String, line: Int = 0, value: JSONValue) {
      self.key = key
      self.line = line
      self.value = value
    }
  }

  /// The value.
  public let kind: Kind
  /// The line of the text where the value begins, from 1; 0 for a value that was not read from text.
  public let line: Int

  /// A value, at a line when it was read.
  public init(_ kind: Kind, line: Int = 0) {
    self.kind = kind
    self.line = line
  }
}

/// Lets code that answers in JSON spell the answer: `["state": "awakeEarly", "minutes": 34]`.
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
  /// An object, its members in the order they stand.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(.object(elements.map { Member(key: $0.0, value: $0.1) }))
  }

  /// A string that is not a literal.
  public static var null: JSONValue { JSONValue(.null) }
  /// A string.
  public static func string(_ value: String) -> JSONValue { JSONValue(.string(value)) }
  /// A whole number that is not a literal.
  public static func integer(_ value: Int) -> JSONValue { JSONValue(.integer(value)) }
  /// A number that is not a literal.
  public static func number(_ value: Double) -> JSONValue { JSONValue(.number(value)) }
  /// A truth value that is not a literal.
  public static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }
  /// An array that is not a literal.
  public static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }
  /// An object of members built up in code.
  public static func object(_ members: [Member]) -> JSONValue { JSONValue(.object(members)) }
}

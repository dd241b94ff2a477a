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

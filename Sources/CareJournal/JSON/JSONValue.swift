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

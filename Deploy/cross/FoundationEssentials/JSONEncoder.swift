/// Writes values of strings, truths and integers as JSON, indented and with sorted keys.
public final class JSONEncoder {
  /// How it is written. The parser asks for both, and so it is, asked or not.
  public struct OutputFormatting: OptionSet, Sendable {
    /// One bit for each.
    public let rawValue: Int

    /// From bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// On lines of their own, indented.
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    /// Keys in the order of their text.
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  /// What was asked for.
  public var outputFormatting: OutputFormatting = []

  /// An encoder.
  public init() {}

  /// The value as JSON; throws `EncodingError` at a value of another kind.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let node = Node()
    try node.take(value, at: [])
    var text = ""
    node.write(to: &text, indent: "")
    return Data(text: text)
  }
}

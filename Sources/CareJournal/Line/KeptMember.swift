/// A member of a line that nobody here understands, byte for byte: a newer version may tell `1.50` from `1.5`.
public struct KeptMember: Hashable, Sendable {
  /// Its name.
  public let key: String
  /// Name, colon and value as they stand on the line.
  public let text: [UInt8]

  /// A member as it was read.
  init(key: String, text: ArraySlice<UInt8>) {
    self.key = key
    self.text = Array(text)
  }

  /// A member with a value.
  public init(key: String, value: JSONValue) {
    var text: [UInt8] = []
    JSONWriter.append(key, to: &text)
    text.append(UInt8(ascii: ":"))
    text.append(contentsOf: JSONWriter.bytes(value))
    self.init(key: key, text: text[...])
  }
}

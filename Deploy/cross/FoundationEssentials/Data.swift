/// What the encoder made.
public struct Data: Sendable {
  let text: String
}

extension String {
  /// How bytes stand for text.
  public struct Encoding: Sendable {
    /// The only one here.
    public static let utf8 = Encoding()
  }

  /// The text that was encoded; never nil.
  public init?(data: Data, encoding: Encoding) {
    self = data.text
  }
}

/// What a small file of the box's directory was found to hold.
public enum KeptReading<Content: Sendable>: Sendable {
  /// There is no such file.
  case missing
  /// It is whole.
  case whole(Content)
  /// Its checksum does not hold, or it says what cannot be.
  case damaged
  /// It is of a newer version, which alone may replace it.
  case newer

  /// What it holds; nil when that is nothing that can be used.
  public var content: Content? {
    guard case .whole(let content) = self else { return nil }
    return content
  }
}

extension KeptReading: Equatable where Content: Equatable {}

/// Whether a quiet session can be cancelled before its end.
public enum StrictnessMode: Hashable, Sendable, CaseIterable {
  /// Only the end, or an emergency reset, ends it.
  case strict
  /// A cancel ends it after a delay, within which it can be kept.
  case flexible

  /// What the mode means, for whoever chooses.
  public var explanation: String {
    switch self {
    case .strict: "Cannot cancel until time is up"
    case .flexible: "Cancel with a 30-second delay"
    }
  }
}

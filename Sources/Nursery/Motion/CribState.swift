/// What motion says of the crib. Motion is a second witness: buttons always win.
public enum CribState: Hashable, Sendable, CaseIterable {
  /// Nobody is in it.
  case empty
  /// Somebody is in it and not settled.
  case awake
  /// Somebody is in it and settled.
  case asleep
  /// Readings are missing, or what there is does not decide.
  case unknown

  /// `e`, `a`, `s` or `u`.
  public var letter: String {
    switch self {
    case .empty: "e"
    case .awake: "a"
    case .asleep: "s"
    case .unknown: "u"
    }
  }
}

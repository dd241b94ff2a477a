/// What motion says about the crib. Motion is a second witness: buttons always win.
public enum CribState: Hashable, Sendable, CaseIterable {
  /// The baby is not in it.
  case empty
  /// The baby is in it and has not settled.
  case awake
  /// The baby is in it and has settled.
  case asleep
  /// Readings are missing, or they do not decide.
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

/// One epoch as judged in hindsight.
public struct CribEpoch: Hashable, Sendable {
  /// How sure the presence or absence is.
  public enum Confidence: Int, Hashable, Comparable, Sendable {
    /// Less than 7 in 10.
    case low
    /// Up to 19 in 20.
    case medium
    /// More.
    case high

    /// Orders by certainty.
    public static func < (one: Confidence, other: Confidence) -> Bool { one.rawValue < other.rawValue }

    init(probability: Double) {
      self = probability < 0.7 ? .low : probability < 0.95 ? .medium : .high
    }
  }

  /// What the crib was.
  public var state: CribState
  /// How sure it is that the baby was in it, or was not.
  public var confidence: Confidence
  /// Whether next to nothing moved.
  public var isStill: Bool

  /// An epoch as judged.
  public init(state: CribState, confidence: Confidence, isStill: Bool) {
    self.state = state
    self.confidence = confidence
    self.isStill = isStill
  }
}

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
  /// How sure it is that somebody was in it, or that nobody was.
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

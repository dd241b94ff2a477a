/// The state of the crib by motion. Motion never overrides a button.
public enum CribState: Hashable, Sendable, CaseIterable {
  /// The baby is not in it.
  case empty
  /// The baby is in it and has not settled.
  case awake
  /// The baby is in it and has settled.
  case asleep
  /// Readings are missing or do not decide.
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

/// An epoch that was judged in hindsight.
public struct CribEpoch: Hashable, Sendable {
  /// The probability that the baby was in the crib, or that it was not.
  public enum Confidence: Int, Hashable, Comparable, Sendable {
    /// Less than 0.7.
    case low
    /// Less than 0.95.
    case medium
    /// At least 0.95.
    case high

    /// Orders by probability.
    public static func < (one: Confidence, other: Confidence) -> Bool { one.rawValue < other.rawValue }

    init(probability: Double) {
      self = probability < 0.7 ? .low : probability < 0.95 ? .medium : .high
    }
  }

  /// The state of the crib.
  public var state: CribState
  /// How certain the baby's presence or absence is.
  public var confidence: Confidence
  /// Whether almost nothing moved.
  public var isStill: Bool

  /// An epoch from its judgement.
  public init(state: CribState, confidence: Confidence, isStill: Bool) {
    (self.state, self.confidence, self.isStill) = (state, confidence, isStill)
  }
}

/// The live judgement: the probabilities of the hidden states, updated by each epoch.
struct CribFilter: Sendable {
  /// The probabilities after a start. With those of a recording, a sleeping baby's crib would count as empty.
  private static let start = HiddenCrib.lanes(
    empty: 0.5, tended: 0.02, lively: 0.08, quiet: 0.05, asleep: 0.35)

  private var lanes = start
  private var model = CribModel()
  /// For how many epochs nothing has been decided.
  private var undecidedEpochs = UndecidedStretch.patience + 1
  private var previousEdge: HandlingEdge?

  /// The probability that the baby is in the crib.
  var presence: Double { lanes.presence }
  /// Whether nothing has been decided for so long that the state is unknown.
  var isUnknown: Bool { undecidedEpochs > UndecidedStretch.patience }

  /// Updates the probabilities with one epoch.
  mutating func add(_ evidence: CribEvidence) {
    var evidence = evidence
    model.learnSplit(evidence)
    evidence.nearbyEdge = evidence.edge ?? previousEdge
    previousEdge = evidence.edge
    lanes = CribTransitions(evidence).forward(lanes) * model.likelihood(of: evidence)
    lanes /= lanes.sum()
    model.learn(
      evidence, empty: lanes[HiddenCrib.empty.rawValue], asleep: lanes[HiddenCrib.asleep.rawValue])
    count(evidence)
  }

  private mutating func count(_ evidence: CribEvidence) {
    if evidence.level == nil {
      undecidedEpochs = UndecidedStretch.patience + 1
    } else if !UndecidedStretch.isUndecided(presence) {
      undecidedEpochs = 0
    } else if evidence.speaks, !isUnknown {
      undecidedEpochs = 0
    } else {
      undecidedEpochs += 1
    }
  }
}

/// Makes the state unknown if neither presence nor absence is probable for more than 30 min, without an edge,
/// micro-motion or a press.
enum UndecidedStretch {
  /// The number of epochs in 30 min.
  static let patience = 60
  /// The least probability of presence or absence that decides.
  static let decided = 0.6

  /// The states, with `unknown` where nothing is decided for too long.
  static func removed(
    from states: [CribState], _ evidence: [CribEvidence], _ presence: [Double]
  ) -> [CribState] {
    var states = states
    var start = 0
    for index in 0...states.count {
      if index < states.count, isUndecided(presence[index]), !evidence[index].speaks { continue }
      if index - start > patience { for place in start..<index { states[place] = .unknown } }
      start = index + 1
    }
    return states
  }

  /// Whether neither presence nor absence is probable enough.
  static func isUndecided(_ presence: Double) -> Bool { max(presence, 1 - presence) < decided }
}

extension CribEvidence {
  /// Whether there is more evidence than counts: an edge, micro-motion or a press.
  var speaks: Bool { edge != nil || showsMicroMotion || intoOdds > 0 || outOdds > 0 }
}

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
  /// How certain the presence or absence is.
  public enum Confidence: Int, Hashable, Comparable, Sendable {
    /// Less than 7 in 10.
    case low
    /// Up to 19 in 20.
    case medium
    /// A higher probability.
    case high

    /// Orders by certainty.
    public static func < (one: Confidence, other: Confidence) -> Bool { one.rawValue < other.rawValue }

    init(probability: Double) {
      self = probability < 0.7 ? .low : probability < 0.95 ? .medium : .high
    }
  }

  /// What the crib was.
  public var state: CribState
  /// How certain it is that the baby was in it, or was not.
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

/// The live judgement: probabilities of the hidden states, updated by each epoch as it comes.
struct CribFilter: Sendable {
  /// After a start nothing is known. The prior of a recording would say that the crib of a sleeping baby is empty.
  private static let start = HiddenCrib.lanes(
    empty: 0.5, tended: 0.02, lively: 0.08, quiet: 0.05, asleep: 0.35)

  private var lanes = start
  private var model = CribModel()
  /// For how many epochs nothing has been decided. Nothing is decided before the first.
  private var undecidedEpochs = UndecidedStretch.patience + 1
  private var previousEdge: HandlingEdge?

  /// The probability that the baby is in the crib.
  var presence: Double { lanes.presence }
  /// Whether nothing has been decided for so long that the state is unknown.
  var isUnknown: Bool { undecidedEpochs > UndecidedStretch.patience }

  /// Updates the probabilities by one epoch.
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

/// The state is unknown if neither side is likely for more than 30 min, without an edge, micro-motion or a press.
enum UndecidedStretch {
  /// Epochs in 30 min.
  static let patience = 60
  /// Below this probability of the likelier side nothing is decided.
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

  /// Whether the likelier side is not likely enough.
  static func isUndecided(_ presence: Double) -> Bool { max(presence, 1 - presence) < decided }
}

extension CribEvidence {
  /// Whether it holds more than counts: an edge, micro-motion or a press.
  var speaks: Bool { edge != nil || showsMicroMotion || intoOdds > 0 || outOdds > 0 }
}

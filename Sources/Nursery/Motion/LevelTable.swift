/// How often each activity level is seen in one hidden state, learnt from what a crib shows and held by a prior.
struct LevelTable: Hashable, Sendable {
  /// How many epochs the prior is worth: half an hour.
  private static let priorWeight = 60.0
  /// A night; from then on what is older counts less and less.
  private static let fullWeight = 1500.0

  private let prior: SIMD8<Double>
  private var seen = SIMD8<Double>()

  /// By the shares of the quiet levels together and of those above them, which sum to 1.
  init(quiet: Double, stirring: Double, moving: Double, lively: Double) {
    prior = SIMD8(quiet, quiet, quiet, stirring, moving, lively, 0, 0)
  }

  /// The share of a level, where quiet epochs of every state are split like that.
  func share(of level: ActivityLevel, _ split: QuietSplit) -> Double {
    let weight = LevelTable.priorWeight
    let expected = prior[level.rawValue] * split.share(of: level)
    return (expected * weight + seen[level.rawValue]) / (weight + seen.sum())
  }

  /// Learns that the level was seen while the state held with that probability.
  mutating func learn(_ level: ActivityLevel, probability: Double) {
    seen[level.rawValue] += probability
    if seen.sum() > LevelTable.fullWeight { seen *= 0.5 }
  }

  /// Forgets what was learnt.
  mutating func forget() { seen = SIMD8<Double>() }
}

/// Self-scaled counts through weights of the shape that Cole and Kripke found for minutes of wrist motion
/// (Sleep 15:461, 1992): what went before counts, and the minute that follows a little.
struct WeightedActivity: Sendable {
  /// From two minutes before an epoch to one after it; the epoch itself weighs 1.
  private static let weights: [Float] = [0.46, 0.23, 0.25, 0.33, 1, 0.32, 0.29]
  /// Epochs that must follow one until it can be judged.
  static let lookAheadEpochs = 2
  /// From here on an epoch is active.
  private static let threshold: Float = 0.6
  /// The noise within a count.
  private static let noise: Float = 20

  private var shares = [Float](repeating: 0, count: weights.count)

  /// Takes an epoch's count; says whether the epoch two before it is active.
  mutating func take(count: Float, gain: Float) -> Bool {
    for index in 1..<shares.count { shares[index - 1] = shares[index] }
    shares[shares.count - 1] = min(1, max(0, count - WeightedActivity.noise) / gain)
    var sum: Float = 0
    for (share, weight) in zip(shares, WeightedActivity.weights) { sum += share * weight }
    return sum >= WeightedActivity.threshold
  }
}

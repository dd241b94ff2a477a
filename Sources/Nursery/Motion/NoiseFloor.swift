/// How loud a part is when nothing moves: a low percentile of the epochs' median magnitudes. Kept per device; it
/// can be stored as a number and handed back.
public struct NoiseFloor: Hashable, Sendable {
  /// The share of epochs taken to be still.
  private static let share: Float = 0.1
  /// Two days of epochs; from then on what is older counts less and less.
  private static let fullWeight: UInt32 = 5760
  /// How many epochs a stored floor is worth: an hour.
  private static let storedWeight = 120
  /// No part is quieter; keeps ratios finite when the readings are made up.
  static let lowestMilligee: Float = 0.01

  private var medians = MagnitudeHistogram()

  /// A device of which nothing is known yet.
  public init() {}

  /// A device whose floor was measured before, in milligee.
  public init(storedMilligee: Float) {
    for _ in 0..<NoiseFloor.storedWeight { medians.add(max(storedMilligee, NoiseFloor.lowestMilligee)) }
  }

  /// The floor in milligee; nil before the first epoch.
  public var milligee: Float? {
    medians.quantile(NoiseFloor.share).map { max($0, NoiseFloor.lowestMilligee) }
  }

  /// Learns from an epoch's median.
  mutating func learn(medianMilligee: Float) {
    medians.add(medianMilligee)
    if medians.total > NoiseFloor.fullWeight { medians.halve() }
  }
}

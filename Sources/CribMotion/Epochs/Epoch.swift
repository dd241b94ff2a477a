/// Half a minute of motion, reduced to the numbers that the crib's state is judged by.
public struct Epoch: Hashable, Sendable {
  /// How long an epoch lasts.
  public static let milliseconds = 30_000

  /// Activity count: the sum of the magnitudes above 2.6 × the noise floor, in units of the noise floor, as if
  /// no reading had been missing.
  public var count: Float
  /// The largest magnitude, in thousandths of the earth's pull.
  public var peakMilligee: Float
  /// How far the mean vector of the 20 s after the peak lies from that of the 20 s before it. Nil when too much
  /// of either is missing, or when the recording ended before.
  public var changeMilligee: Float?
  /// Mean square of the motion between 0.3 and 1.2 Hz, in milligee².
  public var microMilligeeSquared: Float
  /// The median magnitude: the noise floor is a low percentile of these.
  public var medianMilligee: Float
  /// The share of readings that are missing, 0…1.
  public var missingShare: Float

  /// An epoch as measured.
  public init(
    count: Float, peakMilligee: Float, changeMilligee: Float?, microMilligeeSquared: Float,
    medianMilligee: Float, missingShare: Float
  ) {
    self.count = count
    self.peakMilligee = peakMilligee
    self.changeMilligee = changeMilligee
    self.microMilligeeSquared = microMilligeeSquared
    self.medianMilligee = medianMilligee
    self.missingShare = missingShare
  }

  /// An epoch that nothing is known of.
  public static let missing = Epoch(
    count: 0, peakMilligee: 0, changeMilligee: nil, microMilligeeSquared: 0, medianMilligee: 0,
    missingShare: 1)

  /// Whether so much is missing that the epoch says nothing.
  public var isGap: Bool { missingShare > 0.5 }
}

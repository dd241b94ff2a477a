/// What must be known of an accelerometer to read its counts.
public struct MotionSource: Hashable, Sendable {
  /// The accepted rates, in readings a second. At a lower rate a jolt falls between two readings. At a higher one,
  /// average readings first, which also lowers the noise.
  public static let ratesHz = 10.0...100.0
  /// The allowed values of one count, in thousandths of the earth's pull.
  public static let scalesMilligeePerLSB = 0.0001...64.0

  /// The least noise that rounding to whole counts makes when four readings are averaged.
  private static let leastFloorCounts = 1.5

  /// Readings a second.
  public let rateHz: Double
  /// The value of one count, in thousandths of the earth's pull.
  public let milligeePerLSB: Double

  /// Nil if the rate or the scale is outside its range.
  public init?(rateHz: Double, milligeePerLSB: Double) {
    guard MotionSource.ratesHz.contains(rateHz),
      MotionSource.scalesMilligeePerLSB.contains(milligeePerLSB)
    else { return nil }
    self.rateHz = rateHz
    self.milligeePerLSB = milligeePerLSB
  }

  /// The noise floor to judge by, in milligee: at least 1.5 counts. If a part's noise is smaller than a count,
  /// rounding changes it with every tilt.
  func audibleMilligee(_ floorMilligee: Float) -> Float {
    max(floorMilligee, Float(milligeePerLSB * MotionSource.leastFloorCounts))
  }
}

/// One reading of the accelerometer, in counts. A missing reading is nil everywhere, since a gap is never a still
/// crib.
public struct MotionSample: Hashable, Sendable {
  /// Counts along the part's x axis.
  public var x: Int16
  /// Counts along the part's y axis.
  public var y: Int16
  /// Counts along the part's z axis.
  public var z: Int16

  /// A reading in counts.
  public init(x: Int16, y: Int16, z: Int16) { (self.x, self.y, self.z) = (x, y, z) }
}

/// Half a minute of motion, reduced to the numbers that the crib's state is judged by.
public struct Epoch: Hashable, Sendable {
  /// How long an epoch lasts.
  public static let milliseconds = 30_000

  /// Activity count: the sum of the magnitudes above 2.6 × the noise floor, or above 2.6 × the epoch's own quiet part
  /// if that is louder. It is in units of the noise floor, as if no reading were missing.
  public var count: Float
  /// The largest magnitude, in thousandths of the earth's pull.
  public var peakMilligee: Float
  /// The distance between the mean vectors of the 20 s before and the 20 s after the peak, in milligee; nil if too
  /// many of these readings are missing.
  public var changeMilligee: Float?
  /// Mean square of the motion between 0.3 and 1.2 Hz, in milligee².
  public var microMilligeeSquared: Float
  /// The median magnitude in milligee. The noise floor is a low percentile of these.
  public var medianMilligee: Float
  /// The share of readings that are missing, 0…1.
  public var missingShare: Float

  /// An epoch from its measured numbers.
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

  /// An epoch without readings.
  public static let missing = Epoch(
    count: 0, peakMilligee: 0, changeMilligee: nil, microMilligeeSquared: 0, medianMilligee: 0,
    missingShare: 1)

  /// Whether too much is missing to judge the epoch.
  public var isGap: Bool { missingShare > 0.5 }
}

/// The properties of an accelerometer that are needed to read its counts.
public struct MotionSource: Hashable, Sendable {
  /// The rates accepted, in readings a second. Below them a jolt falls between two readings. Above them, average
  /// readings first, which also lowers the noise.
  public static let ratesHz = 10.0...100.0
  /// The allowed values of one count, in thousandths of the earth's pull.
  public static let scalesMilligeePerLSB = 0.0001...64.0

  /// When four readings are averaged, rounding to whole counts makes at least this much noise, however quiet the
  /// part.
  private static let leastFloorCounts = 1.5

  /// Readings a second.
  public let rateHz: Double
  /// The value of one count, in thousandths of the earth's pull.
  public let milligeePerLSB: Double

  /// Nil if the rate or the scale is out of its range.
  public init?(rateHz: Double, milligeePerLSB: Double) {
    guard MotionSource.ratesHz.contains(rateHz),
      MotionSource.scalesMilligeePerLSB.contains(milligeePerLSB)
    else { return nil }
    self.rateHz = rateHz
    self.milligeePerLSB = milligeePerLSB
  }

  /// The noise floor to judge by. If a part's noise is smaller than a count, rounding makes it louder or quieter with
  /// every change of tilt, so a floor of at least 1.5 counts is used.
  func audibleMilligee(_ floorMilligee: Float) -> Float {
    max(floorMilligee, Float(milligeePerLSB * MotionSource.leastFloorCounts))
  }
}

/// One reading of the accelerometer, in counts of the part. A missing reading is `nil` everywhere: a gap is never a
/// still crib.
public struct MotionSample: Hashable, Sendable {
  /// Counts along the part's x axis.
  public var x: Int16
  /// Counts along the part's y axis.
  public var y: Int16
  /// Counts along the part's z axis.
  public var z: Int16

  /// A reading in counts.
  public init(x: Int16, y: Int16, z: Int16) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// Half a minute of motion, reduced to the numbers by which the crib's state is judged.
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

  /// An epoch of which nothing is known.
  public static let missing = Epoch(
    count: 0, peakMilligee: 0, changeMilligee: nil, microMilligeeSquared: 0, medianMilligee: 0,
    missingShare: 1)

  /// Whether so much is missing that the epoch means nothing.
  public var isGap: Bool { missingShare > 0.5 }
}

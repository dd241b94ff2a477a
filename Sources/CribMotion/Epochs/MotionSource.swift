/// What must be known of an accelerometer to read its counts.
public struct MotionSource: Hashable, Sendable {
  /// The rates accepted, in readings a second. Below them a jolt falls between two readings. Above them, average
  /// readings first, which also lowers the noise.
  public static let ratesHz = 10.0...100.0
  /// What one count may be worth, in thousandths of the earth's pull.
  public static let scalesMilligeePerLSB = 0.0001...64.0

  /// Rounding to whole counts is as loud as this when four readings are averaged, however quiet the part.
  private static let leastFloorCounts = 1.5

  /// Readings a second.
  public let rateHz: Double
  /// Thousandths of the earth's pull for one count.
  public let milligeePerLSB: Double

  /// Nil when the rate or the scale is out of its range.
  public init?(rateHz: Double, milligeePerLSB: Double) {
    guard MotionSource.ratesHz.contains(rateHz),
      MotionSource.scalesMilligeePerLSB.contains(milligeePerLSB)
    else { return nil }
    self.rateHz = rateHz
    self.milligeePerLSB = milligeePerLSB
  }

  /// The noise floor to judge by. Where a part's noise is smaller than a count, rounding makes it louder or quieter
  /// with every change of tilt, so no floor below 1.5 counts is used.
  func audibleMilligee(_ floorMilligee: Float) -> Float {
    max(floorMilligee, Float(milligeePerLSB * MotionSource.leastFloorCounts))
  }
}

/// One reading of the accelerometer, in counts of the part. A missing reading is `nil` everywhere: a gap is never a
/// still crib.
public struct MotionSample: Hashable, Sendable {
  /// Counts along the part's own axes.
  public var x: Int16
  /// Counts along the part's own axes.
  public var y: Int16
  /// Counts along the part's own axes.
  public var z: Int16

  /// A reading in counts.
  public init(x: Int16, y: Int16, z: Int16) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// One reading of the accelerometer, in counts of the part. A missing reading is `nil` wherever one is taken:
/// a gap is never a still crib.
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

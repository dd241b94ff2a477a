/// One acceleration, in the counts of its batch, along the chip's own axes.
public struct MotionSample: Hashable, Sendable {
  /// Along the chip's x axis.
  public var x: Int16
  /// Along the chip's y axis.
  public var y: Int16
  /// Along the chip's z axis.
  public var z: Int16

  /// A sample of its three counts.
  public init(x: Int16, y: Int16, z: Int16) {
    self.x = x
    self.y = y
    self.z = z
  }
}

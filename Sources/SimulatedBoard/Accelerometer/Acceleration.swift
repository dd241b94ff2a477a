/// An acceleration along a part's axes, gravity included, in milligee.
public struct Acceleration: Hashable, Sendable {
  /// Along x.
  public var x: Double
  /// Along y.
  public var y: Double
  /// Along z.
  public var z: Double

  /// An acceleration of its three axes.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Nothing, as in free fall.
  public static let none = Acceleration(x: 0, y: 0, z: 0)

  /// Two accelerations at once.
  public static func + (one: Acceleration, other: Acceleration) -> Acceleration {
    Acceleration(x: one.x + other.x, y: one.y + other.y, z: one.z + other.z)
  }
}

/// The nearest whole number of counts. Written out, since the library's own needs the C library's mathematics.
func nearest(_ counts: Double) -> Int {
  Int(counts < 0 ? counts - 0.5 : counts + 0.5)
}

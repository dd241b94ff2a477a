/// What a part's test of itself came to.
public struct SelfTestReport: Hashable, Sendable {
  /// One axis.
  public struct Axis: Hashable, Sendable {
    /// The change of the reading under the test force, in milligee.
    public var changeMilligee: Double
    /// What the datasheet allows, in milligee; nil where it, or the chip's factory, gives no figure.
    public var limitsMilligee: ClosedRange<Double>?
    /// Whether the change is allowed; nil where there is no figure.
    public var passes: Bool? { limitsMilligee.map { $0.contains(changeMilligee) } }

    /// An axis of all its parts.
    public init(changeMilligee: Double, limitsMilligee: ClosedRange<Double>?) {
      self.changeMilligee = changeMilligee
      self.limitsMilligee = limitsMilligee
    }
  }

  /// The chip's x axis.
  public var x: Axis
  /// The chip's y axis.
  public var y: Axis
  /// The chip's z axis.
  public var z: Axis

  /// Whether no axis fails.
  public var passes: Bool { x.passes != false && y.passes != false && z.passes != false }
  /// Whether every axis could be judged.
  public var isConclusive: Bool { x.passes != nil && y.passes != nil && z.passes != nil }

  /// A report of its three axes.
  public init(x: Axis, y: Axis, z: Axis) {
    self.x = x
    self.y = y
    self.z = z
  }
}

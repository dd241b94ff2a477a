/// An accelerometer that was found on the bus.
public struct AccelerometerPart: Hashable, Sendable {
  /// Whose registers it has.
  public var kind: AccelerometerKind
  /// Where it answers.
  public var address: I2CAddress
  /// The byte by which it tells who it is.
  public var identity: UInt8
  /// The name that belongs to that byte: `MPU-6500` for one that is run as an MPU-6050.
  public var name: String

  /// A part of all its parts.
  public init(kind: AccelerometerKind, address: I2CAddress, identity: UInt8, name: String) {
    self.kind = kind
    self.address = address
    self.identity = identity
    self.name = name
  }
}

/// Somebody else at the address of an accelerometer.
public struct AccelerometerRefusal: Hashable, Sendable {
  /// Where it answered.
  public var address: I2CAddress
  /// The kind that was expected there.
  public var expected: AccelerometerKind
  /// The byte that it told in the place of the expected kind's identity.
  public var identity: UInt8
  /// Who tells such a byte; nil when nobody known does.
  public var name: String?

  /// A refusal of all its parts.
  public init(address: I2CAddress, expected: AccelerometerKind, identity: UInt8, name: String?) {
    self.address = address
    self.expected = expected
    self.identity = identity
    self.name = name
  }
}

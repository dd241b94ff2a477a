/// The wire by which a part says that its FIFO is worth emptying.
public struct AccelerometerInterrupt: Hashable, Sendable {
  /// The part's own pin.
  public enum Pin: Hashable, Sendable, CaseIterable {
    /// INT1, or the only one.
    case one
    /// INT2. Only an ADXL345 can say it there.
    case two
  }

  /// Which pin is wired.
  public var pin: Pin
  /// Whether the pin is to be low while there is something to say.
  public var isActiveLow: Bool

  /// A wire of all its parts.
  public init(pin: Pin = .one, isActiveLow: Bool) {
    self.pin = pin
    self.isActiveLow = isActiveLow
  }
}

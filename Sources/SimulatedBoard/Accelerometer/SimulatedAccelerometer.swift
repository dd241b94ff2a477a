/// An accelerometer on the simulated bus, moved by whoever owns it.
public protocol SimulatedAccelerometer: SimulatedChip {
  /// What the part feels at a time, in simulated nanoseconds. Asked once for each reading that is read, and for no
  /// other, so that a week that nobody reads costs nothing.
  var motion: (UInt64) -> Acceleration { get set }

  /// What the driver did that the data sheet forbids, with the transfer, from 1.
  var violations: [String] { get }

  /// Whether the voltage on an interrupt pin, 1 or 2, is high now.
  func isInterruptHigh(pin: Int) -> Bool

  /// When an interrupt pin changes next by time passing alone, in simulated nanoseconds; nil when none will.
  var nextInterruptNanoseconds: UInt64? { get }
}

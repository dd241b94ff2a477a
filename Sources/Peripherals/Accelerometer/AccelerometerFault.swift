/// Why there is no acceleration to be had.
public enum AccelerometerFault: Error, Hashable, Sendable {
  /// A transfer failed; `noAcknowledge` when no part was found at all.
  case bus(BusFault)
  /// Somebody answered who is no part that can be used.
  case refused(AccelerometerRefusal)
  /// The part answers, and measures nothing.
  case silent
  /// The part answers, and does not keep what it is told.
  case forgetful
}

/// What can be wrong with the simulated bus, or with one chip on it, until it is healed.
public enum BusTrouble: Hashable, Sendable {
  /// The address is not acknowledged: the chip is unplugged or held in reset.
  case nack
  /// The chip takes that many bytes of each write and refuses the next one.
  case nackAfter(bytes: Int)
  /// A line is held low: every transfer times out and no byte arrives.
  case stuck
  /// Another master wins every transfer at its first byte.
  case arbitrationLost
  /// Writes arrive; reads yield random bytes.
  case garbage
}

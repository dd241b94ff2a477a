/// What can be wrong with the simulated bus, or with one chip on it, until it is healed.
public enum BusTrouble: Hashable, Sendable {
  /// The address is not acknowledged: the chip is unplugged or held in reset.
  case nack
  /// The chip takes that many bytes of each write and refuses the next one.
  case nackAfter(bytes: Int)
  /// A line is held low: every transfer times out and no byte arrives.
  case stuck
  /// The adapter is held by something else for `SimulatedI2CBus.blockedNanoseconds`, and then gives up.
  case blocked
  /// Half of each transfer gets through: of a write the rest is refused, of a read it is ones.
  case short
  /// Another master wins every transfer at its first byte.
  case arbitrationLost
  /// Writes arrive; reads yield random bytes.
  case garbage
}

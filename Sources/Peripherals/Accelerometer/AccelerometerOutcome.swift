/// The result of one call of `AccelerometerSession.service`.
public struct AccelerometerOutcome: Hashable, Sendable {
  /// How the part is.
  public enum Result: Hashable, Sendable {
    /// A part was found and set up, or one that had lost its settings was set up again. It has measured nothing
    /// yet.
    case started(AccelerometerPart)
    /// The FIFO was read; `batch` holds what was new.
    case drained
    /// Something failed now; what the FIFO held is given up.
    case failed(AccelerometerFault)
    /// Something failed earlier and it is too soon to try again; nothing was sent.
    case waiting(AccelerometerFault)
  }

  /// How the part is.
  public var result: Result
  /// New samples, oldest first; nil when there are none.
  public var batch: MotionBatch?
  /// Transfers this call asked of the bus.
  public var transactions: Int
  /// Bytes this call put on the wires, addresses included.
  public var wireBytes: Int
  /// When to call again at the latest, on the clock passed in: to empty the FIFO before it overflows, or to try again
  /// after a fault. Where the interrupt line is in use it is some time behind the expected interrupt.
  public var nextServiceMilliseconds: Int

  /// An outcome of all its parts.
  public init(
    result: Result, batch: MotionBatch?, transactions: Int, wireBytes: Int, nextServiceMilliseconds: Int
  ) {
    self.result = result
    self.batch = batch
    self.transactions = transactions
    self.wireBytes = wireBytes
    self.nextServiceMilliseconds = nextServiceMilliseconds
  }
}

/// Why there is no acceleration to be had.
public enum AccelerometerFault: Error, Hashable, Sendable {
  /// A transfer failed; `noAcknowledge` when no part was found at all.
  case bus(BusFault)
  /// A chip answered that is no part that can be used.
  case refused(AccelerometerRefusal)
  /// The part answers, but measures nothing.
  case silent
  /// The part answers, but does not keep its settings.
  case forgetful
}

/// Another chip at the address of an accelerometer.
public struct AccelerometerRefusal: Hashable, Sendable {
  /// Where it answered.
  public var address: I2CAddress
  /// The kind that was expected there.
  public var expected: AccelerometerKind
  /// The byte that it gave in place of the expected kind's identity.
  public var identity: UInt8
  /// The name of the part with that byte; nil for an unknown one.
  public var name: String?

  /// A refusal of all its parts.
  public init(address: I2CAddress, expected: AccelerometerKind, identity: UInt8, name: String?) {
    self.address = address
    self.expected = expected
    self.identity = identity
    self.name = name
  }
}

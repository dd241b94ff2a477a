/// Samples that there are not. A gap is no stillness: of its time nothing is known.
public struct MotionGap: Hashable, Sendable {
  /// Why.
  public enum Reason: Hashable, Sendable {
    /// The FIFO was full before it was read: the caller came late, or the bus was busy.
    case overrun
    /// The chip's settings were not as they had been left: it lost its supply for a moment, or somebody else
    /// wrote to it.
    case reset
    /// The FIFO's bytes were no whole samples any more.
    case misaligned
    /// The part could not be read, found or used.
    case fault(AccelerometerFault)
  }

  /// Why; of several reasons the first.
  public var reason: Reason
  /// How many samples are missing by the time that passed, 1 or more; nil when no sample came before.
  public var missing: Int?

  /// A gap of all its parts.
  public init(reason: Reason, missing: Int?) {
    self.reason = reason
    self.missing = missing
  }
}

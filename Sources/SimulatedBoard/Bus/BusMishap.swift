/// Something that goes wrong on the bus from one transfer on, for a while: which transfer, what, and how long.
public struct BusMishap: Hashable, Sendable {
  /// What goes wrong.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The address is not acknowledged.
    case nack
    /// The adapter gives up after a second.
    case timeout
    /// Half of the bytes get through: of a write the rest is refused, of a read it is ones.
    case short
    /// Reads yield random bytes.
    case garbage
    /// The adapter is held for five seconds, and then gives up.
    case blocked
    /// The chip is unplugged; it comes back as after power-up.
    case absent
  }

  /// Which transfer, counted from when the mishap was planned, 1 being the next one.
  public let transfer: Int
  /// What goes wrong.
  public let kind: Kind
  /// How long it lasts from the beginning of that transfer, in nanoseconds; 0 for that transfer only.
  public let nanoseconds: UInt64

  /// A mishap of all its parts.
  public init(transfer: Int, kind: Kind, nanoseconds: UInt64 = 0) {
    precondition(transfer >= 1, "the next transfer is number 1")
    self.transfer = transfer
    self.kind = kind
    self.nanoseconds = nanoseconds
  }

  /// A data line that is held low stops all chips; everything else is one chip's trouble.
  var stopsTheBus: Bool { kind == .timeout || kind == .blocked }

  /// What the bus has to suffer.
  var trouble: BusTrouble {
    switch kind {
    case .nack, .absent: .nack
    case .timeout: .stuck
    case .short: .short
    case .garbage: .garbage
    case .blocked: .blocked
    }
  }
}

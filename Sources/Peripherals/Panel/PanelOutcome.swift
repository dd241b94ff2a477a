/// What one call of `PanelSession.service` came to.
public struct PanelOutcome: Hashable, Sendable {
  /// What became of the picture.
  public enum Result: Hashable, Sendable {
    /// The panel acknowledged everything it had to be sent, and that was so much.
    case shown(PanelRedraw)
    /// The bus failed now; the panel is out of order until a later call shows the picture.
    case failed(BusFault)
    /// The bus failed earlier and it is too soon to try again; nothing was sent.
    case waiting(BusFault)
  }

  /// What became of the picture.
  public var result: Result
  /// Transfers this call asked of the bus.
  public var transactions: Int
  /// Bytes this call put on the wires, addresses included.
  public var wireBytes: Int
  /// When to call again even if the picture is still the same, on the clock handed in: to try again after a
  /// fault, or to send the registers again.
  public var nextServiceMilliseconds: Int

  /// An outcome of all its parts.
  public init(result: Result, transactions: Int, wireBytes: Int, nextServiceMilliseconds: Int) {
    self.result = result
    self.transactions = transactions
    self.wireBytes = wireBytes
    self.nextServiceMilliseconds = nextServiceMilliseconds
  }
}

import Peripherals

/// One transfer as a logic analyser would list it.
public struct BusRecord: Hashable, Sendable {
  /// The chip that was addressed.
  public let address: I2CAddress
  /// The bytes that the master wanted to write, without the address; empty for a plain read.
  public let written: [UInt8]
  /// How many bytes the master wanted to read; 0 for a plain write.
  public let readCount: Int
  /// What the transfer came to; nil when it succeeded.
  public let fault: BusFault?
}

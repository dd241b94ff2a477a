/// A seven-bit address on an I²C bus.
public struct I2CAddress: Hashable, Sendable {
  /// The address, 0x08…0x77, without the read/write bit.
  public let value: UInt8

  /// The address `value`.
  public init(_ value: UInt8) { self.value = value }
}

/// An I²C bus as a driver sees it. Two transfers and no list of operations: the Pi's adapter refuses more than one read in
/// a transfer (Linux drivers/i2c/busses/i2c-bcm2835.c, `bcm2835_i2c_xfer`), and between two messages it does not stop at a
/// missing acknowledge (github.com/raspberrypi/linux, issue 5429).
///
/// A driver owns its bus value; the operating system shares the wires.
public protocol I2CBus {
  /// `START address+W bytes… STOP`. At least one byte.
  func write(_ bytes: [UInt8], to address: I2CAddress) throws(BusFault)

  /// `START address+W bytes… RESTART address+R bytes… STOP`. Returns exactly `count` bytes, 1 or more.
  func writeThenRead(_ bytes: [UInt8], reading count: Int, at address: I2CAddress) throws(BusFault)
    -> [UInt8]

  /// The same into a buffer that the caller keeps for the next time: reads `answer.count` bytes, 1 or more. After a
  /// fault the buffer's content is undefined.
  func writeThenRead(_ bytes: [UInt8], into answer: inout [UInt8], at address: I2CAddress) throws(BusFault)
}

extension I2CBus {
  /// For a bus without a better way: a new array each time.
  public func writeThenRead(
    _ bytes: [UInt8], into answer: inout [UInt8], at address: I2CAddress
  ) throws(BusFault) {
    answer = try writeThenRead(bytes, reading: answer.count, at: address)
  }
}

/// How an I²C transfer can fail.
public enum BusFault: Error, Hashable, Sendable {
  /// No part acknowledged: absent, unplugged, or busy resetting. On a Pi this is errno 121, EREMOTEIO.
  case noAcknowledge
  /// The wires did not move in time: a stuck line, a hung adapter.
  case timedOut
  /// Another master won the bus.
  case arbitrationLost
  /// Anything else, by its errno.
  case other(errno: Int32)
}

/// The pauses between attempts at a part that does not answer: a quarter of a second at first, twice as long each
/// time, and never more than five seconds, so that a part that returns is soon used again.
struct RetryDelay {
  private static let firstMilliseconds = 250
  private static let longestMilliseconds = 5_000

  private var pauseMilliseconds = RetryDelay.firstMilliseconds

  /// The pause after one more failure.
  mutating func next() -> Int {
    let pause = pauseMilliseconds
    pauseMilliseconds = min(2 * pause, RetryDelay.longestMilliseconds)
    return pause
  }

  /// The part answered: the next failure counts as the first.
  mutating func reset() { pauseMilliseconds = RetryDelay.firstMilliseconds }
}

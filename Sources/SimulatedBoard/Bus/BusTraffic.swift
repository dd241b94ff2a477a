import Peripherals

/// The bus traffic of one chip.
public struct BusTraffic: Hashable, Sendable {
  /// Transfers begun, with the failed ones. A write followed by a read under one STOP is one transfer.
  public var transactions = 0
  /// Bytes on the wire, with address and control bytes.
  public var bytes = 0
  /// How long the bus was busy, in nanoseconds of simulated time, with the whole time of a transfer that timed out.
  public var busyNanoseconds: UInt64 = 0

  /// No traffic.
  public init() {}

  /// Adds a transfer.
  mutating func add(bytes: Int, busyNanoseconds: UInt64) {
    transactions += 1
    self.bytes += bytes
    self.busyNanoseconds += busyNanoseconds
  }

  /// The sum of two chips' traffic.
  public static func + (one: BusTraffic, other: BusTraffic) -> BusTraffic {
    var sum = one
    sum.transactions += other.transactions
    sum.bytes += other.bytes
    sum.busyNanoseconds += other.busyNanoseconds
    return sum
  }
}

/// The length of one transfer.
struct BusMessage {
  /// Bytes written after the address; nil: the transfer writes nothing.
  let written: Int?
  /// Bytes read after the address; nil: the transfer reads nothing.
  let read: Int?

  /// A write of `count` bytes after the address.
  static func write(_ count: Int) -> BusMessage { BusMessage(writtenBytes: count, readBytes: nil) }

  /// A read, after a write unless `written` is 0.
  init(written: Int, read: Int) {
    self.init(writtenBytes: written > 0 ? written : nil, readBytes: read)
  }

  private init(writtenBytes: Int?, readBytes: Int?) {
    written = writtenBytes
    read = readBytes
  }

  /// All bytes, with one address byte for each half.
  var bytes: Int {
    (written.map { $0 + 1 } ?? 0) + (read.map { $0 + 1 } ?? 0)
  }

  /// Nine clocks a byte, and one bit time for each START, RESTART and STOP.
  var bitTimes: Int {
    let starts = (written == nil ? 0 : 1) + (read == nil ? 0 : 1)
    return bytes * 9 + starts + 1
  }

  /// The duration at a clock in hertz, rounded down.
  func nanoseconds(clockHertz: Int) -> UInt64 {
    UInt64(bitTimes) * 1_000_000_000 / UInt64(clockHertz)
  }
}

/// Trouble that begins at a given transfer and lasts for a given time.
public struct BusMishap: Hashable, Sendable {
  /// At which transfer it begins, counted from 1 when it is planned.
  public let transfer: Int
  /// What goes wrong.
  public let trouble: BusTrouble
  /// How long it lasts from the beginning of that transfer, in nanoseconds; 0: only for that transfer.
  public let nanoseconds: UInt64

  /// A mishap from all its properties.
  public init(transfer: Int, trouble: BusTrouble, nanoseconds: UInt64 = 0) {
    precondition(transfer >= 1, "the next transfer is number 1")
    self.transfer = transfer
    self.trouble = trouble
    self.nanoseconds = nanoseconds
  }

  /// Whether it stops the whole bus: a data line that is held low stops all chips, and other trouble affects one.
  var stopsTheBus: Bool { trouble == .stuck || trouble == .blocked }
}

/// One transfer as a logic analyser would list it.
public struct BusRecord: Hashable, Sendable {
  /// The chip that was addressed.
  public let address: I2CAddress
  /// The bytes that the master wanted to write, without the address; empty for a read.
  public let written: [UInt8]
  /// How many bytes the master wanted to read; 0 for a write.
  public let readCount: Int
  /// The fault of the transfer; nil: it succeeded.
  public let fault: BusFault?
}

/// A fault of the simulated bus, or of one chip on it, until it is healed.
public enum BusTrouble: Hashable, Sendable {
  /// The address is not acknowledged: the chip is held in reset.
  case nack
  /// The chip is unplugged. It returns as after power-up.
  case absent
  /// The chip acknowledges that many bytes of each write and refuses the next one.
  case nackAfter(bytes: Int)
  /// A line is held low: every transfer times out, and no byte arrives.
  case stuck
  /// The adapter is held for `SimulatedI2CBus.blockedNanoseconds` and then gives up.
  case blocked
  /// Half of each transfer arrives. The rest of a write is refused, and the rest of a read is ones.
  case short
  /// Another master wins every transfer at its first byte.
  case arbitrationLost
  /// Writes arrive, and reads return random bytes.
  case garbage
}

import Peripherals

/// What one chip cost the bus.
public struct BusTraffic: Hashable, Sendable {
  /// Transfers begun, failed ones included; a write followed by a read under one STOP is one.
  public var transactions = 0
  /// Bytes on the wire, address and control bytes included.
  public var bytes = 0
  /// How long the bus was held, in nanoseconds of simulated time; a transfer that timed out counts whole.
  public var busyNanoseconds: UInt64 = 0

  /// No traffic.
  public init() {}

  /// Counts one more transfer.
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

/// The length of one transfer on the wire.
struct BusMessage {
  /// Bytes written after the address; nil when the transfer has no writing half.
  let written: Int?
  /// Bytes read after the address; nil when the transfer has no reading half.
  let read: Int?

  /// A write of `count` bytes after the address.
  static func write(_ count: Int) -> BusMessage {
    BusMessage(writtenBytes: count, readBytes: nil)
  }

  /// A read, with a write before it when `written` is not 0.
  init(written: Int, read: Int) {
    self.init(writtenBytes: written > 0 ? written : nil, readBytes: read)
  }

  private init(writtenBytes: Int?, readBytes: Int?) {
    written = writtenBytes
    read = readBytes
  }

  /// All bytes, one address byte for each half included.
  var bytes: Int {
    (written.map { $0 + 1 } ?? 0) + (read.map { $0 + 1 } ?? 0)
  }

  /// Nine clocks a byte, one bit time for each START or RESTART, one for STOP.
  var bitTimes: Int {
    let starts = (written == nil ? 0 : 1) + (read == nil ? 0 : 1)
    return bytes * 9 + starts + 1
  }

  /// The duration at a clock, rounded down.
  func nanoseconds(clockHertz: Int) -> UInt64 {
    UInt64(bitTimes) * 1_000_000_000 / UInt64(clockHertz)
  }
}

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

  /// A mishap with all its properties.
  public init(transfer: Int, kind: Kind, nanoseconds: UInt64 = 0) {
    precondition(transfer >= 1, "the next transfer is number 1")
    self.transfer = transfer
    self.kind = kind
    self.nanoseconds = nanoseconds
  }

  /// A data line that is held low stops all chips; everything else is one chip's trouble.
  var stopsTheBus: Bool { kind == .timeout || kind == .blocked }

  /// The faults of the bus and its chips.
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

/// One transfer as a logic analyser would list it.
public struct BusRecord: Hashable, Sendable {
  /// The chip that was addressed.
  public let address: I2CAddress
  /// The bytes that the master wanted to write, without the address; empty for a plain read.
  public let written: [UInt8]
  /// How many bytes the master wanted to read; 0 for a plain write.
  public let readCount: Int
  /// The fault with which the transfer failed; nil when it succeeded.
  public let fault: BusFault?
}

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

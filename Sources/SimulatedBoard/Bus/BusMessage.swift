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

/// One transfer from the kernel module, and the reply to it. The head of `kernel/rig-i2c.c` describes the records.
struct Transfer {
  /// One message of a transfer.
  struct Message {
    /// The seven-bit address.
    let address: UInt8
    /// The bytes to write; empty for a read.
    let written: [UInt8]
    /// How many bytes to read; nil for a write.
    let readCount: Int?
  }

  /// Room for any record: i2c-dev accepts 42 messages of 8,192 bytes (Linux include/uapi/linux/i2c-dev.h).
  static let largestRecord = 42 * (8_192 + 8) + 8

  /// The kernel's number for this transfer; the reply contains it.
  let sequence: UInt32
  /// The messages, in order.
  let messages: [Message]

  /// Decodes a record; nil if its lengths do not match its size.
  init?(record: [UInt8]) {
    guard record.count >= 8 else { return nil }
    sequence = record.uint32(at: 0)
    let count = Int(record.uint16(at: 4))
    var bytes = record.dropFirst(8 + 8 * count)
    guard record.count >= 8 + 8 * count else { return nil }
    var messages: [Message] = []
    for head in stride(from: 8, to: 8 + 8 * count, by: 8) {
      guard let message = Message(record, head: head, bytes: &bytes) else { return nil }
      messages.append(message)
    }
    guard bytes.isEmpty else { return nil }
    self.messages = messages
  }

  /// The reply to a transfer that succeeded, with the bytes of its reads one after the other.
  func reply(read: [UInt8]) -> [UInt8] {
    sequence.bytes + UInt32(messages.count).bytes + read
  }

  /// The reply to a transfer that failed with an errno.
  func reply(errno: Int32) -> [UInt8] {
    sequence.bytes + UInt32(bitPattern: -errno).bytes
  }
}

extension Transfer.Message {
  /// `I2C_M_RD` (Linux include/uapi/linux/i2c.h).
  private static let readFlag: UInt16 = 0x0001

  /// Decodes the message whose head is at an offset, and removes its bytes from the rest of the record.
  fileprivate init?(_ record: [UInt8], head: Int, bytes: inout ArraySlice<UInt8>) {
    address = UInt8(truncatingIfNeeded: record.uint16(at: head))
    let length = Int(record.uint16(at: head + 4))
    guard record.uint16(at: head + 2) & Self.readFlag == 0 else {
      readCount = length
      written = []
      return
    }
    guard bytes.count >= length else { return nil }
    readCount = nil
    written = Array(bytes.prefix(length))
    bytes = bytes.dropFirst(length)
  }
}

extension [UInt8] {
  /// A little-endian number: x86-64 and arm64 guests are both little-endian.
  fileprivate func uint16(at offset: Int) -> UInt16 {
    UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
  }

  /// A little-endian number.
  fileprivate func uint32(at offset: Int) -> UInt32 {
    UInt32(uint16(at: offset)) | UInt32(uint16(at: offset + 2)) << 16
  }
}

extension UInt32 {
  /// The number's bytes, the lowest first.
  fileprivate var bytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * UInt32($0))) }
  }
}

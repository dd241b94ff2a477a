/// A write as SMBus can carry it: a command byte, then at most 32 bytes.
struct SMBusWrite: Hashable {
  /// The most bytes after the command (SMBus 3.1, 6.5.7; linux/i2c.h, `I2C_SMBUS_BLOCK_MAX`).
  static let blockMax = 32

  /// The first byte of the write: a register, or a display's control byte.
  let command: UInt8
  /// The bytes after it.
  let block: ArraySlice<UInt8>

  /// The writes that say the same as one plain write; nil when SMBus cannot say it.
  ///
  /// Only a display's streams may be cut: after their control byte, 00h for commands and 40h for data, the panel
  /// takes up where it stood. A chip with registers would start again at the named register.
  static func splitting(_ bytes: [UInt8]) -> [SMBusWrite]? {
    guard let command = bytes.first else { return nil }
    let rest = bytes.dropFirst()
    guard rest.count > blockMax else { return [SMBusWrite(command: command, block: rest)] }
    guard command == 0x00 || command == 0x40 else { return nil }
    return stride(from: rest.startIndex, to: rest.endIndex, by: blockMax).map { start in
      SMBusWrite(command: command, block: rest[start..<min(start + blockMax, rest.endIndex)])
    }
  }
}

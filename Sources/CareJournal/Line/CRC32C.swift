/// The Castagnoli checksum (CRC-32C, RFC 3720 section 12.1): polynomial 0x1EDC6F41 reflected, initial value
/// and final XOR 0xFFFFFFFF. `123456789` gives 0xE3069283.
public enum CRC32C {
  /// The checksum of a range of bytes.
  public static func checksum(of bytes: [UInt8], in range: Range<Int>) -> UInt32 {
    let table = Self.table
    var remainder: UInt32 = 0xFFFF_FFFF
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      let first = remainder ^ word(bytes, at: index)
      let second = word(bytes, at: index + 4)
      remainder = lookUp(first, in: table, at: 0x400) ^ lookUp(second, in: table, at: 0)
      index += 8
    }
    while index < range.upperBound {
      remainder = remainder >> 8 ^ table[Int(UInt8(truncatingIfNeeded: remainder) ^ bytes[index])]
      index += 1
    }
    return ~remainder
  }

  /// The checksum of all bytes.
  public static func checksum(of bytes: [UInt8]) -> UInt32 {
    checksum(of: bytes, in: 0..<bytes.count)
  }

  /// Four bytes, the first one least significant.
  @inline(__always)
  private static func word(_ bytes: [UInt8], at index: Int) -> UInt32 {
    UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
      | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3]) << 24
  }

  /// What four bytes contribute to the remainder; the first byte is shifted the farthest.
  @inline(__always)
  private static func lookUp(_ word: UInt32, in table: [UInt32], at base: Int) -> UInt32 {
    table[base + 0x300 + Int(word & 0xFF)] ^ table[base + 0x200 + Int(word >> 8 & 0xFF)]
      ^ table[base + 0x100 + Int(word >> 16 & 0xFF)] ^ table[base + Int(word >> 24)]
  }

  /// Eight tables in a row: entry `k * 256 + b` is what byte `b` does to the remainder `k` bytes later.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      table[byte] = (0..<8).reduce(UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1
      }
    }
    for index in 256..<table.count {
      let before = table[index - 256]
      table[index] = before >> 8 ^ table[Int(before & 0xFF)]
    }
    return table
  }()
}

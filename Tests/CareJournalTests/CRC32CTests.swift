import CareJournal
import Testing

@Suite struct CRC32CTests {
  /// RFC 3720 appendix B.4, and the check value of the CRC catalogue.
  @Test(
    arguments: [
      (Array("123456789".utf8), 0xE306_9283), ([], 0), ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
      ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43), (Array(0...31), 0x46DD_794E),
      (Array((0...31).reversed()), 0x113F_DB5C),
    ] as [([UInt8], UInt32)])
  func checksumsAreAsPublished(bytes: [UInt8], expected: UInt32) {
    #expect(CRC32C.checksum(of: bytes) == expected)
  }

  @Test func theChecksumAgreesWithTheDefinitionAtEveryLengthAndOffset() {
    var random = SeededRandom(seed: 3)
    let bytes = (0..<64).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    for start in 0..<9 {
      for end in start...bytes.count {
        #expect(CRC32C.checksum(of: bytes, in: start..<end) == bitByBit(bytes[start..<end]))
      }
    }
  }

  private func bitByBit(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0x82F6_3B78 : remainder >> 1 }
    }
    return ~remainder
  }
}

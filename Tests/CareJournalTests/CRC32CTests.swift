import CareJournal
import Testing

@Suite struct CRC32CTests {
  /// RFC 3720 appendix B.4, and the check value of the CRC catalogue.
  private static let published: [String: (bytes: [UInt8], checksum: UInt32)] = [
    "the digits 1 to 9": (Array("123456789".utf8), 0xE306_9283), "nothing": ([], 0),
    "32 zeros": ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
    "32 times FF": ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
    "0 to 31": (Array(0...31), 0x46DD_794E), "31 to 0": (Array((0...31).reversed()), 0x113F_DB5C),
  ]

  @Test("Checksums are as published", arguments: published.keys.sorted())
  func checksumsAreAsPublished(name: String) throws {
    let (bytes, checksum) = try #require(Self.published[name])
    #expect(CRC32C.checksum(of: bytes) == checksum)
  }

  @Test("The checksum agrees with the definition at every length and offset")
  func theChecksumAgreesWithTheDefinitionAtEveryLengthAndOffset() {
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

import Testing

@testable import LinuxBoard

/// What a phone needs to find the box: its address, and the QR code.
@Suite struct NetworkTests {
  @Test("A short address is a picture of twenty-five modules")
  func aShortAddressIsAPictureOfTwentyFiveModules() throws {
    let rows = try #require(QRModules.rows(of: "http://192.168.178.123/#493817"))
    #expect(rows.count == 25 && rows.allSatisfy { $0.count == 25 })
    // There is a finder pattern in three corners (ISO/IEC 18004, section 6.3.3.1).
    let finder = [true, true, true, true, true, true, true]
    #expect(Array(rows[0].prefix(7)) == finder && Array(rows[0].suffix(7)) == finder)
    #expect(Array(rows[24].prefix(7)) == finder && Array(rows[24].suffix(7)) != finder)
    #expect(QRModules.rows(of: "http://192.168.178.123/#493818") != rows)
  }

  @Test("A text that is too long has no picture")
  func aTextThatIsTooLongHasNoPicture() {
    #expect(QRModules.rows(of: String(repeating: "a", count: 300)) == nil)
    #expect(QRModules.rows(of: String(repeating: "a", count: 10_000)) == nil)
  }

  @Test(
    "Addresses of a local network are recognised",
    arguments: [
      (0x0A00_0001, true), (0xAC10_0001, true), (0xAC1F_FFFF, true), (0xAC20_0001, false),
      (0xC0A8_B217, true), (0xC0A9_0001, false), (0xA9FE_0101, true), (0x7F00_0001, false),
      (0x0808_0808, false),
    ] as [(UInt32, Bool)])
  func privateAddresses(address: UInt32, isPrivate: Bool) {
    #expect(NetworkAddress.isPrivate(address) == isPrivate)
  }

  @Test("An address is written with dots")
  func anAddressIsWrittenWithDots() {
    #expect(NetworkAddress.text(0xC0A8_B217) == "192.168.178.23")
    #expect(NetworkAddress.own.map { $0.split(separator: ".").count == 4 } ?? true)
  }
}

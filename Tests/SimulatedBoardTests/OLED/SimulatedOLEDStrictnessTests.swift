import SimulatedBoard
import Testing

/// Whatever a data sheet forbids is reported, and has no effect.
@Suite struct SimulatedOLEDStrictnessTests {
  struct Offence: Sendable, CustomTestStringConvertible {
    let controller: OLEDController
    let bytes: [UInt8]
    /// The text that the report must contain.
    let named: String

    init(_ controller: OLEDController, _ bytes: [UInt8], _ named: String) {
      self.controller = controller
      self.bytes = bytes
      self.named = named
    }

    var testDescription: String { "\(controller.rawValue) \(bytes)" }
  }

  static let offences: [Offence] = [
    Offence(.ssd1306, [0x00, 0x23], "byte 1: 23h is no command"),
    Offence(.ssd1306, [0x00, 0x80], "80h is no command"),
    Offence(.ssd1306, [0x00, 0xC1], "C1h is no command"),
    Offence(.ssd1306, [0x00, 0xAD], "ADh is no command"),
    Offence(.ssd1306, [0x00, 0x30], "30h is no command"),
    Offence(.ssd1306, [0x00, 0xFD], "FDh is no command"),
    Offence(.ssd1306, [0x00, 0xB8], "B8h is no command"),
    Offence(.ssd1306, [0x00, 0xE0], "E0h is no command"),
    Offence(.ssd1306, [0x00, 0x20, 0x03], "byte 2: 20h: 03h"),
    Offence(.ssd1306, [0x00, 0x20, 0x10], "20h: 10h"),
    Offence(.ssd1306, [0x00, 0x21, 0, 128], "128 lies outside 0…127"),
    Offence(.ssd1306, [0x00, 0x21, 9, 8], "window backwards, 9…8"),
    Offence(.ssd1306, [0x00, 0x22, 0, 8], "8 lies outside 0…7"),
    Offence(.ssd1306, [0x00, 0x22, 5, 4], "window backwards, 5…4"),
    Offence(.ssd1306, [0x00, 0xA8, 14], "a multiplex 15…63"),
    Offence(.ssd1306, [0x00, 0xA8, 64], "a multiplex 15…63"),
    Offence(.ssd1306, [0x00, 0xD3, 64], "an offset 0…63"),
    Offence(.ssd1306, [0x00, 0xD9, 0xF0], "two phases"),
    Offence(.ssd1306, [0x00, 0xD9, 0x0F], "two phases"),
    Offence(.ssd1306, [0x00, 0xDA, 0x10], "COM pins"),
    Offence(.ssd1306, [0x00, 0xDB, 0x35], "VCOMH"),
    Offence(.ssd1306, [0x00, 0x8D, 0x15], "a charge pump"),
    Offence(.ssd1306, [0x00, 0xB0], "B0h is for page addressing only"),
    Offence(.ssd1306, [0x00, 0x02], "02h is for page addressing only"),
    Offence(.ssd1306, [0x00, 0x26, 0, 8, 0, 0, 0, 0xFF], "8 lies outside 0…7"),
    Offence(.ssd1306, [0x00, 0x29, 0, 5, 0, 4, 1], "scroll pages backwards"),
    Offence(.ssd1306, [0x00, 0xA3, 60, 5], "at most 64 lines"),
    Offence(.ssd1306, [0x00, 0x2F], "not modelled"),
    Offence(.ssd1306, [0x01, 0xE3], "byte 0: control byte 01h"),
    Offence(.ssd1306, [0x80], "byte 0: nothing follows control byte 80h"),
    Offence(.ssd1306, [0x40], "nothing follows control byte 40h"),
    Offence(.ssd1306, [0x80, 0x81, 0x40, 0x00], "byte 3: data where 81h waits"),
    Offence(.sh1106, [0x00, 0x20], "20h is no command"),
    Offence(.sh1106, [0x00, 0x21], "21h is no command"),
    Offence(.sh1106, [0x00, 0x22], "22h is no command"),
    Offence(.sh1106, [0x00, 0x8D], "8Dh is no command"),
    Offence(.sh1106, [0x00, 0x2E], "2Eh is no command"),
    Offence(.sh1106, [0x00, 0xAD, 0x14], "a converter"),
    Offence(.sh1106, [0x00, 0xE0], "not modelled"),
    Offence(.ssd1309, [0x00, 0x8D], "8Dh is no command"),
    Offence(.ssd1309, [0x00, 0xDB, 0x40], "VCOMH"),
    Offence(.ssd1309, [0x00, 0xFD, 0x13], "a lock"),
    Offence(.ssd1309, [0x00, 0xDC, 0x04], "a pin state"),
    Offence(.ssd1309, [0x00, 0xFD, 0x16, 0xAE, 0xFD, 0x12], "AEh while the chip is locked"),
  ]

  @Test("An offence is reported once", arguments: offences)
  func anOffenceIsReportedOnce(offence: Offence) {
    let panel = SimulatedOLEDTests.lit(offence.controller)
    let before = panel.pixels
    SimulatedOLEDTests.send(offence.bytes, to: panel)
    #expect(panel.violations.count == 1)
    #expect(panel.violations.first?.contains(offence.named) == true, "\(panel.violations)")
    #expect(panel.pixels == before && panel.isOn)
  }

  /// These look odd, but are allowed.
  @Test(
    "What is allowed is not reported",
    arguments: [
      (OLEDController.ssd1306, [0x00, 0xE3, 0x2E, 0xD5, 0xF0, 0xD9, 0x11, 0xDB, 0x00]),
      (.ssd1306, [0x00, 0x21, 7, 7, 0x22, 3, 3]), (.ssd1306, [0x00, 0x26, 0, 0, 0, 7, 0, 0xFF]),
      (.sh1106, [0x00, 0xC1, 0xCF, 0x33, 0xEE, 0xE3, 0xA8, 0x3F, 0xC8]),
      (.ssd1309, [0x00, 0xDC, 0x02, 0xDB, 0x3C, 0xE3, 0x29, 0, 0, 0, 7, 1, 0, 127]),
    ] as [(OLEDController, [UInt8])])
  func whatIsAllowedIsNotReported(controller: OLEDController, bytes: [UInt8]) {
    let panel = SimulatedOLEDTests.lit(controller)
    SimulatedOLEDTests.send(bytes, to: panel)
    #expect(panel.violations.isEmpty)
  }

  /// If any one setting is missing from the initialisation, that is reported with the first data.
  @Test(
    "Data before a setting is reported",
    arguments: [
      ([0x20, 0x00], "20h"), ([0xA8, 0x3F], "A8h"), ([0xD3, 0x00], "D3h"), ([0x40], "40h"), ([0xA1], "A0h"),
      ([0xC8], "C8h"), ([0xDA, 0x12], "DAh"),
    ] as [([UInt8], String)])
  func dataBeforeASettingIsReported(left: [UInt8], named: String) {
    let settings: [[UInt8]] = [[0x20, 0], [0xA8, 0x3F], [0xD3, 0], [0x40], [0xA1], [0xC8], [0xDA, 0x12]]
    let panel = SimulatedOLED(controller: .ssd1306)
    for setting in settings where setting != left { SimulatedOLEDTests.send([0x00] + setting, to: panel) }
    #expect(panel.violations.isEmpty)
    SimulatedOLEDTests.send([0x40, 0, 0], to: panel)
    #expect(panel.violations.count == 1)
    #expect(panel.violations.first?.contains(named) == true)
  }

  @Test("Windows belong to the other modes")
  func windowsBelongToTheOtherModes() {
    let panel = SimulatedOLEDTests.lit(.ssd1306)
    SimulatedOLEDTests.send([0x00, 0x20, 0x02, 0x21, 0, 127, 0x22, 0, 7], to: panel)
    #expect(panel.violations.count == 2)
  }

  @Test("A report names its transfer")
  func aReportNamesItsTransfer() {
    let panel = SimulatedOLED(controller: .ssd1306)
    SimulatedOLEDTests.send([0x00, 0xE3], to: panel)
    SimulatedOLEDTests.send([0x00, 0xE3, 0xFF], to: panel)
    #expect(panel.violations == ["transfer 2, byte 2: FFh is no command of this chip"])
  }
}

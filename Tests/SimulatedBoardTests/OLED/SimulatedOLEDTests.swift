import SimulatedBoard
import Testing

/// Byte streams written by hand from the data sheets, and the picture that a person would see.
@Suite struct SimulatedOLEDTests {
  static let start: [OLEDController: [UInt8]] = [
    .ssd1306: [
      0x00, 0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8, 0xDA, 0x12,
      0x81, 0xCF, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6, 0xAF,
    ],
    .sh1106: [
      0x00, 0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0xAD, 0x8B, 0xA1, 0xC8, 0xDA, 0x12, 0x81, 0x7F,
      0xD9, 0x22, 0xDB, 0x35, 0xA4, 0xA6, 0xAF,
    ],
    .ssd1309: [
      0x00, 0xFD, 0x12, 0xAE, 0xD5, 0xA0, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x20, 0x00, 0xA1, 0xC8, 0xDA, 0x12,
      0x81, 0x6F, 0xD9, 0xD3, 0xDB, 0x34, 0xA4, 0xA6, 0xAF,
    ],
  ]

  /// A module after its initialisation, with cleared memory.
  static func lit(_ controller: OLEDController) -> SimulatedOLED {
    let panel = SimulatedOLED(controller: controller, seed: 11)
    send(start[controller] ?? [], to: panel)
    for page in UInt8(0)..<8 {
      if controller == .sh1106 {
        send([0x00, 0xB0 + page, 0x00, 0x10], to: panel)
        send([0x40] + [UInt8](repeating: 0, count: 132), to: panel)
      } else {
        send([0x00, 0x21, 0, 127, 0x22, page, page], to: panel)
        send([0x40] + [UInt8](repeating: 0, count: 128), to: panel)
      }
    }
    return panel
  }

  static func send(_ bytes: [UInt8], to panel: SimulatedOLED) {
    #expect(panel.write(bytes) == bytes.count)
  }

  /// The bytes of the picture with a lit pixel, by their place: page × 128 + column.
  static func litBytes(_ panel: SimulatedOLED) -> [Int: UInt8] {
    var lit: [Int: UInt8] = [:]
    for (place, byte) in panel.pixels.enumerated() where byte != 0 { lit[place] = byte }
    return lit
  }

  @Test("A cleared panel is dark", arguments: OLEDController.allCases)
  func aClearedPanelIsDark(controller: OLEDController) {
    let panel = Self.lit(controller)
    #expect(panel.violations.isEmpty)
    #expect(panel.isOn && panel.isVisible && !panel.isLost)
    #expect(panel.pixels == [UInt8](repeating: 0, count: 1024))
  }

  @Test("Bytes appear where the window puts them")
  func bytesAppearWhereTheWindowPutsThem() {
    let panel = Self.lit(.ssd1306)
    Self.send([0x00, 0x21, 10, 12, 0x22, 2, 3], to: panel)
    Self.send([0x40, 0x01, 0x02, 0x04, 0x80, 0xFF], to: panel)
    #expect(Self.litBytes(panel) == [266: 0x01, 267: 0x02, 268: 0x04, 394: 0x80, 395: 0xFF])
    #expect(panel.violations.isEmpty)
  }

  // MARK: Addressing

  /// Seven bytes for a window of 2 columns × 2 pages at column 126, page 6, and where each of them is stored.
  @Test(
    "Bytes wrap inside their window",
    arguments: [
      ([0x20, 0x00], [894: 5, 895: 6, 1022: 7, 1023: 4]),
      ([0x20, 0x01], [894: 5, 895: 7, 1022: 6, 1023: 4]),
    ] as [([UInt8], [Int: UInt8])])
  func bytesWrapInsideTheirWindow(mode: [UInt8], expected: [Int: UInt8]) {
    let panel = Self.lit(.ssd1306)
    Self.send([0x00] + mode + [0x21, 126, 127, 0x22, 6, 7], to: panel)
    Self.send([0x40, 1, 2, 3, 4, 5, 6, 7], to: panel)
    #expect(Self.litBytes(panel) == expected)
    #expect(panel.violations.isEmpty)
  }

  @Test("Page mode begins the page again")
  func pageModeBeginsThePageAgain() {
    let panel = Self.lit(.ssd1306)
    Self.send([0x00, 0x20, 0x02, 0xB3, 0x0E, 0x17], to: panel)
    Self.send([0x40, 1, 2, 3], to: panel)
    #expect(Self.litBytes(panel) == [384 + 126: 1, 384 + 127: 2, 384: 3])
    #expect(panel.violations.isEmpty)
  }

  @Test("Windows set pointers to their beginning")
  func windowsSetPointersToTheirBeginning() {
    let panel = Self.lit(.ssd1306)
    Self.send([0x00, 0x21, 5, 9, 0x22, 1, 1], to: panel)
    Self.send([0x40, 1, 2], to: panel)
    Self.send([0x00, 0x21, 5, 9], to: panel)
    Self.send([0x40, 0xF0], to: panel)
    #expect(Self.litBytes(panel) == [133: 0xF0, 134: 2])
  }

  @Test("The SH1106 shows the middle of its memory")
  func sh1106ShowsTheMiddleOfItsMemory() {
    let panel = Self.lit(.sh1106)
    Self.send([0x00, 0xB5, 0x02, 0x10], to: panel)
    Self.send([0x40, 0x11, 0x22], to: panel)
    Self.send([0x00, 0xB5, 0x01, 0x18], to: panel)
    Self.send([0x40, 0x33, 0x44, 0x55], to: panel)
    #expect(Self.litBytes(panel) == [640: 0x11, 641: 0x22, 767: 0x33])
    #expect(Array(panel.ram[5 * 132 + 129..<6 * 132]) == [0x33, 0x44, 0x55])
    #expect(panel.violations.isEmpty)
    Self.send([0x40, 0x66], to: panel)
    #expect(panel.violations.count == 1)
  }

  // MARK: Control bytes

  @Test("Control bytes may come in pairs")
  func controlBytesMayComeInPairs() {
    let panel = Self.lit(.ssd1306)
    let window: [UInt8] = [0x80, 0x21, 0x80, 3, 0x80, 4, 0x80, 0x22, 0x80, 0, 0x80, 0]
    Self.send(window + [0x40, 0xAB, 0xCD], to: panel)
    Self.send([0xC0, 0x12, 0x80, 0xE3, 0x40, 0x34], to: panel)
    #expect(Self.litBytes(panel) == [3: 0x12, 4: 0x34])
    #expect(panel.violations.isEmpty)
  }

  @Test("Arguments may come in a later transfer")
  func argumentsMayComeInALaterTransfer() {
    let panel = Self.lit(.ssd1306)
    for byte: UInt8 in [0x81, 0x55] { Self.send([0x80, byte], to: panel) }
    #expect(panel.contrast == 0x55)
    #expect(panel.violations.isEmpty)
  }

  @Test("Status tells on from off")
  func statusTellsOnFromOff() {
    let panel = SimulatedOLED(controller: .ssd1306)
    #expect(panel.read(3).allSatisfy { $0 & 0x40 != 0 })
    Self.send(Self.start[.ssd1306] ?? [], to: panel)
    #expect(panel.read(3).allSatisfy { $0 & 0xC0 == 0 })
  }

  // MARK: What a person sees

  /// One pixel at memory line 8, column 1, with settings that move it. The place is (x, y).
  @Test(
    "Settings move the picture",
    arguments: [
      ([0xA4], 1, 8), ([0x43], 1, 5), ([0x7C], 1, 12), ([0xD3, 3], 1, 5), ([0xD3, 60], 1, 12),
      ([0xC0], 1, 55), ([0xC0, 0x43], 1, 58), ([0xA8, 31], 1, 40), ([0xA8, 31, 0xC0], 1, 55),
      ([0xDA, 0x32], 1, 9), ([0xDA, 0x02], 1, 16), ([0xDA, 0x22], 1, 17),
    ] as [([UInt8], Int, Int)])
  func settingsMoveThePicture(commands: [UInt8], x: Int, y: Int) {
    let panel = Self.lit(.ssd1306)
    Self.send([0x00, 0x21, 1, 1, 0x22, 1, 1], to: panel)
    Self.send([0x40, 0x01], to: panel)
    Self.send([0x00] + commands, to: panel)
    #expect(Self.litBytes(panel) == [y / 8 * 128 + x: 1 << UInt8(y % 8)])
    #expect(panel.violations.isEmpty)
  }

  @Test("Segment remap holds for bytes written after it", arguments: OLEDController.allCases)
  func segmentRemapHoldsForBytesWrittenAfterIt(
    controller: OLEDController
  ) {
    let panel = Self.lit(controller)
    let move: [UInt8] = controller == .sh1106 ? [0xB0, 0x02, 0x10] : [0x21, 0, 127, 0x22, 0, 7]
    Self.send([0x00] + move, to: panel)
    Self.send([0x40, 0x0F], to: panel)
    Self.send([0x00, 0xA0] + move, to: panel)
    #expect(Self.litBytes(panel) == [0: 0x0F])
    Self.send([0x40, 0x70], to: panel)
    #expect(Self.litBytes(panel) == [0: 0x0F, 127: 0x70])
    #expect(panel.violations.isEmpty)
  }

  @Test("A multiplex leaves the other lines dark")
  func aMultiplexLeavesTheOtherLinesDark() {
    let panel = Self.lit(.ssd1306)
    Self.send([0x00, 0xA5, 0xA8, 15], to: panel)
    let expected = [UInt8](repeating: 0, count: 768) + [UInt8](repeating: 0xFF, count: 256)
    #expect(panel.pixels == expected)
  }

  @Test("Inverting and lighting keep the memory")
  func invertingAndLightingKeepTheMemory() {
    let panel = Self.lit(.ssd1306)
    Self.send([0x40, 0x0F], to: panel)
    let memory = panel.ram
    Self.send([0x00, 0xA7], to: panel)
    #expect(panel.pixels == memory.map { ~$0 })
    Self.send([0x00, 0xA5], to: panel)
    #expect(panel.pixels.allSatisfy { $0 == 0xFF })
    Self.send([0x00, 0xA4, 0xA6], to: panel)
    #expect(panel.pixels == memory && panel.ram == memory)
  }

  @Test("Off is dark", arguments: OLEDController.allCases)
  func offIsDark(controller: OLEDController) {
    let panel = Self.lit(controller)
    Self.send([0x00, 0xA5], to: panel)
    #expect(panel.pixels.allSatisfy { $0 == 0xFF })
    Self.send([0x00, 0xAE], to: panel)
    #expect(!panel.isOn && !panel.isVisible)
    #expect(panel.pixels.allSatisfy { $0 == 0 })
  }

  /// The panel is visible only if the pump is on before the display.
  @Test(
    "The panel needs its high voltage",
    arguments: [
      (OLEDController.ssd1306, [0xAF], false), (.ssd1306, [0x8D, 0x14, 0xAF], true),
      (.ssd1306, [0xAF, 0x8D, 0x14], false), (.ssd1306, [0x8D, 0x14, 0xAF, 0x8D, 0x10], false),
      (.ssd1309, [0xAF], true), (.sh1106, [0xAF], true), (.sh1106, [0xAD, 0x8A, 0xAF], false),
    ] as [(OLEDController, [UInt8], Bool)])
  func thePanelNeedsItsHighVoltage(controller: OLEDController, commands: [UInt8], isVisible: Bool) {
    let panel = SimulatedOLED(controller: controller)
    Self.send([0x00] + commands, to: panel)
    #expect(panel.isOn)
    #expect(panel.isVisible == isVisible)
    #expect(panel.pixels.contains { $0 != 0 } == isVisible)
    #expect(panel.violations.isEmpty)
  }

  // MARK: Power

  @Test("Memory is garbage after power-up", arguments: OLEDController.allCases)
  func memoryIsGarbageAfterPowerUp(controller: OLEDController) {
    let panels = [1, 2].map { SimulatedOLED(controller: controller, seed: $0) }
    #expect(panels[0].ram != panels[1].ram)
    #expect(panels[0].ram == SimulatedOLED(controller: controller, seed: 1).ram)
    #expect(Set(panels[0].ram).count > 100)
  }

  @Test("A brown-out darkens and forgets")
  func aBrownOutDarkensAndForgets() {
    let panel = Self.lit(.ssd1306)
    panel.reset()
    #expect(!panel.isOn && panel.isLost && panel.contrast == 0x7F)
    #expect(Set(panel.ram).count > 100)
    Self.send([0x00, 0x21, 0, 127, 0x22, 0, 7], to: panel)
    Self.send([0x40, 0x01], to: panel)
    #expect(panel.violations.isEmpty)
    #expect(panel.violationsWhileLost.count == 2)
    Self.send(Self.start[.ssd1306] ?? [], to: panel)
    #expect(!panel.isLost && panel.isVisible)
    Self.send([0x00, 0x23], to: panel)
    #expect(panel.violations.count == 1)
  }

  @Test("A transfer broken inside a command leaves it waiting")
  func aTransferBrokenInsideACommandLeavesItWaiting() {
    let panel = Self.lit(.ssd1306)
    Self.send([0x00, 0x81], to: panel)
    panel.breakOff()
    #expect(panel.isLost)
    Self.send([0x00, 0xAE], to: panel)
    #expect(panel.isOn && panel.isLost && panel.contrast == 0xAE)
    Self.send(Self.start[.ssd1306] ?? [], to: panel)
    #expect(!panel.isLost)
    Self.send([0x00, 0xA4], to: panel)
    panel.breakOff()
    #expect(!panel.isLost)
  }
}

extension SimulatedOLED {
  /// Whether the display-on command is in force.
  public var isOn: Bool { registers.isOn }

  /// The contrast in force, 0…255; contrast 0 still glows.
  public var contrast: UInt8 { registers.contrast }

  /// Whether the panel can light at all: on, and supplied with its high voltage.
  public var isVisible: Bool { registers.isOn && registers.isSupplied }

  /// Display memory as column addresses reach it under the segment remap in force, page by page: 1,024 bytes,
  /// of an SH1106 1,056. Bit 0 is the topmost line of a page.
  public var ram: [UInt8] {
    (0..<8).flatMap { page in
      (0..<controller.memoryColumns).map { column in
        memory[page * controller.memoryColumns + segment(ofColumn: column)]
      }
    }
  }

  /// What an eye sees: 1,024 bytes, page by page, bit 0 on top, in the orientation in which the module hangs
  /// upright under A1h and C8h. All zero when nothing is lit.
  public var pixels: [UInt8] {
    var picture = [UInt8](repeating: 0, count: 1024)
    guard isVisible else { return picture }
    for y in 0..<64 {
      guard let line = memoryLine(shownAt: y) else { continue }
      for x in 0..<128 where isLit(x: x, line: line) {
        picture[y / 8 * 128 + x] |= 1 << UInt8(y % 8)
      }
    }
    return picture
  }

  private func isLit(x: Int, line: Int) -> Bool {
    if registers.isAllOn { return true }
    let segment = controller.firstSegment + 127 - x
    let byte = memory[line / 8 * controller.memoryColumns + segment]
    return (byte >> UInt8(line % 8) & 1 == 1) != registers.isInverted
  }

  /// The line of display memory that the panel's line `y` shows; nil when its COM output is not scanned
  /// (SSD1306 section 10.1.11…10.1.15 and tables 10-1 and 10-2).
  private func memoryLine(shownAt y: Int) -> Int? {
    let output = comOutput(wiredTo: 63 - y)
    let scanned = registers.isScanReversed ? registers.multiplex - output : output
    let row = (scanned + registers.offset + 64) % 64
    guard row <= registers.multiplex else { return nil }
    return (row + registers.startLine) % 64
  }

  /// The COM output that arrives at one of the panel's wires, 0 being the lowest. The glass is laid out for
  /// 12h, odd and even outputs on alternate sides; any other setting interleaves the picture.
  private func comOutput(wiredTo wire: Int) -> Int {
    let isAlternate = registers.comPins & 0x10 != 0
    let isSwapped = registers.comPins & 0x20 != 0
    let isSecondSide = (wire % 2 == 1) != isSwapped
    if isAlternate { return wire / 2 * 2 + (isSecondSide ? 1 : 0) }
    return wire / 2 + (isSecondSide ? 32 : 0)
  }
}

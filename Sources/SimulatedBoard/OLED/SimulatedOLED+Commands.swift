extension SimulatedOLED {
  /// Performs a command with allowed arguments.
  func obey(_ command: UInt8, _ arguments: [UInt8]) {
    if let setting = Self.setting(madeBy: command) { missingSettings.remove(setting) }
    switch command {
    case 0x00...0x22, 0xB0...0xB7: obeyAddressing(command, arguments)
    case 0x40...0x7F, 0xA0, 0xA1, 0xA8, 0xC0...0xCF, 0xD3, 0xDA: obeyGeometry(command, arguments)
    case 0x2F, 0xE0: report("\(hexadecimal(command)) is not modelled")
    default: obeyLight(command, arguments)
    }
  }

  private static func setting(madeBy command: UInt8) -> Setting? {
    switch command {
    case 0x20: .addressingMode
    case 0x40...0x7F: .startLine
    case 0xA0, 0xA1: .segmentRemap
    case 0xA8: .multiplex
    case 0xC0...0xCF: .comScan
    case 0xD3: .offset
    case 0xDA: .comPins
    default: nil
    }
  }

  private func obeyAddressing(_ command: UInt8, _ arguments: [UInt8]) {
    switch command {
    case 0x00...0x0F: registers.column = registers.column & 0xF0 | Int(command & 0x0F)
    case 0x10...0x1F: registers.column = registers.column & 0x0F | Int(command & 0x0F) << 4
    case 0x20: registers.mode = OLEDRegisters.AddressingMode(rawValue: arguments[0]) ?? registers.mode
    case 0x21:
      registers.columnWindow = Int(arguments[0])...Int(arguments[1])
      registers.column = registers.columnWindow.lowerBound
    case 0x22:
      registers.pageWindow = Int(arguments[0])...Int(arguments[1])
      registers.page = registers.pageWindow.lowerBound
    default: registers.page = Int(command & 0x07)
    }
  }

  private func obeyGeometry(_ command: UInt8, _ arguments: [UInt8]) {
    switch command {
    case 0x40...0x7F: registers.startLine = Int(command & 0x3F)
    case 0xA0, 0xA1: registers.isSegmentRemapped = command == 0xA1
    case 0xA8: registers.multiplex = Int(arguments[0])
    case 0xC0...0xCF: registers.isScanReversed = command & 0x08 != 0
    case 0xD3: registers.offset = Int(arguments[0])
    default: registers.comPins = arguments[0]
    }
  }

  private func obeyLight(_ command: UInt8, _ arguments: [UInt8]) {
    switch command {
    case 0x81: registers.contrast = arguments[0]
    case 0x8D: setPump(arguments[0] & 0x04 != 0)
    case 0xAD: setPump(arguments[0] & 0x01 != 0)
    case 0xA4, 0xA5: registers.isAllOn = command == 0xA5
    case 0xA6, 0xA7: registers.isInverted = command == 0xA7
    case 0xAE, 0xAF: setDisplay(isOn: command == 0xAF)
    case 0xFD: registers.isLocked = arguments[0] == 0x16
    default: break  // timing and voltage levels that no picture shows
    }
  }

  /// An enabled pump starts when the display is switched on, and a disabled one stops at once.
  private func setPump(_ isEnabled: Bool) {
    registers.isPumpEnabled = isEnabled
    if !isEnabled { registers.isSupplied = false }
  }

  private func setDisplay(isOn: Bool) {
    registers.isOn = isOn
    guard controller != .ssd1309 else { return }
    registers.isSupplied = isOn && registers.isPumpEnabled
  }

  // MARK: Display memory

  /// Stores a data byte at the pointers, and advances them.
  func store(_ byte: UInt8) {
    guard registers.column < controller.memoryColumns else {
      report("data at column \(registers.column) of \(controller.memoryColumns)")
      return
    }
    memory[registers.page * controller.memoryColumns + segment(ofColumn: registers.column)] = byte
    advancePointers()
  }

  /// The segment that a column address refers to.
  func segment(ofColumn column: Int) -> Int {
    registers.isSegmentRemapped ? controller.memoryColumns - 1 - column : column
  }

  private func advancePointers() {
    switch registers.mode {
    case .horizontal:
      if stepColumn() { stepPage() }
    case .vertical:
      if stepPage() { stepColumn() }
    case .page:
      registers.column += 1
      // The SSD chips begin the page again. The SH1106 stops behind its last column.
      if controller != .sh1106, registers.column == controller.memoryColumns { registers.column = 0 }
    }
  }

  /// Moves to the window's next column, or back to its first. Returns whether it wrapped.
  @discardableResult
  private func stepColumn() -> Bool {
    let isLast = registers.column == registers.columnWindow.upperBound
    registers.column = isLast ? registers.columnWindow.lowerBound : (registers.column + 1) % 128
    return isLast
  }

  /// Moves to the window's next page, or back to its first. Returns whether it wrapped.
  @discardableResult
  private func stepPage() -> Bool {
    let isLast = registers.page == registers.pageWindow.upperBound
    registers.page = isLast ? registers.pageWindow.lowerBound : (registers.page + 1) % 8
    return isLast
  }
}

/// The commands of a controller, how many arguments they have, and which arguments it allows.
///
/// From the data sheets: SSD1306 rev 1.1 and SSD1309 rev 1.1, table 9-1; SH1106 V2.3, command table.
struct OLEDCommandTable {
  let controller: OLEDController

  /// How many bytes follow a command byte; nil: the controller has no such command.
  func argumentCount(of command: UInt8) -> Int? {
    switch command {
    case 0x00...0x1F, 0x40...0x7F, 0xA0, 0xA1, 0xA4...0xA7, 0xAE, 0xAF, 0xB0...0xB7, 0xE3: 0
    case 0xC0...0xCF: scanArgumentCount(command)
    case 0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB: 1
    default: controller == .sh1106 ? sinoWealthCount(command) : solomonCount(command)
    }
  }

  /// The direction is bit 3. The lower bits are zero in the Solomon table and ignored by the SH1106.
  private func scanArgumentCount(_ command: UInt8) -> Int? {
    controller == .sh1106 || command & 0x07 == 0 ? 0 : nil
  }

  private func sinoWealthCount(_ command: UInt8) -> Int? {
    switch command {
    case 0x30...0x33, 0xE0, 0xEE: 0
    case 0xAD: 1
    default: nil  // 8Dh too: it is in no table of this chip, though drivers send it.
    }
  }

  private func solomonCount(_ command: UInt8) -> Int? {
    switch command {
    case 0x2E, 0x2F: 0
    case 0x20: 1
    case 0x21, 0x22, 0xA3: 2
    case 0x26, 0x27: 6
    case 0x29, 0x2A: controller == .ssd1309 ? 7 : 5
    case 0x8D: controller == .ssd1306 ? 1 : nil
    case 0xDC, 0xFD: controller == .ssd1309 ? 1 : nil
    default: nil
    }
  }

  /// What is wrong with a command's arguments; nil: the data sheet allows them.
  func objection(to command: UInt8, _ arguments: [UInt8]) -> String? {
    switch command {
    case 0x21: windowObjection(arguments, last: 127)
    case 0x22: windowObjection(arguments, last: 7)
    case 0x26, 0x27, 0x29, 0x2A: scrollObjection(arguments)
    case 0xA3: scrollAreaObjection(arguments)
    default: arguments.first.flatMap { valueObjection(to: command, $0) }
    }
  }

  private func valueObjection(to command: UInt8, _ value: UInt8) -> String? {
    switch command {
    case 0x20: expect(value <= 2, value, "an addressing mode 00h…02h")
    case 0xA8: expect((leastMultiplex...63).contains(value), value, "a multiplex \(leastMultiplex)…63")
    case 0xD3: expect(value <= 63, value, "an offset 0…63")
    case 0xD9: expect(value & 0x0F != 0 && value & 0xF0 != 0, value, "two phases of 1…15 clocks")
    case 0xDA: expect(value & ~0x30 == 0x02, value, "COM pins 02h, 12h, 22h or 32h")
    case 0xDB: expect(isDeselectLevel(value), value, "a listed VCOMH level")
    case 0x8D: expect(value & 0x3F == 0x10 || value & 0x3F == 0x14, value, "a charge pump 10h or 14h")
    case 0xAD: expect(value & 0xFE == 0x8A, value, "a converter 8Ah or 8Bh")
    case 0xDC: expect(value <= 3, value, "a pin state 00h…03h")
    case 0xFD: expect(value == 0x12 || value == 0x16, value, "a lock 12h or 16h")
    default: nil
    }
  }

  private var leastMultiplex: UInt8 { controller == .sh1106 ? 0 : 15 }

  private func isDeselectLevel(_ value: UInt8) -> Bool {
    switch controller {
    // 40h is not in the table, but every panel in the field accepts it as the next step of the same scale.
    case .ssd1306: [0x00, 0x20, 0x30, 0x40].contains(value)
    case .ssd1309: value & ~0x3C == 0
    case .sh1106: true
    }
  }

  private func windowObjection(_ arguments: [UInt8], last: UInt8) -> String? {
    if let beyond = arguments.first(where: { $0 > last }) {
      return "\(beyond) lies outside 0…\(last)"
    }
    return arguments[0] > arguments[1] ? "window backwards, \(arguments[0])…\(arguments[1])" : nil
  }

  private func scrollObjection(_ arguments: [UInt8]) -> String? {
    if let beyond = arguments[1...3].first(where: { $0 > 7 }) {
      return "\(beyond) lies outside 0…7"
    }
    return arguments[1] > arguments[3] ? "scroll pages backwards" : nil
  }

  private func scrollAreaObjection(_ arguments: [UInt8]) -> String? {
    expect(Int(arguments[0]) + Int(arguments[1]) <= 64, arguments[1], "at most 64 lines in all")
  }

  private func expect(_ isAllowed: Bool, _ value: UInt8, _ expected: String) -> String? {
    isAllowed ? nil : "\(hexadecimal(value)) where \(expected) was expected"
  }
}

/// A byte as data sheets print it: `A8h`.
func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return (byte < 16 ? "0" : "") + digits + "h"
}

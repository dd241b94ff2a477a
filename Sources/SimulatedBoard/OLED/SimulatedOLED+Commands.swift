extension SimulatedOLED {
  /// Carries out a command whose arguments are in order.
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
    default: break  // timing and levels that no picture shows
    }
  }

  /// The pump starts when the display is switched on after it was enabled, and stops at once.
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

  /// Stores a data byte where the pointers are, and moves them on.
  func store(_ byte: UInt8) {
    guard registers.column < controller.memoryColumns else {
      report("data at column \(registers.column) of \(controller.memoryColumns)")
      return
    }
    memory[registers.page * controller.memoryColumns + segment(ofColumn: registers.column)] = byte
    advancePointers()
  }

  /// The segment that a column address reaches now.
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
      // The SSD chips begin the page again; the SH1106 stops behind its last column.
      if controller != .sh1106, registers.column == controller.memoryColumns { registers.column = 0 }
    }
  }

  /// Moves to the window's next column, or back to its first; says whether it wrapped.
  @discardableResult
  private func stepColumn() -> Bool {
    let isLast = registers.column == registers.columnWindow.upperBound
    registers.column = isLast ? registers.columnWindow.lowerBound : (registers.column + 1) % 128
    return isLast
  }

  /// Moves to the window's next page, or back to its first; says whether it wrapped.
  @discardableResult
  private func stepPage() -> Bool {
    let isLast = registers.page == registers.pageWindow.upperBound
    registers.page = isLast ? registers.pageWindow.lowerBound : (registers.page + 1) % 8
    return isLast
  }
}

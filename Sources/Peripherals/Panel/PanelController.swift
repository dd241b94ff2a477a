/// What differs between the display controllers: their commands. The driver decides when to send which.
///
/// Everything returned is command bytes, to be sent in one transfer after a control byte.
public protocol PanelController: Sendable {
  /// Every register, from an unknown state, without switching the display on or off and without touching its memory.
  /// Sent again to a panel that is lit, it changes nothing visible. At most 24 bytes.
  ///
  /// It begins with two commands of one byte at their power-on values. A transfer that broke off inside a command
  /// leaves the chip waiting for up to two arguments, and it reads these two as arguments.
  func registers(at brightness: PanelBrightness, startLine: Int) -> [UInt8]

  /// The line of the memory, 0…63, that the panel shows on top; the others follow, the first after the last.
  func startLine(_ line: Int) -> [UInt8]

  /// The registers that make the light stronger or weaker. They are the same for `off` and for `dim`.
  func level(at brightness: PanelBrightness) -> [UInt8]

  /// The display-on or display-off command.
  func power(isOn: Bool) -> [UInt8]

  /// Aims the data that follow at a window, from its top left byte, line by line.
  func address(_ window: PanelWindow) -> [UInt8]

  /// Whether a window may be more than one page high.
  var windowsSpanPages: Bool { get }

  /// Whether the memory has to be cleared for the panel to go dark, on top of the display-off command.
  var clearsBeforeOff: Bool { get }
}

/// How brightly a panel is lit.
public enum PanelBrightness: Hashable, Sendable, CaseIterable {
  /// The display-off command is in force: no pixel glows, whatever the memory holds.
  case off
  /// The least light that can still be read in a dark room.
  case dim
  /// Readable by day.
  case on
}

/// The size of the picture, the same on every panel supported here.
public enum PanelGeometry {
  /// Pixels from left to right; one byte each.
  public static let columns = 128
  /// Pages from top to bottom, eight rows each.
  public static let pages = 8
  /// Bytes of a frame, page-major: byte `page * columns + column`, the lowest bit on top.
  public static let frameBytes = columns * pages

  /// The memory that shows a frame when its line `startLine`, 0…63, is the panel's first: the frame that many lines
  /// further down, and at the top the lines that leave it at the foot.
  static func scrolled(_ frame: [UInt8], to startLine: Int) -> [UInt8] {
    guard startLine != 0 else { return frame }
    var memory = frame
    for column in 0..<columns {
      var lines: UInt64 = 0
      for page in 0..<pages { lines |= UInt64(frame[page * columns + column]) << UInt64(page * 8) }
      let moved = lines << UInt64(startLine) | lines >> UInt64(64 - startLine)
      for page in 0..<pages {
        memory[page * columns + column] = UInt8(truncatingIfNeeded: moved >> UInt64(page * 8))
      }
    }
    return memory
  }
}

/// The supported display controllers, chosen when the program runs. The chip cannot be identified, and modules are
/// sold under the wrong name, so it is a setting.
public enum PanelKind: String, Hashable, Sendable, CaseIterable {
  /// Solomon Systech SSD1306: most 0.96″ modules.
  case ssd1306
  /// Sino Wealth SH1106: most 1.3″ modules.
  case sh1106
  /// Solomon Systech SSD1309: 1.54″ and 2.42″ modules with a supply of their own for the light.
  case ssd1309
}

extension PanelKind: PanelController {
  /// The registers of the chip chosen.
  public func registers(at brightness: PanelBrightness, startLine: Int) -> [UInt8] {
    switch self {
    case .ssd1306: SSD1306().registers(at: brightness, startLine: startLine)
    case .sh1106: SH1106().registers(at: brightness, startLine: startLine)
    case .ssd1309: SSD1309().registers(at: brightness, startLine: startLine)
    }
  }

  /// The start line of the chip chosen.
  public func startLine(_ line: Int) -> [UInt8] {
    switch self {
    case .ssd1306: SSD1306().startLine(line)
    case .sh1106: SH1106().startLine(line)
    case .ssd1309: SSD1309().startLine(line)
    }
  }

  /// The light of the chip chosen.
  public func level(at brightness: PanelBrightness) -> [UInt8] {
    switch self {
    case .ssd1306: SSD1306().level(at: brightness)
    case .sh1106: SH1106().level(at: brightness)
    case .ssd1309: SSD1309().level(at: brightness)
    }
  }

  /// The display-on or display-off command of the chip chosen.
  public func power(isOn: Bool) -> [UInt8] {
    switch self {
    case .ssd1306: SSD1306().power(isOn: isOn)
    case .sh1106: SH1106().power(isOn: isOn)
    case .ssd1309: SSD1309().power(isOn: isOn)
    }
  }

  /// The addressing commands of the chip chosen.
  public func address(_ window: PanelWindow) -> [UInt8] {
    switch self {
    case .ssd1306: SSD1306().address(window)
    case .sh1106: SH1106().address(window)
    case .ssd1309: SSD1309().address(window)
    }
  }

  /// As for the chosen chip.
  public var windowsSpanPages: Bool {
    switch self {
    case .ssd1306: SSD1306().windowsSpanPages
    case .sh1106: SH1106().windowsSpanPages
    case .ssd1309: SSD1309().windowsSpanPages
    }
  }

  /// As for the chosen chip.
  public var clearsBeforeOff: Bool {
    switch self {
    case .ssd1306: SSD1306().clearsBeforeOff
    case .sh1106: SH1106().clearsBeforeOff
    case .ssd1309: SSD1309().clearsBeforeOff
    }
  }
}

/// The addresses at which a panel can be: the modules strap one bit of the address.
public enum PanelAddress {
  /// As most modules are sold.
  public static let low = I2CAddress(0x3C)
  /// With the address strap set.
  public static let high = I2CAddress(0x3D)
  /// Both, in the order in which they are tried.
  public static let all = [low, high]

  /// A write that changes nothing, only to get an answer: a command that every controller here has, and that is in
  /// force on all of them from power-on.
  static let question: [UInt8] = [0x00] + SolomonCommand.showMemory.bytes

  /// The first address that acknowledges; nil if neither does. Throws any other fault of the bus, since a stuck bus
  /// says nothing about the parts on it.
  public static func probe<Bus: I2CBus>(_ bus: Bus) throws(BusFault) -> I2CAddress? {
    for address in all {
      if try acknowledges(address, on: bus) { return address }
    }
    return nil
  }

  /// Whether a part answers at an address. Throws any other fault of the bus.
  public static func acknowledges<Bus: I2CBus>(_ address: I2CAddress, on bus: Bus) throws(BusFault) -> Bool {
    do throws(BusFault) {
      try bus.write(question, to: address)
      return true
    } catch {
      guard error == .noAcknowledge else { throw error }
      return false
    }
  }
}

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

/// The display controllers supported, to be chosen when the program runs. The chip cannot be identified, and modules
/// are sold under the wrong name, so it is a setting.
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
  public func registers(at brightness: PanelBrightness) -> [UInt8] {
    switch self {
    case .ssd1306: SSD1306().registers(at: brightness)
    case .sh1106: SH1106().registers(at: brightness)
    case .ssd1309: SSD1309().registers(at: brightness)
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

  /// As the chip chosen does.
  public var windowsSpanPages: Bool {
    switch self {
    case .ssd1306: SSD1306().windowsSpanPages
    case .sh1106: SH1106().windowsSpanPages
    case .ssd1309: SSD1309().windowsSpanPages
    }
  }

  /// As the chip chosen does.
  public var clearsBeforeOff: Bool {
    switch self {
    case .ssd1306: SSD1306().clearsBeforeOff
    case .sh1106: SH1106().clearsBeforeOff
    case .ssd1309: SSD1309().clearsBeforeOff
    }
  }
}

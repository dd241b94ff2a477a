/// The display controllers that the simulated panel can be.
public enum OLEDController: String, Hashable, Sendable, CaseIterable {
  /// Solomon Systech SSD1306: 128×64, charge pump off at reset.
  case ssd1306
  /// Sino Wealth SH1106: 132×64 of which a panel shows the middle 128, page mode only, pump on at reset.
  case sh1106
  /// Solomon Systech SSD1309: 128×64, external panel supply, command lock.
  case ssd1309

  /// Columns of display memory.
  var memoryColumns: Int { self == .sh1106 ? 132 : 128 }

  /// The segment that drives the panel's first column: modules connect the middle of the SH1106's 132.
  var firstSegment: Int { self == .sh1106 ? 2 : 0 }
}

/// The words of Sino Wealth's SH1106: 132 columns of memory, of which the panel shows the middle 128, and page
/// addressing only.
public struct SH1106: PanelController {
  /// The chip.
  public init() {}

  /// The page stays where it is when a column runs over, so each page is addressed anew.
  public let windowsSpanPages = false
  /// Modules were seen to go on glowing faintly behind the display-off command until their memory was cleared.
  public let clearsBeforeOff = true

  /// The memory's column of the picture's first. Two on either side, so that it holds both ways up.
  private static let firstColumn = 2

  /// Every register, at the power-on values but for the size and the way up.
  public func registers(at brightness: PanelBrightness, _ orientation: PanelOrientation) -> [UInt8] {
    SH1106.encode([
      .showMemory, .invert(false),
      .clock(divide: 1, oscillator: 5), .multiplexRatio(rows: 64), .displayOffset(0), .startLine(0),
      .converter(isEnabled: true), .pumpVoltage(step: 2), .segmentRemap(isReversed: orientation == .upright),
      .commonScan(isReversed: orientation == .upright), .commonPads(isAlternative: true),
    ]) + level(at: brightness)
  }

  /// By day the power-on values. By night the least of everything that drives a pixel.
  public func level(at brightness: PanelBrightness) -> [UInt8] {
    switch brightness {
    case .on:
      SH1106.encode([.contrast(0x80), .preCharge(precharge: 2, discharge: 2), .vcomDeselect(0x35)])
    case .dim, .off:
      SH1106.encode([.contrast(0x00), .preCharge(precharge: 1, discharge: 1), .vcomDeselect(0x20)])
    }
  }

  /// The display-on or display-off command.
  public func power(isOn: Bool) -> [UInt8] {
    Command.display(isOn: isOn).bytes
  }

  /// The page and the first column; the last column is where the data end.
  public func address(_ window: PanelWindow) -> [UInt8] {
    SH1106.encode([
      .pageAddress(window.pages.lowerBound),
      .columnAddress(SH1106.firstColumn + window.columns.lowerBound),
    ])
  }

  private static func encode(_ commands: [Command]) -> [UInt8] {
    commands.flatMap { $0.bytes }
  }
}

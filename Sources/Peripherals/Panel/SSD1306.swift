/// The commands of Solomon Systech's SSD1306, 128×64, lit by the chip's own charge pump.
public struct SSD1306: SolomonController {
  /// The chip.
  public init() {}

  /// The software initialisation of the datasheet's application note, for a module of 64 rows, its last two
  /// commands first.
  public func registers(at brightness: PanelBrightness, startLine: Int) -> [UInt8] {
    SolomonCommand.encode([
      .showMemory, .invert(false),
      .clock(divide: 1, oscillator: 8), .multiplexRatio(rows: 64), .displayOffset(0),
      .startLine(UInt8(startLine)),
      .chargePump(isEnabled: true), .horizontalAddressing, .segmentRemap(isReversed: true),
      .comScan(isReversed: true), .comPins(isAlternative: true),
    ]) + level(at: brightness)
  }

  /// By day the contrast of common modules. By night contrast alone stays too bright, so the pixels are also
  /// charged for the shortest time and their off voltage is lowered.
  public func level(at brightness: PanelBrightness) -> [UInt8] {
    switch brightness {
    case .on:
      SolomonCommand.encode([.contrast(0xCF), .preCharge(phase1: 1, phase2: 15), .vcomDeselect(0x40)])
    case .dim, .off:
      SolomonCommand.encode([.contrast(0x00), .preCharge(phase1: 1, phase2: 1), .vcomDeselect(0x00)])
    }
  }
}

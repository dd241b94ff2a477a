/// The commands of Solomon Systech's SSD1309: an SSD1306 without a charge pump and with a lock on its commands.
public struct SSD1309: SolomonController {
  /// The chip.
  public init() {}

  /// Unlocked before the rest: a chip that starts locked ignores everything else.
  public func registers(at brightness: PanelBrightness, startLine: Int) -> [UInt8] {
    SolomonCommand.encode([
      .showMemory, .invert(false),
      .commandLock(isLocked: false), .clock(divide: 1, oscillator: 10), .multiplexRatio(rows: 64),
      .displayOffset(0), .startLine(UInt8(startLine)), .horizontalAddressing,
      .segmentRemap(isReversed: true), .comScan(isReversed: true),
      .comPins(isAlternative: true),
    ]) + level(at: brightness)
  }

  /// By day the values of common modules. By night contrast alone stays too bright, so the pixels are also
  /// charged for the shortest time and their off voltage is lowered.
  public func level(at brightness: PanelBrightness) -> [UInt8] {
    switch brightness {
    case .on:
      SolomonCommand.encode([.contrast(0x6F), .preCharge(phase1: 3, phase2: 13), .vcomDeselect(0x34)])
    case .dim, .off:
      SolomonCommand.encode([.contrast(0x00), .preCharge(phase1: 1, phase2: 1), .vcomDeselect(0x00)])
    }
  }
}

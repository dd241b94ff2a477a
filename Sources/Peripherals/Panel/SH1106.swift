/// The commands of Sino Wealth's SH1106. It has 132 columns of memory, of which the panel shows the middle 128, and
/// page addressing only.
public struct SH1106: PanelController {
  /// The chip.
  public init() {}

  /// The page stays the same at the end of its columns, so each page is addressed separately.
  public let windowsSpanPages = false
  /// Modules were seen to glow faintly after the display-off command until their memory was cleared.
  public let clearsBeforeOff = true

  /// The memory's column that shows the picture's first. Two columns are left over on either side.
  private static let firstColumn = 2

  /// Every register, at the power-on values but for the size and the directions.
  public func registers(at brightness: PanelBrightness, startLine: Int) -> [UInt8] {
    SH1106.encode([
      .showMemory, .invert(false),
      .clock(divide: 1, oscillator: 5), .multiplexRatio(rows: 64), .displayOffset(0),
      .startLine(UInt8(startLine)),
      .converter(isEnabled: true), .pumpVoltage(step: 2), .segmentRemap(isReversed: true),
      .commonScan(isReversed: true), .commonPads(isAlternative: true),
    ]) + level(at: brightness)
  }

  /// By day the power-on values. By night the minimum of everything that drives a pixel.
  public func level(at brightness: PanelBrightness) -> [UInt8] {
    switch brightness {
    case .on:
      SH1106.encode([.contrast(0x80), .preCharge(precharge: 2, discharge: 2), .vcomDeselect(0x35)])
    case .dim, .off:
      SH1106.encode([.contrast(0x00), .preCharge(precharge: 1, discharge: 1), .vcomDeselect(0x20)])
    }
  }

  /// The start line, in one command.
  public func startLine(_ line: Int) -> [UInt8] { Command.startLine(UInt8(line)).bytes }

  /// The display-on or display-off command.
  public func power(isOn: Bool) -> [UInt8] { Command.display(isOn: isOn).bytes }

  /// The page and the first column; the last column is where the data end.
  public func address(_ window: PanelWindow) -> [UInt8] {
    SH1106.encode([
      .pageAddress(window.pages.lowerBound),
      .columnAddress(SH1106.firstColumn + window.columns.lowerBound),
    ])
  }

  private static func encode(_ commands: [Command]) -> [UInt8] { commands.flatMap { $0.bytes } }
}

extension SH1106 {
  /// The commands used, in the words of the datasheet's command table (SH1106 V2.3, "Commands").
  enum Command {
    /// Set lower and higher column address: 0…131.
    case columnAddress(Int)
    /// Set pump voltage value: 0…3 for 6.4, 7.4, 8.0 and 9.0 V.
    case pumpVoltage(step: UInt8)
    /// Set display start line: 0…63.
    case startLine(UInt8)
    /// Set contrast control register: 0…255.
    case contrast(UInt8)
    /// Set segment re-map: reverse direction.
    case segmentRemap(isReversed: Bool)
    /// Set entire display off, that is, the display follows its memory.
    case showMemory
    /// Set reverse display.
    case invert(Bool)
    /// Set multiplex ratio: 1…64 rows.
    case multiplexRatio(rows: UInt8)
    /// Set DC-DC converter; it runs while the display is on.
    case converter(isEnabled: Bool)
    /// Display on or off.
    case display(isOn: Bool)
    /// Set page address: 0…7.
    case pageAddress(Int)
    /// Set common output scan direction: from the last common up.
    case commonScan(isReversed: Bool)
    /// Set display offset: 0…63 rows.
    case displayOffset(UInt8)
    /// Set display clock: divide ratio 1…16, oscillator frequency 0…15, where 5 is the middle.
    case clock(divide: UInt8, oscillator: UInt8)
    /// Set dis-charge and pre-charge period: 1…15 clocks each.
    case preCharge(precharge: UInt8, discharge: UInt8)
    /// Set common pads hardware configuration: alternative, as panels of 64 rows are wired.
    case commonPads(isAlternative: Bool)
    /// Set VCOM deselect level: 0.430 + value × 0.006415 of V_REF, up to 1 at 0x40.
    case vcomDeselect(UInt8)

    /// The bytes on the wire.
    var bytes: [UInt8] {
      switch self {
      case .columnAddress(let column): [UInt8(column & 0x0F), 0x10 | UInt8(column >> 4)]
      case .pumpVoltage(let step): [0x30 | step]
      case .startLine(let line): [0x40 | line]
      case .contrast(let value): [0x81, value]
      case .segmentRemap(let isReversed): [isReversed ? 0xA1 : 0xA0]
      case .showMemory: [0xA4]
      case .invert(let isInverse): [isInverse ? 0xA7 : 0xA6]
      case .multiplexRatio(let rows): [0xA8, rows - 1]
      case .converter(let isEnabled): [0xAD, isEnabled ? 0x8B : 0x8A]
      case .display(let isOn): [isOn ? 0xAF : 0xAE]
      case .pageAddress(let page): [0xB0 | UInt8(page)]
      case .commonScan(let isReversed): [isReversed ? 0xC8 : 0xC0]
      case .displayOffset(let rows): [0xD3, rows]
      case .clock(let divide, let oscillator): [0xD5, oscillator << 4 | (divide - 1)]
      case .preCharge(let precharge, let discharge): [0xD9, discharge << 4 | precharge]
      case .commonPads(let isAlternative): [0xDA, isAlternative ? 0x12 : 0x02]
      case .vcomDeselect(let value): [0xDB, value]
      }
    }
  }
}

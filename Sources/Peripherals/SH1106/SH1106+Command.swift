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

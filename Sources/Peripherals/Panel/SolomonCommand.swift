/// The commands of Solomon Systech's controllers that are used here, in the words of their command tables (table 9-1 of
/// the SSD1306 data sheet, rev. 1.1, and of the SSD1309 data sheet). The two differ in the last two commands only.
enum SolomonCommand {
  /// Set contrast control: 0…255.
  case contrast(UInt8)
  /// Entire display on: off, that is, the display follows its memory.
  case showMemory
  /// Set inverse display.
  case invert(Bool)
  /// Set display on or off.
  case display(isOn: Bool)
  /// Set memory addressing mode: horizontal.
  case horizontalAddressing
  /// Set column address: start and end, 0…127.
  case columnAddress(ClosedRange<Int>)
  /// Set page address: start and end, 0…7.
  case pageAddress(ClosedRange<Int>)
  /// Set display start line: 0…63.
  case startLine(UInt8)
  /// Set segment remap: column 127 at SEG0.
  case segmentRemap(isReversed: Bool)
  /// Set multiplex ratio: 16…64 rows.
  case multiplexRatio(rows: UInt8)
  /// Set COM output scan direction: from COM63 up.
  case comScan(isReversed: Bool)
  /// Set display offset: 0…63 rows.
  case displayOffset(UInt8)
  /// Set COM pins hardware configuration: alternative, as panels of 64 rows are wired.
  case comPins(isAlternative: Bool)
  /// Set display clock: divide ratio 1…16, oscillator frequency 0…15.
  case clock(divide: UInt8, oscillator: UInt8)
  /// Set pre-charge period: 1…15 clocks a phase.
  case preCharge(phase1: UInt8, phase2: UInt8)
  /// Set V_COMH deselect level. SSD1306: 0x00 is about 0.65 of V_CC and 0x30 about 0.83; the table stops there, and 0x40
  /// is what common modules are run at. SSD1309: 0x00 is about 0.64 and 0x34, the power-on value, about 0.78.
  case vcomDeselect(UInt8)
  /// SSD1306 only: charge pump setting (application note, section 2).
  case chargePump(isEnabled: Bool)
  /// SSD1309 only: set command lock.
  case commandLock(isLocked: Bool)

  /// The bytes on the wire.
  var bytes: [UInt8] {
    switch self {
    case .contrast(let value): [0x81, value]
    case .showMemory: [0xA4]
    case .invert(let isInverse): [isInverse ? 0xA7 : 0xA6]
    case .display(let isOn): [isOn ? 0xAF : 0xAE]
    case .horizontalAddressing: [0x20, 0x00]
    case .columnAddress(let columns): [0x21, UInt8(columns.lowerBound), UInt8(columns.upperBound)]
    case .pageAddress(let pages): [0x22, UInt8(pages.lowerBound), UInt8(pages.upperBound)]
    case .startLine(let line): [0x40 | line]
    case .segmentRemap(let isReversed): [isReversed ? 0xA1 : 0xA0]
    case .multiplexRatio(let rows): [0xA8, rows - 1]
    case .comScan(let isReversed): [isReversed ? 0xC8 : 0xC0]
    case .displayOffset(let rows): [0xD3, rows]
    case .comPins(let isAlternative): [0xDA, isAlternative ? 0x12 : 0x02]
    case .clock(let divide, let oscillator): [0xD5, oscillator << 4 | (divide - 1)]
    case .preCharge(let phase1, let phase2): [0xD9, phase2 << 4 | phase1]
    case .vcomDeselect(let level): [0xDB, level]
    case .chargePump(let isEnabled): [0x8D, isEnabled ? 0x14 : 0x10]
    case .commandLock(let isLocked): [0xFD, isLocked ? 0x16 : 0x12]
    }
  }

  /// The bytes of several commands.
  static func encode(_ commands: [SolomonCommand]) -> [UInt8] { commands.flatMap { $0.bytes } }
}

/// What Solomon Systech's controllers have in common.
public protocol SolomonController: PanelController {}

extension SolomonController {
  /// The memory continues from page to page inside a window (datasheet 10.1.3, horizontal addressing mode).
  public var windowsSpanPages: Bool { true }
  /// The display-off command leaves nothing glowing.
  public var clearsBeforeOff: Bool { false }

  /// The start line, in one command.
  public func startLine(_ line: Int) -> [UInt8] { SolomonCommand.startLine(UInt8(line)).bytes }

  /// The display-on or display-off command.
  public func power(isOn: Bool) -> [UInt8] { SolomonCommand.display(isOn: isOn).bytes }

  /// First and last column, first and last page.
  public func address(_ window: PanelWindow) -> [UInt8] {
    SolomonCommand.encode([.columnAddress(window.columns), .pageAddress(window.pages)])
  }
}

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

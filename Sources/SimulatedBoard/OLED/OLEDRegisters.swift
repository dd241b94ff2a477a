/// What the controller remembers besides its display memory, with the values that a reset leaves
/// (SSD1306 rev 1.1 and SSD1309 rev 1.1, section 9; SH1106 V2.3, command table).
struct OLEDRegisters {
  enum AddressingMode: UInt8 {
    case horizontal = 0
    case vertical = 1
    case page = 2
  }

  var mode = AddressingMode.page
  var columnWindow = 0...127
  var pageWindow = 0...7
  var column = 0
  var page = 0

  var startLine = 0
  var offset = 0
  /// Lines scanned, less one.
  var multiplex = 63
  var isSegmentRemapped = false
  var isScanReversed = false
  var comPins: UInt8 = 0x12

  var contrast: UInt8
  var isAllOn = false
  var isInverted = false
  var isOn = false
  /// Whether the pump is asked for; it starts with the display (SSD1306 application note, 8Dh 14h AFh).
  var isPumpEnabled: Bool
  /// Whether the panel has its high voltage.
  var isSupplied: Bool
  var isLocked = false

  init(controller: OLEDController) {
    contrast = controller == .sh1106 ? 0x80 : 0x7F
    isPumpEnabled = controller == .sh1106
    isSupplied = controller == .ssd1309
  }
}

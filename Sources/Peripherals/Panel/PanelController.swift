/// What differs between the display controllers: their commands. The driver decides when to send which.
///
/// Everything returned is command bytes, to be sent in one transfer after a control byte.
public protocol PanelController: Sendable {
  /// Every register, from an unknown state, without switching the display on or off and without touching its memory.
  /// Sent again to a panel that is lit, it changes nothing visible. At most 24 bytes.
  ///
  /// It begins with two commands of one byte at their power-on values. A transfer that broke off inside a command
  /// leaves the chip waiting for up to two arguments, and it reads these two as arguments.
  func registers(at brightness: PanelBrightness, startLine: Int) -> [UInt8]

  /// The line of the memory, 0…63, that the panel shows on top; the others follow, the first after the last.
  func startLine(_ line: Int) -> [UInt8]

  /// The registers that make the light stronger or weaker. They are the same for `off` and for `dim`.
  func level(at brightness: PanelBrightness) -> [UInt8]

  /// The display-on or display-off command.
  func power(isOn: Bool) -> [UInt8]

  /// Aims the data that follow at a window, from its top left byte, line by line.
  func address(_ window: PanelWindow) -> [UInt8]

  /// Whether a window may be more than one page high.
  var windowsSpanPages: Bool { get }

  /// Whether the memory has to be cleared for the panel to go dark, on top of the display-off command.
  var clearsBeforeOff: Bool { get }
}

/// How brightly a panel is lit.
public enum PanelBrightness: Hashable, Sendable, CaseIterable {
  /// The display-off command is in force: no pixel glows, whatever the memory holds.
  case off
  /// The least light that can still be read in a dark room.
  case dim
  /// Readable by day.
  case on
}

/// The size of the picture, the same on every panel supported here.
public enum PanelGeometry {
  /// Pixels from left to right; one byte each.
  public static let columns = 128
  /// Pages from top to bottom, eight rows each.
  public static let pages = 8
  /// Bytes of a frame, page-major: byte `page * columns + column`, the lowest bit on top.
  public static let frameBytes = columns * pages

  /// The memory that shows a frame when its line `startLine`, 0…63, is the panel's first: the frame that many lines
  /// further down, and at the top the lines that leave it at the foot.
  static func scrolled(_ frame: [UInt8], to startLine: Int) -> [UInt8] {
    guard startLine != 0 else { return frame }
    var memory = frame
    for column in 0..<columns {
      var lines: UInt64 = 0
      for page in 0..<pages { lines |= UInt64(frame[page * columns + column]) << UInt64(page * 8) }
      let moved = lines << UInt64(startLine) | lines >> UInt64(64 - startLine)
      for page in 0..<pages {
        memory[page * columns + column] = UInt8(truncatingIfNeeded: moved >> UInt64(page * 8))
      }
    }
    return memory
  }
}

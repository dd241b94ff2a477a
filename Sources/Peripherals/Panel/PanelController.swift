/// What differs between the display controllers: their commands. The driver decides when to send which.
///
/// Everything returned is command bytes, to be sent in one transfer after a control byte.
public protocol PanelController: Sendable {
  /// Every register, from an unknown state, without switching the display on or off and without touching its memory:
  /// sent again to a panel that is lit, it changes nothing visible. At most 24 bytes.
  ///
  /// Begins with two commands of one byte at their power-on values. A transfer that broke off inside a command leaves
  /// the chip waiting for up to two arguments, and it takes these two for them.
  func registers(at brightness: PanelBrightness) -> [UInt8]

  /// The registers that make the light stronger or weaker. For `off` the same as for `dim`.
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
  /// Pixels from left to right; a byte each.
  public static let columns = 128
  /// Pages from top to bottom, eight rows each.
  public static let pages = 8
  /// Bytes of a frame, page-major: byte `page * columns + column`, the lowest bit on top.
  public static let frameBytes = columns * pages
}

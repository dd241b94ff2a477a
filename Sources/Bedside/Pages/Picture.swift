/// What the panel should show: the pixels, and every string drawn in them.
public struct Picture: Hashable, Sendable {
  /// The pixels.
  public var frame: Frame
  /// Every string drawn, in full, one per text element, top to bottom.
  public var texts: [String]

  /// Pixels and the strings in them.
  public init(frame: Frame, texts: [String]) {
    self.frame = frame
    self.texts = texts
  }
}

/// How brightly the panel is lit.
public enum PanelLight: Hashable, Sendable {
  /// The display-off command is in force.
  case off
  /// Night contrast.
  case dim
  /// Day contrast.
  case on

  /// As in `shot` files.
  public var name: String {
    switch self {
    case .off: "off"
    case .dim: "dim"
    case .on: "on"
    }
  }
}

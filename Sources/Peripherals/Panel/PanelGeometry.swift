/// The size of the picture, the same on every panel supported here.
public enum PanelGeometry {
  /// Pixels from left to right; a byte each.
  public static let columns = 128
  /// Pages from top to bottom, eight rows each.
  public static let pages = 8
  /// Bytes of a frame, page-major: byte `page * columns + column`, the lowest bit on top.
  public static let frameBytes = columns * pages
}

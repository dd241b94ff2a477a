/// A frame to draw on, and the strings drawn on it. Coordinates are those of the picture at rest; what leaves the
/// usable area is cut off, and the drift is added when a pixel is set.
struct Canvas {
  /// Usable columns: the frame's, less the drift's reach.
  static let width = Frame.width - PixelDrift.reach
  /// Usable rows.
  static let height = Frame.height - PixelDrift.reach

  /// The pixels so far.
  private(set) var frame = Frame()
  /// Every string so far, in full.
  private(set) var texts: [String] = []
  private let drift: (dx: Int, dy: Int)

  /// An empty canvas that will be shown moved by `drift`.
  init(drift: (dx: Int, dy: Int) = (0, 0)) {
    self.drift = drift
  }

  /// Lights or darkens one pixel.
  mutating func set(_ x: Int, _ y: Int, lit: Bool = true) {
    guard (0..<Canvas.width).contains(x), (0..<Canvas.height).contains(y) else { return }
    frame.set(x + drift.dx, y + drift.dy, lit: lit)
  }

  /// Lights or darkens a rectangle.
  mutating func fill(x: Range<Int>, y: Range<Int>, lit: Bool = true) {
    for row in y {
      for column in x { set(column, row, lit: lit) }
    }
  }

  /// Lights the edge of a rectangle.
  mutating func outline(x: Range<Int>, y: Range<Int>) {
    fill(x: x, y: y.lowerBound..<y.lowerBound + 1)
    fill(x: x, y: y.upperBound - 1..<y.upperBound)
    fill(x: x.lowerBound..<x.lowerBound + 1, y: y)
    fill(x: x.upperBound - 1..<x.upperBound, y: y)
  }

  /// Notes a string as shown that was drawn in pieces or shortened by `glyphs`.
  mutating func note(_ text: String) {
    texts.append(text)
  }
}

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
  /// Where each of them lies.
  var boxes: [InkBox] = []
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
    let rows = Canvas.rows(y)
    guard rows != 0 else { return }
    for column in x { set(column: column, rows: rows, lit: lit) }
  }

  /// Lights what is dark in a rectangle, and darkens what is lit.
  mutating func invert(x: Range<Int>, y: Range<Int>) {
    for row in y where (0..<Canvas.height).contains(row) {
      for column in x where (0..<Canvas.width).contains(column) {
        let isLit = frame.isLit(column + drift.dx, row + drift.dy)
        frame.set(column + drift.dx, row + drift.dy, lit: !isLit)
      }
    }
  }

  /// Lights or darkens pixels of one column, bit n of `rows` being row n.
  mutating func set(column x: Int, rows: UInt64, lit: Bool = true) {
    guard (0..<Canvas.width).contains(x) else { return }
    frame.set(column: x + drift.dx, rows: (rows & Canvas.allRows) << UInt64(drift.dy), lit: lit)
  }

  /// The rows of a range as bits; those outside are cut off.
  static func rows(_ y: Range<Int>) -> UInt64 {
    let inside = y.clamped(to: 0..<height)
    guard !inside.isEmpty else { return 0 }
    return (UInt64(1) << UInt64(inside.count) - 1) << UInt64(inside.lowerBound)
  }

  private static let allRows = rows(0..<height)

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

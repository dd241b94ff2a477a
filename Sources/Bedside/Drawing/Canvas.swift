/// A frame to draw on, and the strings drawn on it. Coordinates do not include the drift, which is added when a pixel
/// is set. Everything outside the usable area is cut off.
struct Canvas {
  /// Usable columns: those of the frame without the drift's reach.
  static let width = Frame.width - PixelDrift.reach
  /// Usable rows.
  static let height = Frame.height - PixelDrift.reach

  /// The pixels so far.
  private(set) var frame = Frame()
  /// Every string that was drawn so far, in full.
  private(set) var texts: [String] = []
  /// Where each string lies.
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

  /// Lights or darkens pixels of one column. Bit n of `rows` is row n.
  mutating func set(column x: Int, rows: UInt64, lit: Bool = true) {
    guard (0..<Canvas.width).contains(x) else { return }
    frame.set(column: x + drift.dx, rows: (rows & Canvas.allRows) << UInt64(drift.dy), lit: lit)
  }

  /// The rows of a range as bits, without those outside the canvas.
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

  /// Notes a string as shown. `glyphs` drew it in pieces, or shortened.
  mutating func note(_ text: String) {
    texts.append(text)
  }
}

extension Canvas {
  /// Which point of a text its x is.
  enum Alignment {
    /// The first column.
    case left
    /// The middle.
    case center
    /// The column after the last.
    case right
  }

  /// How a text is set.
  struct Style {
    /// The face.
    var face = Face.small
    /// Which point of the text `x` is.
    var alignment = Alignment.left
    /// The most columns of the text. A longer text ends with an ellipsis.
    var limit = Canvas.width
    /// Whether the letters are lit; false for dark letters on a lit ground.
    var isLit = true
    /// How many pixels wide and high each of the face's pixels is.
    var scale = 1
  }

  /// Draws a text with the top of its capitals at `y`, and notes it as shown.
  mutating func text(_ text: String, x: Int, y: Int, _ style: Style = Style()) {
    note(text)
    glyphs(text, x: x, y: y, style)
  }

  /// Draws letters and does not note them: `note` gets the whole text later. Returns the number of columns used.
  @discardableResult
  mutating func glyphs(_ text: String, x: Int, y: Int, _ style: Style = Style()) -> Int {
    glyphs(TextLine(text, face: style.face, limit: style.limit / style.scale), of: text, x: x, y: y, style)
  }

  /// Draws a line that is already set, in the same way.
  @discardableResult
  mutating func glyphs(_ line: TextLine, of text: String, x: Int, y: Int, _ style: Style) -> Int {
    let width = line.width * style.scale
    let left =
      switch style.alignment {
      case .left: x
      case .center: x - width / 2
      case .right: x - width
      }
    if let box = line.box(of: text, x: left, y: y, scale: style.scale) { boxes.append(box) }
    for (offset, glyph) in line.glyphs {
      draw(glyph, x: left + offset * style.scale, y: y, style)
    }
    return width
  }

  private mutating func draw(_ glyph: Glyph, x: Int, y: Int, _ style: Style) {
    for column in 0..<glyph.width {
      let rows = rows(of: glyph, column: column, y: y, scale: style.scale)
      guard rows != 0 else { continue }
      let left = x + column * style.scale
      for step in 0..<style.scale { set(column: left + step, rows: rows, lit: style.isLit) }
    }
  }

  /// One column of a letter as rows of the canvas. Pixels above or below the canvas are cut off.
  private func rows(of glyph: Glyph, column: Int, y: Int, scale: Int) -> UInt64 {
    let bits = glyph.rows(ofColumn: column)
    let top = y + glyph.top * scale
    if scale == 1 { return top < 0 ? bits >> UInt64(-top) : bits << UInt64(top) }
    return glyph.rows.indices.reduce(0) { rows, row in
      let upper = top + row * scale
      return bits >> UInt64(row) & 1 == 0 ? rows : rows | Canvas.rows(upper..<upper + scale)
    }
  }
}

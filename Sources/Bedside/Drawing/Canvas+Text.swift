extension Canvas {
  /// Which end of a text its x names.
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
    /// Which end `x` names.
    var alignment = Alignment.left
    /// Columns the text may take; longer ones are cut with an ellipsis.
    var limit = Canvas.width
    /// False for dark letters on a lit ground.
    var isLit = true
    /// How many pixels wide and high each of the face's pixels is.
    var scale = 1
  }

  /// Draws a text with the top of its capitals at `y`, and notes it as shown.
  mutating func text(_ text: String, x: Int, y: Int, _ style: Style = Style()) {
    note(text)
    glyphs(text, x: x, y: y, style)
  }

  /// Draws letters without noting them: for parts of a text that `note` names whole. Returns the columns taken.
  @discardableResult
  mutating func glyphs(_ text: String, x: Int, y: Int, _ style: Style = Style()) -> Int {
    let line = TextLine(text, face: style.face, limit: style.limit / style.scale)
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

  /// One column of a letter as the canvas's rows; what lies above or below the canvas is cut off.
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

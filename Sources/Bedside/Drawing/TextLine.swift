/// One line of text, set in a face and made to fit.
struct TextLine {
  /// A letter and the column of its left edge.
  typealias Placed = (x: Int, glyph: Glyph)

  /// The letters from left to right, the first at column 0.
  private(set) var glyphs: [Placed] = []
  /// Columns from the first letter's left edge to the last one's right edge.
  private(set) var width = 0
  /// True when letters were lost.
  private(set) var isCut = false

  /// Columns of a space in a line that would otherwise be cut.
  private static let tightSpace = 2
  private static let ellipsis: UInt32 = 0x2026

  /// Sets `text`. A line wider than `limit` columns first gets narrow spaces, and then loses letters at its end
  /// to an ellipsis. Letters the face does not have become hollow boxes.
  init(_ text: String, face: Face, limit: Int = .max) {
    let scalars = Accents.composed(text)
    set(scalars, face: face, spaceWidth: face.spaceWidth)
    guard width > limit else { return }
    let tight = min(face.spaceWidth, TextLine.tightSpace)
    set(scalars, face: face, spaceWidth: tight)
    var kept = scalars.count
    while width > limit, kept > 0 {
      kept -= 1
      isCut = true
      set(scalars.prefix(kept) + [TextLine.ellipsis], face: face, spaceWidth: tight)
    }
  }

  private mutating func set(_ scalars: some Sequence<UInt32>, face: Face, spaceWidth: Int) {
    glyphs = []
    width = 0
    for scalar in scalars {
      var glyph = face.glyph(scalar) ?? face.box
      if Face.isSpace(scalar) { glyph.width = spaceWidth }
      let x = glyphs.isEmpty ? 0 : width + face.spacing
      glyphs.append((x, glyph))
      width = x + glyph.width
    }
  }
}

/// A set of drawn letters. The faces of this project were drawn for it; see the `…Art` files.
struct Face: Sendable {
  /// Rows from the top of the capitals to the line they stand on.
  let capHeight: Int
  /// Rows below the line.
  let descent: Int
  /// Dark columns between two letters.
  let spacing: Int
  /// Columns of a space, `spacing` not counted.
  let spaceWidth: Int
  /// What stands for a letter that the face does not have: a hollow box.
  let box: Glyph
  /// The letters by code point, ascending, so that one is found by halving.
  private let scalars: [UInt32]
  private let glyphs: [Glyph]

  /// A face of the letters of its sheets. A letter drawn twice keeps its first drawing.
  init(
    capHeight: Int, descent: Int, spacing: Int, spaceWidth: Int, boxWidth: Int,
    entries: [GlyphSheet.Entry]
  ) {
    self.capHeight = capHeight
    self.descent = descent
    self.spacing = spacing
    self.spaceWidth = spaceWidth
    box = Face.hollowBox(width: boxWidth, height: capHeight)
    let sorted = entries.sorted { $0.scalar < $1.scalar }
    scalars = sorted.map { $0.scalar }
    glyphs = sorted.map { $0.glyph }
  }

  /// The drawing of a code point, or nil when the face has none. Spaces of any kind are empty drawings.
  func glyph(_ scalar: UInt32) -> Glyph? {
    if Face.isSpace(scalar) { return Glyph(width: spaceWidth, top: 0, rows: []) }
    var low = 0
    var high = scalars.count
    while low < high {
      let middle = (low + high) / 2
      if scalars[middle] < scalar { low = middle + 1 } else { high = middle }
    }
    return low < scalars.count && scalars[low] == scalar ? glyphs[low] : nil
  }

  /// True when every letter of a text can be drawn.
  func covers(_ text: String) -> Bool {
    Accents.composed(text).allSatisfy { glyph($0) != nil }
  }

  /// The space, and the one that does not break.
  static func isSpace(_ scalar: UInt32) -> Bool { scalar == 0x20 || scalar == 0xA0 }

  private static func hollowBox(width: Int, height: Int) -> Glyph {
    let edge = (UInt16(1) << UInt16(width)) - 1
    let side = UInt16(1) | UInt16(1) << UInt16(width - 1)
    var rows = [UInt16](repeating: side, count: height)
    rows[0] = edge
    rows[height - 1] = edge
    return Glyph(width: width, top: 0, rows: rows)
  }
}

extension Face {
  /// 5×7 in cells of 6×8, at least 21 letters to a line: ASCII, Latin-1, Latin Extended-A and the panel's pictures.
  static let small = Face(
    capHeight: 7, descent: 1, spacing: 1, spaceWidth: 3, boxWidth: 5,
    entries: Accents.entries(over: smallSheets()))

  /// Bold, nine rows high, for the words that say the state: ASCII's letters only, other words are set small.
  static let medium = Face(
    capHeight: 9, descent: 2, spacing: 1, spaceWidth: 3, boxWidth: 6,
    entries: GlyphSheet(MediumArt.letters).entries)

  /// Digits of 14×24 for the time that matters.
  static let large = Face(
    capHeight: 24, descent: 0, spacing: 2, spaceWidth: 14, boxWidth: 14,
    entries: GlyphSheet(LargeArt.digits).entries)

  private static func smallSheets() -> [GlyphSheet.Entry] {
    let ascii = GlyphSheet(SmallArt.ascii).entries
    // The soft hyphen has no shape of its own.
    let softHyphen = ascii.filter { $0.scalar == 0x2D }.map { (scalar: UInt32(0xAD), glyph: $0.glyph) }
    return ascii + softHyphen + GlyphSheet(SmallArt.latin).entries + GlyphSheet(SmallArt.symbols).entries
  }
}

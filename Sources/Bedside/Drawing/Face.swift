/// A set of drawn letters. The faces of this project were drawn for it; see the `…Art` files.
struct Face: Sendable {
  /// Rows from the top of the capitals to the line they stand on.
  let capHeight: Int
  /// Rows below the line.
  let descent: Int
  /// Dark columns between two letters.
  let spacing: Int
  /// Columns of a space, without `spacing`.
  let spaceWidth: Int
  /// The drawing for a letter that the face does not have: a hollow box.
  let box: Glyph
  /// The code points of the letters, ascending, for a binary search.
  private let scalars: [UInt32]
  private let glyphs: [Glyph]

  /// A face with the letters of some sheets. A letter that is drawn twice keeps its first drawing.
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

  /// The drawing of a code point; nil if the face has none. Every kind of space has an empty drawing.
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

  /// Whether a code point is a space or a no-break space.
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
  /// 5×7 pixels in cells of 6×8, so a line has at least 21 letters. It has ASCII, Latin-1, Latin Extended-A and the
  /// panel's pictures.
  static let small = Face(
    capHeight: 7, descent: 1, spacing: 1, spaceWidth: 3, boxWidth: 5,
    entries: Accents.entries(over: smallSheets()))

  /// Bold, nine rows high, for the words that give the state. It has only letters of ASCII; other words are set in the
  /// small face.
  static let medium = Face(
    capHeight: 9, descent: 2, spacing: 1, spaceWidth: 3, boxWidth: 6,
    entries: GlyphSheet(MediumArt.letters).entries)

  /// Digits of 14×24 pixels for the time that matters most.
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

/// One drawn letter: rows of pixels, with the lowest bit on the left.
struct Glyph: Hashable, Sendable {
  /// Columns from left to right.
  var width: Int
  /// How many rows the first row lies below the top of the capitals; negative for marks above them.
  var top: Int
  /// The rows, from the top.
  var rows: [UInt16]

  /// One column. Bit n is row n of the drawing.
  func rows(ofColumn column: Int) -> UInt64 {
    let mask = UInt16(1) << UInt16(column)
    var bits: UInt64 = 0
    var row: UInt64 = 1
    for line in rows {
      if line & mask != 0 { bits |= row }
      row <<= 1
    }
    return bits
  }
}

/// Reads letters that are drawn as text. A sheet has strips with an empty line between them. The first line of a strip
/// names its letters, each above its first column. The next lines are the rows of all these letters side by side: `#`
/// is lit, `.` is dark, and a space ends a letter.
struct GlyphSheet {
  /// A letter and its drawing.
  typealias Entry = (scalar: UInt32, glyph: Glyph)

  /// The letters in the order of the sheet.
  private(set) var entries: [Entry] = []

  /// Reads a sheet. The first row of its letters lies `top` rows below the top of the capitals.
  init(_ art: String, top: Int = 0) {
    var strip: [[UInt32]] = []
    for line in GlyphSheet.lines(of: art) {
      if line.isEmpty {
        addStrip(strip, top: top)
        strip = []
      } else {
        strip.append(line)
      }
    }
    addStrip(strip, top: top)
  }

  private mutating func addStrip(_ strip: [[UInt32]], top: Int) {
    guard let names = strip.first else { return }
    for (column, name) in names.enumerated() where name != GlyphSheet.space {
      let rows = strip.dropFirst().map { GlyphSheet.cells(of: $0, from: column) }
      let width = rows.map { $0.count }.max() ?? 0
      entries.append((name, Glyph(width: width, top: top, rows: rows.map(GlyphSheet.bits))))
    }
  }

  /// The cells of one letter in one row: from its first column to the next space.
  private static func cells(of line: [UInt32], from column: Int) -> ArraySlice<UInt32> {
    line.dropFirst(column).prefix { $0 != space }
  }

  private static func bits(_ cells: ArraySlice<UInt32>) -> UInt16 {
    var bits: UInt16 = 0
    for (column, cell) in cells.enumerated() where cell == lit { bits |= 1 << UInt16(column) }
    return bits
  }

  private static func lines(of art: String) -> [[UInt32]] {
    var lines: [[UInt32]] = [[]]
    for scalar in art.unicodeScalars {
      if scalar.value == newline {
        lines.append([])
      } else {
        lines[lines.count - 1].append(scalar.value)
      }
    }
    return lines
  }

  private static let space: UInt32 = 0x20
  private static let newline: UInt32 = 0x0A
  private static let lit: UInt32 = 0x23
}

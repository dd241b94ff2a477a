/// Reads letters drawn as text. A sheet is strips with an empty line between them; a strip is a line that names
/// its letters, each over its first column, and then the rows of all of them side by side, `#` lit and `.` dark.
/// A space ends a letter.
struct GlyphSheet {
  /// A letter and its drawing.
  typealias Entry = (scalar: UInt32, glyph: Glyph)

  /// The letters in the order of the sheet.
  private(set) var entries: [Entry] = []

  /// Reads a sheet whose first rows lie `top` rows below the top of the capitals.
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

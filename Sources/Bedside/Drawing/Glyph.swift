/// One drawn letter: rows of pixels, lowest bit on the left.
struct Glyph: Hashable, Sendable {
  /// Columns from left to right.
  var width: Int
  /// Where the first row lies, from the top of the capitals down; negative for marks above them.
  var top: Int
  /// The rows, first on top.
  var rows: [UInt16]

  /// True for a pixel of the drawing; outside it nothing is lit.
  func isLit(column: Int, row: Int) -> Bool {
    guard rows.indices.contains(row), (0..<width).contains(column) else { return false }
    return rows[row] & (1 << UInt16(column)) != 0
  }

  /// One column, bit n being the drawing's row n.
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

  /// True when no pixel is lit.
  var isEmpty: Bool { rows.allSatisfy { $0 == 0 } }
}

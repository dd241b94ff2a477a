/// Where a text lies on the canvas, at rest: the columns and rows that its letters light. Two texts must never share or
/// touch one, and none may leave the canvas; tests look for both.
struct InkBox: Hashable, Sendable {
  /// The text as it was set.
  var text: String
  /// From the first lit column to the last.
  var columns: ClosedRange<Int>
  /// From the first lit row to the last.
  var rows: ClosedRange<Int>
  /// True when letters were lost to an ellipsis.
  var isCut: Bool

  /// True when both share a pixel, or stand side by side without a dark column between them.
  func touches(_ other: InkBox) -> Bool {
    rows.overlaps(other.rows) && columns.lowerBound <= other.columns.upperBound + 1
      && other.columns.lowerBound <= columns.upperBound + 1
  }

  /// True when a part of it would be cut off at the canvas's edge, or moved out of the panel by the drift.
  var leavesCanvas: Bool {
    columns.lowerBound < 0 || rows.lowerBound < 0 || columns.upperBound >= Canvas.width
      || rows.upperBound >= Canvas.height
  }
}

extension TextLine {
  /// The columns and rows that the line lights when its first column is at `x` and the top of its capitals at `y`; nil
  /// for a line of spaces.
  func box(of text: String, x: Int, y: Int, scale: Int) -> InkBox? {
    var (first, last): (Int?, Int?) = (nil, nil)
    for (_, glyph) in glyphs {
      for (row, bits) in glyph.rows.enumerated() where bits != 0 {
        first = min(first ?? .max, y + (glyph.top + row) * scale)
        last = max(last ?? .min, y + (glyph.top + row + 1) * scale - 1)
      }
    }
    guard let first, let last, width > 0 else { return nil }
    return InkBox(text: text, columns: x...x + width * scale - 1, rows: first...last, isCut: isCut)
  }
}

/// Rows of cells as lines of text, every column as wide as its widest cell.
package enum TextColumns {
  /// One line for each row, without a line end and without blanks at its end. Every row has as many cells.
  package static func lines(_ rows: [[String]]) -> [String] {
    guard let first = rows.first else { return [] }
    let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { line($0, widths) }
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: width - cell.count)
    }
    let text = padded.joined(separator: "  ")
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}

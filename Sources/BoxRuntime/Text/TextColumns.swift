import CareJournal

/// Rows of cells as lines of text, every column as wide as its widest cell.
package enum TextColumns {
  /// One line for each row, without a line end and without blanks at its end. All rows have the same number of cells.
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

extension String {
  /// The text with every character that a terminal would obey made visible, such as `\u{1B}`: control characters
  /// including line ends, and characters that change the direction of text or hide in it. For a name or a path from
  /// the disk or a request.
  package var printable: String { visible(but: []) }

  /// The same for text of several lines, whose line ends and tabs stay.
  package var printableLines: String { visible(but: ["\n", "\t"]) }

  private func visible(but plain: Set<Unicode.Scalar>) -> String {
    guard unicodeScalars.contains(where: { $0.isUnseen && !plain.contains($0) }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isUnseen, !plain.contains(scalar) {
        text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

// The standard library's own text searches, `contains` and `firstRange`, bring its engine for regular expressions
// into the program, 1.4 MB.

extension StringProtocol {
  /// Whether it contains a text.
  package func holds(_ text: String) -> Bool { firstPlace(of: text) != nil }

  /// Where a text first occurs in it; nil: nowhere.
  package func firstPlace(of text: String) -> Range<Index>? {
    if text.isEmpty { return startIndex..<startIndex }
    let start = indices.first { self[$0...].hasPrefix(text) }
    return start.map { $0..<index($0, offsetBy: text.count) }
  }
}

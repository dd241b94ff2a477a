/// A text broken into lines of the small face, between words; a word that is longer than a line is left to be cut.
struct TextBlock {
  /// The lines, from the top.
  let lines: [String]

  /// Letters that a line has at the most, whatever their widths.
  private static let columns = 21

  /// Breaks a text to the panel's width.
  init(_ text: String) {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, TextBlock.fits(last + " " + word) {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    self.lines = lines
  }

  private static func fits(_ line: String) -> Bool {
    line.unicodeScalars.count <= columns && TextLine(line, face: .small).width <= Canvas.width
  }
}

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
  /// True when the face has every letter.
  private(set) var isComplete = true

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

  /// Whether it shows its whole text in so many columns.
  func fits(_ limit: Int) -> Bool { isComplete && !isCut && width <= limit }

  private mutating func set(_ scalars: some Sequence<UInt32>, face: Face, spaceWidth: Int) {
    glyphs = []
    width = 0
    for scalar in scalars {
      let drawn = face.glyph(scalar)
      if drawn == nil { isComplete = false }
      var glyph = drawn ?? face.box
      if Face.isSpace(scalar) { glyph.width = spaceWidth }
      let x = glyphs.isEmpty ? 0 : width + face.spacing
      glyphs.append((x, glyph))
      width = x + glyph.width
    }
  }
}

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

/// One thing to say, in several lengths: the first that fits its room is shown, so that no text is cut or drawn over
/// another one.
struct Wording: Hashable, Sendable {
  /// The texts, the fullest first.
  var texts: [String]

  /// A thing that can be said in these ways, the fullest first.
  init(_ texts: [String]) {
    self.texts = texts
  }

  /// A thing that can be said in one way only.
  init(_ text: String) {
    texts = [text]
  }

  /// A text, the face it is set in, and the line that it makes.
  typealias Setting = (text: String, face: Face, line: TextLine)

  /// The first text that fits `limit` columns in one of the faces, the first face tried first; the last text in the last
  /// face when none does.
  func setting(_ faces: [Face], limit: Int) -> Setting {
    for text in texts {
      for face in faces {
        let line = TextLine(text, face: face)
        if line.fits(limit) { return (text, face, line) }
      }
    }
    let (text, face) = (texts.last ?? "", faces.last ?? .small)
    return (text, face, TextLine(text, face: face, limit: limit))
  }

  /// True when one of the texts fits `limit` columns in a face.
  func fits(_ face: Face, limit: Int) -> Bool {
    texts.contains { TextLine($0, face: face).fits(limit) }
  }
}

extension Canvas {
  /// Draws what fits of a wording, and notes it. Returns the columns taken.
  @discardableResult
  mutating func text(_ wording: Wording, faces: [Face], x: Int, y: Int, _ style: Style = Style()) -> Int {
    let setting = wording.setting(faces, limit: style.limit)
    guard !setting.text.isEmpty else { return 0 }
    note(setting.text)
    // A small text stands in the middle of a line of larger ones.
    let drop = ((faces.first ?? setting.face).capHeight - setting.face.capHeight) / 2
    return glyphs(setting.line, of: setting.text, x: x, y: y + drop, style)
  }
}

/// One line of text that is set in a face and fits its room.
struct TextLine {
  /// A letter and the column of its left edge.
  typealias Placed = (x: Int, glyph: Glyph)

  /// The letters from left to right. The first is at column 0.
  private(set) var glyphs: [Placed] = []
  /// Columns from the first letter's left edge to the last letter's right edge.
  private(set) var width = 0
  /// Whether letters were left out at the end.
  private(set) var isCut = false
  /// Whether the face has every letter.
  private(set) var isComplete = true

  /// Columns of a space in a line that is otherwise too wide.
  private static let tightSpace = 2
  private static let ellipsis: UInt32 = 0x2026

  /// Sets `text`. If it is wider than `limit` columns, it gets narrow spaces. If that is not enough, an ellipsis
  /// replaces its last letters. Letters that the face does not have become hollow boxes.
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

  /// Whether the whole text is shown within this many columns.
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

/// A text that is broken between words into lines of the small face. A word that is longer than a line is not broken,
/// and is cut when it is drawn.
struct TextBlock {
  /// The lines, from the top.
  let lines: [String]

  /// The most letters of a line, whatever their widths are.
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

/// The columns and rows of the canvas that the letters of a text light, without the drift. No two texts may touch or
/// overlap, and none may leave the canvas; tests check both.
struct InkBox: Hashable, Sendable {
  /// The text as it was set.
  var text: String
  /// From the first lit column to the last.
  var columns: ClosedRange<Int>
  /// From the first lit row to the last.
  var rows: ClosedRange<Int>
  /// Whether an ellipsis replaces some letters.
  var isCut: Bool

  /// Whether both share a pixel, or stand side by side without a dark column between them.
  func touches(_ other: InkBox) -> Bool {
    rows.overlaps(other.rows) && columns.lowerBound <= other.columns.upperBound + 1
      && other.columns.lowerBound <= columns.upperBound + 1
  }

  /// Whether a part of it would be cut off at the canvas's edge, or moved out of the panel by the drift.
  var leavesCanvas: Bool {
    columns.lowerBound < 0 || rows.lowerBound < 0 || columns.upperBound >= Canvas.width
      || rows.upperBound >= Canvas.height
  }
}

extension TextLine {
  /// The columns and rows that the line lights if its first column is at `x` and the top of its capitals at `y`; nil
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

/// One statement in several lengths. The first text that fits is shown, so that no text is cut or drawn over another
/// one.
struct Wording: Hashable, Sendable {
  /// The texts, the longest first.
  var texts: [String]

  /// A statement in these lengths, the longest first.
  init(_ texts: [String]) {
    self.texts = texts
  }

  /// A statement in one length only.
  init(_ text: String) {
    texts = [text]
  }

  /// A text, its face, and the line that both make.
  typealias Setting = (text: String, face: Face, line: TextLine)

  /// The first text that fits `limit` columns in one of the faces, which are tried in order; the last text in the last
  /// face if none fits.
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

  /// Whether one of the texts fits `limit` columns in a face.
  func fits(_ face: Face, limit: Int) -> Bool {
    texts.contains { TextLine($0, face: face).fits(limit) }
  }
}

extension Canvas {
  /// Draws the text of a wording that fits, and notes it. Returns the number of columns used.
  @discardableResult
  mutating func text(_ wording: Wording, faces: [Face], x: Int, y: Int, _ style: Style = Style()) -> Int {
    let setting = wording.setting(faces, limit: style.limit)
    guard !setting.text.isEmpty else { return 0 }
    note(setting.text)
    // A small text is drawn at the middle height of a line of larger ones.
    let drop = ((faces.first ?? setting.face).capHeight - setting.face.capHeight) / 2
    return glyphs(setting.line, of: setting.text, x: x, y: y + drop, style)
  }
}

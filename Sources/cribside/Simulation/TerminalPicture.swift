import Bedside

/// The panel's pixels as characters, in the largest form that fits the terminal.
struct TerminalPicture {
  /// How pixels become characters.
  enum Style: Hashable, CaseIterable {
    /// One column a pixel, two rows a character: `▀▄█`. 128×32 characters.
    case halfBlocks
    /// Two by four pixels a character, in braille. 64×16 characters.
    case braille
    /// The terminal is smaller than any picture.
    case none

    /// Characters across and down.
    var size: (columns: Int, rows: Int) {
      switch self {
      case .halfBlocks: (128, 32)
      case .braille: (64, 16)
      case .none: (0, 0)
      }
    }
  }

  /// 1,024 bytes, page-major.
  var pixels: [UInt8]

  /// The style that fits a terminal, with `margin` rows and columns left free.
  static func style(columns: Int, rows: Int, margin: (columns: Int, rows: Int)) -> Style {
    Style.allCases.first { style in
      style.size.columns + margin.columns <= columns && style.size.rows + margin.rows <= rows
    } ?? .none
  }

  /// The rows of characters.
  func rows(_ style: Style) -> [String] {
    switch style {
    case .halfBlocks: (0..<32).map(halfBlockRow)
    case .braille: (0..<16).map(brailleRow)
    case .none: []
    }
  }

  private func isLit(_ x: Int, _ y: Int) -> Bool {
    pixels[y / 8 * Frame.width + x] & (1 << UInt8(y % 8)) != 0
  }

  private func halfBlockRow(_ row: Int) -> String {
    var text = ""
    for x in 0..<Frame.width {
      switch (isLit(x, row * 2), isLit(x, row * 2 + 1)) {
      case (true, true): text += "█"
      case (true, false): text += "▀"
      case (false, true): text += "▄"
      case (false, false): text += " "
      }
    }
    return text
  }

  /// Bits of a braille cell by column and row: Unicode chapter 21.1, dots 1-2-3-7 and 4-5-6-8.
  private static let brailleBits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  private func brailleRow(_ row: Int) -> String {
    var text = String.UnicodeScalarView()
    for column in 0..<Frame.width / 2 {
      var cell: UInt32 = 0x2800
      for dx in 0..<2 {
        for dy in 0..<4 where isLit(column * 2 + dx, row * 4 + dy) { cell |= Self.brailleBits[dx][dy] }
      }
      text.append(Unicode.Scalar(cell) ?? " ")
    }
    return String(text)
  }
}

/// Letters that are a base letter with a mark, built from the drawings of both, so that the table stays small and
/// every é agrees with every á.
enum Accents {
  /// One mark, and the letters that carry it.
  struct Row {
    /// The mark, by the name it has in `AccentArt`.
    let mark: Unicode.Scalar
    /// The combining character that means the same mark.
    let combining: UInt32
    /// The letters, and under each its base.
    let letters: String
    /// The base letters, one for each of `letters`.
    let bases: String
  }

  /// Latin-1 and Latin Extended-A, by mark.
  static let rows = [
    Row(mark: "`", combining: 0x300, letters: "ÀÈÌÒÙàèìòù", bases: "AEIOUaeiou"),
    Row(
      mark: "´", combining: 0x301, letters: "ÁÉÍÓÚÝáéíóúýĆćĹĺŃńŔŕŚśŹź", bases: "AEIOUYaeiouyCcLlNnRrSsZz"),
    Row(
      mark: "^", combining: 0x302, letters: "ÂÊÎÔÛâêîôûĈĉĜĝĤĥĴĵŜŝŴŵŶŷ", bases: "AEIOUaeiouCcGgHhJjSsWwYy"),
    Row(mark: "~", combining: 0x303, letters: "ÃÑÕãñõĨĩŨũ", bases: "ANOanoIiUu"),
    Row(mark: "¯", combining: 0x304, letters: "ĀāĒēĪīŌōŪū", bases: "AaEeIiOoUu"),
    Row(mark: "˘", combining: 0x306, letters: "ĂăĔĕĞğĬĭŎŏŬŭ", bases: "AaEeGgIiOoUu"),
    Row(mark: "˙", combining: 0x307, letters: "ĊċĖėĠġİŻż", bases: "CcEeGgIZz"),
    Row(mark: "¨", combining: 0x308, letters: "ÄËÏÖÜäëïöüÿŸ", bases: "AEIOUaeiouyY"),
    Row(mark: "°", combining: 0x30A, letters: "ÅåŮů", bases: "AaUu"),
    Row(mark: "˝", combining: 0x30B, letters: "ŐőŰű", bases: "OoUu"),
    Row(mark: "ˇ", combining: 0x30C, letters: "ČčĎĚěŇňŘřŠšŤŽž", bases: "CcDEeNnRrSsTZz"),
    Row(mark: "¸", combining: 0x327, letters: "ÇçŞşŢţ", bases: "CcSsTt"),
    Row(mark: "‚", combining: 0x326, letters: "ĢĶķĻļŅņŖŗ", bases: "GKkLlNnRr"),
    Row(mark: "‘", combining: 0x312, letters: "ģ", bases: "g"),
    Row(mark: "˛", combining: 0x328, letters: "ĄąĘęĮįŲų", bases: "AaEeIiUu"),
  ]

  /// Letters with a drawing of their own that a base and a combining mark also stand for: the háček is drawn as an
  /// apostrophe, and the cedilla as a comma.
  static let irregular: [(base: Unicode.Scalar, combining: UInt32, letter: Unicode.Scalar)] = [
    ("d", 0x30C, "ď"), ("t", 0x30C, "ť"), ("l", 0x30C, "ľ"), ("L", 0x30C, "Ľ"), ("G", 0x327, "Ģ"),
    ("g", 0x327, "ģ"), ("K", 0x327, "Ķ"), ("k", 0x327, "ķ"), ("L", 0x327, "Ļ"), ("l", 0x327, "ļ"),
    ("N", 0x327, "Ņ"), ("n", 0x327, "ņ"), ("R", 0x327, "Ŗ"), ("r", 0x327, "ŗ"),
  ]

  /// The code points of a text. A base letter and the combining mark after it become one letter if the table has it:
  /// some keyboards and files write é as e and a mark.
  static func composed(_ text: String) -> [UInt32] {
    var scalars: [UInt32] = []
    for scalar in text.unicodeScalars {
      if let base = scalars.last, let letter = letter(base: base, combining: scalar.value) {
        scalars[scalars.count - 1] = letter
      } else {
        scalars.append(scalar.value)
      }
    }
    return scalars
  }

  private static func letter(base: UInt32, combining: UInt32) -> UInt32? {
    guard (0x300..<0x370).contains(combining) else { return nil }
    for row in rows where row.combining == combining {
      for (letter, letterBase) in zip(row.letters.unicodeScalars, row.bases.unicodeScalars)
      where letterBase.value == base { return letter.value }
    }
    return irregular.first { $0.base.value == base && $0.combining == combining }?.letter.value
  }
}

extension Accents {
  /// Rows of a letter of the small face, including the one below the line.
  private static let letterRows = 8

  /// The given drawings, and those that `rows` builds from them.
  static func entries(over drawn: [GlyphSheet.Entry]) -> [GlyphSheet.Entry] {
    let high = GlyphSheet(AccentArt.overCapitals).entries
    let low = GlyphSheet(AccentArt.overSmallLetters).entries
    let under = GlyphSheet(AccentArt.under).entries
    var built = drawn
    for row in rows {
      for (letter, base) in zip(row.letters.unicodeScalars, row.bases.unicodeScalars) {
        guard let body = find(base.value, in: drawn) else { continue }
        let mark = row.mark.value
        if let hanging = find(mark, in: under) {
          built.append((letter.value, hang(hanging, under: body)))
        } else if let upper = find(mark, in: isTall(base.value) ? high : low) {
          built.append(
            (letter.value, isTall(base.value) ? set(upper, overTall: body) : set(upper, over: body)))
        }
      }
    }
    return built
  }

  private static func find(_ scalar: UInt32, in entries: [GlyphSheet.Entry]) -> Glyph? {
    entries.first { $0.scalar == scalar }?.glyph
  }

  /// Whether a letter is a capital, or a small letter as high as one.
  private static func isTall(_ base: UInt32) -> Bool {
    (0x41...0x5A).contains(base) || base == 0x68 || base == 0x6C  // h, l
  }

  /// Puts a mark under a letter: its last row goes to the letter's eighth.
  private static func hang(_ mark: Glyph, under body: Glyph) -> Glyph {
    var glyph = body
    glyph.rows[letterRows - 1] |= mark.rows[0]
    return glyph
  }

  /// Puts a mark over a letter, from one row above the capitals. It replaces the dot of i and j.
  private static func set(_ mark: Glyph, over body: Glyph) -> Glyph {
    var rows = [0, 0, 0] + body.rows.dropFirst(2)
    for (index, bits) in mark.rows.enumerated() { rows[index] |= bits }
    return Glyph(width: body.width, top: -1, rows: rows)
  }

  /// Puts a mark over a tall letter, which loses one row, so that the mark is only one row above its neighbours.
  private static func set(_ mark: Glyph, overTall body: Glyph) -> Glyph {
    var rows = [0, 0] + squeezed(body.rows)
    for (index, bits) in mark.rows.enumerated() { rows[index] |= bits }
    return Glyph(width: body.width, top: -1, rows: rows)
  }

  /// The letter without the first row that repeats the one before it, or else without the third.
  private static func squeezed(_ rows: [UInt16]) -> [UInt16] {
    var shorter = rows
    let repeating = (1..<rows.count - 1).first { rows[$0] == rows[$0 - 1] }
    shorter.remove(at: repeating ?? 2)
    return shorter
  }
}

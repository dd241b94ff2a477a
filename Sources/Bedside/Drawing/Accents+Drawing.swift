extension Accents {
  /// Rows of a letter of the small face, the hanging one included.
  private static let letterRows = 8

  /// The drawings given, and those that `rows` builds from them.
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

  /// Capitals, and the small letters that reach as high.
  private static func isTall(_ base: UInt32) -> Bool {
    (0x41...0x5A).contains(base) || base == 0x68 || base == 0x6C  // h, l
  }

  /// A mark's last row goes to the letter's eighth.
  private static func hang(_ mark: Glyph, under body: Glyph) -> Glyph {
    var glyph = body
    glyph.rows[letterRows - 1] |= mark.rows[0]
    return glyph
  }

  /// The mark starts a row above the capitals; the dot of i and j gives way to it.
  private static func set(_ mark: Glyph, over body: Glyph) -> Glyph {
    var rows = [0, 0, 0] + body.rows.dropFirst(2)
    for (index, bits) in mark.rows.enumerated() { rows[index] |= bits }
    return Glyph(width: body.width, top: -1, rows: rows)
  }

  /// A tall letter gives up one row, so that its mark reaches only one row above its neighbours.
  private static func set(_ mark: Glyph, overTall body: Glyph) -> Glyph {
    var rows = [0, 0] + squeezed(body.rows)
    for (index, bits) in mark.rows.enumerated() { rows[index] |= bits }
    return Glyph(width: body.width, top: -1, rows: rows)
  }

  /// The letter with one row less: the first that repeats its neighbour, else the third.
  private static func squeezed(_ rows: [UInt16]) -> [UInt16] {
    var shorter = rows
    let repeating = (1..<rows.count - 1).first { rows[$0] == rows[$0 - 1] }
    shorter.remove(at: repeating ?? 2)
    return shorter
  }
}

import Nursery

/// Names in the letters of the panel, which are those of the small face: the larger ones have fewer.
public enum PanelName {
  /// The most letters of a name in the configuration. A spelling with more letters than the name is cut.
  private static let limit = 40

  /// Whether the panel has every letter of a name.
  public static func isDrawable(_ name: String) -> Bool {
    Accents.composed(name).allSatisfy { Face.small.glyph($0) != nil }
  }

  /// The name if it can be drawn; otherwise its spelling by `PanelSpelling`. Nil if no letter is left.
  public static func spelled(_ name: String) -> String? {
    guard !isDrawable(name) else { return name }
    var spelling = String.UnicodeScalarView()
    var before: UInt32 = 0
    for letter in Accents.composed(name) {
      spelling.append(contentsOf: drawable(letter, after: before).unicodeScalars)
      before = letter
    }
    // Between dropped letters there may be several spaces.
    let words = String(spelling).prefix(limit).split(separator: " ").joined(separator: " ")
    return words.unicodeScalars.contains { isLetter($0.value) } ? words : nil
  }

  /// The same for a baby, which is called by its number if no letter is left.
  public static func spelled(_ name: String, ofBaby number: Int) -> String {
    spelled(name) ?? "Baby \(number)"
  }

  /// What is drawn for a letter that comes after another one; empty if nothing is.
  private static func drawable(_ letter: UInt32, after before: UInt32) -> String {
    if Face.small.glyph(letter) != nil {
      return Unicode.Scalar(letter).map { String(Character($0)) } ?? ""
    }
    if isWideSpace(letter) { return " " }
    return PanelSpelling.spelling(of: letter, after: before) ?? ""
  }

  /// Whether a code point is a space of another width than those that the faces have.
  private static func isWideSpace(_ scalar: UInt32) -> Bool {
    (0x2000...0x200A).contains(scalar) || scalar == 0x202F || scalar == 0x3000
  }

  /// Whether a code point that can be drawn is a letter, and no digit or sign.
  private static func isLetter(_ scalar: UInt32) -> Bool {
    (0x41...0x5A).contains(scalar) || (0x61...0x7A).contains(scalar) || (0xC0...0x17F).contains(scalar)
  }
}

extension PanelName {
  /// The forms in which a page may show a name, the longest first. The first one fits a line. A form that may stand for
  /// another baby of the household is left out.
  static func forms(of name: String, ofBaby number: Int, among others: [String] = []) -> [String] {
    let otherFirsts = others.map { firstWord($0) }
    let first = firstWord(name)
    var forms = others.contains(name) ? [] : [name]
    if first != name, !otherFirsts.contains(first) { forms.append(first) }
    for letters in beginnings where letters + 1 < first.count {
      let beginning = String(first.prefix(letters))
      if !others.contains(where: { $0.utf8.starts(with: beginning.utf8) }) { forms.append(beginning + ".") }
    }
    let numbered = "Baby \(number)"
    if forms.allSatisfy({ width($0) > width(numbered) }) { forms.append(numbered) }
    return forms.filter { width($0) <= lineWidth }
  }

  /// The columns of a line in a lit band.
  private static let lineWidth = Canvas.width - 4
  /// How many letters of a name an abbreviation has, before its point.
  private static let beginnings = [6, 3]

  /// The letters before the first space or hyphen.
  private static func firstWord(_ name: String) -> String {
    name.split { $0 == " " || $0 == "-" }.first.map { String($0) } ?? name
  }

  private static func width(_ name: String) -> Int { TextLine(name, face: .small).width }
}

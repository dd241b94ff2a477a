/// Letters that the small face does not have, and what the panel draws for each. A letter that is in no table is left
/// out.
enum PanelSpelling {
  /// Letters with one spelling.
  struct Row {
    /// The spelling of the small letters; that of the capitals begins with a capital.
    let spelling: String
    /// The small letters.
    let letters: String
    /// The capitals.
    let capitals: String

    /// A spelling, and its small letters and capitals.
    init(_ spelling: String, _ letters: String, _ capitals: String) {
      (self.spelling, self.letters, self.capitals) = (spelling, letters, capitals)
    }
  }

  /// The spelling of a letter that comes after another one; nil for a letter in no table.
  static func spelling(of letter: UInt32, after before: UInt32) -> String? {
    if has("αεοΑΕΟ", before) {
      if has("υύ", letter) { return "u" }
      if has("ΥΎ", letter) { return "U" }
    }
    for table in [latin, cyrillic, greek] {
      for row in table {
        if has(row.letters, letter) { return row.spelling }
        if has(row.capitals, letter) { return capitalised(row.spelling) }
      }
    }
    return nil
  }

  private static func has(_ letters: String, _ letter: UInt32) -> Bool {
    letters.unicodeScalars.contains { $0.value == letter }
  }

  /// A spelling with a capital as its first letter.
  private static func capitalised(_ spelling: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in spelling.unicodeScalars {
      let isFirst = scalars.isEmpty && (0x61...0x7A).contains(scalar.value)
      scalars.append(isFirst ? Unicode.Scalar(scalar.value - 0x20) ?? scalar : scalar)
    }
    return String(scalars)
  }
}

extension PanelSpelling {
  /// Latin letters by their base letter: those of Latin Extended-B and Latin Extended Additional that Unicode takes
  /// apart into an ASCII letter and marks, and letters of African languages, of Azerbaijani and of Hawaiian.
  static let latin = [
    Row("a", "ǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ", "ǍǞǠǺȀȂȦḀẠẢẤẦẨẪẬẮẰẲẴẶ"),
    Row("b", "ḃḅḇɓ", "ḂḄḆƁ"),
    Row("c", "ḉ", "Ḉ"),
    Row("d", "ḋḍḏḑḓɗɖ", "ḊḌḎḐḒƊƉ"),
    Row("e", "ȅȇȩḕḗḙḛḝẹẻẽếềểễệəɛ", "ȄȆȨḔḖḘḚḜẸẺẼẾỀỂỄỆƏƐ"),
    Row("f", "ḟ", "Ḟ"),
    Row("g", "ǧǵḡɣ", "ǦǴḠƔ"),
    Row("h", "ȟḣḥḧḩḫẖ", "ȞḢḤḦḨḪ"),
    Row("i", "ǐȉȋḭḯỉị", "ǏȈȊḬḮỈỊ"),
    Row("j", "ǰ", ""),
    Row("k", "ǩḱḳḵƙ", "ǨḰḲḴƘ"),
    Row("l", "ḷḹḻḽ", "ḶḸḺḼ"),
    Row("m", "ḿṁṃ", "ḾṀṂ"),
    Row("n", "ǹṅṇṉṋɲ", "ǸṄṆṈṊƝ"),
    Row("o", "ơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợɔǿ", "ƠǑǪǬȌȎȪȬȮȰṌṎṐṒỌỎỐỒỔỖỘỚỜỞỠỢƆǾ"),
    Row("p", "ṕṗ", "ṔṖ"),
    Row("r", "ȑȓṙṛṝṟ", "ȐȒṘṚṜṞ"),
    Row("s", "șṡṣṥṧṩ", "ȘṠṢṤṦṨ"),
    Row("t", "țṫṭṯṱẗ", "ȚṪṬṮṰ"),
    Row("u", "ưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự", "ƯǓǕǗǙǛȔȖṲṴṶṸṺỤỦỨỪỬỮỰ"),
    Row("v", "ṽṿ", "ṼṾ"),
    Row("w", "ẁẃẅẇẉẘ", "ẀẂẄẆẈ"),
    Row("x", "ẋẍ", "ẊẌ"),
    Row("y", "ȳẏẙỳỵỷỹƴ", "ȲẎỲỴỶỸƳ"),
    Row("z", "ẑẓẕ", "ẐẒẔ"),
    Row("ae", "ǽǣ", "ǼǢ"),
    Row("ss", "", "ẞ"),
    Row("'", "ʻʼ", ""),
  ]

  /// Cyrillic letters as in passports: ICAO Doc 9303 part 3, section 6, transliteration of Cyrillic characters, without
  /// its exceptions for single languages. It leaves out ь. Letters of Kazakh and its neighbours, which it does not
  /// have, are by ISO 9 without marks.
  static let cyrillic = [
    Row("a", "аә", "АӘ"), Row("b", "б", "Б"), Row("v", "в", "В"), Row("g", "гґѓғ", "ГҐЃҒ"),
    Row("d", "дђ", "ДЂ"), Row("e", "еёэ", "ЕЁЭ"), Row("zh", "ж", "Ж"), Row("z", "з", "З"),
    Row("i", "иійї", "ИІЙЇ"), Row("y", "ы", "Ы"), Row("k", "кќқ", "КЌҚ"), Row("l", "л", "Л"),
    Row("m", "м", "М"), Row("n", "нң", "НҢ"), Row("o", "оө", "ОӨ"), Row("p", "п", "П"), Row("r", "р", "Р"),
    Row("s", "с", "С"), Row("t", "т", "Т"), Row("u", "уўұү", "УЎҰҮ"), Row("f", "ф", "Ф"),
    Row("kh", "х", "Х"), Row("ts", "ц", "Ц"), Row("ch", "ч", "Ч"), Row("sh", "ш", "Ш"),
    Row("shch", "щ", "Щ"), Row("ie", "єъ", "ЄЪ"), Row("iu", "ю", "Ю"), Row("ia", "я", "Я"),
    Row("j", "ј", "Ј"), Row("lj", "љ", "Љ"), Row("nj", "њ", "Њ"), Row("c", "ћ", "Ћ"), Row("dz", "ѕџ", "ЅЏ"),
    Row("h", "һ", "Һ"),
  ]

  /// Greek letters by ISO 843, transliteration (type 1), without marks. There the second letter of αυ, ευ and ου is u.
  static let greek = [
    Row("a", "αά", "ΑΆ"), Row("v", "β", "Β"), Row("g", "γ", "Γ"), Row("d", "δ", "Δ"), Row("e", "εέ", "ΕΈ"),
    Row("z", "ζ", "Ζ"), Row("i", "ηήιίϊΐ", "ΗΉΙΊΪ"), Row("th", "θ", "Θ"), Row("k", "κ", "Κ"),
    Row("l", "λ", "Λ"), Row("m", "μ", "Μ"), Row("n", "ν", "Ν"), Row("x", "ξ", "Ξ"),
    Row("o", "οόωώ", "ΟΌΩΏ"), Row("p", "π", "Π"), Row("r", "ρ", "Ρ"), Row("s", "σς", "Σ"),
    Row("t", "τ", "Τ"), Row("y", "υύϋΰ", "ΥΎΫ"), Row("f", "φ", "Φ"), Row("ch", "χ", "Χ"),
    Row("ps", "ψ", "Ψ"),
  ]
}

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

extension BedsideSettings.Resident {
  /// The name as the panel draws it.
  public var panelName: String { PanelName.spelled(name, ofBaby: id.number) }
}

extension Scene {
  /// The scene with every name in the panel's letters. Commands, the phone and the log keep the names as they are.
  func inPanelLetters(_ residents: [BedsideSettings.Resident]) -> Scene {
    func spelled(_ name: String) -> String { residents.first { $0.name == name }?.panelName ?? name }
    var scene = self
    scene.babyName = spelled(babyName)
    scene.noticeName = noticeName.map { spelled($0) }
    scene.planName = planName.map { spelled($0) }
    scene.calls = calls.map { BabyCall(name: spelled($0.name), need: $0.need) }
    if case .elsewhere(let what, let place?)? = notice {
      scene.notice = .elsewhere(what, place: PanelName.spelled(place))
    }
    for (index, entry) in (last?.entries ?? []).enumerated() {
      scene.last?.entries[index].medicine = entry.medicine.flatMap { PanelName.spelled($0) }
    }
    return scene
  }
}

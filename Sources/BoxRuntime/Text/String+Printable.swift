import CareJournal

extension String {
  /// The text with everything visible that a terminal would obey, as `\u{1B}`: controls, line ends among them, and
  /// what turns the direction of text or hides in it. For a name or a path that comes from the disk or a request.
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

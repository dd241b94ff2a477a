/// The box is not a monitor and not a medical device, and no text may suggest that it watches over a child's life: a
/// parent with that belief would check on the child less often.
enum WordingRules {
  /// Words that suggest it, in lower case. Each stands for all words that begin with it.
  private static let claims = [
    "breath", "apnea", "apnoea", "sids", "sudden infant", "baby monitor", "vital sign", "heart rate",
    "heartbeat",
    "oxygen", "life-saving", "lifesaving", "keeps your baby safe", "keep your baby safe",
    "keeps your child safe",
    "keep your child safe", "safety monitor", "medical", "guards your baby", "watches over", "peace of mind",
  ]

  /// A sentence with one of these denies the claim.
  private static let denials = [
    "not a ", "not an ", "neither", "never", "no medical", "no baby monitor", "no breath", "does not",
    "must not",
    "cannot",
  ]

  /// The sentences of a text that suggest it.
  static func violations(in file: Repository.TextFile) -> [Violation] {
    sentences(of: file.text).compactMap { sentence in
      let text = sentence.text.lowercased()
      guard let claim = claims.first(where: { contains(text, word: $0) }),
        !denials.contains(where: text.contains)
      else { return nil }
      return Violation(
        path: file.path, line: sentence.line, message: "“\(claim)” suggests that the box watches over a child"
      )
    }
  }

  private struct Sentence {
    var line: Int
    var text: String
  }

  /// The sentences of a text. They continue across lines, and end at a full stop, an empty line, and where a heading
  /// or an item begins.
  private static func sentences(of text: String) -> [Sentence] {
    var sentences: [Sentence] = []
    var isOpen = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let content = line.drop { " \t/*#>-|\"".contains($0) }
      if content.isEmpty || line.hasPrefix("#") || line.hasPrefix("-") || line.hasPrefix("|") {
        isOpen = false
      }
      for part in parts(of: content) {
        if isOpen {
          sentences[sentences.count - 1].text += " " + part.text
        } else {
          sentences.append(Sentence(line: index + 1, text: part.text))
        }
        isOpen = !part.isClosed
      }
    }
    return sentences
  }

  /// The parts of a line between full stops. The last one may continue on the next line.
  private static func parts(of line: Substring) -> [(text: String, isClosed: Bool)] {
    var parts: [(text: String, isClosed: Bool)] = []
    var text = ""
    for character in line {
      if character == " ", let last = text.last, ".!?".contains(last) {
        parts.append((text, true))
        text = ""
      } else {
        text.append(character)
      }
    }
    if !text.isEmpty { parts.append((text, text.last.map { ".!?".contains($0) } ?? false)) }
    return parts
  }

  /// Whether a word of the text begins with this one.
  private static func contains(_ text: String, word: String) -> Bool {
    var rest = text[...]
    while let range = rest.firstRange(of: word) {
      let isStart =
        range.lowerBound == text.startIndex || !text[text.index(before: range.lowerBound)].isLetter
      if isStart { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }
}

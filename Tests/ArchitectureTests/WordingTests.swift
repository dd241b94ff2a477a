import Testing

/// No text of the project may suggest a monitor or a medical device.
struct WordingTests {
  @Test("No text suggests that the box watches over a child")
  func texts() throws {
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].compactMap(Repository.read)
    let below = try ["Sources", "Deploy", "Board", "docs"].flatMap(Repository.files).filter { path in
      !path.hasPrefix("Board/rig/cache/")
    }.compactMap(Repository.read)
    #expect(below.count > 20)
    #expect((top + below).flatMap(WordingRules.violations) == [])
  }

  @Test(
    "A sentence that makes a claim is found",
    arguments: [
      ("Cribside is a baby monitor.", 1),
      ("It sees the sleep.\nIt also sees\nbreathing.", 2),
      ("/// Tells by the breath whether she sleeps.", 1),
      ("It is not a toy. It lowers the risk of SIDS.", 1),
      ("A box\n\nthat keeps your baby safe", 3),
      ("- It is not a toy\n- It counts the heart rate", 2),
    ])
  func claim(text: String, line: Int) {
    #expect(violations(in: text).map(\.line) == [line])
  }

  @Test(
    "A denial makes no claim, and neither does a word that only looks like one",
    arguments: [
      "Cribside is not a baby monitor and not a medical device.",
      "It must\nnever be used to watch\nbreathing.",
      "The insides of the box", "Resids are in order.",
    ])
  func denial(text: String) {
    #expect(violations(in: text) == [])
  }

  private func violations(in text: String) -> [Violation] {
    WordingRules.violations(in: Repository.TextFile(path: "README.md", text: text))
  }
}

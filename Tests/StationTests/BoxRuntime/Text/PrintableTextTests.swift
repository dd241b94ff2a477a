import CareJournal
import Testing

@testable import BoxRuntime

/// Text from the disk or from a request that a terminal would interpret.
@Suite struct PrintableTextTests {
  @Test(
    "Control characters are made visible",
    arguments: [
      ("Mia 🍼 Zoë 👩‍👧", "Mia 🍼 Zoë 👩‍👧"), ("\u{1B}[2J", "\\u{1B}[2J"), ("a\u{202E}b", "a\\u{202E}b"),
      ("\u{9B}2J", "\\u{9B}2J"), ("a\u{7F}\u{0}", "a\\u{7F}\\u{0}"), ("a\nb\tc", "a\\u{A}b\\u{9}c"),
      ("\u{2066}x\u{2069}\u{200F}\u{FEFF}", "\\u{2066}x\\u{2069}\\u{200F}\\u{FEFF}"),
      ("\u{E0041}\u{2028}", "\\u{E0041}\\u{2028}"),
    ])
  func visible(text: String, shown: String) {
    #expect(text.printable == shown)
  }

  @Test("Line breaks are kept")
  func lineBreaksAreKept() {
    #expect("a\tb\nc\u{1B}\r\n".printableLines == "a\tb\nc\\u{1B}\\u{D}\n")
  }

  @Test(
    "JSON escapes control characters by its own rules, and reads them back",
    arguments: [
      ("\u{202E}", #""\u202e""#), ("\u{9B}", #""\u009b""#), ("\u{7F}", #""\u007f""#),
      ("\u{E0041}", #""\udb40\udc41""#), ("é🍼\"", #""é🍼\"""#), ("\u{1B}", #""\u001b""#),
    ])
  func json(text: String, written: String) throws {
    #expect(JSONWriter.text(.string(text)) == written)
    #expect(try JSONReader.read(Array(written.utf8)).kind == .string(text))
  }
}

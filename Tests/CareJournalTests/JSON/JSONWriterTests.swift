import CareJournal
import Testing

@Suite struct JSONWriterTests {
  @Test(
    "A value is written on one line",
    arguments: [
      (nil, "null"), (true, "true"), (-7, "-7"), (0.1, "0.1"), (1.0, "1.0"), (1e300, "1e+300"),
      (JSONValue(.number(.infinity)), "null"), (JSONValue(.number(.nan)), "null"),
      ("a\"\\\n\r\t\u{8}\u{C}\u{1}\u{7F}/é😀", "\"a\\\"\\\\\\n\\r\\t\\b\\f\\u0001\\u007f/é😀\""),
      ([], "[]"), ([1, [2, "x"]], "[1,[2,\"x\"]]"), ([:], "{}"),
      (["z": 1, "a": ["k": false], "\"": nil], "{\"z\":1,\"a\":{\"k\":false},\"\\\"\":null}"),
    ] as [(JSONValue, String)])
  func aValueIsWrittenOnOneLine(value: JSONValue, text: String) {
    #expect(JSONWriter.text(value) == text)
  }

  @Test("Doubles read back the same")
  func doublesReadBackTheSame() throws {
    var random = SeededRandom(seed: 2)
    for _ in 0..<2_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let value = try JSONReader.read(JSONWriter.bytes(JSONValue(.number(number))))
      #expect(value.kind == .number(number))
    }
  }
}

extension JSONValue: CustomTestStringConvertible {
  /// The value as JSON.
  public var testDescription: String { JSONWriter.text(self) }
}

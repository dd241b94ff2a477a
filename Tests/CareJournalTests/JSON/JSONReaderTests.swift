import CareJournal
import Testing

@Suite struct JSONReaderTests {
  private func kind(_ text: String, _ dialect: JSONReader.Dialect = .strict) throws -> JSONValue.Kind {
    try JSONReader.read(text, dialect: dialect).kind
  }

  @Test(
    "Strict JSON is read",
    arguments: [
      ("null", JSONValue.Kind.null), (" true ", .bool(true)), ("false", .bool(false)),
      ("0", .integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("1.5", .number(1.5)), ("1e2", .number(100)), ("-2.5E-1", .number(-0.25)), ("1e-400", .number(0)),
      ("\"\"", .string("")), ("\"a\\n\\\"\\\\\\/\\b\\f\\r\\t\"", .string("a\n\"\\/\u{8}\u{C}\r\t")),
      ("\"\\u00e9\\uD83D\\uDE00\\u0000\"", .string("é😀\0")), ("\"Łucja 😀\"", .string("Łucja 😀")),
      ("[]", .array([])), ("{}", .object([])),
    ])
  func strictJSONIsRead(text: String, expected: JSONValue.Kind) throws {
    #expect(try kind(text) == expected)
  }

  @Test(
    "JSON5 is read",
    arguments: [
      (
        "// note\n{a: 1, 'b': 0x1F, \"c\": [+1, .5, 5., -0x10,],}", "{\"a\":1,\"b\":31,\"c\":[1,0.5,5.0,-16]}"
      ),
      ("/* two\nlines */ 'it''", nil), ("'it\\'s'", "\"it's\""), ("\"it's\"", "\"it's\""),
      ("'a\\\nb\\x41\\v\\0'", "\"abA\\u000b\\u0000\""), ("\u{FEFF}{$k_1: null}", "{\"$k_1\":null}"),
      ("[1 /* x */ , // y\n 2]", "[1,2]"), ("\u{A0}1\u{2028}", "1"),
    ])
  func json5IsRead(text: String, expected: String?) throws {
    if let expected {
      #expect(JSONWriter.text(try JSONReader.read(text, dialect: .json5)) == expected)
    } else {
      #expect(throws: JSONFault.self) { try JSONReader.read(text, dialect: .json5) }
    }
  }

  @Test(
    "Text that is not strict is refused",
    arguments: [
      "", "  ", "nul", "nullx", "01", "-", "+1", ".5", "5.", "1e", "1e+", "0x10", "1e400", "-1e400", "12px",
      "1.2.3",
      "\"", "\"a", "\"\\x41\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\tb\"",
      "'a'", "[1,]", "[,1]", "[1 2]", "[", "]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
      "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "// c\n1", "1 2", "{} x", "NaN", "Infinity",
      "-Infinity",
    ])
  func textThatIsNotStrictIsRefused(text: String) {
    #expect(throws: JSONFault.self) { try JSONReader.read(text) }
  }

  @Test(
    "Text that is not JSON5 is refused",
    arguments: [
      "Infinity", "+Infinity", "NaN", "[,]", "{,}", "[1,,2]", "1e999", "0x", "0x1FFFFFFFFFFFFFFFF", ".", "+",
      "+-1",
      "/* open", "/ 1", "'a\nb'", "{a-b: 1}", "{1: 2}", "{a:1 b:2}", "{a:1,'a':2}", "0x1G", "012",
    ])
  func textThatIsNotJSON5IsRefused(text: String) {
    #expect(throws: JSONFault.self) { try JSONReader.read(text, dialect: .json5) }
  }

  @Test(
    "Bytes that are not UTF-8 are refused",
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82], [0x22, 0x80, 0x22],
    ] as [[UInt8]])
  func bytesThatAreNotUTF8AreRefused(bytes: [UInt8]) {
    #expect(throws: JSONFault(line: 1, column: 2, expected: "UTF-8 text", found: found(bytes[1]))) {
      try JSONReader.read(bytes)
    }
  }

  private func found(_ byte: UInt8) -> String { "byte 0x" + String(byte, radix: 16, uppercase: true) }

  @Test("Faults name line and column")
  func faultsNameLineAndColumn() {
    let text = "{\n  \"é\": 1,\n  \"é2\" 2\n}"
    #expect(throws: JSONFault(line: 12, column: 8, expected: "`:`", found: "`2`")) {
      try JSONReader.read(text, firstLine: 10)
    }
    #expect(throws: JSONFault(line: 1, column: 5, expected: "a value", found: "the end of the text")) {
      try JSONReader.read("[1, ")
    }
  }

  @Test("Values and keys know their lines")
  func valuesAndKeysKnowTheirLines() throws {
    let document = try JSONReader.read("/*\n*/{\n a:\n  [1,\n 2]}", dialect: .json5)
    guard case .object(let members) = document.kind, case .array(let items) = members[0].value.kind else {
      Issue.record("not an object with an array")
      return
    }
    #expect([document.line, members[0].line, members[0].value.line, items[1].line] == [2, 3, 4, 5])
  }

  @Test("Depth is bounded")
  func depthIsBounded() throws {
    let limit = JSONReader.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONReader.read(nested(limit))
    #expect(throws: JSONFault.self) { try JSONReader.read(nested(limit + 1)) }
    #expect(throws: JSONFault.self) { try JSONReader.read(String(repeating: "[", count: 100_000)) }
    _ = try JSONReader.read("[" + nested(limit - 1) + "," + nested(limit - 1) + "]")
  }

  /// For any bytes the reader returns a value or a fault; a value that is written reads back the same.
  @Test("The reader survives any bytes")
  func theReaderSurvivesAnyBytes() throws {
    var random = SeededRandom(seed: 1)
    let alphabet = Array("{}[]\",:'/*\\u0123eE+-. \ntrufalsn$x".utf8) + [0x00, 0x80, 0xC3, 0xA9, 0xFF]
    var readable = 0
    for _ in 0..<20_000 {
      let count = Int(random.next() % 12)
      let bytes = (0..<count).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
      for dialect in [JSONReader.Dialect.strict, .json5] {
        guard let value = try? JSONReader.read(bytes, dialect: dialect) else { continue }
        readable += 1
        let text = JSONWriter.bytes(value)
        #expect(JSONWriter.bytes(try JSONReader.read(text)) == text)
      }
    }
    #expect(readable > 200)
  }
}

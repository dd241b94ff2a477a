import CareJournal
import Nursery
import Testing

@Suite struct FieldsTests {
  private func fields(_ text: String) throws -> Fields {
    try Fields(try JSONReader.read(text, dialect: .json5))
  }

  private func fault(_ path: String, _ line: Int, _ expected: String, _ found: String) -> FieldFault {
    FieldFault(path: path, line: line, expected: expected, found: found)
  }

  @Test("Every kind is read")
  func everyKindIsRead() throws {
    var fields = try fields(
      """
      {name: 'Mia', on: true, n: 3, share: 0.5, whole: 2, day: '2026-02-11', at: '07:05',
       when: '2026-02-11T07:05:00Z', side: 'left', missing: null, list: [1, 2], sub: {x: 1}, subs: [{y: 1}]}
      """)
    #expect(try fields.required("name", as: .nonEmptyString) == "Mia")
    #expect(try fields.required("on", as: .bool))
    #expect(try fields.required("n", as: .integer(in: 1...3)) == 3)
    #expect(try fields.required("share", as: .number(in: 0...1)) == 0.5)
    #expect(try fields.required("whole", as: .number) == 2)
    #expect(try fields.required("day", as: .date) == CivilDate(year: 2026, month: 2, day: 11))
    #expect(try fields.required("at", as: .timeOfDay) == WallTime(hour: 7, minute: 5))
    #expect(try fields.required("when", as: .instant) == Instant(milliseconds: 1_770_793_500_000))
    #expect(try fields.required("side", as: .oneOf(["left": NursingSide.left, "right": .right])) == .left)
    #expect(try fields.optional("missing", as: .string) == nil)
    #expect(try fields.optional("absent", as: .string) == nil)
    #expect(try fields.array("list", of: .integer) == [1, 2])
    #expect(try fields.optionalArray("none", of: .integer) == nil)
    var sub = try fields.object("sub")
    #expect(try sub.required("x", as: .integer) == 1)
    var subs = try fields.objects("subs")
    #expect(try subs[0].required("y", as: .integer) == 1)
    try fields.finish()
  }

  @Test("Faults name path, line and what was expected")
  func faultsNamePathLineAndWhatWasExpected() throws {
    var outer = try fields("{\n baby: {\n  birthdate: 12 },\n naps: [{start: 'x'}, 5], list: ['a', 1]}")
    var baby = try outer.object("baby")
    #expect(throws: fault("baby.birthdate", 3, "a date YYYY-MM-DD", "12")) {
      try baby.required("birthdate", as: .date)
    }
    #expect(throws: fault("baby.bedtime", 2, "a time HH:MM", "nothing")) {
      try baby.required("bedtime", as: .timeOfDay)
    }
    #expect(throws: fault("naps[1]", 4, "an object", "5")) { try outer.objects("naps") }
    #expect(throws: fault("list[1]", 4, "a string", "1")) { try outer.array("list", of: .string) }
    #expect(throws: fault("baby", 2, "an array", "{\"birthdate\":12}")) {
      try outer.array("baby", of: .string)
    }
    #expect(throws: fault("list", 4, "at most one", "[\"a\",1]")) {
      throw outer.fault("list", expected: "at most one")
    }
  }

  @Test("Unknown fields are refused")
  func unknownFieldsAreRefused() throws {
    var fields = try fields("{\n a: 1,\n b: 2}")
    _ = try fields.required("a", as: .integer)
    _ = try fields.optional("c", as: .integer)
    #expect(throws: fault("b", 3, "one of the fields a, c", "unknown field b")) { try fields.finish() }
  }

  @Test("Only an object has fields", arguments: ["5", "[]", "'x'", "null"])
  func onlyAnObjectHasFields(text: String) {
    #expect(throws: FieldFault.self) { try fields(text) }
  }

  @Test("Long values are shortened")
  func longValuesAreShortened() throws {
    var fields = try fields("{a: '\(String(repeating: "é", count: 500))'}")
    #expect(throws: fault("a", 1, "a whole number", "\"" + String(repeating: "é", count: 38) + "…")) {
      try fields.required("a", as: .integer)
    }
  }
}

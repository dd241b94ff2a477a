import CareJournal
import LinuxBoard
import Testing

@testable import BoxCommands

/// `cribside day` compared with the day model's vectors, using the zones of this machine.
@Suite struct DayVectorAnswersTests {
  private static func lines() throws -> [[UInt8]] {
    let folder = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let bytes = try PlainFile.read(folder + "/Fixtures/day/day-dev.jsonl")
    return bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  @Test("Every vector is answered")
  func everyVectorIsAnswered() throws {
    let questions = DayAnswer.lines(zone: ZoneCache().window)
    let lines = try Self.lines()
    #expect(lines.count == 220)
    for (index, line) in lines.enumerated() {
      let (answer, complaint) = questions.answer(line, number: index + 1)
      #expect(complaint == nil)
      let vector = try JSONReader.read(line, firstLine: 1)
      #expect(answer.document.member("id") == vector.member("id"))
      let result = try #require(answer.document.parsed("result"))
      for (field, expected) in try #require(vector.parsed("result")) {
        #expect(result[field] == expected, "line \(index + 1): \(field)")
      }
    }
  }

  @Test("A malformed line is reported with its number, and the next one is answered")
  func malformed() throws {
    let questions = DayAnswer.lines(zone: ZoneCache().window)
    let (answer, complaint) = questions.answer(Array("{\"id\":".utf8), number: 7)
    #expect(answer.document.member("id") == "null")
    #expect(answer.document.member("error") != nil)
    #expect(complaint?.hasPrefix("7: ") == true)
    #expect(questions.answer(try Self.lines()[0], number: 8).complaint == nil)
  }
}

extension JSONValue {
  /// A member as JSON; nil if there is none.
  fileprivate func member(_ key: String) -> String? {
    members.first { $0.key == key }.map { JSONWriter.text($0.value) }
  }

  /// The members of an object within the document, as JSON by key.
  fileprivate func parsed(_ key: String) -> [String: String]? {
    members.first { $0.key == key }.map { object in
      Dictionary(
        uniqueKeysWithValues: object.value.members.map { ($0.key, JSONWriter.text($0.value.sorted)) })
    }
  }

  /// The value with every object's members sorted by key.
  private var sorted: JSONValue {
    guard case .object(let members) = kind else { return self }
    return .object(members.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: $0.value.sorted) })
  }

  private var members: [Member] {
    guard case .object(let members) = kind else { return [] }
    return members
  }
}

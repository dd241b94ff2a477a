import CareJournal
import FoundationEssentials
import Nursery
import Testing

@testable import Household

/// The stand-in answers like the real Baby Buddy: `Tests/Peers/test_baby_buddy.py` compares the same requests and
/// answers with a real one. Lines with `"measured":false` were not yet seen on a real one.
@Suite struct BabyBuddyAnswerTests {
  private static let path =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    + "/Fixtures/household/babybuddy.jsonl"
  private static let noon = 1_770_811_200

  @Test("The stand-in answers as recorded")
  func theStandInAnswersAsRecorded() throws {
    let server = StandInBuddy(date: Self.noon, children: ["Ada"])
    var kept = ["child": 1]
    for line in try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n") {
      var fields = try Fields(try JSONReader.read(String(line)))
      let why = try fields.required("why", as: .string)
      let method = try fields.required("do", as: .string)
      let path = Self.filled(try fields.required("path", as: .string), kept, isText: true)
      let body = fields.remove("body").map { Self.filled(JSONWriter.text($0), kept, isText: false) }
      let answer = server.answer(BuddyBridge.Request(method: method, path: path, body: body))
      let text = String(decoding: answer.body, as: UTF8.self)
      let status = try fields.required("status", as: .integer)
      #expect(answer.status == status, "\(why): \(text)")
      if let words = try fields.optional("says", as: .string) {
        #expect(text.contains(words), "\(why): \(text)")
      }
      if let words = try fields.optional("lacks", as: .string) { #expect(!text.contains(words), "\(why)") }
      if let count = try fields.optional("counts", as: .integer) {
        #expect(text.hasPrefix(#"{"count":\#(count),"#), "\(why): \(text)")
      }
      guard let name = try fields.optional("keep", as: .string) else { continue }
      var element = try Fields(try JSONReader.read(text))
      kept[name] = try element.required("id", as: .integer)
    }
  }

  /// `@-60` is an hour ago; `@name` is the id kept under a name.
  private static func filled(_ text: String, _ kept: [String: Int], isText: Bool) -> String {
    var parts = text.split(separator: "@", omittingEmptySubsequences: false).map { String($0) }
    for index in parts.indices.dropFirst() {
      let number = parts[index].prefix { $0 == "-" || $0.isNumber }
      if let minutes = Int(number) {
        let time = BuddyEntry.text(noon + minutes * 60).replacing("+00:00", with: "Z")
        parts[index] = time + parts[index].dropFirst(number.count)
      } else {
        let name = parts[index].prefix { $0.isLetter || $0.isNumber }
        parts[index] = "\(kept[String(name)] ?? 0)" + parts[index].dropFirst(name.count)
        guard !isText else { continue }
        // An id is a number in a body.
        parts[index - 1].removeLast()
        parts[index] = parts[index].replacing("\"", with: "", maxReplacements: 1)
      }
    }
    return parts.joined()
  }
}

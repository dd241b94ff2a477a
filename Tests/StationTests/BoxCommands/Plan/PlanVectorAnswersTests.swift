import CareJournal
import LinuxBoard
import Testing

@testable import BoxCommands

/// `cribside plan` compared with the vectors of the schedule rules: plans that must be exact, byte by byte.
@Suite struct PlanVectorAnswersTests {
  private static func lines() throws -> [String] {
    let folder = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let bytes = try PlainFile.read(folder + "/Fixtures/plan/plan-dev.jsonl")
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Each scenario of a line, from `items` to `constraintAdjusted`. The order of these fields is always the same.
  private static func plans(in line: String) -> [Substring] {
    line.split(separator: #""items":"#).dropFirst().compactMap { rest in
      guard let end = rest.firstRange(of: #""constraintAdjusted":"#) else { return nil }
      return rest[..<end.lowerBound] + rest[end.upperBound...].prefix { $0.isLetter }
    }
  }

  @Test("Every line is answered and exact ones to the byte")
  func everyLineIsAnsweredAndExactOnesToTheByte() throws {
    var compared = 0
    for (index, line) in try Self.lines().enumerated() {
      let (answer, complaint) = PlanAnswer.lines.answer(Array(line.utf8), number: index + 1)
      #expect(complaint == nil)
      let text = JSONWriter.text(answer.document)
      #expect(text.hasPrefix(String(line.prefix { $0 != "," })), "line \(index + 1)")
      #expect(answer.exit == (text.contains(#""result":{"ok":true,"#) ? .ok : .no), "line \(index + 1)")
      guard line.contains(#""must":"exact""#), line.contains(#""result":{"ok":true,"#) else { continue }
      compared += 1
      #expect(Self.plans(in: text) == Self.plans(in: line), "line \(index + 1)")
    }
    #expect(compared > 150)
  }
}

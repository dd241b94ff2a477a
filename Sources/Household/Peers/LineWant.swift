import CareJournal

/// What a box asks of one other box: its lines after some numbers. Only the box that is named answers.
package struct LineWant: Hashable, Sendable {
  /// Most lines of one answer.
  package static let limit = 500

  /// Who is asked.
  package var from: String
  /// The last number that is known, by box; lines of other boxes are not asked for.
  package var after: [String: Int]

  /// A wish of all its parts.
  package init(from: String, after: [String: Int]) {
    (self.from, self.after) = (from, after)
  }

  /// Reads `{"from":"7c1e9a04b2d1","after":{"7c1e9a04b2d1":480}}`; nil where anything in it is wrong.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= HaveMap.limitBytes else { return nil }
    do {
      var fields = try Fields(try JSONReader.read(bytes))
      from = try fields.required("from", as: .string)
      guard let value = fields.remove("after"), let map = HaveMap.map(value), !map.isEmpty else { return nil }
      after = map
    } catch {
      return nil
    }
  }

  /// The text.
  package var text: String { JSONWriter.text(["from": .string(from), "after": HaveMap.value(after)]) }
}

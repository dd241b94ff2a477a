import CareJournal

/// A question of a box to one other box: the lines after some numbers. Only the named box answers.
package struct LineWant: Hashable, Sendable {
  /// The maximum number of lines in one answer.
  package static let limit = 500

  /// The box that is asked.
  package var from: String
  /// The last number that the sender has, by box. The sender does not ask for lines of boxes that are not named here.
  package var after: [String: Int]
  /// Whether the sender lacks lines before others, and so asks for the lines with the lowest numbers, wherever they are
  /// in the log. Otherwise the answer follows the order of the log.
  package var lowestFirst: Bool

  /// A question with all its parts.
  package init(from: String, after: [String: Int], lowestFirst: Bool = false) {
    (self.from, self.after, self.lowestFirst) = (from, after, lowestFirst)
  }

  /// Reads `{"from":"7c1e9a04b2d1","after":{"7c1e9a04b2d1":480},"lowestFirst":true}`; nil if anything in it is wrong.
  /// `lowestFirst` may be missing.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= HaveMap.limitBytes else { return nil }
    do {
      var fields = try Fields(try JSONReader.read(bytes))
      from = try fields.required("from", as: .string)
      guard let value = fields.remove("after"), let map = HaveMap.map(value), !map.isEmpty else { return nil }
      after = map
      lowestFirst = try fields.optional("lowestFirst", as: .bool) ?? false
    } catch {
      return nil
    }
  }

  /// The text.
  package var text: String {
    JSONWriter.text(
      ["from": .string(from), "after": HaveMap.value(after), "lowestFirst": .bool(lowestFirst)])
  }
}

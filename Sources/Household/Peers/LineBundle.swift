import CareJournal

/// Lines of one box, in the order of their numbers and without a gap that their sender could fill.
///
/// The text is a head, `{"of":"7c1e9a04b2d1","after":480}`, and a line of the log in each line that follows.
package struct LineBundle: Hashable, Sendable {
  /// The longest text, in bytes; a longer one is refused unread.
  package static let limitBytes = 128 << 10

  /// The box that wrote the lines.
  package var of: String
  /// The number before the first line: the sender has no line between the two.
  package var after: Int
  /// Whether this is the end of an answer.
  package var isEnd: Bool
  /// The lines.
  package var lines: [LogLine]

  /// Lines of a box.
  package init(of: String, after: Int, isEnd: Bool, lines: [LogLine]) {
    (self.of, self.after, self.isEnd, self.lines) = (of, after, isEnd, lines)
  }

  /// Reads a text; nil if anything in it is wrong.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.limitBytes else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.count == bytes.count else { return nil }
    var parts = text.split(separator: "\n")[...]
    guard let head = parts.popFirst() else { return nil }
    do {
      var fields = try Fields(try JSONReader.read(String(head)))
      of = try fields.required("of", as: .string)
      after = try fields.required("after", as: .integer(in: 0...HaveMap.largest))
      isEnd = try fields.optional("end", as: .bool) ?? false
    } catch {
      return nil
    }
    lines = []
    var last = after
    for part in parts {
      guard let line = LogLine(String(part)), line.box == of, line.sequence > last else { return nil }
      last = line.sequence
      lines.append(line)
    }
  }

  /// The text.
  package var text: String {
    var head: [JSONValue.Member] = [
      JSONValue.Member(key: "of", value: .string(of)), JSONValue.Member(key: "after", value: .integer(after)),
    ]
    if isEnd { head.append(JSONValue.Member(key: "end", value: true)) }
    return JSONWriter.text(.object(head)) + "\n" + lines.map { $0.text + "\n" }.joined()
  }

  /// The same lines in bundles that are small enough to send; the last bundle is the end if this one is.
  package func split(bytes limit: Int = limitBytes / 2) -> [LineBundle] {
    var bundles = [LineBundle(of: of, after: after, isEnd: false, lines: [])]
    var size = 0
    for line in lines {
      if size + line.text.utf8.count > limit, let last = bundles.last?.lines.last {
        bundles.append(LineBundle(of: of, after: last.sequence, isEnd: false, lines: []))
        size = 0
      }
      bundles[bundles.count - 1].lines.append(line)
      size += line.text.utf8.count + 1
    }
    bundles[bundles.count - 1].isEnd = isEnd
    return bundles
  }
}

/// A line of a box's log on its way to another box: its text, byte for byte, and what identifies it.
package struct LogLine: Hashable, Sendable {
  /// The box that wrote it.
  package let box: String
  /// That box's count of its lines, from 1.
  package let sequence: Int
  /// The text, without its line end.
  package let text: String

  /// Reads a line; nil if its checksum does not hold, or it is no line.
  package init?(_ text: String) {
    guard case .line(let line) = JournalLineCodec.decode(Array(text.utf8)) else { return nil }
    (box, sequence, self.text) = (line.box, line.sequence, text)
  }
}

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
      ["from": .string(from), "after": .object(after), "lowestFirst": .bool(lowestFirst)])
  }
}

/// For each box, the number of its last line. The map says how much of the household's diary one box has.
package enum HaveMap {
  /// The largest number of a line.
  package static let largest = 1_000_000_000_000_000
  /// The longest text, in bytes, and the largest number of boxes.
  package static let (limitBytes, limitBoxes) = (16 << 10, 256)

  /// Reads `{"7c1e9a04b2d1":480}`; nil if anything in it is wrong.
  package static func read(_ bytes: [UInt8]) -> [String: Int]? {
    guard bytes.count <= limitBytes else { return nil }
    do {
      return map(try JSONReader.read(bytes))
    } catch {
      return nil
    }
  }

  /// The text, boxes in the order of their names.
  package static func text(_ have: [String: Int]) -> String { JSONWriter.text(.object(have)) }

  static func map(_ value: JSONValue) -> [String: Int]? {
    guard case .object(let members) = value.kind, members.count <= limitBoxes else { return nil }
    var have: [String: Int] = [:]
    for member in members {
      guard case .integer(let number) = member.value.kind, (0...largest).contains(number) else { return nil }
      have[member.key] = number
    }
    return have
  }
}

import CareJournal

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
  package static func text(_ have: [String: Int]) -> String { JSONWriter.text(value(have)) }

  static func map(_ value: JSONValue) -> [String: Int]? {
    guard case .object(let members) = value.kind, members.count <= limitBoxes else { return nil }
    var have: [String: Int] = [:]
    for member in members {
      guard case .integer(let number) = member.value.kind, (0...largest).contains(number) else { return nil }
      have[member.key] = number
    }
    return have
  }

  static func value(_ have: [String: Int]) -> JSONValue {
    .object(
      have.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: .integer($0.value)) })
  }
}

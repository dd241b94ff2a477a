import CareJournal

/// Which entry of the diary belongs to which element of Baby Buddy, and what both said when they last agreed. The
/// program keeps it in a small file. If the file is lost, nothing else is: entries with the same content are paired
/// again.
package struct BuddyPairs: Hashable, Sendable {
  /// A pair.
  package struct Pair: Hashable, Sendable {
    /// The path of the element, such as `sleep/12`; nil while it is about to be created.
    package var path: String?
    /// What both said when they last agreed.
    package var base: BuddyEntry
    /// The id of its timer while the event is in progress; nil without one.
    package var timer: Int?
  }

  /// The pairs, by the id of the event in the diary.
  package var pairs: [String: Pair] = [:]

  /// No pairs.
  package init() {}

  /// Reads the file. A malformed line is skipped: the next pass finds its content again.
  package init(_ text: String) {
    for line in text.split(separator: "\n") {
      do {
        var fields = try Fields(try JSONReader.read(String(line)))
        let event = try fields.required("event", as: .nonEmptyString)
        pairs[event] = Pair(
          path: try fields.optional("path", as: .nonEmptyString), base: try BuddyEntry(kept: &fields),
          timer: try fields.optional("timer", as: .integer))
      } catch {
        continue
      }
    }
  }

  /// The file's text, one pair a line.
  package var text: String {
    pairs.sorted { $0.key < $1.key }.map { event, pair in
      let head = [
        JSONValue.Member(key: "event", value: .string(event)),
        JSONValue.Member(key: "path", value: pair.path.map { .string($0) } ?? .null),
        JSONValue.Member(key: "timer", value: pair.timer.map { .integer($0) } ?? .null),
      ]
      return JSONWriter.text(.object(head + pair.base.members)) + "\n"
    }.joined()
  }

  /// The event to which an element belongs.
  func event(of path: String) -> String? { pairs.first { $0.value.path == path }?.key }
}

import Bedside
import CareJournal
import Nursery

/// How the household's other boxes stand, for `status` and the state document.
struct HouseholdReport {
  private let link: LinkNews?
  private let since: String?

  init(_ condition: BoxCondition, zone: ZoneWindow) {
    link = condition.link
    since = condition.linkedSince.map { ISO8601.text($0, in: zone) }
  }

  /// Null where no program has said anything since the start.
  var document: JSONValue {
    guard let link else { return .null }
    let boxes = link.others.map { other -> JSONValue in
      [
        "id": .string(other.box), "name": other.name.map { .string($0) } ?? .null,
        "behind": .integer(other.behind),
      ]
    }
    return ["since": since.map { .string($0) } ?? .null, "boxes": .array(boxes)]
  }

  var lines: [String] {
    guard let link else { return [] }
    guard let since else { return ["household not connected"] }
    return ["household connected since \(since)"]
      + link.others.map { other in
        let name = (other.name.map { $0 + " " } ?? "") + other.box
        return "          " + name.printable
          + (other.behind == 0 ? " has every line" : " lacks \(other.behind) lines")
      }
  }
}

/// The topics of one box in its household. All begin with `cribside/<household>/<box>`, so that an access list can
/// confine a box to its own topics.
package struct BoxTopics: Hashable, Sendable {
  /// The numbers that a baby may have.
  fileprivate static let babies = 1...9

  /// The household's name, one level of a topic.
  package let household: String
  /// The box's id, as on the lines of its log.
  package let box: String

  /// The topics of a box.
  package init(household: String, box: String) { (self.household, self.box) = (household, box) }

  /// The beginning of all topics of the box.
  package var root: String { "cribside/\(household)/\(box)" }
  /// Retained: whether the program that speaks for the box is connected. The program's will sets it to `offline`.
  package var link: String { root + "/link" }
  /// Retained: whether the box answers that program.
  package var answers: String { root + "/answers" }
  /// Retained: the state of the box itself.
  package var state: String { root + "/state" }
  /// What happened to the box.
  package var alert: String { root + "/alert" }
  /// Retained: up to which line the box has the lines of each box.
  package var have: String { root + "/have" }
  /// The questions of the box to another box.
  package var want: String { root + "/want" }
  /// New lines of the box's own log.
  package var line: String { root + "/line" }

  /// Lines for which another box has asked.
  package func lines(for other: String) -> String { line + "/" + other }

  /// What belongs to a baby; `what` is `state`, `event`, `press` or `alert`.
  package func baby(_ number: Int, _ what: String) -> String { root + "/baby/\(number)/\(what)" }

  /// Where wishes about a baby arrive, or about the box.
  package func set(_ what: String, baby: Int? = nil) -> String {
    baby.map { self.baby($0, "set/" + what) } ?? root + "/set/" + what
  }

  /// Where a baby is offered to Home Assistant as a device.
  package func device(_ baby: Int) -> String { "homeassistant/device/cribside_\(box)_\(baby)/config" }

  /// What the box subscribes to for Home Assistant: wishes, its birth message, and earlier offers.
  package var homeAssistantFilters: [String] {
    [Self.birth, root + "/baby/+/set/+", root + "/set/+"] + Self.babies.map { device($0) }
  }

  /// What the box subscribes to for the other boxes.
  package var peerFilters: [String] {
    let all = "cribside/\(household)/+"
    return ["link", "have", "want", "line", "line/" + box].map { all + "/" + $0 }
  }

  /// Where Home Assistant says that it has started.
  package static let birth = "homeassistant/status"
}

/// What a message from the broker is about, by its topic.
package enum TopicKind: Hashable, Sendable {
  /// Home Assistant has started, or is ending.
  case birth
  /// A baby was offered as a device.
  case device(Int)
  /// A wish, about a baby or about the box.
  case wish(String, baby: Int?)
  /// Another box says whether it is connected.
  case link(String)
  /// Another box says what it has.
  case have(String)
  /// A question of another box.
  case want(String)
  /// Lines from another box.
  case lines(String)

  /// Reads a topic; nil for one that does not concern the box.
  package init?(_ topic: String, of own: BoxTopics) {
    if topic == BoxTopics.birth {
      self = .birth
      return
    }
    if let baby = BoxTopics.babies.first(where: { own.device($0) == topic }) {
      self = .device(baby)
      return
    }
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard levels.count > 3, levels[0] == "cribside", levels[1] == own.household else { return nil }
    let kind = levels[2] == own.box ? Self.wish(levels) : Self.peer(levels, own)
    guard let kind else { return nil }
    self = kind
  }

  private static func wish(_ levels: [String]) -> TopicKind? {
    switch levels.count {
    case 5 where levels[3] == "set": .wish(levels[4], baby: nil)
    case 7 where levels[3] == "baby" && levels[5] == "set": Int(levels[4]).map { .wish(levels[6], baby: $0) }
    default: nil
    }
  }

  private static func peer(_ levels: [String], _ own: BoxTopics) -> TopicKind? {
    switch levels.count {
    case 4:
      switch levels[3] {
      case "link": .link(levels[2])
      case "have": .have(levels[2])
      case "want": .want(levels[2])
      case "line": .lines(levels[2])
      default: nil
      }
    case 5: levels[3] == "line" && levels[4] == own.box ? .lines(levels[2]) : nil
    default: nil
    }
  }
}

/// A message that is published under a topic.
package struct TopicMessage: Hashable, Sendable {
  /// The topic, without wildcards.
  package var topic: String
  /// The text; an empty text with `isRetained` removes the message that the broker keeps.
  package var payload: String
  /// Whether the broker keeps it for later subscribers.
  package var isRetained: Bool

  /// A message with all its parts.
  package init(topic: String, payload: String, isRetained: Bool) {
    (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
  }
}

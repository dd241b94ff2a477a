import CareJournal
import Nursery

/// The messages to Home Assistant about new lines of the log: events of a baby's diary, and presses of a button. An
/// amendment does not name the kind of its event, so the kinds of the last events are kept by id.
package struct CareNews: Sendable {
  /// The types of diary events.
  static let names = [
    "sleep", "nursing", "bottle", "nappy", "medicine", "wake", "sleep_ended", "nursing_ended", "corrected",
    "deleted",
  ]
  /// The buttons that log.
  static let buttons = ["nap", "feed"]
  /// How many ids are kept.
  private static let limit = 64

  private var kinds: [EventID: CareKind] = [:]
  private var order: [EventID] = []

  /// No events are known yet.
  package init() {}

  /// Notes the running events of a document, which may have begun before the first line that it receives.
  package mutating func note(_ document: HomeDocument) {
    for running in document.babies.flatMap(\.running) {
      guard let id = EventID(text: running.id) else { continue }
      note(id, running.kind == "sleep" ? .sleep : .nursing)
    }
  }

  /// The messages for lines that are new and saved; a line that is not about care has none.
  package mutating func messages(for lines: [String], _ topics: BoxTopics) -> [TopicMessage] {
    var messages: [TopicMessage] = []
    for line in lines {
      guard case .line(let line) = JournalLineCodec.decode(Array(line.utf8)),
        case .care(let event) = line.entry,
        let name = name(of: event)
      else { continue }
      let payload: JSONValue = [
        "event_type": .string(name), "id": .string(event.id.text), "box": .string(line.box),
        "source": .string(Self.word(event.source)), "by": .string(event.by),
      ]
      messages.append(
        TopicMessage(
          topic: topics.baby(event.baby.number, "event"), payload: JSONWriter.text(payload), isRetained: false
        ))
      if event.source == .button, line.box == topics.box, let button = button(of: event) {
        messages.append(
          TopicMessage(topic: topics.baby(event.baby.number, "press"), payload: button, isRetained: false))
      }
    }
    return messages
  }

  private mutating func name(of event: CareEvent) -> String? {
    switch event.change {
    case .added(let care):
      note(event.id, care.kind)
      return Self.word(care.kind)
    case .amended(let of, let patch):
      guard case .some(.some) = patch.end, let kind = kinds[of], kind.lasts else { return "corrected" }
      return kind == .sleep ? "sleep_ended" : "nursing_ended"
    case .deleted: return "deleted"
    }
  }

  private func button(of event: CareEvent) -> String? {
    let kind: CareKind? =
      switch event.change {
      case .added(let care): care.kind
      case .amended(let of, _), .deleted(let of): kinds[of]
      }
    switch kind {
    case .sleep, .wake: return Self.buttons[0]
    case .nursing, .bottle: return Self.buttons[1]
    case .dreamFeedDismissed, .nappy, .medicine, nil: return nil
    }
  }

  private mutating func note(_ id: EventID, _ kind: CareKind) {
    guard kinds.updateValue(kind, forKey: id) == nil else { return }
    order.append(id)
    if order.count > Self.limit { kinds[order.removeFirst()] = nil }
  }

  private static func word(_ kind: CareKind) -> String? {
    switch kind {
    case .sleep: "sleep"
    case .nursing: "nursing"
    case .bottle: "bottle"
    case .nappy: "nappy"
    case .medicine: "medicine"
    case .wake: "wake"
    case .dreamFeedDismissed: nil
    }
  }

  private static func word(_ source: Source) -> String {
    switch source {
    case .button: "button"
    case .motion: "motion"
    case .command: "command"
    case .peer: "peer"
    }
  }
}

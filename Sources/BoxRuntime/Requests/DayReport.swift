import CareJournal
import Nursery

/// Why the Now page says what it says, with the numbers.
struct DayReport {
  var name: String
  var day: DaySnapshot
  var baby: Baby
  var outlook: Outlook
  var now: Instant
  var zone: ZoneWindow
  /// False until the clock is synchronised: reasons that name a time of day are then left out.
  var clockIsKnown: Bool

  /// One reason a line, or one JSON document.
  func answer(json: Bool) -> BoxAnswer {
    let reasons = texts
    guard json else {
      let title = "\(name.printable): \(day.state.name)"
      return BoxAnswer(output: ([title] + reasons.map { "  " + $0 }).joined(separator: "\n") + "\n")
    }
    let document: JSONValue = [
      "baby": .string(name), "state": .string(day.state.name),
      "reasons": .array(reasons.map { .string($0) }),
    ]
    return BoxAnswer(output: JSONWriter.text(document) + "\n")
  }

  /// The reasons, one sentence each.
  var texts: [String] {
    let reasons = DayEngine.explain(day, outlook, baby: baby, now: now).reasons
    guard !clockIsKnown else { return reasons.map { $0.text(in: zone) } }
    return ["The clock is not set: no time of day is known, only how long things last."]
      + reasons.compactMap { $0.textWithoutClock(in: zone) }
  }
}

extension DayReason {
  /// The reason where it claims no time of day, nor an age; nil for the others.
  fileprivate func textWithoutClock(in zone: ZoneWindow) -> String? {
    switch self {
    case .asleep(_, let minutes): "Asleep for \(minutes) min."
    case .awake(_, let minutes): "Awake for \(minutes) min."
    case .nothingYet, .feeding, .neverFed, .fed: text(in: zone)
    default: nil
    }
  }
}

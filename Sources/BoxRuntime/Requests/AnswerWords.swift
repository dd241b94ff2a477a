import Bedside
import Nursery

/// Answers to wishes about the log, in words.
package struct AnswerWords {
  var zone: ZoneWindow
  var clocks: ClockHistory
  /// An event as it stands now.
  var record: (EventID) -> CareRecord?

  func text(_ event: CareEvent) -> String {
    switch event.change {
    case .added(let care): "saved \(event.id.shortName): \(text(care))\n"
    case .amended(let id, _): "saved: \(id.shortName) amended\(standing(id))\n"
    case .deleted(let id): "saved: \(id.shortName) deleted\n"
    }
  }

  /// What an amended event says now, so that a correction which came out otherwise than meant is seen.
  private func standing(_ id: EventID) -> String {
    record(id).map { ": " + text($0.care) } ?? ""
  }

  private func text(_ care: Care) -> String {
    ([times(care)] + [care.side?.name].compactMap { $0 } + care.detail.words).joined(separator: ", ")
  }

  private func times(_ care: Care) -> String {
    let start = ISO8601.text(clocks.resolve(care.start).instant, in: zone)
    guard care.kind.lasts else { return "\(care.kind.name) at \(start)" }
    guard let end = care.end else { return "\(care.kind.name) from \(start), running" }
    return "\(care.kind.name) from \(start) to \(ISO8601.text(clocks.resolve(end).instant, in: zone))"
  }
}

extension BoxAnswer {
  /// What a wish about the log came to.
  package init(_ answer: CareAnswer, words: AnswerWords) {
    switch answer {
    case .saved(let event): self.init(output: words.text(event))
    case .clock(let wall, true): self.init(output: "saved: it is \(ISO8601.text(wall, in: words.zone))\n")
    case .clockIsSet:
      self.init(error: "the clock was set by the network or a battery clock; nothing is changed", exit: .no)
    case .clock(_, false):
      self.init(error: "NOT SAVED: the flash refuses; the clock is set until the next start", exit: .io)
    case .alreadySaved(let id): self.init(output: "saved before: \(id.shortName)\n")
    case .notSaved:
      self.init(
        error: "NOT SAVED: the flash refuses; the event is in memory and will be retried", exit: .io)
    case .refused(let refusal): self.init(error: refusal.text, exit: .data)
    }
  }
}

extension CareKind {
  /// As on the command line.
  package var name: String {
    switch self {
    case .sleep: "sleep"
    case .nursing: "nursing"
    case .bottle: "bottle"
    case .wake: "wake"
    case .dreamFeedDismissed: "dream-feed-dismissed"
    case .nappy: "nappy"
    case .medicine: "medicine"
    }
  }

  /// All of them, in the order of the help.
  package static let all: [CareKind] = [
    .sleep, .nursing, .bottle, .nappy, .medicine, .wake, .dreamFeedDismissed,
  ]
}

extension CareDetail {
  /// What is known, each as `log list` shows it.
  package var words: [String] {
    [amountMilliliters.map { "\($0) ml" }, milk?.name, nappy?.name, medicine?.printable].compactMap { $0 }
  }
}

extension Milk {
  /// As on the command line.
  package var name: String {
    switch self {
    case .formula: "formula"
    case .breast: "breast"
    }
  }
}

extension NappyContents {
  /// As on the command line.
  package var name: String {
    switch self {
    case .wet: "wet"
    case .dirty: "dirty"
    case .both: "both"
    }
  }
}

extension NursingSide {
  /// As on the command line.
  package var name: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .both: "both"
    }
  }
}

import CareJournal
import Nursery

/// Compares a row with the event that a log knows by its id.
struct KnownRows {
  private let clocks: ClockHistory

  /// By what is known of the log's clocks.
  init(_ clocks: ClockHistory) {
    self.clocks = clocks
  }

  /// Whether a row says something else of an event than the log.
  func differs(_ care: Care, from known: Care) -> Bool {
    guard care.kind == known.kind, care.side == known.side, care.detail == known.detail else { return true }
    guard let end = care.end, let knownEnd = known.end else {
      return care.end != nil || known.end != nil || differs(care.start, from: known.start)
    }
    return differs(care.start, from: known.start) || differs(end, from: knownEnd)
  }

  /// A table tells whole seconds. What is only bounded is told otherwise each time, as more is known of the clocks.
  private func differs(_ time: EventTime, from known: EventTime) -> Bool {
    let (told, known) = (clocks.resolve(time), clocks.resolve(known))
    guard told.isExact || known.isExact else { return false }
    return EventSpan.second(told.instant) != EventSpan.second(known.instant)
  }
}

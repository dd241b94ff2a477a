import CareJournal
import Nursery

/// Events that a log knows already, beside what a table says of them.
struct KnownRows {
  private let logs: [BabyID: CareLog]
  private let clocks: ClockHistory

  /// The events of a log as they stand, by what is known of its clocks at a wall time.
  init(_ fold: LogFold, readAt wall: Instant) {
    logs = fold.logs
    clocks = fold.clocks(readAt: wall).clocks
  }

  /// How many events of a table the log has otherwise, or has taken back.
  func differing(_ events: [CareEvent]) -> Int {
    events.count { event in
      guard case .added(let care) = event.change else { return false }
      guard let record = logs[event.baby]?.record(event.id), !record.isDeleted else { return true }
      return differs(care, from: record.care)
    }
  }

  private func differs(_ care: Care, from known: Care) -> Bool {
    guard care.kind == known.kind, care.side == known.side else { return true }
    guard let (end, knownEnd) = Self.both(care.end, known.end) else {
      return care.end != nil || known.end != nil || differs(care.start, from: known.start)
    }
    return differs(care.start, from: known.start) || differs(end, from: knownEnd)
  }

  private static func both(_ one: EventTime?, _ other: EventTime?) -> (EventTime, EventTime)? {
    guard let one, let other else { return nil }
    return (one, other)
  }

  /// A table tells whole seconds. What is only bounded is told otherwise each time, as more is known of the clocks.
  private func differs(_ time: EventTime, from known: EventTime) -> Bool {
    let (told, known) = (clocks.resolve(time), clocks.resolve(known))
    guard told.isExact || known.isExact else { return false }
    let seconds = { (instant: Instant) in Int((Double(instant.milliseconds) / 1_000).rounded(.down)) }
    return seconds(told.instant) != seconds(known.instant)
  }
}

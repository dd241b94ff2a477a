import Nursery

@testable import Bedside

/// What a baby's log says about a notice.
struct NoticeTruth {
  let records: [CareRecord]
  let clocks: ClockHistory

  /// False for a notice that the log contradicts: the event that it confirms is not there at that time, or the event that
  /// it says was undone still is. Nil if it names no event.
  func allows(_ notice: Notice) -> Bool? {
    switch notice {
    case .saved(let what), .savedAgain(let what), .answered(let what, _, _), .redone(let what?),
      .noEarlier(let what):
      holds(what)
    case .undone(let what?): holds(what).map { !$0 }
    case .notBefore(let start): has { $0.start == start }
    default: nil
    }
  }

  /// Whether something happened at its time; nil for what leaves no time in the log.
  private func holds(_ what: Confirmation) -> Bool? {
    switch what.deed {
    case .sleepStarted, .asleepAgain, .sleepStartedAfterFeed, .sleptBeforeFeed, .motionAsleep:
      has { $0.kind == .sleep && $0.start == what.at }
    case .sleepEnded, .motionAwake: has { $0.kind == .sleep && $0.end == what.at }
    case .nightSlept(let from):
      has { $0.kind == .sleep && $0.start == from } && has { $0.kind == .sleep && $0.end == what.at }
    case .wokeUp, .awakeBefore:
      has { $0.kind == .wake && $0.start == what.at || $0.kind == .sleep && $0.end == what.at }
    case .nursingStarted(let side):
      has { $0.kind == .nursing && $0.start == what.at && $0.side == side }
    case .nursingEnded, .nursedTooShort: has { $0.kind == .nursing && $0.end == what.at }
    case .sideSwitched(let side):
      has { entry in
        entry.kind == .nursing && entry.side == side
          && (entry.start == what.at || entry.start < what.at && entry.end.map { $0 > what.at } ?? true)
      }
    case .sideFollows(let side, let before, _):
      has { $0.kind == .nursing && $0.start == what.at && $0.side == side }
        && has { $0.kind == .nursing && $0.end == what.at && $0.side == before }
    case .bottle(let amount):
      has { entry in
        entry.kind == .bottle && entry.start == what.at
          && amount.map { $0.milliliters == entry.milliliters } ?? true
      }
    case .nappy: has { $0.kind == .nappy && $0.start == what.at }
    case .medicine: has { $0.kind == .medicine && $0.start == what.at }
    case .dreamFeedDismissed: has { $0.kind == .dreamFeedDismissed && $0.start == what.at }
    case .deleted(let kind): !has { $0.kind == kind && $0.start == what.at }
    case .sleptTooShort, .corrected: nil
    }
  }

  /// An entry with the times that are known of it now.
  private struct Entry {
    var kind: CareKind
    var start: Instant
    var end: Instant?
    var side: NursingSide?
    var milliliters: Int?
  }

  private func has(_ matches: (Entry) -> Bool) -> Bool {
    records.contains { record in
      let care = record.care
      return !record.isDeleted
        && matches(
          Entry(
            kind: care.kind, start: clocks.resolve(care.start).instant,
            end: care.end.map { clocks.resolve($0).instant }, side: care.side,
            milliliters: care.detail.amountMilliliters))
    }
  }
}

import Nursery

/// Something to be appended: a line that has no number yet.
public enum JournalDraft: Hashable, Sendable {
  /// A fact.
  case care(CareEvent)
  /// The wall clock became known, or was set again, at a moment.
  case sync(EventID, Moment)

  /// The line's own id, by which it is acknowledged.
  public var id: EventID {
    switch self {
    case .care(let event): event.id
    case .sync(let id, _): id
    }
  }

  func line(box: String, sequence: Int) -> JournalLine {
    switch self {
    case .care(let event):
      JournalLine(
        id: event.id, box: box, sequence: sequence, moment: event.moment, entry: .care(event))
    case .sync(let id, let moment):
      JournalLine(id: id, box: box, sequence: sequence, moment: moment, entry: .sync)
    }
  }
}

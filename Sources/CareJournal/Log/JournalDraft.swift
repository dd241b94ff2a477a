import Nursery

/// Something to be appended: a line that has no number yet.
public enum JournalDraft: Hashable, Sendable {
  /// A fact.
  case care(CareEvent)
  /// The wall clock became known, or was set again, at a moment.
  case sync(EventID, Moment)
  /// Something that is kept without being understood.
  case kept(KeptLine)

  /// The line's own id, by which it is acknowledged.
  public var id: EventID {
    switch self {
    case .care(let event): event.id
    case .sync(let id, _): id
    case .kept(let line): line.id
    }
  }

  func line(box: String, sequence: Int) -> JournalLine {
    let (moment, entry) = content
    return JournalLine(id: id, box: box, sequence: sequence, moment: moment, entry: entry)
  }

  /// The line with its number, and its text.
  func text(of line: JournalLine) -> [UInt8]? {
    guard case .kept(let kept) = self else { return JournalLineCodec.encode(line) }
    return JournalLineCodec.encode(line, kept: kept)
  }

  private var content: (Moment, JournalLine.Entry) {
    switch self {
    case .care(let event): (event.moment, .care(event))
    case .sync(_, let moment): (moment, .sync)
    case .kept(let line): (line.moment, .foreign(op: line.op))
    }
  }
}

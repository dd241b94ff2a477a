import Nursery

/// Something to be appended: a line that has no number yet.
public enum JournalDraft: Hashable, Sendable {
  /// A fact.
  case care(CareEvent)
  /// A fact of which a newer version says more than is understood here: that follows what is.
  case extended(CareEvent, [KeptMember])
  /// The wall clock became known, or was set again, at a moment.
  case sync(EventID, Moment)
  /// Numbers of this box that were left out, noted at a moment.
  case left(EventID, Moment, [ClosedRange<Int>])
  /// Something that is kept without being understood.
  case kept(KeptLine)

  /// The line's own id, by which it is acknowledged.
  public var id: EventID {
    switch self {
    case .care(let event), .extended(let event, _): event.id
    case .sync(let id, _), .left(let id, _, _): id
    case .kept(let line): line.id
    }
  }

  /// When it was reported.
  var moment: Moment { content.0 }

  func line(box: String, sequence: Int, count: Int = 0) -> JournalLine {
    let (moment, entry) = content
    return JournalLine(id: id, box: box, sequence: sequence, count: count, moment: moment, entry: entry)
  }

  /// The line with its number, and its text.
  func text(of line: JournalLine) -> [UInt8]? {
    switch self {
    case .care, .sync, .left: JournalLineCodec.encode(line)
    case .extended(_, let rest): JournalLineCodec.encode(line, rest: rest)
    case .kept(let kept): JournalLineCodec.encode(line, kept: kept)
    }
  }

  private var content: (Moment, JournalLine.Entry) {
    switch self {
    case .care(let event), .extended(let event, _): (event.moment, .care(event))
    case .sync(_, let moment): (moment, .sync)
    case .left(_, let moment, let numbers): (moment, .left(numbers))
    case .kept(let line): (line.moment, .foreign(op: line.op))
    }
  }
}

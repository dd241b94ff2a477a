import Nursery

/// One line of the log, decoded. The text form is `JournalLineCodec`'s alone.
public struct JournalLine: Hashable, Sendable {
  /// What a line says.
  public enum Entry: Hashable, Sendable {
    /// `add`, `amend` or `delete` of a care event.
    case care(CareEvent)
    /// The box started: boot ordinal and clocks are in the line's moment.
    case boot(kernelBootID: String)
    /// The wall clock became known, or was set again, at the line's moment.
    case sync
    /// These numbers of the box were left out: no line that was confirmed has one of them.
    case left([ClosedRange<Int>])
    /// A line of a newer version, or of an unknown op or kind: kept as it stands, never interpreted.
    case foreign(op: String)
  }

  /// The line's own id.
  public var id: EventID
  /// Which box wrote it.
  public var box: String
  /// The box's own counter, from 1; a gap means that lines are missing.
  public var sequence: Int
  /// Lamport's count: one more than any that the box had seen; 0 on a line of a box that did not count.
  public var count: Int
  /// When it was written, by both clocks.
  public var moment: Moment
  /// What it says.
  public var entry: Entry

  /// A line of all its parts.
  public init(
    id: EventID, box: String, sequence: Int, count: Int = 0, moment: Moment, entry: Entry
  ) {
    self.id = id
    self.box = box
    self.sequence = sequence
    self.count = count
    self.moment = moment
    self.entry = entry
  }
}

extension JournalLine {
  /// Where the line stands in the order that all boxes of a household give to the lines.
  public var stamp: LineStamp { LineStamp(count: count, box: box, sequence: sequence) }

  /// Whether another box wrote it; of a line as `seen(by:)` gives it.
  var isOfAnotherBox: Bool { moment.boot.box != nil }

  /// The line as it is read in the log of a box: times by another box's clock name that box. Nil: the log's own box is
  /// not known, and its lines are taken for its own.
  func seen(by own: String?) -> JournalLine {
    guard let own else { return self }
    guard box != own || namesBoxes else { return self }
    var line = self
    let name = { (box: String?) in (box ?? self.box) == own ? nil : box ?? self.box }
    line.moment.boot.box = name(moment.boot.box)
    guard case .care(var event) = entry else { return line }
    event.moment = line.moment
    switch event.change {
    case .added(var care):
      care.start = care.start.named(by: name)
      care.end = care.end?.named(by: name)
      event.change = .added(care)
    case .amended(let id, var patch):
      patch.start = patch.start?.named(by: name)
      patch.end = patch.end.map { $0?.named(by: name) }
      event.change = .amended(id, patch)
    case .deleted: break
    }
    line.entry = .care(event)
    return line
  }

  /// Whether a time on it is by the clock of a box that it names.
  private var namesBoxes: Bool {
    guard case .care(let event) = entry else { return false }
    switch event.change {
    case .added(let care): return care.start.namesBox || care.end?.namesBox ?? false
    case .amended(_, let patch): return patch.start?.namesBox ?? false || patch.end??.namesBox ?? false
    case .deleted: return false
    }
  }
}

extension EventTime {
  fileprivate var namesBox: Bool {
    guard case .boot(let time) = self else { return false }
    return time.box != nil
  }

  fileprivate func named(by name: (String?) -> String?) -> EventTime {
    guard case .boot(var time) = self else { return self }
    time.box = name(time.box)
    return .boot(time)
  }
}

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

import Nursery

/// One decoded line of the log. Only `JournalLineCodec` knows its text.
public struct JournalLine: Hashable, Sendable {
  /// What a line says.
  public enum Entry: Hashable, Sendable {
    /// `add`, `amend` or `delete` of a care event.
    case care(CareEvent)
    /// The box started. The line's moment has the boot ordinal and the clocks.
    case boot(kernelBootID: String)
    /// The wall clock became known, or was set again, at the line's moment.
    case sync
    /// The box left out these numbers: no confirmed line has one of them.
    case left([ClosedRange<Int>])
    /// A line of a newer version, or of an unknown op or kind: kept as it is, never interpreted.
    case foreign(op: String)
  }

  /// The line's own id.
  public var id: EventID
  /// The box that wrote it.
  public var box: String
  /// The box's own counter, from 1. A gap means that lines are missing.
  public var sequence: Int
  /// The Lamport count: one more than the greatest count that the box had met; 0 on a line of a box that did not count.
  public var count: Int
  /// For a line that `log import` copied: the place of the line in the log that it comes from.
  public var origin: LineStamp?
  /// When it was written, on both clocks.
  public var moment: Moment
  /// What it says.
  public var entry: Entry

  /// A line of all its parts.
  public init(
    id: EventID, box: String, sequence: Int, count: Int = 0, origin: LineStamp? = nil, moment: Moment,
    entry: Entry
  ) {
    self.id = id
    self.box = box
    self.sequence = sequence
    self.count = count
    self.origin = origin
    self.moment = moment
    self.entry = entry
  }
}

extension JournalLine {
  /// The line's place in the order that all boxes of a household share. A copy has the place of the original.
  public var stamp: LineStamp { origin ?? LineStamp(count: count, box: box, sequence: sequence) }

  /// Whether another box wrote it. Valid only for a line from `seen(by:)`.
  var isOfAnotherBox: Bool { moment.boot.box != nil }

  /// The line as read in the log of the box `own`: times on another box's clock name that box. Without `own`, the line
  /// is unchanged.
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

  /// Whether one of its times names the box whose clock it uses.
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

/// A line to append, without a number yet.
public enum JournalDraft: Hashable, Sendable {
  /// A fact.
  case care(CareEvent)
  /// A fact followed by members of a newer version that this one does not understand.
  case extended(CareEvent, [KeptMember])
  /// The wall clock became known, or was set again, at a moment.
  case sync(EventID, Moment)
  /// Numbers that this box left out, noted at a moment.
  case left(EventID, Moment, [ClosedRange<Int>])
  /// A line that is kept without being understood.
  case kept(KeptLine)

  /// The line's own id; receipts name it.
  public var id: EventID {
    switch self {
    case .care(let event), .extended(let event, _): event.id
    case .sync(let id, _), .left(let id, _, _): id
    case .kept(let line): line.id
    }
  }

  /// When it was reported.
  var moment: Moment { content.0 }

  func line(box: String, sequence: Int, count: Int = 0, origin: LineStamp? = nil) -> JournalLine {
    let (moment, entry) = content
    return JournalLine(
      id: id, box: box, sequence: sequence, count: count, origin: origin, moment: moment, entry: entry)
  }

  /// The text of the numbered line.
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

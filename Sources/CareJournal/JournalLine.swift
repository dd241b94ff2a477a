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

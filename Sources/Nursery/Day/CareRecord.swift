/// One event of the log as all its corrections leave it.
public struct CareRecord: Hashable, Sendable {
  /// The id of the line that added it.
  public var id: EventID
  /// What happened, corrected.
  public var care: Care
  /// Who reported it first.
  public var source: Source
  /// True when it was taken back; an amendment brings it back.
  public var isDeleted: Bool

  /// A record of all its parts.
  public init(id: EventID, care: Care, source: Source, isDeleted: Bool = false) {
    self.id = id
    self.care = care
    self.source = source
    self.isDeleted = isDeleted
  }

  /// True when it lasts, has not ended and was not taken back.
  public var isRunning: Bool { care.kind.lasts && care.end == nil && !isDeleted }
}

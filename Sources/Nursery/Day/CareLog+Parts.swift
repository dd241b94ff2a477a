/// A log as data, and back: for whoever keeps a copy of it beside the lines that it was folded from.
extension CareLog {
  /// A correction that has been applied: only its name is left, so that its line is not applied twice.
  public struct AppliedCorrection: Hashable, Sendable {
    /// The correction's own line.
    public let line: EventID
    /// The event it corrected, counted from 0 in the order they were added.
    public let place: Int

    /// A correction of the event at a place.
    public init(line: EventID, place: Int) {
      self.line = line
      self.place = place
    }
  }

  /// How many lines it was made of: events, and corrections that have been applied.
  public var lineCount: Int { places.count }

  /// Some of the events, in the order they were added; `places` must be within `0..<count`.
  public func records(at places: Range<Int>) -> [CareRecord] { records[places].map { $0.record } }

  /// The corrections that have been applied, by event and line.
  public var appliedCorrections: [AppliedCorrection] {
    let corrections = places.compactMap { line, place in
      place >= 0 ? nil : AppliedCorrection(line: line, place: Int(~place))
    }
    return corrections.sorted {
      ($0.place, $0.line.high, $0.line.low) < ($1.place, $1.line.high, $1.line.low)
    }
  }

  /// The corrections that wait for their events, in the order they came.
  public var waitingCorrections: [OrphanCorrection] { orphans.waiting }

  /// How many corrections without an event were too many to keep.
  public var droppedCorrections: Int { orphans.dropped }

  /// A log of the parts that another one gave; nil when they do not fit each other: a name that stands for two
  /// lines, a correction of an event that is not among them.
  public init?(
    baby: BabyID, records: [CareRecord], appliedCorrections: [AppliedCorrection],
    waitingCorrections: [OrphanCorrection], droppedCorrections: Int
  ) {
    var places: [EventID: Int32] = [:]
    places.reserveCapacity(records.count + appliedCorrections.count)
    for (place, record) in records.enumerated() {
      guard places.updateValue(Int32(place), forKey: record.id) == nil else { return nil }
    }
    for correction in appliedCorrections {
      guard records.indices.contains(correction.place),
        places.updateValue(~Int32(correction.place), forKey: correction.line) == nil
      else { return nil }
    }
    let orphans = OrphanCorrections(waitingCorrections, dropped: droppedCorrections)
    self.init(baby: baby, records: records.map(PackedRecord.init), places: places, orphans: orphans)
  }

  /// Whether a line changes an event that is there, or needs none.
  public func hasEvent(for change: CareEvent.Change) -> Bool {
    switch change {
    case .added: true
    case .amended(let id, _), .deleted(let id): record(id) != nil
    }
  }
}

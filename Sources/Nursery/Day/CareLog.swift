/// One baby's events, as the fold of the log: live or replayed, the same `apply` makes the same state.
///
/// Kept as one contiguous array of records in the order they were added, and an index by id; a copy costs a reference.
public struct CareLog: Sendable {
  /// Whose events these are.
  public let baby: BabyID

  private(set) var records: [CareRecord] = []
  /// Every line's id: of an added event its place in `records`; of a correction the complement of the place of
  /// the record it is about, so that no line is ever applied twice.
  private(set) var places: [EventID: Int32] = [:]
  private(set) var orphans = OrphanCorrections()

  /// An empty log.
  public init(baby: BabyID) {
    self.baby = baby
  }

  /// How many corrections name an event that is not known. A late add takes its own off the count.
  public var oddCount: Int { orphans.count }

  /// How many events are known, deleted ones included.
  public var count: Int { records.count }

  /// The event of an id, deleted or not; nil when it is not known, or the id is a correction's.
  public func record(_ id: EventID) -> CareRecord? {
    place(of: id).map { records[$0] }
  }

  /// Whether a line of this id was applied, of an event or of a correction.
  public func contains(line: EventID) -> Bool { places[line] != nil || orphans.contains(line: line) }

  /// Every event in the order they were added, deleted ones included.
  public var allRecords: [CareRecord] { records }

  /// How many lines it was made of: events, and corrections of them.
  public var lineCount: Int { places.count }

  /// The corrections that wait for their events, in the order they came.
  public var waitingCorrections: [OrphanCorrection] { orphans.waiting }

  /// Where an event's record stands in `records`; nil for none, and for a correction's id.
  func place(of id: EventID?) -> Int? {
    id.flatMap { places[$0] }.flatMap { $0 >= 0 ? Int($0) : nil }
  }
}

// MARK: - The fold

extension CareLog {
  /// Takes a fact in. Never fails, and does nothing for a line it has seen or another baby's.
  ///
  /// A correction of an event that is not known is kept, and counted in `oddCount`, until its event comes.
  public mutating func apply(_ event: CareEvent) {
    guard event.baby == baby, places[event.id] == nil, !orphans.contains(line: event.id) else { return }
    switch event.change {
    case .added(let care): add(care, event)
    case .amended(let target, let patch): correct(target, .amend(patch), line: event.id)
    case .deleted(let target): correct(target, .delete, line: event.id)
    }
  }

  private mutating func add(_ care: Care, _ event: CareEvent) {
    places[event.id] = Int32(records.count)
    records.append(
      CareRecord(
        id: event.id, care: care.patched(by: CarePatch()), source: event.source, by: event.by))
    for waiting in orphans.take(target: event.id) {
      correct(event.id, waiting.correction, line: waiting.line)
    }
  }

  private mutating func correct(_ target: EventID, _ correction: Correction, line: EventID) {
    guard let place = place(of: target) else {
      orphans.keep(OrphanCorrections.Waiting(line: line, target: target, correction: correction))
      return
    }
    places[line] = ~Int32(place)
    switch correction {
    case .delete: records[place].isDeleted = true
    case .amend(let patch):
      records[place].care = records[place].care.patched(by: patch)
      records[place].isDeleted = false
    }
  }

  /// Takes back an event as it was; nothing else is known of its line.
  public mutating func restore(_ record: CareRecord) {
    guard places[record.id] == nil else { return }
    places[record.id] = Int32(records.count)
    records.append(record)
  }

  /// Forgets the events that were certainly over before an instant, with the ids of their corrections. Running
  /// ones stay, however old, and so do those of a boot of which nothing says how long ago it was.
  public mutating func prune(before limit: Instant, clock: ClockHistory) {
    var newPlaces = [Int32](repeating: -1, count: records.count)
    var kept: [CareRecord] = []
    for (place, record) in records.enumerated() {
      let last = record.care.end ?? record.care.start
      let isOver = clock.latestInstant(of: last).map { $0 < limit } ?? false
      guard record.isRunning || !isOver else { continue }
      newPlaces[place] = Int32(kept.count)
      kept.append(record)
    }
    if kept.count < records.count { keep(kept, at: newPlaces) }
  }

  private mutating func keep(_ kept: [CareRecord], at newPlaces: [Int32]) {
    records = kept
    places = places.compactMapValues { place in
      let moved = newPlaces[Int(place >= 0 ? place : ~place)]
      return moved < 0 ? nil : place >= 0 ? moved : ~moved
    }
  }
}

extension CareLog {
  /// Puts events that were forgotten, or never read, before those that are known, as all their corrections leave them.
  public mutating func prepend(_ older: [CareRecord]) {
    let fresh = older.filter { places[$0.id] == nil }
    guard !fresh.isEmpty else { return }
    let shift = Int32(fresh.count)
    places = places.mapValues { $0 >= 0 ? $0 + shift : $0 - shift }
    for (place, record) in fresh.enumerated() {
      places[record.id] = Int32(place)
      _ = orphans.take(target: record.id)
    }
    records = fresh + records
  }
}

extension Care {
  /// This care with the fields of a patch; what the kind cannot have is dropped.
  public func patched(by patch: CarePatch) -> Care {
    let kind = patch.kind ?? kind
    return Care(
      kind: kind, start: patch.start ?? start, end: kind.lasts ? patch.end ?? end : nil,
      side: kind == .nursing ? patch.side ?? side : nil,
      detail: detail.patched(by: patch.detail).restricted(to: kind))
  }
}

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
  /// Where the line of each record stands in the order of the household, by place.
  private(set) var stamps: [LineStamp] = []
  /// The corrections of each event that has some.
  private var courses: [EventID: CorrectionCourse] = [:]
  /// Whether a correction came that is older than what is known of its event: a reader that began in the middle of a log
  /// has to begin earlier.
  public private(set) var missesOlderLines = false

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

  /// Where the line that added an event stands in the order of the household; nil when it is not known.
  public func stamp(of id: EventID) -> LineStamp? { place(of: id).map { stamps[$0] } }

  /// Where the newest correction of an event stands; `none` for one without corrections.
  public func newestCorrection(of id: EventID) -> LineStamp { courses[id]?.newest ?? .none }

  /// What a corrected event had last while it was of a kind; nil where that is not known.
  public func formerDetail(of id: EventID, as kind: CareKind) -> CareDetail? { courses[id]?.detail(as: kind) }

  /// The event of a kind that was added last and not deleted, by the order of the household; of those that count.
  public func lastAdded(_ kind: CareKind, where counts: (CareRecord) -> Bool = { _ in true }) -> CareRecord? {
    let places = records.indices.filter {
      records[$0].care.kind == kind && !records[$0].isDeleted && counts(records[$0])
    }
    return places.max { (stamps[$0], $0) < (stamps[$1], $1) }.map { records[$0] }
  }

  /// Where an event's record stands in `records`; nil for none, and for a correction's id.
  func place(of id: EventID?) -> Int? {
    id.flatMap { places[$0] }.flatMap { $0 >= 0 ? Int($0) : nil }
  }
}

// MARK: - The fold

extension CareLog {
  /// Applies a fact. Never fails, and does nothing for a line it has seen or another baby's.
  ///
  /// Facts may come in any order: which correction is the newer one is said by the places of their lines, and where
  /// those are equal by the order in which they came. A correction of an event that is not known is kept, and counted
  /// in `oddCount`, until its event comes.
  public mutating func apply(_ event: CareEvent, stamp: LineStamp = .none) {
    guard event.baby == baby else { return }
    guard places[event.id] == nil, !orphans.contains(line: event.id) else {
      return applyAgain(event, stamp)
    }
    switch event.change {
    case .added(let care): add(care, event, stamp)
    case .amended(let target, let patch): correct(target, .amend(patch), line: event.id, stamp)
    case .deleted(let target): correct(target, .delete, line: event.id, stamp)
    }
  }

  private mutating func add(_ care: Care, _ event: CareEvent, _ stamp: LineStamp) {
    append(
      CareRecord(id: event.id, care: care.patched(by: CarePatch()), source: event.source, by: event.by), stamp
    )
    for waiting in orphans.remove(target: event.id) {
      correct(event.id, waiting.correction, line: waiting.line, waiting.stamp)
    }
  }

  private mutating func append(_ record: CareRecord, _ stamp: LineStamp) {
    places[record.id] = Int32(records.count)
    records.append(record)
    stamps.append(stamp)
  }

  private mutating func correct(
    _ target: EventID, _ correction: Correction, line: EventID, _ stamp: LineStamp
  ) {
    guard let place = place(of: target) else {
      return orphans.keep(
        OrphanCorrections.Waiting(line: line, target: target, correction: correction, stamp: stamp))
    }
    places[line] = ~Int32(place)
    var course = courses.removeValue(forKey: target) ?? CorrectionCourse(records[place])
    if course.isBeforeKnown(stamp) { missesOlderLines = true }
    let isNewest = course.insert(CorrectionCourse.Step(stamp: stamp, line: line, correction: correction))
    if isNewest { records[place].apply(correction) } else { course.apply(to: &records[place]) }
    courses[target] = course
  }

  /// A line that is known stands in another log under another number: the older one counts, whichever came first.
  private mutating func applyAgain(_ event: CareEvent, _ stamp: LineStamp) {
    switch event.change {
    case .added(let care):
      guard let place = place(of: event.id), stamp < stamps[place] else { return }
      var record = CareRecord(
        id: event.id, care: care.patched(by: CarePatch()), source: event.source, by: event.by)
      courses[event.id]?.base = record.care
      courses[event.id]?.apply(to: &record)
      (records[place], stamps[place]) = (record, stamp)
    case .amended(let target, let patch): correctAgain(target, .amend(patch), line: event.id, stamp)
    case .deleted(let target): correctAgain(target, .delete, line: event.id, stamp)
    }
  }

  private mutating func correctAgain(
    _ target: EventID, _ correction: Correction, line: EventID, _ stamp: LineStamp
  ) {
    if orphans.contains(line: line) { return orphans.keepOlder(line: line, stamp, correction) }
    guard let place = place(of: target), places[line] == ~Int32(place) else { return }
    let step = CorrectionCourse.Step(stamp: stamp, line: line, correction: correction)
    if courses[target]?.insert(step) == false { courses[target]?.apply(to: &records[place]) }
  }

  /// Takes back an event as it was; nothing else is known of its line.
  ///
  /// - Parameters:
  ///   - stamp: where the line that added it stands.
  ///   - newest: where its newest correction stands; all up to there are in it.
  public mutating func restore(
    _ record: CareRecord, stamp: LineStamp = .none, through newest: LineStamp = .none
  ) {
    guard places[record.id] == nil else { return }
    append(record, stamp)
    if newest != .none { courses[record.id] = CorrectionCourse(record, through: newest) }
  }

  /// Forgets the events that were certainly over before an instant, with the ids of their corrections. Running
  /// ones stay, however old, and so do those of a boot of which nothing says how long ago it was.
  public mutating func prune(before limit: Instant, clock: ClockHistory) {
    orphans.forget { time in clock.latestInstant(of: time).map { $0 < limit } ?? false }
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
    for place in records.indices where newPlaces[place] < 0 { courses[records[place].id] = nil }
    stamps = stamps.indices.filter { newPlaces[$0] >= 0 }.map { stamps[$0] }
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
      _ = orphans.remove(target: record.id)
    }
    stamps = [LineStamp](repeating: .none, count: fresh.count) + stamps
    records = fresh + records
  }
}

extension Care {
  /// The patch that leads from another care of the same event to this one.
  public func change(from other: Care) -> CarePatch {
    var patch = CarePatch(
      kind: kind == other.kind ? nil : kind, start: start == other.start ? nil : start,
      side: side == other.side ? nil : side, detail: detail.change(from: other.detail.restricted(to: kind)))
    if end != other.end, kind.lasts { patch.end = .some(end) }
    return patch
  }

  /// This care with the fields of a patch; what the kind cannot have is dropped.
  public func patched(by patch: CarePatch) -> Care {
    let kind = patch.kind ?? kind
    return Care(
      kind: kind, start: patch.start ?? start, end: kind.lasts ? patch.end ?? end : nil,
      side: kind == .nursing ? patch.side ?? side : nil,
      detail: detail.patched(by: patch.detail).restricted(to: kind))
  }
}

extension CareLog {
  /// Turns a wish into the fact that would fulfil it, or refuses it. Changes nothing.
  ///
  /// - Parameters:
  ///   - at: now, by both clocks.
  ///   - id: the new line's own id.
  ///   - clock: what is known of the boots' wall clocks; times are compared through it.
  public func decide(
    _ command: CareCommand, at: Moment, id: EventID, source: Source, clock: ClockHistory
  ) throws(Refusal) -> CareEvent {
    let rules = CareRules(log: self, now: at, clock: clock)
    let change = try rules.change(for: command)
    return CareEvent(id: id, baby: baby, moment: at, source: source, change: change)
  }
}

extension CareLog {
  /// The wish that takes an event back, asked before the event is applied; nil when there is nothing to take
  /// back. What was added is deleted, what was deleted is brought back as it was, and what was amended gets its
  /// former fields again. (A side, a milk or a name that was not known before stays: a patch cannot take one away.)
  public func inverse(of event: CareEvent) -> CareCommand? {
    switch event.change {
    case .added: .delete(event.id)
    case .amended(let id, let patch): record(id).flatMap { inverse(of: patch, for: $0) }
    case .deleted(let id): record(id).flatMap { $0.isDeleted ? nil : .putBack(id, CarePatch()) }
    }
  }

  private func inverse(of patch: CarePatch, for record: CareRecord) -> CareCommand? {
    if record.isDeleted { return .delete(record.id) }
    let (old, new) = (record.care, record.care.patched(by: patch))
    guard new != old else { return nil }
    // A second press says the start again: the nursing of the first one was never meant.
    if old.kind == .nursing, old.end == nil, new.kind == .bottle, patch.start == old.start {
      return .delete(record.id)
    }
    return .putBack(record.id, old.change(from: new))
  }
}

extension CareLog {
  /// A line, what takes it back, and its place.
  public typealias NewestLine = (
    line: EventID, change: CareEvent.Change, inverse: CareCommand, stamp: LineStamp
  )

  /// The newest lines of the two events that were added or corrected last, the newest first; fewer where it is not known what
  /// stood before one.
  public var newestLines: [NewestLine] {
    let places = records.indices.sorted { (newest(at: $0), $0) > (newest(at: $1), $1) }.prefix(2)
    var lines: [NewestLine] = []
    for place in places {
      guard let line = newestLine(at: place) else { break }
      lines.append(line)
    }
    return lines
  }

  private func newestLine(at place: Int) -> NewestLine? {
    let record = records[place]
    guard let course = courses[record.id], course.newest != .none else {
      guard !record.isDeleted else { return nil }
      return (record.id, .added(record.care), .delete(record.id), stamps[place])
    }
    guard let (step, before) = course.newestStep(of: record) else { return nil }
    switch step.correction {
    case .delete: return (step.line, .deleted(record.id), .putBack(record.id, CarePatch()), step.stamp)
    case .amend(let patch):
      return inverse(of: patch, for: before).map { (step.line, .amended(record.id, patch), $0, step.stamp) }
    }
  }

  private func newest(at place: Int) -> LineStamp {
    max(stamps[place], courses[records[place].id]?.newest ?? .none)
  }
}

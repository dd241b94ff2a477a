/// One baby's events: the log, folded. `apply` leads to the same state whether lines are live or replayed.
///
/// The records are one contiguous array in the order in which they were added, with an index by id.
public struct CareLog: Sendable {
  /// The baby of these events.
  public let baby: BabyID

  private(set) var records: [CareRecord] = []
  /// The ids of all lines, so that none is applied twice. An added event has its index in `records`; a correction has
  /// the complement of its record's index.
  private(set) var places: [EventID: Int32] = [:]
  private(set) var orphans = OrphanCorrections()
  /// For each record, by index, the place of its line in the household's order.
  private(set) var stamps: [LineStamp] = []
  /// The corrections of each corrected event.
  private var courses: [EventID: CorrectionCourse] = [:]
  /// The events whose record does not have all of its corrections yet.
  private var unsettled: Set<EventID> = []
  /// Whether a correction is older than what is known of its event. Then a reader that began in the middle of a log
  /// must begin earlier.
  public private(set) var missesOlderLines = false

  /// An empty log.
  public init(baby: BabyID) {
    self.baby = baby
  }

  /// The number of known events, including deleted ones.
  public var count: Int { records.count }

  /// The event with an id, deleted or not; nil if it is unknown or is the id of a correction.
  public func record(_ id: EventID) -> CareRecord? {
    place(of: id).map { records[$0] }
  }

  /// Whether a line with this id was applied, of an event or of a correction.
  public func contains(line: EventID) -> Bool { places[line] != nil || orphans.contains(line: line) }

  /// Every event in the order in which they were added, including deleted ones.
  public var allRecords: [CareRecord] { records }

  /// The number of lines of this log: events and their corrections.
  public var lineCount: Int { places.count }

  /// The corrections that wait for their events, in the order they arrived.
  public var waitingCorrections: [OrphanCorrection] { orphans.waiting }

  /// The place of the line that added an event, in the household's order; nil if unknown.
  public func stamp(of id: EventID) -> LineStamp? { place(of: id).map { stamps[$0] } }

  /// The place of an event's newest correction; `none` without corrections.
  public func newestCorrection(of id: EventID) -> LineStamp { courses[id]?.newest ?? .none }

  /// The last detail of a corrected event while it was of a kind; nil if unknown.
  public func formerDetail(of id: EventID, as kind: CareKind) -> CareDetail? { courses[id]?.detail(as: kind) }

  /// The event of a kind that began last, that is not deleted and that `counts` accepts. Of several that began at one time it
  /// is the one added last, in the household's order.
  public func last(
    _ kind: CareKind, clock: ClockHistory, where counts: (CareRecord) -> Bool = { _ in true }
  ) -> CareRecord? {
    let places = records.indices.filter {
      records[$0].care.kind == kind && !records[$0].isDeleted && counts(records[$0])
    }
    let begun = places.map { (clock.resolve(records[$0].care.start).instant, stamps[$0], $0) }
    return begun.max { $0 < $1 }.map { records[$0.2] }
  }

  /// The index of an event's record in `records`; nil if the id is unknown or a correction's.
  func place(of id: EventID?) -> Int? {
    id.flatMap { places[$0] }.flatMap { $0 >= 0 ? Int($0) : nil }
  }
}

// MARK: - The fold

extension CareLog {
  /// Applies an event. It never fails, and ignores a line that it has seen and one of another baby.
  ///
  /// Events may arrive in any order: of two corrections the one whose line has the later place is newer. Of lines that
  /// are still to be written it is the one that arrived later. A correction of an unknown event is kept until that event
  /// arrives.
  public mutating func apply(_ event: CareEvent, stamp: LineStamp = .none) {
    collect(event, stamp: stamp)
    settle()
  }

  /// Applies an event, except that a correction that is not the newest one counts only after `settle`. So many
  /// corrections of one event cost little, in any order.
  public mutating func collect(_ event: CareEvent, stamp: LineStamp) {
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

  /// Puts late corrections into their places.
  public mutating func settle() {
    for id in unsettled {
      guard let place = place(of: id) else { continue }
      courses[id]?.sort()
      courses[id]?.apply(to: &records[place])
    }
    unsettled = []
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
    let isNewest = course.append(CorrectionCourse.Step(stamp: stamp, line: line, correction: correction))
    if isNewest { records[place].apply(correction) } else { unsettled.insert(target) }
    courses[target] = course
  }

  /// Applies a known line that another log has under another number, in any order of arrival: see
  /// `LineStamp.counts(_:before:_:)`.
  private mutating func applyAgain(_ event: CareEvent, _ stamp: LineStamp) {
    switch event.change {
    case .added(let care):
      guard let place = place(of: event.id) else { return }
      if courses[event.id]?.isPartial == true {
        missesOlderLines = true
        return
      }
      let known = CarePatch(courses[event.id]?.base ?? records[place].care)
      guard stamp.counts(CarePatch(care).times, before: stamps[place], known.times) else { return }
      let record = CareRecord(
        id: event.id, care: care.patched(by: CarePatch()), source: event.source, by: event.by)
      (records[place], stamps[place]) = (record, stamp)
      guard courses[event.id] != nil else { return }
      courses[event.id]?.base = record.care
      unsettled.insert(event.id)
    case .amended(let target, let patch): correctAgain(target, .amend(patch), line: event.id, stamp)
    case .deleted(let target): correctAgain(target, .delete, line: event.id, stamp)
    }
  }

  private mutating func correctAgain(
    _ target: EventID, _ correction: Correction, line: EventID, _ stamp: LineStamp
  ) {
    if orphans.contains(line: line) { return orphans.keepBetter(line: line, stamp, correction) }
    guard let place = place(of: target), places[line] == ~Int32(place) else { return }
    let step = CorrectionCourse.Step(stamp: stamp, line: line, correction: correction)
    courses[target]?.appendAgain(step)
    unsettled.insert(target)
  }

  /// Restores an event without its line.
  ///
  /// - Parameters:
  ///   - stamp: the place of the line that added it.
  ///   - newest: the place of its newest correction; the record includes all corrections up to it.
  public mutating func restore(
    _ record: CareRecord, stamp: LineStamp = .none, through newest: LineStamp = .none
  ) {
    guard places[record.id] == nil else { return }
    append(record, stamp)
    if newest != .none { courses[record.id] = CorrectionCourse(record, through: newest) }
  }

  /// Forgets the events that were certainly over before an instant, and the ids of their corrections. It keeps
  /// running events, and those of a boot whose time is unknown.
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
  /// Puts events that were forgotten or never read before the known ones. The records include all their corrections.
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
  /// The patch that turns another care of the same event into this one.
  public func change(from other: Care) -> CarePatch {
    var patch = CarePatch(
      kind: kind == other.kind ? nil : kind, start: start == other.start ? nil : start,
      side: side == other.side ? nil : side, detail: detail.change(from: other.detail.restricted(to: kind)))
    if end != other.end, kind.lasts { patch.end = .some(end) }
    return patch
  }

  /// This care with a patch applied, without fields that its kind cannot have.
  public func patched(by patch: CarePatch) -> Care {
    let kind = patch.kind ?? kind
    return Care(
      kind: kind, start: patch.start ?? start, end: kind.lasts ? patch.end ?? end : nil,
      side: kind == .nursing ? patch.side ?? side : nil,
      detail: detail.patched(by: patch.detail).restricted(to: kind))
  }
}

extension CareLog {
  /// Turns a command into the event that fulfils it, or refuses it. Changes nothing.
  ///
  /// - Parameters:
  ///   - at: now, on both clocks.
  ///   - id: the new line's id.
  ///   - clock: resolves the times that the rules compare.
  public func decide(
    _ command: CareCommand, at: Moment, id: EventID, source: Source, clock: ClockHistory
  ) throws(Refusal) -> CareEvent {
    let rules = CareRules(log: self, now: at, clock: clock)
    let change = try rules.change(for: command)
    return CareEvent(id: id, baby: baby, moment: at, source: source, change: change)
  }
}

extension CareLog {
  /// The command that undoes an event; nil if there is nothing to undo. Call it before the event is applied. It
  /// deletes an added event, restores a deleted one, and gives an amended one its former fields. A side, a milk or a
  /// name that was unknown before stays, since a patch cannot remove one.
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
    // The bottle of a second press begins with the nursing of the first one, which was never meant.
    if old.kind == .nursing, old.end == nil, new.kind == .bottle, patch.start == old.start {
      return .delete(record.id)
    }
    return .putBack(record.id, old.change(from: new))
  }
}

extension CareLog {
  /// A line, the command that undoes it, and its place.
  public typealias NewestLine = (
    line: EventID, change: CareEvent.Change, inverse: CareCommand, stamp: LineStamp
  )

  /// The newest line of each of the two events that were added or corrected last, newest first. The list is shorter
  /// if the state before a line is unknown.
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

  /// The places of the first and of the last line that gave an event its end.
  func endStamps(at place: Int) -> (first: LineStamp, last: LineStamp) {
    guard let course = courses[records[place].id] else { return (stamps[place], stamps[place]) }
    let base = max(stamps[place], course.floor)
    guard let ends = course.ends else { return (base, base) }
    return course.base.end == nil ? ends : (base, ends.last)
  }

  /// The line that gave an event its last end, also if that end was removed since; nil if none did.
  public func endLine(of record: CareRecord) -> EventID? {
    let course = courses[record.id]
    return course?.endLine ?? ((course?.base ?? record.care).end == nil ? nil : record.id)
  }

  private func newest(at place: Int) -> LineStamp {
    max(stamps[place], courses[records[place].id]?.newest ?? .none)
  }
}

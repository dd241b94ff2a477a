import CareJournal
import Nursery

/// The events of a log as they stand, oldest first, in little memory for a log of any length. A first pass over the log
/// counts. Of a long log, a second one notes which times each segment is about; then the events of one stretch of time
/// after the other are collected and delivered, from the segments about it.
package struct LogEvents<Storage: JournalStorage> {
  /// Events that are collected at a time, and those of one day that can be.
  private let limit: Int
  private let storage: Storage
  private let clocks: ClockHistory
  /// Events that were over before it are left out.
  private let since: Instant?
  private let isWanted: () -> Bool
  /// What the first pass found.
  package let survey: LogSurvey
  /// Where the events of a stretch stand; nil where all are collected in one go.
  private(set) var reach: SegmentReach?

  /// Makes the passes over the whole log.
  ///
  /// - Parameters:
  ///   - clocks: what tells when an event was.
  ///   - since: events that were over before it are left out; nil: none.
  ///   - isWanted: whether to continue; asked now and then.
  package init(
    of storage: Storage, clocks: ClockHistory, since: Instant? = nil, limit: Int = 8_000,
    while isWanted: @escaping () -> Bool = { true }
  ) throws(JournalFault) {
    self.storage = storage
    self.clocks = clocks
    self.since = since
    self.limit = limit
    self.isWanted = isWanted
    var survey = LogSurvey(clocks: clocks, since: since, limit: limit)
    let losses = try LogLines.read(from: storage, where: { _ in isWanted() }) { line, _ in survey.note(line) }
    survey.leftOut = LeftOut(damaged: losses.damaged, unreadable: losses.unreadable)
    self.survey = survey
    guard survey.all == nil, !survey.isTooOdd else { return }
    reach = try Self.reach(of: storage, SegmentReach(survey, clocks), isWanted)
  }

  private static func reach(
    of storage: Storage, _ empty: SegmentReach, _ isWanted: () -> Bool
  ) throws(JournalFault) -> SegmentReach {
    var reach = empty
    let begin = { (segment: Int) in
      reach.begin(segment)
      return isWanted()
    }
    try LogLines.read(from: storage, where: begin) { line, _ in reach.note(line) }
    return reach
  }

  /// Delivers every event that was not deleted.
  ///
  /// - Parameter now: what contradicts another event or lies ahead of it is told so.
  package func forEach(at now: Instant, _ receive: (LogRow) -> Void) throws(EventFault) {
    for stretch in survey.stretches(of: limit) where isWanted() {
      let logs = try logs(of: stretch)
      for row in rows(of: logs, stretch, now) { receive(row) }
    }
  }

  /// The events since an instant as logs, with what ran then.
  package func logs() throws(EventFault) -> [BabyID: CareLog] {
    try logs(of: Instant.distantPast..<Instant.distantFuture)
  }

  /// More of a few days are no baby's.
  private static var dayLimit: Int { 200_000 }
  /// Events that far from a stretch may contradict one of it, in minutes.
  private static var reachMinutes: Int { 2 * 1440 }

  /// The events of a stretch of time and of two days around it; others may be among them.
  package func logs(of stretch: Range<Instant>) throws(EventFault) -> [BabyID: CareLog] {
    guard !survey.isTooOdd else { throw .tooMany("without an end, or with another start") }
    var wanted = survey.everywhere
    guard let reach else {
      wanted.formUnion(survey.moved.keys)
      wanted.formUnion(survey.all ?? [])
      return try fold(&wanted, near: nil)
    }
    let begin = stretch.lowerBound.adding(minutes: -Self.reachMinutes)
    let near = max(begin, survey.begin)..<stretch.upperBound.adding(minutes: Self.reachMinutes)
    wanted.formUnion(reach.moved(near: near))
    if reach.hasStrangers { try collect(&wanted, near: near) { _, _ in } }
    return try fold(&wanted, near: near)
  }

  private func fold(
    _ wanted: inout Set<EventID>, near: Range<Instant>?
  ) throws(EventFault) -> [BabyID: CareLog] {
    var logs: [BabyID: CareLog] = [:]
    try collect(&wanted, near: near) { event, stamp in
      logs[event.baby, default: CareLog(baby: event.baby)].apply(event, stamp: stamp)
    }
    return logs
  }

  /// Collects the events that begin in a time, and delivers what is about the wanted ones that were met so far.
  private func collect(
    _ wanted: inout Set<EventID>, near: Range<Instant>?, _ receive: (CareEvent, LineStamp) -> Void
  ) throws(EventFault) {
    var reader = InstantReader(clocks)
    var count = 0
    try read(near) { line in
      guard case .care(let event) = line.entry else { return }
      if let near, case .added(let care) = event.change, near.contains(reader.instant(care.start)) {
        count += 1
        if count <= Self.dayLimit { wanted.insert(event.id) }
      }
      if count <= Self.dayLimit, wanted.contains(event.about) { receive(event, line.stamp) }
    }
    guard count <= Self.dayLimit else { throw .tooMany("in a few days") }
  }

  /// Reads the segments about a time, or all.
  private func read(_ near: Range<Instant>?, _ receive: (JournalLine) -> Void) throws(EventFault) {
    let isNeeded = { (segment: Int) in
      isWanted() && (near.map { reach?.reaches($0, in: segment) ?? true } ?? true)
    }
    do throws(JournalFault) {
      try LogLines.read(from: storage, where: isNeeded) { line, _ in receive(line) }
    } catch {
      throw .journal(error)
    }
  }

  private func rows(of logs: [BabyID: CareLog], _ stretch: Range<Instant>, _ now: Instant) -> [LogRow] {
    logs.values.flatMap { log in
      let (contradictory, future) = (
        log.contradictory(clock: clocks, now: now), log.future(clock: clocks, now: now)
      )
      return log.rows(by: clocks).compactMap { row -> LogRow? in
        guard stretch.contains(row.start.instant), isShown(row) else { return nil }
        var row = row
        if contradictory.contains(row.record.id) { row.remark = .contradicts }
        if future.contains(row.record.id) { row.remark = .future }
        return row
      }
    }.sorted(by: LogRow.isEarlier)
  }

  private func isShown(_ row: LogRow) -> Bool {
    since.map { (row.end ?? row.start).instant >= $0 || row.record.isRunning } ?? true
  }
}

/// Why events could not be delivered.
package enum EventFault: Error {
  case journal(JournalFault)
  /// There are more than a household can have; the words say which.
  case tooMany(String)

  package var text: String {
    switch self {
    case .journal(let fault): fault.text
    case .tooMany(let which):
      "the log has too many events \(which) to be listed; `cribside log export` copies them"
    }
  }
}

extension CareEvent {
  /// The event that it is about: its own, or the one that it corrects.
  package var about: EventID {
    switch change {
    case .added: id
    case .amended(let target, _), .deleted(let target): target
    }
  }
}

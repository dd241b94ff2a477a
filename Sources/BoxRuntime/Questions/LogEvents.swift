import CareJournal
import Nursery

/// The events of a log as they are now, oldest first, with little memory for a log of any length. A first pass over the
/// log counts. For a long log, a second pass notes which times each segment concerns. Then the events of one span of
/// time after the other are collected from the segments that concern it.
package struct LogEvents<Storage: JournalStorage> {
  /// How many events are collected at a time, and how many one day may have.
  private let limit: Int
  private let storage: Storage
  private let clocks: ClockHistory
  /// Events that were over before this are left out.
  private let since: Instant?
  private let isWanted: () -> Bool
  /// The result of the first pass.
  package let survey: LogSurvey
  /// Which times the segments concern; nil if all events are collected at once.
  private(set) var reach: SegmentReach?

  /// Makes the passes over the whole log.
  ///
  /// - Parameters:
  ///   - clocks: show when an event was. What they lack of old boots is read from the log.
  ///   - since: events that were over before it are left out; nil: none.
  /// - isWanted: whether to continue; called now and then.
  package init(
    of storage: Storage, clocks: ClockHistory, since: Instant? = nil, limit: Int = 8_000,
    while isWanted: @escaping () -> Bool = { true }
  ) throws(JournalFault) {
    self.storage = storage
    self.since = since
    self.limit = limit
    self.isWanted = isWanted
    var clocks = clocks
    var survey = try Self.survey(of: storage, LogSurvey(clocks: clocks, since: since, limit: limit), isWanted)
    // A box has read only the newest part of a long log at its start.
    if survey.missesBoots {
      clocks.learn(from: try LogClocks(of: storage).history)
      survey = try Self.survey(of: storage, LogSurvey(clocks: clocks, since: since, limit: limit), isWanted)
    }
    (self.clocks, self.survey) = (clocks, survey)
    guard survey.all == nil, !survey.isTooOdd else { return }
    reach = try Self.reach(of: storage, SegmentReach(survey, clocks), isWanted)
  }

  private static func survey(
    of storage: Storage, _ empty: LogSurvey, _ isWanted: () -> Bool
  ) throws(JournalFault) -> LogSurvey {
    var survey = empty
    let losses = try LogLines.read(from: storage, where: { _ in isWanted() }) { line, _ in survey.note(line) }
    survey.leftOut = LeftOut(damaged: losses.damaged, unreadable: losses.unreadable)
    return survey
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

  /// Delivers every event.
  ///
  /// - Parameters:
  ///   - now: an event that contradicts another one, or lies after `now`, is marked as such.
  ///   - includesDeleted: whether deleted events are delivered too.
  package func forEach(
    at now: Instant, includesDeleted: Bool = false, _ receive: (LogRow) -> Void
  ) throws(EventFault) {
    for stretch in survey.stretches(of: limit) where isWanted() {
      let logs = try logs(of: stretch)
      for row in rows(of: logs, stretch, now, includesDeleted) { receive(row) }
    }
  }

  /// The events since an instant as logs, with what was in progress then.
  package func logs() throws(EventFault) -> [BabyID: CareLog] {
    try logs(of: Instant.distantPast..<Instant.distantFuture)
  }

  /// The most events of a few days; no household has more.
  private static var dayLimit: Int { 200_000 }
  /// Events that are this near to a span may contradict one of its events, in minutes.
  private static var reachMinutes: Int { 2 * 1440 }

  /// The events of a span of time and of two days around it, and perhaps others.
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
      logs[event.baby, default: CareLog(baby: event.baby)].collect(event, stamp: stamp)
    }
    for baby in Array(logs.keys) { logs[baby]?.settle() }
    return logs
  }

  /// Collects the wanted events that begin in a span of time.
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

  /// Reads the segments that concern a time, or all.
  private func read(_ near: Range<Instant>?, _ receive: (JournalLine) -> Void) throws(EventFault) {
    let isNeeded = { (segment: Int) in
      isWanted() && (near.map { reach?.reaches($0, in: segment) ?? true } ?? true)
    }
    do throws(JournalFault) {
      let losses = try LogLines.read(from: storage, where: isNeeded) { line, _ in receive(line) }
      guard losses.unreadable <= survey.leftOut.unreadable else {
        throw LogLines.unreadable
      }
    } catch {
      throw .journal(error)
    }
  }

  private func rows(
    of logs: [BabyID: CareLog], _ stretch: Range<Instant>, _ now: Instant, _ includesDeleted: Bool
  ) -> [LogRow] {
    logs.values.flatMap { log in
      let (contradictory, future) = (
        log.contradictory(clock: clocks, now: now), log.future(clock: clocks, now: now)
      )
      return log.rows(by: clocks, includesDeleted: includesDeleted).compactMap { row -> LogRow? in
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
  /// There are more than a household can have; the text says which.
  case tooMany(String)

  package var text: String {
    switch self {
    case .journal(let fault): fault.text
    case .tooMany(let which):
      "the log has too many events \(which) to be listed; `cribside log export` copies them"
    }
  }
}

/// What one pass over a log finds out about its events before any is collected: how many there are on each day, and
/// which of them may appear in another stretch of time than that in which they were added.
package struct LogSurvey {
  /// The babies with events.
  private(set) var babies: Set<BabyID> = []
  /// Lines of a newer version.
  private(set) var foreign = 0
  /// The parts of the log that could not be read.
  package var leftOut = LeftOut()
  /// The events of interest, while they are few enough to be collected at once; otherwise nil.
  private(set) var all: Set<EventID>?
  /// The time from which on events are of interest.
  let begin: Instant

  /// Whether an entry is of a boot that the clocks do not know.
  private(set) var missesBoots = false

  private let clocks: ClockHistory
  /// The boot of the last entry: most entries are of the same one as the entry before.
  private var lastBoot: BootTime?
  private let since: Instant?
  private let limit: Int
  private var reader: InstantReader
  /// Events whose start was changed, and the first and the last of these starts.
  private(set) var moved: [EventID: ClosedRange<Instant>] = [:]
  /// Events that began before and had not ended.
  private var lasting: Set<EventID> = []
  /// Those that had not ended by a correction. An older end may follow it, in the lines of another box.
  private var corrected: Set<EventID> = []
  /// Sleeps and feeds that began later, the last ones of the log in `newer`. Nearly all corrections concern one of them.
  private var (newer, older): (Set<EventID>, Set<EventID>) = ([], [])
  /// The last event of each kind that began before: if it has no end before, another one followed it.
  private var last: [Kind: (start: Instant, id: EventID)] = [:]
  /// The number of events on each day from 1970 to 2099. Other dates count for the first or the last day.
  private var days = [UInt32](repeating: 0, count: Self.dayCount)

  private struct Kind: Hashable {
    let baby: BabyID
    let kind: CareKind
  }

  /// How many events are remembered in `newer`.
  private static let recentEvents = 8_192
  private static let dayCount = 47_482
  private static let dayMilliseconds = 86_400_000
  /// No event lasts this long, so events that began earlier contradict nothing.
  private static let reachMinutes = 2 * 1440

  init(clocks: ClockHistory, since: Instant?, limit: Int) {
    self.clocks = clocks
    reader = InstantReader(clocks)
    self.since = since
    self.limit = limit
    begin = since?.adding(minutes: -Self.reachMinutes) ?? .distantPast
    all = []
  }

  /// Events that are collected for every span of time.
  var everywhere: Set<EventID> { lasting.union(corrected).union(last.values.map(\.id)) }

  /// Whether more events must be collected for every span than a household can have.
  var isTooOdd: Bool { moved.count + lasting.count + corrected.count > 100_000 }

  /// Notes the next line.
  mutating func note(_ line: JournalLine) {
    switch line.entry {
    case .boot, .sync, .left: break
    case .foreign: foreign += 1
    case .care(let event):
      babies.insert(event.baby)
      note(event.moment.boot)
      switch event.change {
      case .added(let care): note(care, of: event)
      case .amended(let target, let patch): note(patch, of: target)
      case .deleted: break
      }
    }
  }

  private mutating func note(_ time: BootTime) {
    guard !missesBoots, lastBoot?.boot != time.boot || lastBoot?.box != time.box else { return }
    lastBoot = time
    missesBoots = clocks.history(of: time.box).lastMilliseconds(ofBoot: time.boot) == nil
  }

  private mutating func note(_ care: Care, of event: CareEvent) {
    let start = reader.instant(care.start)
    if start >= begin {
      days[Self.day(start)] += 1
      if let count = all?.count { if count < limit { all?.insert(event.id) } else { all = nil } }
    }
    guard let since, care.kind.lasts else { return }
    guard start < since else {
      if newer.count >= Self.recentEvents { (older, newer) = (newer, []) }
      newer.insert(event.id)
      return
    }
    let kind = Kind(baby: event.baby, kind: care.kind)
    if last[kind].map({ start >= $0.start }) ?? true { last[kind] = (start, event.id) }
    if care.end.map({ reader.instant($0) >= since }) ?? true, !isTooOdd { lasting.insert(event.id) }
  }

  private mutating func note(_ patch: CarePatch, of target: EventID) {
    if let time = patch.start, !isTooOdd {
      let start = reader.instant(time)
      moved[target] = (moved[target] ?? start...start).with(start)
    }
    guard let since, let end = patch.end else { return }
    if end.map({ reader.instant($0) < since }) ?? false {
      lasting.remove(target)
    } else if !isTooOdd, !newer.contains(target), !older.contains(target) {
      corrected.insert(target)
    }
  }

  private static func day(_ instant: Instant) -> Int {
    min(max(0, instant.milliseconds / dayMilliseconds), dayCount - 1)
  }

  /// Spans of time, in order and without gaps, each with at most this many events, unless one day has more.
  func stretches(of limit: Int) -> [Range<Instant>] {
    var stretches: [Range<Instant>] = []
    var (from, count) = (Instant.distantPast, 0)
    if all == nil {
      for (day, events) in days.enumerated() where events > 0 {
        let start = Instant(milliseconds: day * Self.dayMilliseconds)
        if count > 0, count + Int(events) > limit, start > from {
          stretches.append(from..<start)
          (from, count) = (start, 0)
        }
        count += Int(events)
      }
    }
    return stretches + [from..<Instant.distantFuture]
  }
}

extension Instant {
  /// From before everything to after everything.
  static let distantPast = Instant(milliseconds: .min)
  static let distantFuture = Instant(milliseconds: .max)
}

extension ClosedRange<Instant> {
  /// The smallest range that contains both.
  func with(_ other: ClosedRange) -> ClosedRange {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }

  /// The smallest range that contains an instant too.
  func with(_ instant: Instant) -> ClosedRange { with(instant...instant) }
}

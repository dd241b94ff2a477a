import CareJournal
import Nursery

/// A correction of an event that is not in memory. The log on the card has the event, and those around it that the
/// rules check.
package struct OldEvent: Hashable, Sendable {
  /// The correction.
  enum Change: Hashable, Sendable {
    case edit(LatePatch)
    case delete
  }

  /// The answer from the card.
  package enum Finding: Sendable {
    /// The request, and the events to check it against, whose times are by the wall clock.
    case wish(BabyID, CareCommand, around: [CareRecord])
    /// Why there is nothing to correct.
    case answer(BoxAnswer)
  }

  var name: EventName
  var change: Change
  /// Whose events may be corrected.
  var babies: [BabyID]
  var zone: ZoneWindow
  var now: Instant
  /// The present time on the boot clock, since the wall clock may be unknown.
  var boot: BootTime

  /// Events that are this near to a span may overlap it, in minutes. No event lasts longer.
  private static let reachMinutes = 2 * 1440

  /// Reads the whole log.
  func find<Storage: JournalStorage>(in storage: Storage) -> Finding {
    do throws(EventFault) {
      return try look(in: storage)
    } catch {
      return .answer(.failure(.io, error.text))
    }
  }

  private func look<Storage: JournalStorage>(in storage: Storage) throws(EventFault) -> Finding {
    let fold = try reading { () throws(JournalFault) in try LogFold(of: storage, about: name.matches) }
    let found = fold.logs.flatMap { baby, log in log.allRecords.map { (baby: baby, record: $0) } }
    let meant: (baby: BabyID, record: CareRecord)?
    do throws(RunFault) {
      meant = try name.chosen(of: found, id: { $0.record.id })
    } catch {
      return failure(error.message)
    }
    guard let (baby, record) = meant else {
      return failure(
        "no event ends or begins with \(name.digits); `cribside log list --days 30` shows more of them")
    }
    guard babies.contains(baby) else {
      let id = record.id.shortName
      return failure("\(id) is an event of baby \(baby.number), whom the configuration does not name")
    }
    let old = record.care.byWallClock(fold.clocks)
    var spans = [span(old)]
    if case .edit(let patch) = change {
      spans.append(span(old.patched(by: patch.patch(of: old, clocks: ClockHistory(), zone: zone, now: now))))
    }
    let around = try records(near: spans, of: baby, or: record.id, in: storage, fold.clocks)
    return .wish(baby, command(record.id, old), around: around)
  }

  private func failure(_ text: String) -> Finding { .answer(.failure(.data, text)) }

  private func command(_ id: EventID, _ care: Care) -> CareCommand {
    switch change {
    case .delete: .delete(id)
    case .edit(let patch):
      .amend(id, patch.patch(of: care, clocks: ClockHistory(), zone: zone, now: now, at: boot))
    }
  }

  /// From two days before an event to two days after it.
  private func span(_ care: Care) -> Range<Instant> {
    let clocks = ClockHistory()
    let start = clocks.resolve(care.start).instant
    let end = max(start, care.end.map { clocks.resolve($0).instant } ?? start)
    return start.adding(minutes: -Self.reachMinutes)..<end.adding(minutes: Self.reachMinutes)
  }

  private func records<Storage: JournalStorage>(
    near spans: [Range<Instant>], of baby: BabyID, or id: EventID, in storage: Storage, _ clocks: ClockHistory
  ) throws(EventFault) -> [CareRecord] {
    let events = try reading { () throws(JournalFault) in try LogEvents(of: storage, clocks: clocks) }
    let begin = spans.map(\.lowerBound).reduce(spans[0].lowerBound, min)
    let end = spans.map(\.upperBound).reduce(spans[0].upperBound, max)
    let records = try events.logs(of: begin..<end)[baby]?.allRecords ?? []
    return records.compactMap { record in
      var record = record
      record.care = record.care.byWallClock(clocks)
      let start = clocks.resolve(record.care.start).instant
      return record.id == id || spans.contains { $0.contains(start) } ? record : nil
    }
  }

  private func reading<Value>(
    _ work: () throws(JournalFault) -> Value
  ) throws(EventFault) -> Value {
    do throws(JournalFault) {
      return try work()
    } catch {
      throw .journal(error)
    }
  }
}

extension Care {
  /// The same with all times by the wall clock, since the box does not know the clocks of boots that long ago.
  fileprivate func byWallClock(_ clocks: ClockHistory) -> Care {
    func settled(_ time: EventTime) -> EventTime {
      let resolved = clocks.resolve(time)
      return resolved.isExact ? .wall(resolved.instant) : .about(resolved.instant)
    }
    return Care(kind: kind, start: settled(start), end: end.map(settled), side: side, detail: detail)
  }
}

/// An event's id as a person types it: all of it, its first characters, its last ones, or the first ones of what
/// `log list` shows, which is its end.
package struct EventName: Hashable, Sendable {
  /// Lower-case hexadecimal digits without dashes.
  package var digits: String

  /// Reads four or more digits; nil for anything else.
  package init?(_ text: String) {
    let digits = text.lowercased().filter { $0 != "-" }
    guard (4...32).contains(digits.count), digits.allSatisfy(\.isHexDigit) else { return nil }
    self.digits = digits
  }

  /// Whether it matches an event.
  package func matches(_ id: EventID) -> Bool { isShown(in: id) || id.digits.hasPrefix(digits) }

  /// Whether it is at the beginning or at the end of what `log list` shows of an id, or is a longer end of the id.
  private func isShown(in id: EventID) -> Bool {
    id.digits.hasSuffix(digits) || id.shortName.hasPrefix(digits)
  }

  /// The intended one of those that match. A match in what `log list` shows, the end of an id, has priority over a match
  /// at the beginning of another whole id.
  func chosen<Event>(of events: [Event], id: (Event) -> EventID) throws(RunFault) -> Event? {
    let shown = events.filter { isShown(in: id($0)) }
    let meant = shown.isEmpty ? events : shown
    guard meant.count < 2 else {
      let ends = meant.allSatisfy { id($0).digits.hasSuffix(digits) } ? "end" : "begin or end"
      throw RunFault(
        exit: .data,
        message: "\(meant.count) events \(ends) with \(digits); `cribside log list --json` has whole ids"
      )
    }
    return meant.first
  }
}

extension EventID {
  /// The 32 hexadecimal digits.
  package var digits: String {
    func padded(_ word: UInt64) -> String {
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return padded(high) + padded(low)
  }

  /// What a person needs to name it on the command line: the last eight digits.
  package var shortName: String { String(digits.suffix(8)) }
}

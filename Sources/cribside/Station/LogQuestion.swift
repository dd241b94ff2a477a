import CareJournal
import Nursery

/// A question about the log that is answered from the disk, whoever holds it.
struct LogQuestion: Hashable, Sendable {
  /// What is asked.
  enum Kind: Hashable, Sendable {
    /// The events that began or ended after an instant, by the clocks that told what is now.
    case list(since: Instant, now: Instant, clocks: ClockHistory)
    /// Why an event that somebody names cannot be corrected.
    case stranger(StrangeEvent)
    /// Whether every line is whole.
    case verify
  }

  var kind: Kind
  var zone: ZoneWindow
  var isJSON: Bool

  /// Reads the disk and answers.
  func answer<Storage: JournalStorage>(from storage: Storage) -> BoxAnswer {
    do throws(JournalFault) {
      switch kind {
      case .list(let since, let now, let clocks):
        let fold = try LogFold(of: storage)
        return LogListing(fold, clocks, since: since, now: now, zone: zone).answer(isJSON)
      case .stranger(let stranger): return stranger.answer(from: try LogFold(of: storage))
      case .verify: return VerifyAnswer(report: try JournalVerifier.verify(storage)).answer(isJSON)
      }
    } catch {
      return .failure(.io, error.text)
    }
  }
}

/// `cribside log list`
struct LogListing {
  private let fold: LogFold
  private let clocks: ClockHistory
  private let since: Instant
  private let zone: ZoneWindow
  /// What the pages leave out: to be mended by `log edit` or `log delete`.
  private let contradictory: Set<EventID>
  private let future: Set<EventID>

  /// A listing of the events that began or ended after an instant, or run still.
  init(_ fold: LogFold, _ clocks: ClockHistory, since: Instant, now: Instant, zone: ZoneWindow) {
    self.fold = fold
    self.clocks = clocks
    self.since = since
    self.zone = zone
    let logs = fold.logs.values
    contradictory = logs.reduce(into: []) { $0.formUnion($1.contradictory(clock: clocks, now: now)) }
    future = logs.reduce(into: []) { $0.formUnion($1.future(clock: clocks, now: now)) }
  }

  /// One line an event, oldest first.
  func answer(_ isJSON: Bool) -> BoxAnswer {
    let lines = rows.map { isJSON ? JSONWriter.text(document($0)) : text($0) }
    let leftOut = fold.leftOut.text
    guard !lines.isEmpty || isJSON else { return BoxAnswer(output: "no events\n", error: leftOut) }
    var output = lines.map { $0 + "\n" }.joined()
    if !isJSON, !fold.foreign.isEmpty {
      output += "\(fold.foreign.count) lines of a newer version are kept and not shown\n"
    }
    return BoxAnswer(output: output, error: leftOut)
  }

  private var rows: [LogRow] {
    fold.rows(by: clocks).filter { ($0.end ?? $0.start).instant >= since || $0.record.isRunning }
  }

  private func text(_ row: LogRow) -> String {
    var parts = [row.record.id.shortName, row.record.care.kind.name, mark(row.start)]
    if row.record.care.kind.lasts { parts.append("to " + (row.end.map(mark) ?? openEnd(row))) }
    if let side = row.record.care.side { parts.append(side.name) }
    if row.record.source == .motion { parts.append("(from motion)") }
    if fold.logs.count > 1 { parts.append("baby \(row.baby.number)") }
    if let remark = remark(row) { parts.append(remark) }
    return parts.joined(separator: "  ")
  }

  private func openEnd(_ row: LogRow) -> String { remark(row) == nil ? "now" : "an end that is not known" }

  /// Why the pages do not have it; nil where they do.
  private func remark(_ row: LogRow) -> String? {
    if future.contains(row.record.id) { return "(of the future, and not on the pages)" }
    return contradictory.contains(row.record.id) ? "(contradicts another, and is not on the pages)" : nil
  }

  /// A time that is only bounded by its neighbours carries `~`.
  private func mark(_ time: ClockHistory.Resolved) -> String {
    (time.isExact ? "" : "~") + ISO8601.text(time.instant, in: zone)
  }

  private func document(_ row: LogRow) -> JSONValue {
    [
      "id": .string(row.record.id.text), "baby": .integer(row.baby.number),
      "kind": .string(row.record.care.kind.name), "start": .string(ISO8601.text(row.start.instant, in: zone)),
      "end": row.end.map { .string(ISO8601.text($0.instant, in: zone)) } ?? .null,
      "side": row.record.care.side.map { .string($0.name) } ?? .null,
      "source": .string(row.record.source.name), "exact": .bool(row.isExact),
      "contradicts": .bool(contradictory.contains(row.record.id)),
      "future": .bool(future.contains(row.record.id)),
    ]
  }
}

extension Source {
  /// As in the log.
  var name: String {
    switch self {
    case .button: "button"
    case .motion: "motion"
    case .command: "command"
    case .peer: "peer"
    }
  }
}

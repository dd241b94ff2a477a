import CareJournal
import Nursery

/// `cribside log list`: one line an event, oldest first, sent as they are found.
struct LogListing<Storage: JournalStorage> {
  private let events: LogEvents<Storage>
  private let zone: ZoneWindow
  private let isJSON: Bool
  private let lines: Lines

  /// Where the lines go.
  private final class Lines {
    var writer: AnswerWriter
    var count = 0

    init(_ writer: AnswerWriter) {
      self.writer = writer
    }
  }

  /// A listing of the events that began or ended after an instant, or run still.
  ///
  /// - Parameter send: see `LogQuestion.answer`.
  init(
    of storage: Storage, _ clocks: ClockHistory, since: Instant, zone: ZoneWindow, isJSON: Bool,
    send: @escaping (String) -> Bool
  ) throws(EventFault) {
    let lines = Lines(AnswerWriter(send: send))
    do throws(JournalFault) {
      events = try LogEvents(of: storage, clocks: clocks, since: since) { lines.writer.ask() }
    } catch {
      throw .journal(error)
    }
    (self.lines, self.zone, self.isJSON) = (lines, zone, isJSON)
  }

  /// Sends the lines, and returns what there is to say at the end.
  func answer(at now: Instant) throws(EventFault) -> BoxAnswer {
    let isOfSeveral = events.survey.babies.count > 1
    try events.forEach(at: now) { row in
      lines.count += 1
      lines.writer.write((isJSON ? JSONWriter.text(document(row)) : text(row, isOfSeveral)) + "\n")
    }
    lines.writer.flush()
    return BoxAnswer(output: lastLine, error: events.survey.leftOut.text)
  }

  private var lastLine: String {
    guard !isJSON else { return "" }
    guard lines.count > 0 else { return "no events\n" }
    let foreign = events.survey.foreign
    return foreign == 0 ? "" : "\(foreign) lines of a newer version are kept and not shown\n"
  }

  private func text(_ row: LogRow, _ isOfSeveral: Bool) -> String {
    var parts = [row.record.id.shortName, row.record.care.kind.name, mark(row.start)]
    if row.record.care.kind.lasts { parts.append("to " + (row.end.map(mark) ?? openEnd(row))) }
    if let side = row.record.care.side { parts.append(side.name) }
    if row.record.source == .motion { parts.append("(from motion)") }
    if let by = row.record.by { parts.append("(by \(by.printable))") }
    if isOfSeveral { parts.append("baby \(row.baby.number)") }
    if let remark = row.remark { parts.append(words(of: remark)) }
    return parts.joined(separator: "  ")
  }

  private func openEnd(_ row: LogRow) -> String { row.remark == nil ? "now" : "an end that is not known" }

  private func words(of remark: LogRow.Remark) -> String {
    switch remark {
    case .future: "(of the future, and not on the pages)"
    case .contradicts: "(contradicts another, and is not on the pages)"
    }
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
      "source": .string(row.record.source.name), "by": row.record.by.map { .string($0) } ?? .null,
      "exact": .bool(row.isExact),
      "contradicts": .bool(row.remark == .contradicts), "future": .bool(row.remark == .future),
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

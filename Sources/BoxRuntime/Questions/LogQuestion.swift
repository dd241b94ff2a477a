import Bedside
import CareJournal
import Nursery

/// A question about the log that is answered from the card. Any thread or process may do that.
package struct LogQuestion: Hashable, Sendable {
  /// The question.
  package enum Kind: Hashable, Sendable {
    /// The events that began or ended after an instant, by the clocks that gave the present time.
    case list(since: Instant, now: Instant, clocks: ClockHistory)
    /// Whether every line is intact.
    case verify
    /// The lines byte for byte.
    case lines(LinesWish)
  }

  package var kind: Kind
  package var zone: ZoneWindow
  package var isJSON: Bool
  /// Only this baby's events; nil: all babies'.
  package var baby: BabyID?
  /// Whether deleted events are listed too.
  package var includesDeleted = false
  /// The babies' names.
  package var names: [BabyID: String] = [:]

  /// A check of the whole log.
  package static func verify(isJSON: Bool) -> LogQuestion {
    LogQuestion(kind: .verify, zone: .utc, isJSON: isJSON)
  }

  /// Reads the disk and answers, all at once.
  package func answer<Storage: JournalStorage>(from storage: Storage) -> BoxAnswer {
    let pieces = Pieces()
    var answer = answer(from: storage) { piece in
      pieces.text += piece
      return true
    }
    answer.output = pieces.text + answer.output
    return answer
  }

  private final class Pieces {
    var text = ""
  }

  /// Reads the disk and answers: sends the output in pieces, and returns the rest of it with the exit code.
  ///
  /// - Parameters:
  ///   - progress: receives how many segments a check has read, and how many there are.
  ///   - send: returns whether anyone still reads. An empty piece only asks that.
  package func answer<Storage: JournalStorage>(
    from storage: Storage, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
    send: @escaping (String) -> Bool
  ) -> BoxAnswer {
    guard send("") else { return BoxAnswer() }
    do throws(EventFault) {
      switch kind {
      case .list(let since, let now, let clocks):
        let listing = try LogListing(
          of: storage, clocks, since: since, question: self, send: send)
        return try listing.answer(at: now)
      case .lines(let wish):
        return try LineExtract(wish: wish).answer(from: storage, send: send)
      case .verify: return VerifyAnswer(report: try report(on: storage, progress)).answer(isJSON)
      }
    } catch {
      return .failure(.io, error.text)
    }
  }

  private func report<Storage: JournalStorage>(
    on storage: Storage, _ progress: (Int, Int) -> Void
  ) throws(EventFault) -> JournalReport {
    do throws(JournalFault) {
      return try JournalVerifier.verify(storage, progress: progress)
    } catch {
      throw .journal(error)
    }
  }
}

/// `cribside log list`: one line an event, oldest first, sent as they are found.
struct LogListing<Storage: JournalStorage> {
  private let events: LogEvents<Storage>
  private let question: LogQuestion
  private let since: Instant
  private let lines: Lines
  /// The box whose log it is; events of other boxes show their box.
  private let own: String?

  /// The receiver of the lines.
  private final class Lines {
    var writer: AnswerWriter
    var count = 0

    init(_ writer: AnswerWriter) { self.writer = writer }
  }

  /// A listing of the events that began or ended after an instant, or are in progress.
  ///
  /// - Parameter send: see `LogQuestion.answer`.
  init(
    of storage: Storage, _ clocks: ClockHistory, since: Instant, question: LogQuestion,
    send: @escaping (String) -> Bool
  ) throws(EventFault) {
    let lines = Lines(AnswerWriter(send: send))
    do throws(JournalFault) {
      events = try LogEvents(of: storage, clocks: clocks, since: since) { lines.writer.ask() }
    } catch {
      throw .journal(error)
    }
    (self.lines, self.question, self.since) = (lines, question, since)
    own = Journal<Storage>.owner(of: storage)
  }

  /// Sends the lines, and returns the remarks at the end.
  func answer(at now: Instant) throws(EventFault) -> BoxAnswer {
    let isOfSeveral = max(events.survey.babies.count, question.names.count) > 1
    try events.forEach(at: now, includesDeleted: question.includesDeleted) { row in
      guard question.baby == nil || row.baby == question.baby else { return }
      lines.count += 1
      let text = question.isJSON ? JSONWriter.text(document(row)) : text(row, isOfSeveral, at: now)
      lines.writer.write(text + "\n")
    }
    lines.writer.flush()
    return BoxAnswer(output: lastLine(at: now), error: events.survey.leftOut.text)
  }

  private func lastLine(at now: Instant) -> String {
    guard !question.isJSON else { return "" }
    guard lines.count > 0 else {
      let days = since.minutes(until: now) / 1440
      return "no events in the last \(days) days; `--days` goes back further\n"
    }
    let foreign = events.survey.foreign
    return foreign == 0 ? "" : "\(foreign) lines of a newer version are kept and not shown\n"
  }

  /// One line for an event. Its columns have fixed widths, because lines are sent as they are found.
  private func text(_ row: LogRow, _ isOfSeveral: Bool, at now: Instant) -> String {
    let care = row.record.care
    var columns = [(row.record.id.shortName, 8), (care.kind.name, 8), (start(row), 17)]
    columns.append((care.kind.lasts ? end(row) : "", 8))
    columns.append((care.kind.lasts ? duration(row, at: now) : "", 8))
    if isOfSeveral { columns.append((name(of: row.baby), 8)) }
    let notes = [care.side?.name].compactMap { $0 } + care.detail.words
    let line = columns.map { $0.0.padded(to: $0.1) } + notes + remarks(row)
    return line.joined(separator: "  ").trimmingBlanksAtEnd
  }

  private func remarks(_ row: LogRow) -> [String] {
    let by = row.record.by.map { "(by \($0.printable))" }
    let place = row.box.isEmpty || row.box == own ?? row.box ? nil : "(at box \(row.box.printable))"
    return (row.record.source == .motion ? ["(from motion)"] : [])
      + [by, place, row.remark.map(words)].compactMap { $0 }
  }

  private func name(of baby: BabyID) -> String { question.names[baby]?.printable ?? "baby \(baby.number)" }

  private func start(_ row: LogRow) -> String { mark(row.start) + question.zone.text(row.start.instant) }

  /// The time of the end, without the date: no event lasts long enough to need it.
  private func end(_ row: LogRow) -> String {
    guard let end = row.end else { return row.remark == nil ? "–now" : "–?" }
    return "–" + mark(end) + question.zone.civil(end.instant).time.text
  }

  private func duration(_ row: LogRow, at now: Instant) -> String {
    guard let end = row.end?.instant ?? (row.remark == nil ? now : nil) else { return "" }
    // Computed from whole minutes, like the printed times.
    let minutes = max(0, end.minute - row.start.instant.minute)
    return Words.english.duration(minutes: minutes)
  }

  private func words(of remark: LogRow.Remark) -> String {
    switch remark {
    case .deleted: "(deleted)"
    case .future: "(of the future, and not on the pages)"
    case .contradicts: "(not ended, or contradicts another, and is not on the pages)"
    }
  }

  /// `~` for a time that is only bounded.
  private func mark(_ time: ClockHistory.Resolved) -> String { time.isExact ? "" : "~" }

  private func document(_ row: LogRow) -> JSONValue {
    let document: JSONValue = [
      "id": .string(row.record.id.text), "baby": .integer(row.baby.number),
      "kind": .string(row.record.care.kind.name),
      "start": .string(ISO8601.text(row.start.instant, in: question.zone)),
      "end": row.end.map { .string(ISO8601.text($0.instant, in: question.zone)) } ?? .null,
      "side": .string(row.record.care.side?.name),
      "source": .string(row.record.source.name), "by": .string(row.record.by),
      "box": row.box.isEmpty ? .null : .string(row.box),
      "exact": .bool(row.isExact),
      "contradicts": .bool(row.remark == .contradicts), "future": .bool(row.remark == .future),
    ]
    return document.adding(
      row.record.care.detail.fields + [
        ("deleted", row.record.isDeleted ? true : nil),
        ("endLine", question.includesDeleted ? row.endLine.map { .string($0.text) } : nil),
      ])
  }
}

extension CareDetail {
  /// The known fields, as on a line of the log.
  fileprivate var fields: [(key: String, value: JSONValue?)] {
    [
      ("ml", amountMilliliters.map { .integer($0) }), ("milk", milk.map { .string($0.name) }),
      ("nappy", nappy.map { .string($0.name) }), ("medicine", medicine.map { .string($0) }),
    ]
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate var trimmingBlanksAtEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }
}

extension JSONValue {
  /// The same object without the members that have no value.
  fileprivate func adding(_ fields: [(key: String, value: JSONValue?)]) -> JSONValue {
    guard case .object(let members) = kind else { return self }
    return .object(
      members + fields.compactMap { field in field.value.map { Member(key: field.key, value: $0) } })
  }
}

extension Source {
  /// As in the log.
  package var name: String {
    switch self {
    case .button: "button"
    case .motion: "motion"
    case .command: "command"
    case .peer: "peer"
    }
  }
}

/// One event of a log as it is now, in civil time.
package struct LogRow: Hashable, Sendable {
  /// Why the pages leave an event out.
  enum Remark: Hashable, Sendable {
    case contradicts
    case deleted
    case future
  }

  package var baby: BabyID
  package var record: CareRecord
  package var start: ClockHistory.Resolved
  /// Nil while it is in progress, and for kinds without an end.
  package var end: ClockHistory.Resolved?
  /// Nil for events that the pages show.
  var remark: Remark?
  /// The line that gave it its last end, also if that end was removed since.
  var endLine: EventID?
  /// The box whose line added it; empty if that is not known.
  var box = ""

  /// Whether all of its times are exact.
  package var isExact: Bool { start.isExact && end?.isExact != false }
  /// Whether the pages show it.
  package var isShown: Bool { remark == nil }

  /// The order in lists.
  static func isEarlier(_ one: LogRow, than other: LogRow) -> Bool {
    (one.start.instant, one.baby.number, one.record.id.low)
      < (other.start.instant, other.baby.number, other.record.id.low)
  }
}

extension CareLog {
  /// Every event, with times by these clocks; without the deleted ones unless they are wanted.
  package func rows(by clocks: ClockHistory, includesDeleted: Bool = false) -> [LogRow] {
    allRecords.filter { includesDeleted || !$0.isDeleted }.map { record in
      LogRow(
        baby: baby, record: record, start: clocks.resolve(record.care.start),
        end: record.care.end.map(clocks.resolve), remark: record.isDeleted ? .deleted : nil,
        endLine: endLine(of: record), box: stamp(of: record.id)?.box ?? "")
    }
  }
}

/// Lines of the log, byte for byte: another program needs them to have the same diary.
struct LineExtract {
  let wish: LinesWish

  /// Sends the lines in pieces, and returns the end of the answer.
  func answer<Storage: JournalStorage>(
    from storage: Storage, send: @escaping (String) -> Bool
  ) throws(EventFault) -> BoxAnswer {
    var writer = AnswerWriter(send: send)
    var found = LowestLines(limit: wish.limit)
    var count = 0
    do throws(JournalFault) {
      let losses = try LogLines.read(
        from: storage, after: wish.after, where: { _ in count < wish.limit && writer.ask() }
      ) { line, text in
        guard count < wish.limit, line.sequence > wish.after[line.box] ?? 0, isSynced(line) else { return }
        guard !wish.lowestFirst else { return found.add(text, number: line.sequence) }
        count += 1
        writer.write(String(decoding: text, as: UTF8.self) + "\n")
      }
      for line in found.sorted { writer.write(String(decoding: line, as: UTF8.self) + "\n") }
      writer.flush()
      return BoxAnswer(error: LeftOut(damaged: losses.damaged, unreadable: losses.unreadable).text)
    } catch {
      throw .journal(error)
    }
  }

  /// Whether the card certainly has the line. A line that a power cut may still remove must not be copied elsewhere.
  private func isSynced(_ line: JournalLine) -> Bool {
    wish.through.map { line.sequence <= $0[line.box] ?? 0 } ?? true
  }
}

/// The lines with the lowest numbers. Lines that came back from another box stand in the log behind higher ones.
private struct LowestLines {
  let limit: Int
  private var lines: [(number: Int, text: [UInt8])] = []
  /// Above this number there are enough lines.
  private var highest = Int.max

  init(limit: Int) { self.limit = limit }

  mutating func add(_ text: ArraySlice<UInt8>, number: Int) {
    guard number < highest else { return }
    lines.append((number, Array(text)))
    guard lines.count >= 2 * limit else { return }
    lines = Array(lines.sorted { $0.number < $1.number }.prefix(limit))
    highest = lines[limit - 1].number
  }

  var sorted: [[UInt8]] { lines.sorted { $0.number < $1.number }.prefix(limit).map { $0.text } }
}

/// Which lines of the log are requested.
package struct LinesWish: Hashable, Sendable {
  /// The maximum number of lines in one answer.
  static let limit = 500

  /// The last number that the client has, by box; of a box that is not named, all lines are sent.
  var after: [String: Int]
  /// The maximum number of lines.
  var limit = Self.limit
  /// Whether to send the lines with the lowest numbers, by number, and not the first ones in the order of the log.
  var lowestFirst = false
  /// The last number of each box that is known to be synced; later lines may still be lost. Nil if no box runs.
  var through: [String: Int]?

  /// Reads `{"after":{"7c1e9a04b2d1":12},"limit":500,"lowestFirst":true}`; each may be missing.
  init(from fields: inout Fields) throws(FieldFault) {
    lowestFirst = try fields.optional("lowestFirst", as: .bool) ?? false
    limit = try fields.optional("limit", as: .integer(in: 1...Self.limit)) ?? Self.limit
    after = try fields.numbersByBox("after")
  }
}

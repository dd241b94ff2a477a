import CareJournal
import Nursery

/// The events of a table that was read: our own, or one of Baby Buddy's, told apart by their columns.
struct EventTable {
  /// Whose events: everybody's by number, or one baby's whatever the number.
  let baby: BabyID?
  /// When the table is taken in.
  let moment: Moment
  private(set) var drafts: [JournalDraft] = []
  /// Rows of what the log has no kind for.
  private(set) var foreignRows = 0
  /// Rows whose amount or notes are not kept.
  private(set) var shortenedRows = 0
  /// Rows whose times were known within bounds only.
  private(set) var uncertainRows = 0
  /// Rows of what lasts more than a day, and of what has begun and not ended.
  private(set) var longRows = 0
  private(set) var openRows = 0
  private var zone: ZoneYears
  /// What each id stands for, and the line that said so first.
  private var told: [EventID: (line: Int, baby: BabyID, care: Care)] = [:]

  private enum Shape {
    case own
    case sleep
    case feeding
  }

  /// Reads a table; the first row that is wrong is named. Times without an offset are the zone's.
  init(_ bytes: [UInt8], baby: BabyID?, zone: ZoneWindow, at moment: Moment) throws(FieldFault) {
    self.baby = baby
    self.moment = moment
    self.zone = ZoneYears(zone)
    let table = try CSVTable(bytes)
    let shape = try Self.shape(table.columns)
    for row in table.rows {
      switch shape {
      case .own: try takeOwn(row)
      case .sleep: try takeSleep(row)
      case .feeding: try takeFeeding(row)
      }
    }
  }

  private static func shape(_ columns: [String]) throws(FieldFault) -> Shape {
    func has(_ names: [String]) -> Bool { names.allSatisfy(columns.contains) }
    if has(["baby", "kind", "start"]) { return .own }
    if has(["child_id", "start", "end", "type", "method"]) { return .feeding }
    if has(["child_id", "start", "end"]) { return .sleep }
    throw FieldFault(
      path: "", line: 1,
      expected: "the columns baby,kind,start, or child_id,start,end with or without type,method",
      found: columns.joined(separator: ","))
  }

  // MARK: Rows

  private mutating func takeOwn(_ row: CSVTable.Row) throws(FieldFault) {
    let kinds: [CareKind] = [.sleep, .nursing, .bottle, .wake, .dreamFeedDismissed]
    guard let kind = kinds.first(where: { $0.name == row["kind"] }) else {
      throw row.fault("kind", expected: "one of " + kinds.map(\.name).joined(separator: ", "))
    }
    let sides: [NursingSide] = [.left, .right, .both]
    let side = sides.first { $0.name == row["side"] }
    guard side != nil || row["side"] == nil else { throw row.fault("side", expected: "left, right or both") }
    let id = row["id"].flatMap { EventID(text: $0) }
    guard id != nil || row["id"] == nil else {
      throw row.fault("id", expected: "an id as exported, or nothing")
    }
    let (start, end) = (try time("start", of: row), row["end"] == nil ? nil : try time("end", of: row))
    var care = Care(kind: kind, start: .wall(start), end: end.map(EventTime.wall), side: side)
    if try !isExact(row) {
      uncertainRows += 1
      // Which of the two it was the row does not tell.
      (care.start, care.end) = (care.start.roughly, care.end?.roughly)
    }
    try add(care, from: start, to: end, id: id, baby: try number("baby", of: row), row)
  }

  private func isExact(_ row: CSVTable.Row) throws(FieldFault) -> Bool {
    switch row["exact"] {
    case "yes", nil: return true
    case "no": return false
    default: throw row.fault("exact", expected: "yes, no or nothing")
    }
  }

  private mutating func takeSleep(_ row: CSVTable.Row) throws(FieldFault) {
    if row["notes"] != nil { shortenedRows += 1 }
    let (start, end) = (try time("start", of: row), try time("end", of: row))
    let care = Care(kind: .sleep, start: .wall(start), end: .wall(end))
    try add(care, from: start, to: end, id: nil, baby: try number("child_id", of: row), row)
  }

  private mutating func takeFeeding(_ row: CSVTable.Row) throws(FieldFault) {
    guard let type = row["type"], BabyBuddyWords.types.contains(type) else {
      throw row.fault("type", expected: "one of " + BabyBuddyWords.types.joined(separator: ", "))
    }
    guard let method = row["method"], BabyBuddyWords.methods.contains(method) else {
      throw row.fault("method", expected: "one of " + BabyBuddyWords.methods.joined(separator: ", "))
    }
    let (start, end) = (try time("start", of: row), try time("end", of: row))
    let baby = try number("child_id", of: row)
    let side = BabyBuddyWords.breasts.first { $0.word == method }?.side
    guard side != nil || method == BabyBuddyWords.bottle else {
      foreignRows += 1
      return
    }
    if row["notes"] != nil || row["amount"] != nil { shortenedRows += 1 }
    let kind = side == nil ? CareKind.bottle : .nursing
    let care = Care(kind: kind, start: .wall(start), end: .wall(end), side: side)
    try add(care, from: start, to: end, id: nil, baby: baby, row)
  }

  private mutating func add(
    _ care: Care, from start: Instant, to end: Instant?, id: EventID?, baby: BabyID, _ row: CSVTable.Row
  ) throws(FieldFault) {
    if let end, end < start { throw row.fault("end", expected: "no earlier than start") }
    var care = care
    if !care.kind.lasts { care.end = nil }
    if care.kind.lasts, end == nil { openRows += 1 }
    if care.kind.lasts, let end, start.minutes(until: end) > Self.longMinutes { longRows += 1 }
    if care.kind != .nursing { care.side = nil }
    let content = [
      "\(baby.number)", care.kind.name, "\(start.milliseconds)",
      care.end == nil ? "" : end.map { "\($0.milliseconds)" } ?? "", care.side?.name ?? "",
    ]
    let id = id ?? EventID(derivedFrom: content, milliseconds: start.milliseconds)
    try note(id, care, of: baby, row)
    drafts.append(
      .care(CareEvent(id: id, baby: baby, moment: moment, source: .command, change: .added(care))))
  }

  /// One of two rows that say different things of one event would be passed over.
  private mutating func note(
    _ id: EventID, _ care: Care, of baby: BabyID, _ row: CSVTable.Row
  ) throws(FieldFault) {
    guard let first = told[id] else {
      told[id] = (row.line, baby, care)
      return
    }
    guard first.baby == baby, first.care == care else {
      throw row.fault("id", expected: "another id than line \(first.line) has, which tells of another event")
    }
  }

  /// Longer than anybody sleeps: an end was forgotten.
  private static let longMinutes = 1_440

  // MARK: Fields

  private func number(_ column: String, of row: CSVTable.Row) throws(FieldFault) -> BabyID {
    guard let number = row[column].flatMap({ Int($0) }), baby != nil || (1...9).contains(number) else {
      throw row.fault(column, expected: "a number from 1 to 9; with --baby, any number")
    }
    return baby ?? BabyID(number: number)
  }

  /// A field's time; one without an offset is the zone's.
  private mutating func time(_ column: String, of row: CSVTable.Row) throws(FieldFault) -> Instant {
    let fault = row.fault(
      column, expected: "a time: 2026-02-11 07:05:00, or with an offset such as -05:00 after it")
    switch row[column].flatMap({ TableTime($0) }) {
    case .exact(let instant)? where isPlausible(instant): return try past(instant, column, of: row)
    case .civil(let reading)? where isPlausible(reading): return try past(local(reading), column, of: row)
    default: throw fault
    }
  }

  /// Refuses what has not happened yet by a clock that is right.
  private func past(_ instant: Instant, _ column: String, of row: CSVTable.Row) throws(FieldFault) -> Instant
  {
    if moment.trust == .synced, let now = moment.wall,
      instant > now.adding(minutes: Self.clockToleranceMinutes)
    {
      throw row.fault(column, expected: "a time that is not in the future")
    }
    return instant
  }

  /// 1970 to 2099: another year is a mistake in a table. A log may tell of any, since a clock may have said anything.
  static let plausible = Instant(milliseconds: 0)...Instant(milliseconds: 4_102_444_800_000)

  /// Two clocks differ that much, as they may in an event of the box.
  static let clockToleranceMinutes = 2

  private func isPlausible(_ instant: Instant) -> Bool { Self.plausible.contains(instant) }

  /// What a reading of the wall clock, taken for UTC, is in the zone.
  private mutating func local(_ civil: Instant) -> Instant {
    let (date, time) = ZoneWindow.utc.civil(civil)
    let minute = ZoneWindow.utc.instant(date, time)
    let instant = zone.window(around: civil).instant(date, time)
    return Instant(milliseconds: instant.milliseconds + civil.milliseconds - minute.milliseconds)
  }
}

extension EventID {
  /// The id of an event that came without one: the same content has the same id, so that it is taken in once.
  init(derivedFrom content: [String], milliseconds: Int) {
    let bytes = Array(content.joined(separator: "|").utf8)
    self.init(milliseconds: milliseconds, random: (FNV1a.hash(bytes.reversed()), FNV1a.hash(bytes)))
  }
}

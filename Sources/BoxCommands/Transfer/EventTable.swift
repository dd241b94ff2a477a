import BoxRuntime
import CareJournal
import Nursery

/// Reads the events of a table: our own, or one of Baby Buddy's, which the columns distinguish.
struct EventTable {
  /// The result of a row.
  struct Event {
    var event: CareEvent
    /// The same for all rows with the same content.
    var content: UInt64
    /// Identifies an event of the same baby and kind, whatever its id: see `EventSpan`.
    var spans: [EventSpan]
    /// Whether the row has an id of its own, since a box exported it.
    var hasID: Bool
  }

  /// The baby of all rows, whatever number they have; nil if each row's own number counts.
  let baby: BabyID?
  /// When the table is imported.
  let moment: Moment
  /// Rows of a kind that the log does not have.
  private(set) var foreignRows = 0
  /// Rows whose amount or notes are not kept.
  private(set) var shortenedRows = 0
  /// Rows whose times were known only within bounds.
  private(set) var uncertainRows = 0
  /// Rows with times in the hour that occurs twice, which do not say which of the two hours is meant.
  private(set) var ambiguousRows = 0
  /// Rows of events that have begun and not ended.
  private(set) var openRows = 0
  /// Rows with a time in the hour that occurs twice when clocks go back. They end before they start, whichever of the
  /// two hours is meant.
  private(set) var backwardRows = 0
  /// Rows of our own table that last more than a day, and the line of the first.
  private(set) var longRows = (count: 0, firstLine: 0)
  private let shape: Shape
  private var zone: ZoneYears

  private enum Shape {
    case own
    case sleep
    case feeding
  }

  /// A table with these columns. Times without an offset are in the zone. Throws if the columns are of no known table.
  init(_ columns: [String], baby: BabyID?, zone: ZoneWindow, at moment: Moment) throws(FieldFault) {
    self.baby = baby
    self.moment = moment
    self.zone = ZoneYears(zone)
    shape = try Self.shape(columns)
  }

  /// Reads a row; nil for an event of a kind that the log does not have.
  mutating func event(in row: CSVTable.Row) throws(FieldFault) -> Event? {
    switch shape {
    case .own: try own(row)
    case .sleep: try sleep(row)
    case .feeding: try feeding(row)
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

  private mutating func own(_ row: CSVTable.Row) throws(FieldFault) -> Event? {
    let kinds = CareKind.all
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
    // A row with an id was exported by a box, and must be importable again.
    let times =
      id == nil ? try times(of: row, hasEnd: row["end"] != nil) : try exportedTimes(of: row)
    guard let times else { return nil }
    var care = Care(
      kind: kind, start: .wall(times.start), end: times.end.map(EventTime.wall), side: side,
      detail: try detail(of: row))
    if try !isExact(row) {
      uncertainRows += 1
      // The row does not say which of its two times was uncertain.
      (care.start, care.end) = (care.start.roughly, care.end?.roughly)
    }
    return try event(care, times, of: row, id: id, baby: try number("baby", of: row))
  }

  private func detail(of row: CSVTable.Row) throws(FieldFault) -> CareDetail {
    var detail = CareDetail(medicine: row["medicine"])
    if let text = row["ml"] {
      guard let amount = Int(text), CareDetail.amountsMilliliters.contains(amount) else {
        throw row.fault("ml", expected: "1 to 1000")
      }
      detail.amountMilliliters = amount
    }
    if let text = row["milk"] {
      detail.milk = [Milk.formula, .breast].first { $0.name == text }
      guard detail.milk != nil else { throw row.fault("milk", expected: "formula or breast") }
    }
    if let text = row["nappy"] {
      detail.nappy = [NappyContents.wet, .dirty, .both].first { $0.name == text }
      guard detail.nappy != nil else { throw row.fault("nappy", expected: "wet, dirty or both") }
    }
    guard detail.medicine.map({ $0.count <= CareDetail.medicineLimit }) ?? true else {
      throw row.fault("medicine", expected: "at most \(CareDetail.medicineLimit) characters")
    }
    return detail
  }

  private func isExact(_ row: CSVTable.Row) throws(FieldFault) -> Bool {
    switch row["exact"] {
    case "yes", nil: return true
    case "no": return false
    default: throw row.fault("exact", expected: "yes, no or nothing")
    }
  }

  private mutating func sleep(_ row: CSVTable.Row) throws(FieldFault) -> Event? {
    if row["notes"] != nil { shortenedRows += 1 }
    guard let times = try times(of: row, hasEnd: true) else { return nil }
    let care = Care(kind: .sleep, start: .wall(times.start), end: times.end.map(EventTime.wall))
    return try event(care, times, of: row, id: nil, baby: try number("child_id", of: row))
  }

  private mutating func feeding(_ row: CSVTable.Row) throws(FieldFault) -> Event? {
    guard let type = row["type"], BabyBuddyWords.types.contains(type) else {
      throw row.fault("type", expected: "one of " + BabyBuddyWords.types.joined(separator: ", "))
    }
    guard let method = row["method"], BabyBuddyWords.methods.contains(method) else {
      throw row.fault("method", expected: "one of " + BabyBuddyWords.methods.joined(separator: ", "))
    }
    let baby = try number("child_id", of: row)
    guard let times = try times(of: row, hasEnd: true) else { return nil }
    let side = BabyBuddyWords.breasts.first { $0.word == method }?.side
    guard side != nil || method == BabyBuddyWords.bottle else {
      foreignRows += 1
      return nil
    }
    // Baby Buddy keeps amounts without a unit: less than 15 cannot be millilitres.
    let amount = row["amount"].flatMap { MilkAmount($0) }.flatMap { $0.milliliters < 15 ? nil : $0 }
    if row["notes"] != nil || row["amount"] != nil && (amount == nil || side != nil) { shortenedRows += 1 }
    let kind = side == nil ? CareKind.bottle : .nursing
    let care = Care(
      kind: kind, start: .wall(times.start), end: times.end.map(EventTime.wall), side: side,
      detail: CareDetail(amountMilliliters: amount?.milliliters, milk: BabyBuddyWords.milk(type)))
    return try event(care, times, of: row, id: nil, baby: baby)
  }

  private mutating func event(
    _ told: Care, _ times: Times, of row: CSVTable.Row, id: EventID?, baby: BabyID
  ) throws(FieldFault) -> Event {
    var care = told
    if times.readings.contains(where: { $0.start != times.start || $0.end != times.end }) {
      ambiguousRows += 1
      (care.start, care.end) = (care.start.roughly, care.end?.roughly)
    }
    if !care.kind.lasts { care.end = nil }
    if care.kind.lasts, times.end == nil { openRows += 1 }
    if care.kind.lasts, let end = times.end, times.start.minutes(until: end) > Self.longMinutes {
      // The box must be able to import everything that it exports.
      guard shape == .own else { throw row.fault("end", expected: "a time at most a day after the start") }
      if longRows.count == 0 { longRows.firstLine = row.line }
      longRows.count += 1
    }
    if care.kind != .nursing { care.side = nil }
    care.detail = care.detail.restricted(to: care.kind)
    let content =
      [
        "\(baby.number)", care.kind.name, "\(times.start.milliseconds)",
        care.end == nil ? "" : times.end.map { "\($0.milliseconds)" } ?? "", care.side?.name ?? "",
      ]
      + care.detail.words
    let hasID = id != nil
    let id = id ?? EventID(derivedFrom: content, milliseconds: times.start.milliseconds)
    let isExact = if case .wall = care.start { "" } else { "~" }
    let event = CareEvent(id: id, baby: baby, moment: moment, source: .command, change: .added(care))
    return Event(
      event: event, content: FNV1a.hash(Array((content + [isExact]).joined(separator: "|").utf8)),
      spans: times.readings.map { EventSpan(baby: baby, kind: care.kind, start: $0.start, end: $0.end) },
      hasID: hasID)
  }

  /// If a sleep or feed is longer than this, its end was forgotten. Other events between its start and its end would be
  /// lost.
  private static let longMinutes = 1_440

  // MARK: Fields

  private func number(_ column: String, of row: CSVTable.Row) throws(FieldFault) -> BabyID {
    guard let number = row[column].flatMap({ Int($0) }), baby != nil || (1...9).contains(number) else {
      throw row.fault(column, expected: "a number from 1 to 9; with --baby, any number")
    }
    return baby ?? BabyID(number: number)
  }

  /// The time of a row's event.
  private struct Times {
    var start: Instant
    var end: Instant?
    /// Every start and end that the row may mean, beginning with the event's own. If the wall clock went back, it is
    /// not known which of two hours it showed.
    var readings: [(start: Instant, end: Instant?)]
  }

  /// The times of a row; nil if the row is left out. If two hours are possible, the first start that has an end at or
  /// after it is used, with the first such end.
  private mutating func times(of row: CSVTable.Row, hasEnd: Bool) throws(FieldFault) -> Times? {
    let starts = try instants("start", of: row)
    guard hasEnd else { return Times(start: starts[0], end: nil, readings: starts.map { ($0, nil) }) }
    let ends = try instants("end", of: row)
    let readings = starts.flatMap { start in
      ends.filter { $0 >= start }.map { (start: start, end: Optional($0)) }
    }
    if let first = readings.first { return Times(start: first.start, end: first.end, readings: readings) }
    guard starts.count + ends.count > 2 else { throw row.fault("end", expected: "no earlier than start") }
    backwardRows += 1
    return nil
  }

  /// The times of a row that a box has exported. A wrong clock may have made them odd, but they are those of the log.
  private mutating func exportedTimes(of row: CSVTable.Row) throws(FieldFault) -> Times? {
    guard case .exact(let start)? = row["start"].flatMap({ TableTime($0) }) else {
      return try times(of: row, hasEnd: row["end"] != nil)
    }
    guard let text = row["end"] else { return Times(start: start, end: nil, readings: [(start, nil)]) }
    guard case .exact(let end)? = TableTime(text) else { return try times(of: row, hasEnd: true) }
    return Times(start: start, end: end, readings: [(start, end)])
  }

  /// A field's time. A time without an offset is in the zone, and is two times if the clocks go back over it.
  private mutating func instants(_ column: String, of row: CSVTable.Row) throws(FieldFault) -> [Instant] {
    switch row[column].flatMap({ TableTime($0) }) {
    case .exact(let instant)? where isPlausible(instant): return [try past(instant, column, of: row)]
    case .civil(let reading)? where isPlausible(reading):
      let times = local(reading)
      _ = try past(times[0], column, of: row)
      return times
    default:
      throw row.fault(
        column, expected: "a time: 2026-02-11 07:05:00, or with an offset such as -05:00 after it")
    }
  }

  /// Throws for an instant in the future, if the clock is right.
  private func past(_ instant: Instant, _ column: String, of row: CSVTable.Row) throws(FieldFault) -> Instant
  {
    if moment.trust.isSet, let now = moment.wall,
      instant > now.adding(minutes: Self.clockToleranceMinutes)
    {
      throw row.fault(column, expected: "a time that is not in the future")
    }
    return instant
  }

  /// 1970 to 2099: another year is a mistake in a table. A log may contain any year, since a clock may have shown
  /// anything.
  static let plausible = Instant(milliseconds: 0)...Instant(milliseconds: 4_102_444_800_000)

  /// How many minutes two clocks may differ, even in an event of the box.
  static let clockToleranceMinutes = 2

  private func isPlausible(_ instant: Instant) -> Bool { Self.plausible.contains(instant) }

  /// The instants at which the zone's wall clock shows a reading, which is given as if it were UTC. There are two if
  /// the clocks go back over it.
  private mutating func local(_ civil: Instant) -> [Instant] {
    let (date, time) = ZoneWindow.utc.civil(civil)
    let window = zone.window(around: civil)
    let first = window.instant(date, time)
    let later = window.offsetSeconds(at: first.adding(minutes: 1440))
    let second = Instant(milliseconds: first.milliseconds + (window.offsetSeconds(at: first) - later) * 1000)
    let isRepeated = second > first && window.civil(second) == (date, time)
    let seconds = civil.milliseconds - ZoneWindow.utc.instant(date, time).milliseconds
    return (isRepeated ? [first, second] : [first]).map { Instant(milliseconds: $0.milliseconds + seconds) }
  }
}

extension EventID {
  /// The id of an event that came without one: the same content has the same id, so that it is imported only once.
  package init(derivedFrom content: [String], milliseconds: Int) {
    let bytes = Array(content.joined(separator: "|").utf8)
    self.init(milliseconds: milliseconds, random: (FNV1a.hash(bytes.reversed()), FNV1a.hash(bytes)))
  }
}

/// Columns and words of Baby Buddy's tables of sleep and of feedings, as in its own import tests
/// (github.com/babybuddy/babybuddy, core/tests/import/sleep.csv and feeding.csv).
enum BabyBuddyWords {
  static let sleepColumns = ["child_id", "start", "end", "notes"]
  static let feedingColumns = ["child_id", "start", "end", "type", "method", "amount", "notes"]
  static let types = ["breast milk", "formula", "fortified breast milk", "solid food"]

  /// The word for a milk.
  static func type(_ milk: Milk) -> String { types[milk == .breast ? 0 : 1] }

  /// The milk for a word; nil for solid food.
  static func milk(_ type: String) -> Milk? {
    switch type {
    case "breast milk", "fortified breast milk": .breast
    case "formula": .formula
    default: nil
    }
  }

  static let bottle = "bottle"
  static let breasts: [(word: String, side: NursingSide)] = [
    ("left breast", .left), ("right breast", .right), ("both breasts", .both),
  ]
  /// Ways of feeding for which this log has no kind.
  static let otherMethods = ["parent fed", "self fed"]

  static var methods: [String] { [bottle] + breasts.map(\.word) + otherMethods }

  /// The word for a breast; a nursing whose side is not known counts as both.
  static func method(_ side: NursingSide?) -> String {
    breasts.first { $0.side == side ?? .both }?.word ?? bottle
  }
}

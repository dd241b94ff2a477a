import BoxRuntime
import CareJournal
import Nursery

/// The position of each record of a text, its event, and whether it is imported. It takes 72 bytes per record, and the
/// text is not held.
struct ImportIndex {
  /// One record.
  struct Entry {
    /// The decision about it.
    enum Fate: UInt8 {
      /// It is imported.
      case fresh
      /// The log has it, or an earlier record is the same.
      case known
      /// It is a row that overlaps an event of the log, which counts.
      case overlapping
    }

    var id: EventID
    /// The event that it corrects; its own id for any other record.
    var about: EventID
    var content: UInt64
    /// When its event began, in milliseconds; nil if nothing shows it.
    var time: Int?
    /// It stands at this place because `time` leaves a byte free for it.
    var fate = Fate.fresh
    /// Whether it is a copy of a line that the text may have too.
    var isCopy = false
    var offset: UInt32
    var length: UInt32
    /// The line of the text on which it begins, from 1.
    var line: UInt32
    /// The line on which the record of its event begins; its own line if that is unknown.
    var group: UInt32
    /// For a correction: its place among all corrections in the text, from 1.
    var rank: UInt32 = 0

    var isCorrection: Bool { about != id }
  }

  /// How many lines an import may have, and a log after it. The first start after an import may have to read all of
  /// them, at 0.3 KB each. 128 MiB are enough for that.
  static let limit = 300_000

  /// How many events and corrections may lie within `CareFold.heldDays`, since a start holds all of them.
  static let heldLimit = 50_000

  private(set) var entries: [Entry]
  /// Positions in `entries`, by id, originals before copies, and then in the order of the text.
  private var byID: [UInt32] = []
  /// The corrections, until their ranks are known.
  private var corrections: [(place: Int, stamp: LineStamp)]

  /// An index without records. It reserves room for all that may come: unused room costs no memory, and to grow it
  /// would need the old room beside the new one.
  init() {
    (entries, corrections) = ([], [])
    entries.reserveCapacity(Self.limit)
    corrections.reserveCapacity(Self.limit)
  }

  /// Adds the next record.
  mutating func append(_ record: ImportRecord, _ item: ImportReader.Item) throws(FieldFault) {
    guard entries.count < Self.limit else {
      throw FieldFault(
        path: "", line: record.line, expected: "at most \(Self.limit) events and corrections", found: "more")
    }
    let line = UInt32(clamping: record.line)
    entries.append(
      Entry(
        id: item.draft.id, about: item.draft.event?.about ?? item.draft.id,
        content: item.content, time: item.draft.span?.lowerBound.milliseconds, isCopy: item.isCopy,
        offset: UInt32(record.offset), length: UInt32(record.bytes.count), line: line, group: line))
    if entries[entries.count - 1].isCorrection {
      corrections.append((entries.count - 1, item.stamp ?? .none))
    }
  }

  /// Call it after the last record. It finds records that occur twice, and puts corrections after their events. Throws
  /// if two rows of a table have one id and different content, since one of them would be ignored.
  mutating func close(isTable: Bool) throws(FieldFault) {
    byID = (0..<UInt32(entries.count)).sorted {
      let (one, other) = (entries[Int($0)].id, entries[Int($1)].id)
      guard one == other else { return (one.high, one.low) < (other.high, other.low) }
      let copies = (entries[Int($0)].isCopy ? 1 : 0, entries[Int($1)].isCopy ? 1 : 0)
      return (copies.0, $0) < (copies.1, $1)
    }
    for (one, other) in zip(byID, byID.dropFirst()) where entries[Int(one)].id == entries[Int(other)].id {
      let (first, second) = (entries[Int(one)], entries[Int(other)])
      guard !isTable || first.content == second.content else {
        throw FieldFault(
          path: "id", line: Int(second.line),
          expected: "another id than line \(first.line) has, which is about another event", found: "the same")
      }
      entries[Int(other)].fate = .known
    }
    // In order, the corrections of an event cost little to read. Their places decide which of them counts.
    corrections.sort { $0.stamp < $1.stamp }
    for (rank, correction) in corrections.enumerated() {
      entries[correction.place].rank = UInt32(rank + 1)
    }
    corrections = []
    for place in entries.indices where entries[place].isCorrection {
      guard let target = self.place(of: entries[place].about) else { continue }
      entries[place].group = entries[target].line
      entries[place].time = entries[target].time ?? entries[place].time
    }
  }

  /// Where the first record of an id stands in `entries`.
  func place(of id: EventID) -> Int? {
    var (low, high) = (0, byID.count)
    while low < high {
      let middle = (low + high) / 2
      let found = entries[Int(byID[middle])].id
      if (found.high, found.low) < (id.high, id.low) { low = middle + 1 } else { high = middle }
    }
    guard low < byID.count, entries[Int(byID[low])].id == id else { return nil }
    return Int(byID[low])
  }

  /// Sets the decision about a record.
  mutating func settle(_ place: Int, _ fate: Entry.Fate) { entries[place].fate = fate }

  /// The records that are imported, in the order of time. Corrections follow their event, in their own order.
  var fresh: [UInt32] {
    let key = { (place: UInt32) in
      let entry = entries[Int(place)]
      return (entry.time ?? .max, entry.group, entry.rank, entry.line)
    }
    var places: [UInt32] = []
    places.reserveCapacity(entries.count)
    for place in entries.indices where entries[place].fate == .fresh { places.append(UInt32(place)) }
    places.sort { key($0) < key($1) }
    return places
  }
}

extension ImportIndex {
  /// How many of some records have this instant or a later one; records without a known time count too.
  func count(of places: [UInt32], since limit: Instant) -> Int {
    places.count { entries[Int($0)].time ?? .max >= limit.milliseconds }
  }

  /// The largest number of records within any `CareFold.heldDays`; they come in the order of time.
  func densest(_ places: [UInt32]) -> Int {
    let held = CareFold.heldDays * 86_400_000
    var (first, most) = (0, 0)
    for (index, place) in places.enumerated() {
      // A record whose time is not known may lie anywhere.
      guard let time = entries[Int(place)].time else { return max(most, places.count - first) }
      while let old = entries[Int(places[first])].time, old < time - held { first += 1 }
      most = max(most, index - first + 1)
    }
    return most
  }
}

extension JournalDraft {
  /// The event that it adds or corrects; nil for a line that concerns none.
  package var event: CareEvent? {
    switch self {
    case .care(let event), .extended(let event, _): event
    case .sync, .left, .kept: nil
    }
  }

  /// From the first to the last time in it; nil if it has none.
  var span: ClosedRange<Instant>? {
    let times = event?.change.times.compactMap { time -> Instant? in
      switch time {
      case .wall(let instant), .about(let instant): instant
      case .boot: nil
      }
    }
    guard let first = times?.min(), let last = times?.max() else { return nil }
    return first...last
  }
}

extension CareEvent.Change {
  /// The times in it.
  package var times: [EventTime] {
    switch self {
    case .added(let care): CarePatch(care).times
    case .amended(_, let patch): patch.times
    case .deleted: []
    }
  }
}

/// What makes two events the same one, whatever their ids: the same baby, kind, and seconds of start and end. Tables
/// have whole seconds, and some have no ids.
struct EventSpan: Hashable, Sendable {
  /// A hash of all of it. Two of a million events would be confused with a chance of 1 in 30 million.
  let hash: UInt64

  init(baby: BabyID, kind: CareKind, start: Instant, end: Instant?) {
    let end = kind.lasts ? end.map { "\(Self.second($0))" } ?? "" : ""
    hash = FNV1a.hash(Array("\(baby.number)|\(kind.name)|\(Self.second(start))|\(end)".utf8))
  }

  /// The second in which an instant lies.
  static func second(_ instant: Instant) -> Int {
    let milliseconds = instant.milliseconds
    return milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
  }
}

/// Which rows of a table hold an event with some span.
struct EventSpans {
  private var rows: [(hash: UInt64, place: UInt32)] = []

  /// Whether there are none.
  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row, by its position in the index.
  mutating func append(_ span: EventSpan, _ place: Int) { rows.append((span.hash, UInt32(place))) }

  /// Call it after all were added.
  mutating func close() { rows.sort { ($0.hash, $0.place) < ($1.hash, $1.place) } }

  /// The rows with a span.
  func places(of span: EventSpan) -> [Int] {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].hash < span.hash { low = middle + 1 } else { high = middle }
    }
    return rows[low...].prefix { $0.hash == span.hash }.map { Int($0.place) }
  }
}

/// The sleeps and nursings of a table, to find those that overlap an event of the log.
struct TableStretches {
  /// One row.
  private struct Row {
    var baby: BabyID
    var kind: CareKind
    var span: SleepSpan
    var place: Int
  }

  /// No row of Baby Buddy's table lasts longer, in minutes. A longer one of another table is not found by its later part.
  private static let longestMinutes = 1440

  private var rows: [Row] = []

  /// Adds a row, by its position in the index. Other kinds, and events without an end, overlap none.
  mutating func append(_ event: CareEvent?, _ place: Int) {
    guard let event, case .added(let care) = event.change, care.kind.lasts,
      case .wall(let start) = care.start, case .wall(let end) = care.end
    else { return }
    rows.append(
      Row(baby: event.baby, kind: care.kind, span: SleepSpan(start: start, end: end), place: place))
  }

  /// Call it after all were added.
  mutating func close() { rows.sort { ($0.span.start, $0.place) < ($1.span.start, $1.place) } }

  /// The rows that overlap an event which the pages show. Two that only touch do not, as far as clocks may differ.
  func places(overlapping event: LogRow) -> [Int] {
    guard event.record.care.kind.lasts, event.isShown else { return [] }
    let span = SleepSpan(start: event.start.instant, end: event.end?.instant)
    let earliest = span.start.adding(minutes: -Self.longestMinutes)
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].span.start < earliest { low = middle + 1 } else { high = middle }
    }
    var places: [Int] = []
    for row in rows[low...] {
      if let end = span.end, row.span.start >= end { break }
      guard row.baby == event.baby, row.kind == event.record.care.kind else { continue }
      if row.span.overlaps(span), !row.span.touches(span) { places.append(row.place) }
    }
    return places
  }
}

extension SleepSpan {
  /// Whether the later one begins about when the earlier one ends, so that it counts from that end on.
  fileprivate func touches(_ other: SleepSpan) -> Bool {
    let (first, second) = start <= other.start ? (self, other) : (other, self)
    return first.end.map { second.isPostponed(until: $0) } ?? false
  }
}

/// Compares a row with the event that a log knows by its id.
struct KnownRows {
  private let clocks: ClockHistory

  /// A comparison by what is known of the log's clocks.
  init(_ clocks: ClockHistory) { self.clocks = clocks }

  /// Whether a row differs from the event in the log.
  func differs(_ care: Care, from known: Care) -> Bool {
    guard care.kind == known.kind, care.side == known.side, care.detail == known.detail else { return true }
    guard let end = care.end, let knownEnd = known.end else {
      return care.end != nil || known.end != nil || differs(care.start, from: known.start)
    }
    return differs(care.start, from: known.start) || differs(end, from: knownEnd)
  }

  /// A table has whole seconds. A time that is known only within bounds changes as more is known of the clocks.
  private func differs(_ time: EventTime, from known: EventTime) -> Bool {
    let (told, known) = (clocks.resolve(time), clocks.resolve(known))
    guard told.isExact || known.isExact else { return false }
    return EventSpan.second(told.instant) != EventSpan.second(known.instant)
  }
}

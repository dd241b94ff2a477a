import CareJournal
import Nursery

/// `cribside log export`: a log as one text.
struct LogExport {
  private let format: TransferFormat
  private var zone: ZoneYears
  private let floor: Instant
  private let now: Instant

  /// An export in a format; tables tell times in a zone. Boots whose clock was never known lie between `floor` and now.
  init(
    _ format: TransferFormat, zone: ZoneWindow, floor: Instant = Instant(milliseconds: 0),
    now: Instant = Instant(milliseconds: 0)
  ) {
    self.format = format
    self.floor = floor
    self.now = now
    self.zone = ZoneYears(zone)
  }

  /// The text, with what there is to say about what it leaves out.
  mutating func answer<Storage: JournalStorage>(from storage: Storage) throws(JournalFault) -> BoxAnswer {
    guard format != .jsonl else { return try lines(of: storage) }
    let fold = try LogFold(of: storage, floor: floor)
    let rows = fold.rows(by: fold.clocks(readAt: now).clocks)
    let (table, running) =
      switch format {
      case .jsonl, .csv: ([Self.columns] + rows.map { fields($0) }, 0)
      case .babyBuddySleep: sleep(rows)
      case .babyBuddyFeeding: feedings(rows)
      }
    let note = running == 0 ? [] : ["left out: \(running) that run still"]
    return Self.answer(CSVTable.text(table), notes: note, fold.leftOut)
  }

  /// Exit 1 when something could not be read.
  private static func answer(_ text: String, notes: [String] = [], _ leftOut: LeftOut) -> BoxAnswer {
    let notes = notes + (leftOut.isNothing ? [] : [leftOut.text])
    return BoxAnswer(
      output: text, error: notes.joined(separator: "\n"), exit: leftOut.isNothing ? .ok : .no)
  }

  private func lines<Storage: JournalStorage>(of storage: Storage) throws(JournalFault) -> BoxAnswer {
    var bytes: [UInt8] = []
    let (damaged, unreadable) = try LogCopy.replay(storage) { bytes += $0 }
    return Self.answer(
      String(decoding: bytes, as: UTF8.self), LeftOut(damaged: damaged, unreadable: unreadable))
  }

  // MARK: Our own table

  static let columns = ["id", "baby", "kind", "start", "end", "side", "source", "exact"]

  private mutating func fields(_ row: LogRow) -> [String] {
    let care = row.record.care
    return [
      row.record.id.text, "\(row.baby.number)", care.kind.name, text(row.start.instant),
      row.end.map { text($0.instant) } ?? "", care.side?.name ?? "", row.record.source.name,
      row.isExact ? "yes" : "no",
    ]
  }

  private mutating func text(_ instant: Instant) -> String {
    ISO8601.text(instant, in: zone.window(around: instant))
  }

  // MARK: Baby Buddy's tables

  /// Its times are without an offset: `2026-02-11 07:05:00` in the zone that it is set to.
  private mutating func localText(_ instant: Instant) -> String {
    let text = text(instant)
    return text.prefix(10) + " " + text.dropFirst(11).prefix(8)
  }

  private mutating func sleep(_ rows: [LogRow]) -> (table: [[String]], running: Int) {
    var table = [BabyBuddyWords.sleepColumns]
    var running = 0
    for row in rows where row.record.care.kind == .sleep {
      guard let end = row.end else {
        running += 1
        continue
      }
      table.append(["\(row.baby.number)", localText(row.start.instant), localText(end.instant), ""])
    }
    return (table, running)
  }

  /// What a bottle held is not known here, and has to be said there.
  private mutating func feedings(_ rows: [LogRow]) -> (table: [[String]], running: Int) {
    var table = [BabyBuddyWords.feedingColumns]
    var running = 0
    for row in rows {
      let care = row.record.care
      guard care.kind == .nursing || care.kind == .bottle else { continue }
      let isBottle = care.kind == .bottle
      guard let end = row.end ?? (isBottle ? row.start : nil) else {
        running += 1
        continue
      }
      let method = isBottle ? BabyBuddyWords.bottle : BabyBuddyWords.method(care.side)
      let type = BabyBuddyWords.types[isBottle ? 1 : 0]
      let times = [localText(row.start.instant), localText(end.instant)]
      table.append(["\(row.baby.number)"] + times + [type, method, "", ""])
    }
    return (table, running)
  }
}

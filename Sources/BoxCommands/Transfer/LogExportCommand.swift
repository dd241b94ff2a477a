import ArgumentParser
import Bedside
import BoxRuntime
import CareJournal
import LinuxBoard
import Nursery

/// `cribside log export`
struct LogExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the whole history as one text.",
    discussion: """
      jsonl has all of the log's own lines, byte for byte: also corrections, deletions, starts, clocks, and lines \
      that only a newer version understands. `log import` restores everything from it. csv has a row for each event \
      as it stands now. babybuddy-sleep and babybuddy-feeding are the tables that Baby Buddy imports. They need an \
      end, so events in progress are left out, and a kind of milk, so a bottle of unknown milk is formula and a \
      nursing is breast milk. The command reads the directory whether a box runs or not. The exit code is 1 if \
      damaged lines had to be left out.
      """)

  @OptionGroup var place: BoxPlace
  @Option(help: "jsonl, csv, babybuddy-sleep or babybuddy-feeding.") var format = TransferFormat.jsonl
  @Option(
    help:
      "The file to write, in place of the standard output; an existing file is kept until the new one is complete."
  ) var out: String?

  func run() throws { try BoxAnswer.end { () throws(RunFault) in try answer() } }

  func answer() throws(RunFault) -> BoxAnswer {
    let configuration = try TransferTools.configuration(place)
    if let out { try Self.check(out, outside: configuration.stateDirectory) }
    let settings = try BedsideSettings(configuration, address: "")
    let storage = try RunFault.storage { () throws(StorageFault) in
      try DirectoryStorage(directory: configuration.stateDirectory)
    }
    let now = Instant(milliseconds: LinuxClock().wallMilliseconds)
    let export = LogExport(format, zone: settings.zone, floor: settings.floor, now: now)
    guard let out else { return try Self.answer(export, from: storage, send: StandardStreams.copy) }
    return try Self.answer(export, from: storage, to: out)
  }

  private static func answer(
    _ export: LogExport, from storage: DirectoryStorage, to out: String
  ) throws(RunFault) -> BoxAnswer {
    let file = try RunFault.system { () throws(SystemFault) in try DeliveredFile(out) }
    let failure = Failure()
    let answer = try answer(export, from: storage) { piece in
      do throws(SystemFault) {
        try file.write(piece)
      } catch {
        failure.fault = error
      }
      return failure.fault == nil
    }
    if let fault = failure.fault { throw RunFault(fault) }
    try RunFault.system { () throws(SystemFault) in try file.finish() }
    return answer
  }

  private final class Failure {
    var fault: SystemFault?
  }

  private static func answer(
    _ export: LogExport, from storage: DirectoryStorage, send: @escaping (String) -> Bool
  ) throws(RunFault) -> BoxAnswer {
    var export = export
    do throws(EventFault) {
      return try export.answer(from: storage, send: send)
    } catch {
      throw RunFault(exit: .io, message: error.text)
    }
  }

  /// Throws for a file in the log's folder: it would be mistaken for one of the log's own files, or replace one.
  private static func check(_ out: String, outside directory: String) throws(RunFault) {
    let log = PlainFile.resolved(directory + "/log")
    guard !PlainFile.resolved(out).hasPrefix(log + "/") else {
      throw RunFault(exit: .usage, message: "--out: expected a file outside \(log), found \(out)")
    }
  }
}

/// The formats in which a log is exported.
enum TransferFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// The log's own lines: everything that it holds.
  case jsonl
  /// One row for each event as it stands now.
  case csv
  /// The table of sleep that Baby Buddy imports.
  case babyBuddySleep = "babybuddy-sleep"
  /// The table of feedings that Baby Buddy imports.
  case babyBuddyFeeding = "babybuddy-feeding"
}

/// `cribside log export`: a log as one text, sent in pieces.
struct LogExport {
  private let format: TransferFormat
  private var zone: ZoneYears
  private let floor: Instant
  private let now: Instant
  /// How many running events were left out, since Baby Buddy's tables need an end.
  private var running = 0

  /// An export in a format; tables have times in a zone. Boots whose clock was never known lie between `floor` and
  /// now.
  init(
    _ format: TransferFormat, zone: ZoneWindow, floor: Instant = Instant(milliseconds: 0),
    now: Instant = Instant(milliseconds: 0)
  ) {
    self.format = format
    self.floor = floor
    self.now = now
    self.zone = ZoneYears(zone)
  }

  /// Sends the text, and returns remarks about what it leaves out; exit 1 if something could not be read.
  ///
  /// - Parameter send: see `LogQuestion.answer`.
  mutating func answer<Storage: JournalStorage>(
    from storage: Storage, send: @escaping (String) -> Bool
  ) throws(EventFault) -> BoxAnswer {
    var writer = AnswerWriter(send: send)
    let leftOut =
      format == .jsonl ? try lines(of: storage, to: &writer) : try table(of: storage, to: &writer)
    writer.flush()
    let notes =
      (running == 0 ? [] : ["left out: \(running) that run still"])
      + (leftOut.isNothing ? [] : [leftOut.text])
    return BoxAnswer(error: notes.joined(separator: "\n"), exit: leftOut.isNothing ? .ok : .no)
  }

  private func lines<Storage: JournalStorage>(
    of storage: Storage, to writer: inout AnswerWriter
  ) throws(EventFault) -> LeftOut {
    do throws(JournalFault) {
      let losses = try LogLines.read(from: storage, where: { _ in writer.isRead }) { _, text in
        writer.write(String(decoding: text, as: UTF8.self) + "\n")
      }
      return LeftOut(damaged: losses.damaged, unreadable: losses.unreadable)
    } catch {
      throw .journal(error)
    }
  }

  private mutating func table<Storage: JournalStorage>(
    of storage: Storage, to writer: inout AnswerWriter
  ) throws(EventFault) -> LeftOut {
    let events: LogEvents<Storage>
    do throws(JournalFault) {
      let clocks = try LogClocks(of: storage, floor: floor).read(at: now).clocks
      events = try LogEvents(of: storage, clocks: clocks)
    } catch {
      throw .journal(error)
    }
    writer.write(CSVTable.text([columns]))
    try events.forEach(at: now) { row in
      if let fields = fields(row), writer.isRead { writer.write(CSVTable.text([fields])) }
    }
    return events.survey.leftOut
  }

  private var columns: [String] {
    switch format {
    case .jsonl, .csv: Self.columns
    case .babyBuddySleep: BabyBuddyWords.sleepColumns
    case .babyBuddyFeeding: BabyBuddyWords.feedingColumns
    }
  }

  /// A row of the table; nil for an event without one.
  private mutating func fields(_ row: LogRow) -> [String]? {
    switch format {
    case .jsonl, .csv: ownFields(row)
    case .babyBuddySleep: sleep(row)
    case .babyBuddyFeeding: feeding(row)
    }
  }

  // MARK: Our own table

  static let columns = [
    "id", "baby", "kind", "start", "end", "side", "source", "exact", "ml", "milk", "nappy", "medicine",
  ]

  private mutating func ownFields(_ row: LogRow) -> [String] {
    let care = row.record.care
    return [
      row.record.id.text, "\(row.baby.number)", care.kind.name, text(row.start.instant),
      row.end.map { text($0.instant) } ?? "", care.side?.name ?? "", row.record.source.name,
      row.isExact ? "yes" : "no", care.detail.amountMilliliters.map { "\($0)" } ?? "",
      care.detail.milk?.name ?? "", care.detail.nappy?.name ?? "",
      // Programs that read tables refuse a table with a NUL in it.
      care.detail.medicine?.printableLines ?? "",
    ]
  }

  private mutating func text(_ instant: Instant) -> String {
    ISO8601.text(instant, in: zone.window(around: instant))
  }

  // MARK: Baby Buddy's tables

  /// A time of Baby Buddy's tables, which have no offset: `2026-02-11 07:05:00` in the zone of the export.
  private mutating func localText(_ instant: Instant) -> String {
    let text = text(instant)
    return text.prefix(10) + " " + text.dropFirst(11).prefix(8)
  }

  private mutating func sleep(_ row: LogRow) -> [String]? {
    guard row.record.care.kind == .sleep else { return nil }
    guard let end = row.end else {
      running += 1
      return nil
    }
    return [
      "\(row.baby.number)", localText(row.start.instant), localText(max(row.start.instant, end.instant)), "",
    ]
  }

  /// Amounts are in millilitres; Baby Buddy has no unit. A bottle whose milk is not known is exported as formula.
  private mutating func feeding(_ row: LogRow) -> [String]? {
    let care = row.record.care
    guard care.kind == .nursing || care.kind == .bottle else { return nil }
    let isBottle = care.kind == .bottle
    guard let end = row.end ?? (isBottle ? row.start : nil) else {
      running += 1
      return nil
    }
    let method = isBottle ? BabyBuddyWords.bottle : BabyBuddyWords.method(care.side)
    let type = BabyBuddyWords.type(isBottle ? care.detail.milk ?? .formula : .breast)
    let amount = care.detail.amountMilliliters.map { "\($0)" } ?? ""
    let times = [localText(row.start.instant), localText(max(row.start.instant, end.instant))]
    return ["\(row.baby.number)"] + times + [type, method, amount, ""]
  }
}

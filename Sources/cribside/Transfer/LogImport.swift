import Bedside
import CareJournal
import Nursery

/// `cribside log import`: takes the events of a text into a log that no box has open. Everything is read and
/// judged before anything is written.
struct LogImport {
  /// What is taken in.
  private(set) var drafts: [JournalDraft] = []
  private var notes: [String] = []
  /// Whether it is a table, which tells events as they stand; else lines, each of which the log has as it is or not.
  private var isTable = false
  /// The corrections of a copy, and what of the log concerns the same events.
  private var corrections = LateCorrections(of: [])

  /// Reads a text: the log's own lines, or a table.
  init(
    _ bytes: [UInt8], baby: BabyID?, zone: ZoneWindow, opening: StorageOpening
  ) throws(FieldFault) {
    let moment = opening.start.reading
    if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      let copy = try CopiedLog(bytes, at: moment, floor: opening.floor)
      drafts = copy.drafts
      corrections = LateCorrections(of: copy.corrections)
      note(copy.uncertainTimes, "times were known within bounds only, and stay marked with ~")
    } else {
      let table = try EventTable(bytes, baby: baby, zone: zone, at: moment)
      drafts = table.drafts
      isTable = true
      note(table.uncertainRows, "rows have times that were known within bounds only, and stay marked with ~")
      note(table.foreignRows, "rows of other food are left out")
      note(table.shortenedRows, "rows had an amount or notes, which are not kept")
      note(table.longRows, "rows last more than a day")
      note(table.openRows, "rows have no end: what began is still going on for the box")
    }
    note(
      drafts.count { $0.isAhead(of: moment.wall) },
      "tell of the future by this machine's clock: one of the two is wrong")
    for (baby, count) in Self.strangers(among: drafts, known: opening.babies) {
      notes.append("\(count) are of baby \(baby.number), whom the configuration does not name: see --baby")
    }
  }

  /// How many events there are of each baby whom nothing shows.
  private static func strangers(
    among drafts: [JournalDraft], known: [BabyID]
  ) -> [(baby: BabyID, count: Int)] {
    let babies = drafts.compactMap(\.addedTo).filter { !known.contains($0) }
    let counts = Dictionary(grouping: babies) { $0 }.mapValues(\.count)
    return counts.sorted { $0.key.number < $1.key.number }.map { (baby: $0.key, count: $0.value) }
  }

  private mutating func note(_ count: Int, _ text: String) {
    if count > 0 { notes.append("\(count) \(text)") }
  }

  /// Writes what the log does not know yet, all or nothing.
  func run<Storage: JournalStorage>(on storage: Storage, opening: StorageOpening) -> BoxAnswer {
    do throws(JournalFault) {
      var (known, corrections): (Set<EventID>, LateCorrections) = ([], corrections)
      try Journal.replay(storage) {
        known.insert($0.id)
        corrections.note($0)
      }
      let differing = try differing(drafts.filter { known.contains($0.id) }, from: storage, opening)
      let fresh = drafts.filter { known.insert($0.id).inserted }.compactMap { corrections.rest(of: $0) }
      var answer = answer(taken: fresh.count, differing: differing, corrections)
      if !fresh.isEmpty { try write(fresh, to: storage, opening, &answer) }
      return answer
    } catch {
      return .failure(.io, "nothing was taken in: \(error.text)")
    }
  }

  /// How many rows the log knows and has otherwise.
  private func differing<Storage: JournalStorage>(
    _ known: [JournalDraft], from storage: Storage, _ opening: StorageOpening
  ) throws(JournalFault) -> Int {
    let events = isTable ? known.compactMap(\.event) : []
    guard !events.isEmpty else { return 0 }
    let fold = try LogFold(of: storage, floor: opening.floor)
    return KnownRows(fold, readAt: opening.start.wall ?? Instant(milliseconds: 0)).differing(events)
  }

  /// Fails when nothing was written; what went wrong later is told with the answer.
  private func write<Storage: JournalStorage>(
    _ fresh: [JournalDraft], to storage: Storage, _ opening: StorageOpening, _ answer: inout BoxAnswer
  ) throws(JournalFault) {
    let opened = try Journal.open(storage, start: opening.start, floor: opening.floor)
    var journal = opened.journal
    if let fault = opened.recovered.fault { throw fault }
    do throws(JournalFault) {
      var rest = fresh[...]
      let boot = journal.boot
      try journal.receive { rest.popFirst().map { ImportedDraft(draft: $0.inBoot(boot), span: nil) } }
    } catch {
      guard case .uncertain = error else {
        close(&journal, &answer)
        throw error
      }
      answer.exit = .io
      answer.error = "taken in, but \(error.text)"
    }
    while journal.wantsTending { journal.tend() }
    close(&journal, &answer)
  }

  /// What was taken in is durable without it.
  private func close<Storage: JournalStorage>(_ journal: inout Journal<Storage>, _ answer: inout BoxAnswer) {
    do throws(JournalFault) {
      try journal.close()
    } catch {
      if answer.error.isEmpty {
        answer.error = "taken in, but the log was not closed in order: \(error.text)"
      }
    }
  }

  private func answer(taken: Int, differing: Int, _ corrections: LateCorrections) -> BoxAnswer {
    let known = drafts.count - taken - corrections.leftOut
    var lines = ["\(taken) taken in" + (known > 0 ? ", \(known) known already" : "")]
    if differing > 0 {
      lines[0] +=
        ", of which \(differing) differ from the log, which stands; `cribside log edit` changes an event"
    }
    if corrections.leftOut > 0 {
      lines.append("\(corrections.leftOut) older corrections are left out: the log has newer ones")
    }
    if corrections.shortened > 0 {
      lines.append("\(corrections.shortened) older corrections are taken in without what newer ones changed")
    }
    lines += notes
    return BoxAnswer(output: lines.map { $0 + "\n" }.joined())
  }
}

extension JournalStart {
  /// The clocks as they were read; the boot has no number yet.
  fileprivate var reading: Moment {
    Moment(boot: BootTime(boot: 0, milliseconds: bootMilliseconds), wall: wall, trust: trust)
  }
}

extension JournalDraft {
  /// Whose an event is that it adds.
  fileprivate var addedTo: BabyID? {
    guard let event, case .added = event.change else { return nil }
    return event.baby
  }

  /// Whether it tells of a time that is not over by a clock; nothing is ahead of none.
  fileprivate func isAhead(of now: Instant?) -> Bool {
    guard let limit = now?.adding(minutes: EventTable.clockToleranceMinutes), let event else { return false }
    return event.change.times.contains { time in
      switch time {
      case .wall(let instant), .about(let instant): instant > limit
      case .boot: false
      }
    }
  }

  /// What it says of an event; nil for a line that is about none.
  fileprivate var event: CareEvent? {
    switch self {
    case .care(let event), .extended(let event, _): event
    case .sync, .kept: nil
    }
  }
}

extension CareEvent.Change {
  /// The times that it tells.
  fileprivate var times: [EventTime] {
    switch self {
    case .added(let care): [care.start, care.end].compactMap { $0 }
    case .amended(_, let patch): [patch.start, patch.end ?? nil].compactMap { $0 }
    case .deleted: []
    }
  }
}

import Bedside
import BoxRuntime
import CareJournal
import Nursery

/// `cribside log import`: imports the events of a text into a log that no box has open. Everything is read and judged
/// before anything is written, and only the positions of the records are held in memory.
struct LogImport {
  private var reader: ImportReader
  private(set) var index = ImportIndex()
  private var notes: [String] = []

  /// Reads a text: the log's own lines, or a table.
  init(
    _ source: ImportSource, baby: BabyID?, zone: ZoneWindow, opening: StorageOpening
  ) throws(FieldFault) {
    let moment = opening.start.reading
    reader = try ImportReader(source, baby: baby, zone: zone, at: moment, floor: opening.floor)
    var index = ImportIndex()
    var ahead = 0
    var strangers: [BabyID: Int] = [:]
    try reader.forEach { record, item throws(FieldFault) in
      try index.append(record, item)
      if item.draft.isAhead(of: moment.wall) { ahead += 1 }
      if let baby = item.draft.addedTo, !opening.babies.contains(baby) { strangers[baby, default: 0] += 1 }
    }
    try index.close(isTable: reader.isTable)
    self.index = index
    notes = reader.notes.filter { $0.count > 0 }.map { "\($0.count) \($0.text)" }
    if ahead > 0 {
      notes.append("\(ahead) lie in the future by this machine's clock: one of the two is wrong")
    }
    for (baby, count) in strangers.sorted(by: { $0.key.number < $1.key.number }) {
      notes.append("\(count) are of baby \(baby.number), whom the configuration does not name: see --baby")
    }
  }

  /// Writes what the log does not have yet, all or nothing.
  func run<Storage: JournalStorage>(
    on storage: Storage, opening: StorageOpening, limit: Int = ImportIndex.limit,
    heldLimit: Int = ImportIndex.heldLimit
  ) -> BoxAnswer {
    var work = Work(
      storage: storage, opening: opening, reader: reader, index: index, limit: limit, heldLimit: heldLimit)
    do throws(ImportFault) {
      try work.findKnown()
      var answer = answer(work)
      if !work.fresh.isEmpty { try work.write(&answer) }
      return answer
    } catch {
      return .failure(error.exit, "nothing was imported: \(error.text)")
    }
  }

  private func answer<Storage: JournalStorage>(_ work: Work<Storage>) -> BoxAnswer {
    let taken = work.fresh.count
    let known = index.entries.count - taken - work.overlapping
    var lines = ["\(taken) imported" + (known > 0 ? ", \(known) known already" : "")]
    if work.differing > 0 {
      lines[0] +=
        ", of which \(work.differing) differ from the log, which stands; `cribside log edit` changes an event"
    }
    if work.overlapping > 0 {
      lines.append(
        "\(work.overlapping) left out: they overlap events of the log, which stand; delete those first if these are right"
      )
    }
    lines += notes
    return BoxAnswer(output: lines.map { $0 + "\n" }.joined())
  }
}

/// Why nothing was imported.
enum ImportFault: Error {
  case events(EventFault)
  /// The text had changed when it was read again.
  case text(FieldFault)
  /// This many segments of the log cannot be read, and their content is not known.
  case unreadable(segments: Int)
  /// The log already has that many lines, and the import would make them too many.
  case full(lines: Int, limit: Int)
  /// This many events and corrections would lie within the days that a start holds, too many for its memory.
  case crowded(lines: Int, limit: Int)

  var text: String {
    switch self {
    case .events(let fault): fault.text
    case .text(let fault): "line \(fault.line): \(fault.message)"
    case .unreadable(let segments):
      "\(segments.counted("segment")) of the log cannot be read, so what the log has already is not known"
    case .full(let lines, let limit):
      "the log has \(lines) lines, and an import may make them \(limit) at most"
    case .crowded(let lines, let limit):
      "\(lines) events and corrections would lie within \(CareFold.heldDays) days, and the box can hold \(limit)"
    }
  }

  var exit: ExitStatus {
    switch self {
    case .events, .unreadable: .io
    case .text, .full, .crowded: .data
    }
  }
}

// MARK: - Against a log

extension LogImport {
  /// One import into one log.
  struct Work<Storage: JournalStorage> {
    let storage: Storage
    let opening: StorageOpening
    var reader: ImportReader
    var index: ImportIndex
    /// How many lines the log may have after the import.
    let limit: Int
    /// How many events and corrections a start may have to hold after the import.
    let heldLimit: Int
    /// How many rows the log has with other content.
    private(set) var differing = 0
    /// What is imported, in order.
    private(set) var fresh: [UInt32] = []
    /// How many rows are left out since they overlap an event of the log.
    var overlapping: Int { index.entries.count { $0.fate == .overlapping } }

    init(
      storage: Storage, opening: StorageOpening, reader: ImportReader, index: ImportIndex, limit: Int,
      heldLimit: Int
    ) {
      (self.storage, self.opening, self.limit, self.heldLimit) = (storage, opening, limit, heldLimit)
      (self.reader, self.index) = (reader, index)
    }

    /// Determines which records the log has already, and which are imported.
    mutating func findKnown() throws(ImportFault) {
      var (known, lines) = (0, 0)
      let losses = try readLog { line in
        lines += 1
        guard let place = index.place(of: line.id) else { return }
        known += 1
        index.settle(place, .known)
      }
      // A segment that cannot be read may have events of the table, which would then be imported twice.
      guard !reader.isTable || losses.unreadable == 0 else { throw .unreadable(segments: losses.unreadable) }
      if reader.isTable { try compareRows(known: known) }
      fresh = index.fresh
      guard fresh.isEmpty || lines + fresh.count <= limit else {
        throw .full(lines: lines, limit: limit)
      }
    }

    @discardableResult
    private func readLog(_ receive: (JournalLine) -> Void) throws(ImportFault) -> LogLines.Losses {
      do throws(JournalFault) {
        return try LogLines.read(from: storage) { line, _ in receive(line) }
      } catch {
        throw .events(.journal(error))
      }
    }

    private mutating func item(_ place: Int) throws(ImportFault) -> ImportReader.Item {
      do throws(FieldFault) {
        return try reader.item(index.entries[place])
      } catch {
        throw .text(error)
      }
    }

    // MARK: Rows

    /// Compares each row with the log's event of the same id. A row of an event that the log has under another id is
    /// known.
    private mutating func compareRows(known: Int) throws(ImportFault) {
      let (spans, stretches) = try spansOfFresh()
      guard known > 0 || !spans.isEmpty else { return }
      var agreeing = 0
      do throws(EventFault) {
        let clocks = try clocks()
        let comparison = KnownRows(clocks)
        let events = try events(by: clocks)
        guard events.survey.leftOut.unreadable == 0 else { throw .journal(LogLines.unreadable) }
        try events.forEach(at: opening.start.wall ?? Instant(milliseconds: 0)) { row in
          let care = row.record.care
          if let place = index.place(of: row.record.id), let told = told(place) {
            if told.baby == row.baby, !comparison.differs(told.care, from: care) { agreeing += 1 }
          }
          let span = EventSpan(
            baby: row.baby, kind: care.kind, start: row.start.instant, end: row.end?.instant)
          for place in spans.places(of: span) { index.settle(place, .known) }
          for place in stretches.places(overlapping: row) where index.entries[place].fate == .fresh {
            index.settle(place, .overlapping)
          }
        }
      } catch {
        throw .events(error)
      }
      differing = known - agreeing
    }

    private func clocks() throws(EventFault) -> ClockHistory {
      do throws(JournalFault) {
        let clocks = try LogClocks(of: storage, floor: opening.floor)
        return clocks.read(at: opening.start.wall ?? Instant(milliseconds: 0)).clocks
      } catch {
        throw .journal(error)
      }
    }

    private func events(by clocks: ClockHistory) throws(EventFault) -> LogEvents<Storage> {
      do throws(JournalFault) {
        return try LogEvents(of: storage, clocks: clocks)
      } catch {
        throw .journal(error)
      }
    }

    /// The event of a row; nil if the text has changed meanwhile, which a later step reports.
    private mutating func told(_ place: Int) -> (baby: BabyID, care: Care)? {
      do throws(ImportFault) {
        guard let event = try item(place).draft.event, case .added(let care) = event.change else {
          return nil
        }
        return (event.baby, care)
      } catch {
        return nil
      }
    }

    /// The spans of all rows that are to be imported. They show which rows are events that the log has under another
    /// id, and which overlap one.
    private mutating func spansOfFresh() throws(ImportFault) -> (EventSpans, TableStretches) {
      var spans = EventSpans()
      var stretches = TableStretches()
      for place in index.entries.indices where index.entries[place].fate == .fresh {
        let item = try item(place)
        for span in item.spans { spans.append(span, place) }
        if !item.hasID { stretches.append(item.draft.event, place) }
      }
      spans.close()
      stretches.close()
      return (spans, stretches)
    }

    // MARK: Writing

    /// Writes the records. Throws if nothing was written; a later fault is reported with the answer.
    mutating func write(_ answer: inout BoxAnswer) throws(ImportFault) {
      let crowd: Int
      do throws(JournalFault) {
        var opened = try Journal.open(storage, start: opening.start, floor: opening.floor)
        if let fault = opened.recovered.fault { throw fault }
        let limit = opened.fold.limit(at: opening.start, boot: opened.recovered.boot)
        // A start that has to read the whole log drops old events on the way. So it never holds more events than lie
        // close together.
        let lines = max(opened.fold.lineCount + index.count(of: fresh, since: limit), index.densest(fresh))
        if lines <= heldLimit { return try receive(in: &opened.journal, &answer) }
        close(&opened.journal, &answer)
        crowd = lines
      } catch {
        throw .events(.journal(error))
      }
      throw .crowded(lines: crowd, limit: heldLimit)
    }

    private mutating func receive(
      in journal: inout Journal<Storage>, _ answer: inout BoxAnswer
    ) throws(JournalFault) {
      var rest = fresh[...]
      let boot = journal.boot
      do throws(JournalFault) {
        try journal.receive(isTable: reader.isTable) { () throws(JournalFault) -> ImportedDraft? in
          guard let place = rest.popFirst() else { return nil }
          return try draft(Int(place), boot)
        }
      } catch {
        guard case .uncertain = error else {
          close(&journal, &answer)
          throw error
        }
        answer.exit = .io
        answer.error = "imported, but \(error.text)"
      }
      while journal.wantsTending { journal.tend() }
      close(&journal, &answer)
    }

    private mutating func draft(_ place: Int, _ boot: Int) throws(JournalFault) -> ImportedDraft {
      let entry = index.entries[place]
      do throws(ImportFault) {
        let item = try item(place)
        let began = entry.time.map { Instant(milliseconds: $0) }
        let bounds = [began, item.draft.span?.lowerBound, item.draft.span?.upperBound].compactMap { $0 }
        var span: ClosedRange<Instant>?
        if began != nil, let first = bounds.min(), let last = bounds.max() { span = first...last }
        return ImportedDraft(draft: item.draft.inBoot(boot), span: span, origin: item.stamp)
      } catch {
        throw .unreadable(
          StorageFault(operation: "read again", path: "the imported text, \(error.text)", reason: .other))
      }
    }

    /// Closes the log. What was imported is durable even if this fails.
    private func close(_ journal: inout Journal<Storage>, _ answer: inout BoxAnswer) {
      do throws(JournalFault) {
        try journal.close()
      } catch {
        if answer.error.isEmpty {
          answer.error = "imported, but the log was not closed in order: \(error.text)"
        }
      }
    }
  }
}

extension JournalStart {
  /// The clocks that were read; the boot has no number yet.
  fileprivate var reading: Moment {
    Moment(boot: BootTime(boot: 0, milliseconds: bootMilliseconds), wall: wall, trust: trust)
  }
}

extension JournalDraft {
  /// The baby of the event that it adds.
  fileprivate var addedTo: BabyID? {
    guard let event, case .added = event.change else { return nil }
    return event.baby
  }

  /// Whether it has a time in the future of a clock; false without a clock.
  fileprivate func isAhead(of now: Instant?) -> Bool {
    guard let limit = now?.adding(minutes: EventTable.clockToleranceMinutes), let span else { return false }
    return span.upperBound > limit
  }
}

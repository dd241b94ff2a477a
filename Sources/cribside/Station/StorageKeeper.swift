import Bedside
import CareJournal
import Nursery

/// Work for the storage thread.
enum StorageJob: Sendable {
  /// Open the log and replay it.
  case open(StorageOpening)
  /// Write these together and sync.
  case append([LogWrite])
  /// Try again to write what is in memory only.
  case retry
  /// Answer a question from the disk.
  case read(token: Int, LogQuestion)
  /// Replace what is kept of nights; the report carries the token back.
  case keepNights([BabyID: SleepStore], token: Int?)
  /// Close the log in order.
  case close
}

/// What the storage thread made of it.
enum StorageReport: Sendable {
  case opened(Recovery)
  /// These lines are on the flash now; `isHolding` when others are in memory only.
  case stored([EventID], isHolding: Bool)
  case answer(token: Int, BoxAnswer)
  case nightsKept(token: Int?, isOnFlash: Bool)
  case closed
}

/// What opening needs from outside.
struct StorageOpening: Sendable {
  /// Clocks, kernel boot and randomness.
  var start: JournalStart
  /// Whose logs to keep.
  var babies: [BabyID]
  /// An instant that cannot lie in the future: the latest birth date.
  var floor: Instant
}

/// The storage thread's own: the journal, from opening to closing.
struct StorageKeeper<Storage: JournalStorage> {
  private let storage: Storage
  private var journal: Journal<Storage>?
  /// What could not be written while there was no journal to hold it.
  private var homeless: [JournalDraft] = []
  private var opening: StorageOpening?

  /// A keeper of a directory.
  init(storage: Storage) {
    self.storage = storage
  }

  /// Does one job. Blocks as long as the card does.
  mutating func run(_ job: StorageJob) -> StorageReport {
    switch job {
    case .open(let opening): .opened(open(opening))
    case .append(let writes): append(writes.map(JournalDraft.init))
    case .retry: retry()
    case .read(let token, let question): .answer(token: token, question.answer(from: storage))
    case .keepNights(let nights, let token): .nightsKept(token: token, isOnFlash: keep(nights))
    case .close: close()
    }
  }

  private mutating func open(_ opening: StorageOpening) -> Recovery {
    self.opening = opening
    var replay = Replay(opening)
    do throws(JournalFault) {
      let (journal, recovered) = try Journal.open(storage, start: opening.start) { replay.apply($0) }
      self.journal = journal
      var recovery = replay.recovery(recovered)
      recovery.nights = NightsFile.load(from: storage)
      return recovery
    } catch {
      return replay.recovery(failed: error)
    }
  }

  private func keep(_ nights: [BabyID: SleepStore]) -> Bool {
    do throws(StorageFault) {
      try NightsFile.save(nights, in: storage)
      return true
    } catch {
      // The box hands them over again; but for a person's words they can be reckoned from the log.
      return false
    }
  }

  private mutating func append(_ drafts: [JournalDraft]) -> StorageReport {
    guard let boot = journal?.boot else {
      homeless += drafts
      return .stored([], isHolding: true)
    }
    // A log that could not be read at the start has told the box no ordinal.
    return report(journal?.append(drafts.map { $0.inBoot(boot) }))
  }

  private mutating func retry() -> StorageReport {
    guard journal == nil else { return report(journal?.retry()) }
    guard let opening else { return .stored([], isHolding: true) }
    // What the log holds is read at the next start; now it only has to take what happened since.
    _ = open(opening)
    guard let boot = journal?.boot else { return .stored([], isHolding: true) }
    defer { homeless = [] }
    return report(journal?.append(homeless.map { $0.inBoot(boot) }))
  }

  private func report(_ receipt: AppendReceipt?) -> StorageReport {
    guard let receipt else { return .stored([], isHolding: true) }
    return .stored(receipt.acknowledged, isHolding: receipt.heldCount > 0 || !receipt.refused.isEmpty)
  }

  private mutating func close() -> StorageReport {
    do throws(JournalFault) {
      try journal?.close()
    } catch {
      // Every acknowledged line is durable already; only the unused room at the end stays.
      return .closed
    }
    return .closed
  }
}

extension JournalDraft {
  /// The journal's word for the model's.
  init(_ write: LogWrite) {
    switch write {
    case .care(let event): self = .care(event)
    case .sync(let id, let moment): self = .sync(id, moment)
    }
  }
}

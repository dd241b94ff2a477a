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
  /// Do one small step of what can wait.
  case tend
  /// Read what is kept of nights, which the card would not give before; the report carries the token back.
  case readNights(token: Int?)
  /// Replace what is kept of nights; the report carries the token back.
  case keepNights([BabyID: SleepStore], token: Int?)
  /// Replace what is kept of the accelerometer and its mount.
  case keepCalibration(KeptCalibration)
  /// Add an hour of motion to what is kept of a day.
  case keepActivity(ActivityHour, at: Moment, on: CivilDate)
  /// Read what the directory holds of quiet sessions.
  case readQuiet
  /// Replace what it holds of them.
  case keepQuiet(QuietState)
  /// Close the log in order.
  case close
}

/// What the storage thread made of it.
enum StorageReport: Sendable {
  case opened(Recovery)
  /// A log that could not be read at the start was read now.
  case openedLate(Recovery, StorageReceipt)
  /// Lines given with a job were written, or were not.
  case stored(StorageReceipt)
  /// Lines held before were tried again.
  case retried(StorageReceipt)
  /// A step is done; there may be more.
  case tended(StorageReceipt)
  case nightsKept(token: Int?, isOnFlash: Bool)
  /// What is kept of nights, when it could be read.
  case nightsRead([BabyID: SleepStore]?, token: Int?)
  case calibrationKept(isOnFlash: Bool)
  /// An hour of motion is on the flash, or is not and will not be.
  case activityKept(StorageFigures)
  case quiet(QuietFinding)
  case quietKept(isOnFlash: Bool, found: QuietFinding?)
  /// The log is closed; what is still held is lost with the process.
  case closed(StorageReceipt)
}

/// What became of lines given to the storage.
struct StorageReceipt: Hashable, Sendable {
  /// These are on the flash now.
  var saved: [EventID] = []
  /// Others are in memory only.
  var isHolding = false
  /// Why, if that was found out now; of a step of what can wait, why something stays where it is.
  var fault: String?
  /// There is something to do that can wait: see `StorageJob.tend`.
  var wantsTending = false
  /// What it has cost so far.
  var figures = StorageFigures()
}

/// What the storage has cost since the start, and how much there is.
struct StorageFigures: Hashable, Sendable {
  var bytesWritten = 0
  var syncs = 0
  /// Nil when the file system does not say.
  var freeBytes: Int?
  /// Nil while the log cannot be read.
  var log: JournalFigures?
  /// How many good lines the log has, starts and clocks with them; nil while it cannot be read.
  var lines: Int?
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
  private let segmentBytes: Int
  private var journal: Journal<Storage>?
  /// What could not be written while there was no journal to hold it.
  private var homeless: [JournalDraft] = []
  private var opening: StorageOpening?
  private var shelf = QuietShelf(writer: .box)
  private var nightsFile = KeptFile(NightsFile.path)
  private var motionFile = KeptFile(MotionFile.path)

  /// A keeper of a directory, in segments of the usual size unless another is said.
  init(storage: Storage, segmentBytes: Int = Journal<Storage>.segmentBytes) {
    self.storage = storage
    self.segmentBytes = segmentBytes
  }

  /// Does one job. Blocks as long as the card does.
  mutating func run(_ job: StorageJob) -> StorageReport {
    switch job {
    case .open(let opening): .opened(open(opening))
    case .append(let writes): append(writes.map(JournalDraft.init))
    case .retry: retry()
    case .tend: tend()
    case .keepNights(let nights, let token): .nightsKept(token: token, isOnFlash: keep(nights))
    case .readNights(let token): .nightsRead(loadNights(), token: token)
    case .keepCalibration(let calibration): .calibrationKept(isOnFlash: keep(calibration))
    case .keepActivity(let hour, let moment, let date): .activityKept(keep(hour, at: moment, on: date))
    case .readQuiet: .quiet(shelf.load(from: storage))
    case .keepQuiet(let state): keep(state)
    case .close: close()
    }
  }

  private mutating func open(_ opening: StorageOpening) -> Recovery {
    self.opening = opening
    do throws(JournalFault) {
      let (journal, recovered) = try Journal.open(
        storage, start: opening.start, floor: opening.floor, segmentBytes: segmentBytes)
      self.journal = journal
      var recovery = Recovery(journal.fold, recovered, opening)
      recovery.receipt = receipt(AppendReceipt())
      let nights = loadNights()
      recovery.nights = nights ?? [:]
      recovery.hasUnreadNights = nights == nil
      recovery.calibration = loadCalibration()
      recovery.remarks = [nightsFile.remark, motionFile.remark].compactMap { $0 }
      recovery.hasNewerNights = nights != nil && !nightsFile.isFree
      return recovery
    } catch {
      return Recovery(failed: error, opening)
    }
  }

  /// What is kept of nights; nil when the card does not give it. Then it is asked for again before it is replaced.
  private mutating func loadNights() -> [BabyID: SleepStore]? {
    let storage = storage
    let reading = nightsFile.open({ () throws(StorageFault) in try NightsFile.read(from: storage) }) {
      () throws(StorageFault) in try NightsFile.setAside(in: storage)
    }
    return reading.map { $0.content ?? [:] }
  }

  private mutating func loadCalibration() -> KeptCalibration? {
    let storage = storage
    let reading = motionFile.open({ () throws(StorageFault) in try MotionFile.read(from: storage) }) {
      () throws(StorageFault) in try MotionFile.setAside(in: storage)
    }
    return reading?.content
  }

  /// As long as the log could not be read, the box has not seen what was kept, and must not replace it.
  private func keep(_ nights: [BabyID: SleepStore]) -> Bool {
    guard journal != nil, nightsFile.isFree else { return false }
    do throws(StorageFault) {
      try NightsFile.save(nights, in: storage)
      return true
    } catch {
      // The box hands them over again; but for a person's words they can be reckoned from the log.
      return false
    }
  }

  private func keep(_ calibration: KeptCalibration) -> Bool {
    guard journal != nil, motionFile.isFree else { return false }
    do throws(StorageFault) {
      try MotionFile.save(calibration, in: storage)
      return true
    } catch {
      // It is in use all the same; what was learnt later is handed over later.
      return false
    }
  }

  /// The ordinal of a boot whose log cannot be read is not known, and without it nobody knows what hour it was.
  private func keep(_ hour: ActivityHour, at moment: Moment, on date: CivilDate) -> StorageFigures {
    guard journal != nil else { return figures }
    do throws(StorageFault) {
      try ActivityFile.append(hour, at: moment, on: date, in: storage)
    } catch {
      // Motion is no event: an hour that the flash refuses is left out, and the log says NOT SAVED soon enough.
      return figures
    }
    return figures
  }

  private mutating func keep(_ state: QuietState) -> StorageReport {
    do throws(StorageFault) {
      let found = try shelf.save(state, in: storage)
      return .quietKept(isOnFlash: found == nil, found: found)
    } catch {
      // The rules hand it over again; until then the session holds in memory.
      return .quietKept(isOnFlash: false, found: nil)
    }
  }

  private mutating func append(_ drafts: [JournalDraft]) -> StorageReport {
    guard journal != nil else {
      let room = max(0, Journal<Storage>.heldLimit - homeless.count)
      homeless += drafts.prefix(room)
      return .stored(receipt(nil))
    }
    // A log that could not be read at the start has told the box no ordinal.
    let numbered = numbered(drafts)
    let appended = journal?.append(numbered)
    return .stored(receipt(appended))
  }

  private mutating func retry() -> StorageReport {
    let retried = journal?.retry()
    if let retried { return .retried(receipt(retried)) }
    guard let opening else { return .retried(receipt(nil)) }
    var recovery = open(opening)
    guard journal != nil else { return .retried(receipt(nil)) }
    let drafts = numbered(homeless)
    homeless = []
    for case .sync(_, let moment) in drafts {
      if let wall = moment.wall { recovery.clocks.noteSync(at: moment.boot, wall: wall) }
    }
    let appended = journal?.append(drafts)
    return .openedLate(recovery, receipt(appended))
  }

  /// Drafts with this boot's number. Of the syncs that were believed while nothing was known of other boots the last
  /// counts, as it does for the box; and one that is absurd beside them is left out: on the flash it would be believed
  /// for good.
  private func numbered(_ drafts: [JournalDraft]) -> [JournalDraft] {
    guard let journal else { return drafts }
    let lastSync = drafts.lastIndex(where: \.isEarlySync)
    return drafts.indices.compactMap { index in
      let draft = drafts[index].inBoot(journal.boot)
      guard drafts[index].isEarlySync, case .sync(_, let moment) = draft, let wall = moment.wall else {
        return draft
      }
      guard index == lastSync else { return nil }
      return ClockKeeper.doubts(lastBelieved: wall, at: moment.boot, by: journal.fold.clocks) ? nil : draft
    }
  }

  private mutating func tend() -> StorageReport {
    let stays = journal?.tend()
    var tended = receipt(AppendReceipt())
    tended.fault = stays?.text
    return .tended(tended)
  }

  /// What the journal says of its lines; nil when there is no journal, and all of them wait. The figures are those
  /// of the moment in which it is called, so the lines have to be written in a statement before.
  private func receipt(_ receipt: AppendReceipt?) -> StorageReceipt {
    guard let receipt else { return StorageReceipt(isHolding: true, figures: figures) }
    return StorageReceipt(
      saved: receipt.acknowledged, isHolding: receipt.heldCount > 0 || !receipt.refused.isEmpty,
      fault: receipt.fault?.text,
      wantsTending: journal?.wantsTending ?? false, figures: figures)
  }

  private var figures: StorageFigures {
    StorageFigures(
      bytesWritten: storage.bytesWritten, syncs: storage.syncs, freeBytes: storage.freeBytes,
      log: journal?.figures, lines: journal?.lineCount)
  }

  /// What is held is tried once more; what then is held still is lost.
  private mutating func close() -> StorageReport {
    var last = lastReceipt()
    do throws(JournalFault) {
      try journal?.close()
    } catch {
      // Every acknowledged line is durable already; only the unused room at the end stays.
      last.fault = last.fault ?? error.text
    }
    last.figures = figures
    return .closed(last)
  }

  private mutating func lastReceipt() -> StorageReceipt {
    guard journal != nil || !homeless.isEmpty else { return receipt(AppendReceipt()) }
    switch retry() {
    case .retried(let receipt), .openedLate(_, let receipt): return receipt
    default: return receipt(nil)
    }
  }
}

extension JournalDraft {
  /// Whether it is a sync of a boot that had no ordinal yet.
  fileprivate var isEarlySync: Bool {
    if case .sync(_, let moment) = self { moment.boot.boot == 0 } else { false }
  }

  /// The journal's word for the model's.
  init(_ write: LogWrite) {
    switch write {
    case .care(let event): self = .care(event)
    case .sync(let id, let moment): self = .sync(id, moment)
    }
  }
}

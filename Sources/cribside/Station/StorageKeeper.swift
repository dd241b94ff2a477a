import Bedside
import CareJournal
import CribMotion
import Nursery

/// Work for the storage thread.
enum StorageJob: Sendable {
  /// Open the log and replay it.
  case open(StorageOpening)
  /// Write these together and sync.
  case append([LogWrite])
  /// Try again to write what is in memory only, at a reading of the boot clock.
  case retry(atMilliseconds: Int)
  /// Do one small step of what can wait.
  case tend
  /// Read what is kept of nights, which the card would not give before; the report carries the token back.
  case readNights(token: Int?)
  /// Replace what is kept of nights; the report carries the token back.
  case keepNights([BabyID: SleepStore], token: Int?)
  /// Replace what is kept of the accelerometer and its mount.
  case keepCalibration(KeptCalibration)
  /// Replace which baby the buttons are for.
  case keepChosen(BabyID)
  /// Add an hour of motion to what is kept of a day.
  case keepActivity(ActivityHour, at: Moment, on: CivilDate)
  /// Read what the directory holds of quiet sessions.
  case readQuiet
  /// Replace what it holds of them.
  case keepQuiet(QuietState)
  /// Read when the log was copied last.
  case readCopied
  /// Replace what is kept of the last check of the log.
  case keepChecked(UpkeepFile.Record)
  /// Close the log in order.
  case close
}

/// What the storage thread made of it.
enum StorageReport: Sendable {
  case opened(Recovery)
  /// The card does not give the log; why.
  case notOpened(String)
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
  case chosenKept(isOnFlash: Bool)
  /// An hour of motion is on the flash, or is not and will not be.
  case activityKept(StorageFigures)
  case quiet(QuietFinding)
  case quietKept(isOnFlash: Bool, found: QuietFinding?)
  /// When the log was copied last; nil: never, as far as the directory says.
  case copied(UpkeepFile.Record?)
  case checkedKept(isOnFlash: Bool)
  /// The log is closed; what is still held is lost with the process.
  case closed(StorageReceipt)
}

/// What became of lines given to the storage.
struct StorageReceipt: Hashable, Sendable {
  /// These are on the flash now.
  var saved: [EventID] = []
  /// Others are in memory only.
  var isHolding = false
  /// Why, if that was found out now.
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
  /// How many segments the log has; nil before it is open.
  var segments: Int?
  /// How many good lines the log has, starts and clocks with them; nil before it is open.
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
    case .open(let opening): open(opening)
    case .append(let writes): .stored(receipt { $0.append(writes.map(JournalDraft.init)) })
    case .retry(let milliseconds): .retried(receipt { $0.retry(at: milliseconds) })
    case .tend: tend()
    case .keepNights(let nights, let token): .nightsKept(token: token, isOnFlash: keep(nights))
    case .readNights(let token): .nightsRead(loadNights(), token: token)
    case .keepCalibration(let calibration): .calibrationKept(isOnFlash: keep(calibration))
    case .keepChosen(let baby): .chosenKept(isOnFlash: keep(baby))
    case .keepActivity(let hour, let moment, let date): .activityKept(keep(hour, at: moment, on: date))
    case .readQuiet: .quiet(shelf.load(from: storage))
    case .keepQuiet(let state): keep(state)
    case .readCopied: .copied(UpkeepFile.copied.load(from: storage))
    case .keepChecked(let record): .checkedKept(isOnFlash: keep(record))
    case .close: close()
    }
  }

  private mutating func open(_ opening: StorageOpening) -> StorageReport {
    do throws(JournalFault) {
      let opened = try Journal.open(
        storage, start: opening.start, floor: opening.floor, segmentBytes: segmentBytes)
      journal = opened.journal
      var recovery = Recovery(opened.fold, opened.recovered, opening)
      recovery.receipt = receipt { _ in AppendReceipt() }
      let nights = loadNights()
      recovery.nights = nights ?? [:]
      recovery.hasUnreadNights = nights == nil
      recovery.calibration = loadCalibration()
      recovery.chosen = ChosenFile.load(from: storage)
      recovery.copied = UpkeepFile.copied.load(from: storage)
      recovery.checked = UpkeepFile.checked.load(from: storage)
      recovery.remarks = [nightsFile.remark, motionFile.remark].compactMap { $0 }
      recovery.hasNewerNights = nights != nil && !nightsFile.isFree
      return .opened(recovery)
    } catch {
      return .notOpened(error.text)
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

  private func keep(_ nights: [BabyID: SleepStore]) -> Bool {
    guard nightsFile.isFree else { return false }
    do throws(StorageFault) {
      try NightsFile.save(nights, in: storage)
      return true
    } catch {
      // The box hands them over again; but for a person's words they can be reckoned from the log.
      return false
    }
  }

  private func keep(_ calibration: KeptCalibration) -> Bool {
    guard motionFile.isFree else { return false }
    do throws(StorageFault) {
      try MotionFile.save(calibration, in: storage)
      return true
    } catch {
      // It is in use all the same; what was learnt later is handed over later.
      return false
    }
  }

  private func keep(_ baby: BabyID) -> Bool {
    do throws(StorageFault) {
      try ChosenFile.save(baby, in: storage)
      return true
    } catch {
      // The choice holds until the box stops; the next one is handed over again.
      return false
    }
  }

  private func keep(_ record: UpkeepFile.Record) -> Bool {
    do throws(StorageFault) {
      try UpkeepFile.checked.save(record, in: storage)
      return true
    } catch {
      return false
    }
  }

  private func keep(_ hour: ActivityHour, at moment: Moment, on date: CivilDate) -> StorageFigures {
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

  private mutating func tend() -> StorageReport {
    journal?.tend()
    return .tended(receipt { _ in AppendReceipt() })
  }

  /// What the journal says of its lines after some work, and what that has cost.
  private mutating func receipt(
    after work: (inout Journal<Storage>) -> AppendReceipt
  ) -> StorageReceipt {
    guard var open = journal else { return StorageReceipt(isHolding: true, figures: figures) }
    journal = nil
    let receipt = work(&open)
    journal = open
    return StorageReceipt(
      saved: receipt.acknowledged, isHolding: receipt.heldCount > 0 || !receipt.refused.isEmpty,
      fault: receipt.fault?.text, wantsTending: open.wantsTending, figures: figures)
  }

  private var figures: StorageFigures {
    StorageFigures(
      bytesWritten: storage.bytesWritten, syncs: storage.syncs, freeBytes: storage.freeBytes,
      segments: journal?.segmentCount, lines: journal?.lineCount)
  }

  /// What is held is tried once more; what then is held still is lost.
  private mutating func close() -> StorageReport {
    var last = receipt { $0.retry() }
    do throws(JournalFault) {
      try journal?.close()
    } catch {
      // Every acknowledged line is durable already; only the unused room at the end stays.
      last.fault = last.fault ?? error.text
    }
    last.figures = figures
    return .closed(last)
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

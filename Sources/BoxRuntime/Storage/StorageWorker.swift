import Bedside
import CareJournal
import CribMotion
import Nursery

/// The jobs of the storage thread.
package enum StorageJob: Sendable {
  /// Open the log and read it.
  case open(StorageOpening)
  /// Write these together and sync.
  case append([LogWrite])
  /// Try again to write what is only in memory, at a reading of the boot clock.
  case retry(atMilliseconds: Int)
  /// Do one small step of deferred work.
  case tend
  /// Read the kept data of nights, which the card did not return before; the report returns the token.
  case readNights(token: Int?)
  /// Replace a small file beside the log; the report returns the token of the client that waits for it.
  case save(FileContent, token: Int? = nil)
  /// Add a stretch of motion to the kept data of a day.
  case keepActivity(ActivityStretch, at: Moment, on: CivilDate)
  /// Read the kept motion of some days.
  case readActivity(on: [CivilDate])
  /// Read the directory's state of quiet sessions.
  case readQuiet
  /// Read when the log was last copied.
  case readCopied
  /// Do one step of saving lines of other boxes.
  case offer(Offer)
  /// Read the next piece of the files with lines of other boxes.
  case readPeers(PeerFiles)
  /// Close the log in order.
  case close
}

/// The reports of the storage thread.
package enum StorageReport: Sendable {
  case opened(Recovery)
  /// The card does not return the log; why.
  case notOpened(String)
  /// The result for the events of a job.
  case stored(StorageReceipt)
  /// Events that were held before were tried again.
  case retried(StorageReceipt)
  /// A step is done; there may be more.
  case tended(StorageReceipt)
  /// What became of a small file, for the client that waits for it.
  case kept(FileContent, token: Int?, KeptOutcome)
  /// The kept data of nights, if it could be read.
  case nightsRead([BabyID: SleepStore]?, token: Int?)
  /// A stretch of motion is on the card, or was given up.
  case activityKept(StorageFigures)
  /// What the card has of the motion of some days.
  case activityRead([KeptActivity])
  case quiet(QuietFinding)
  /// When the log was last copied; nil: never, as far as the directory shows.
  case copied(MaintenanceRecord?)
  /// A step of an offer is done, under the client's token.
  case offered(Int, ReceivedLines, OfferOutcome, StorageReceipt)
  /// A piece of the files of other boxes was read.
  case peersRead(PeerFiles, ReceivedLines, StorageReceipt)
  /// The log is closed; events that are still held are lost with the process.
  case closed(StorageReceipt)
}

/// The result for events that were given to the storage.
package struct StorageReceipt: Hashable, Sendable {
  /// The events that are on the card now.
  package var saved: [EventID] = []
  /// The place of their lines in the order of the household.
  package var stamps: [EventID: LineStamp] = [:]
  /// Whether others are only in memory.
  package var isHolding = false
  /// Why, if the fault is new.
  package var fault: String?
  /// Whether there is deferred work: see `StorageJob.tend`.
  package var wantsTending = false
  /// The cost so far.
  package var figures = StorageFigures()
}

/// What the storage has cost since the start, and its size.
package struct StorageFigures: Hashable, Sendable {
  var bytesWritten = 0
  var syncs = 0
  /// The free space; nil if the file system does not tell.
  var freeBytes: Int?
  /// How many segments the log has; nil before it is open.
  var segments: Int?
  /// Why `box.json` does not have the end of the log; nil if it does.
  var markFault: String?
  /// How many good lines the log has, including those of starts and clocks; nil before it is open.
  var lines: Int?
  /// This box's name; empty before the log is open.
  var box = ""
  /// Up to which number it has all lines of each box, or knows that they were left out.
  var have: [String: Int] = [:]
  /// The highest number of each box that is synced.
  var last: [String: Int] = [:]
}

/// What it needs to open the log.
package struct StorageOpening: Sendable {
  /// Clocks, kernel boot and randomness.
  package var start: JournalStart
  /// Whose logs to keep.
  package var babies: [BabyID]
  /// An instant that cannot lie in the future: the latest birth date.
  package var floor: Instant

  package init(start: JournalStart, babies: [BabyID], floor: Instant) {
    self.start = start
    self.babies = babies
    self.floor = floor
  }
}

/// The state of the storage thread: the journal, from opening to closing.
package struct StorageWorker<Storage: JournalStorage> {
  let storage: Storage
  private let segmentBytes: Int
  var journal: Journal<Storage>?
  private var files = SmallFiles()

  /// A worker for a directory, in segments of the usual size unless another one is given.
  package init(storage: Storage, segmentBytes: Int = Journal<Storage>.segmentBytes) {
    self.storage = storage
    self.segmentBytes = segmentBytes
  }

  /// Does one job. Blocks as long as the card does.
  package mutating func run(_ job: StorageJob) -> StorageReport {
    switch job {
    case .open(let opening): open(opening)
    case .append(let writes): .stored(receipt { $0.append(writes.map(JournalDraft.init)) })
    case .retry(let milliseconds): .retried(receipt { $0.retry(at: milliseconds) })
    case .tend: tend()
    case .save(let content, let token): .kept(content, token: token, files.save(content, in: storage))
    case .readNights(let token): .nightsRead(files.nights(in: storage), token: token)
    case .keepActivity(let stretch, let moment, let date): .activityKept(keep(stretch, at: moment, on: date))
    case .readActivity(let dates): .activityRead(ActivityFile.stretches(on: dates, in: storage))
    case .readQuiet: .quiet(files.quiet(in: storage))
    case .readCopied: .copied(SmallFile.copied.load(from: storage))
    case .offer(let offer): run(offer)
    case .readPeers(let reading): run(reading)
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
      recovery.files = files.read(from: storage)
      return .opened(recovery)
    } catch {
      return .notOpened(error.text)
    }
  }

  private func keep(
    _ stretch: ActivityStretch, at moment: Moment, on date: CivilDate
  ) -> StorageFigures {
    do throws(StorageFault) {
      try ActivityFile.append(stretch, at: moment, on: date, in: storage)
    } catch {
      // Motion is no event: a stretch that the card refuses is left out, and NOT SAVED will appear at the next event.
      return figures
    }
    return figures
  }

  private mutating func tend() -> StorageReport {
    journal?.tend()
    return .tended(receipt { _ in AppendReceipt() })
  }

  /// The journal's report about itself when nothing was asked of it.
  mutating func emptyReceipt() -> StorageReceipt { receipt { _ in AppendReceipt() } }

  /// The journal's report about its lines after some work, and the cost.
  private mutating func receipt(
    after work: (inout Journal<Storage>) -> AppendReceipt
  ) -> StorageReceipt {
    guard var open = journal else { return StorageReceipt(isHolding: true, figures: figures) }
    journal = nil
    let receipt = work(&open)
    journal = open
    return StorageReceipt(
      saved: receipt.acknowledged, stamps: receipt.stamps,
      isHolding: receipt.heldCount > 0 || !receipt.refused.isEmpty,
      fault: receipt.fault?.text, wantsTending: open.wantsTending, figures: figures)
  }

  private var figures: StorageFigures {
    StorageFigures(
      bytesWritten: storage.bytesWritten, syncs: storage.syncs, freeBytes: storage.freeBytes,
      segments: journal?.segmentCount, markFault: journal?.markFault?.text, lines: journal?.lineCount,
      box: journal?.box ?? "",
      have: journal?.have ?? [:], last: journal?.lastNumbers ?? [:])
  }

  /// Closes the log. Events that are only in memory are tried once more, and are then lost.
  private mutating func close() -> StorageReport {
    var last = receipt { $0.retryLast() }
    do throws(JournalFault) {
      try journal?.close()
    } catch {
      // Every acknowledged line is durable already; only the unused space at the end remains.
      last.fault = last.fault ?? error.text
    }
    last.figures = figures
    return .closed(last)
  }
}

extension JournalDraft {
  /// Translates the journal's terms into the model's.
  package init(_ write: LogWrite) {
    switch write {
    case .care(let event): self = .care(event)
    case .sync(let id, let moment): self = .sync(id, moment)
    }
  }
}

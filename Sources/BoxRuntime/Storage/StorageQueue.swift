import Bedside
import CareJournal

/// The jobs for the storage thread. One job of each kind is in progress, and the others wait here. A newer job replaces
/// a waiting one if it includes all of its work. However long the card hangs, both queues stay within their limits, and
/// no write is dropped.
package struct StorageQueue: Sendable {
  /// How many jobs the thread's queue accepts: more than the limits below allow.
  package static let queueCapacity = 256
  /// How many clients may wait for an answer from the card.
  static let askerLimit = 64
  /// How many stretches of motion may wait: those of a day. They are no events, so the oldest are left out.
  private static let activityLimit = 144

  /// The kinds of jobs, in the order in which they are handed over, one of each. The thread does them in turn, so an event
  /// waits for what is there already. Each small file is a kind, by its path.
  fileprivate enum Kind: Hashable, Comparable {
    case append, retry, readQuiet, open
    case file(String)
    case activity, readActivity, readCopied, offer, readPeers, tend, close

    /// Whether only the process has the data that such a job saves.
    var isLostWithTheProcess: Bool {
      switch self {
      case .append, .file, .activity: true
      case .retry, .readQuiet, .open, .readActivity, .readCopied, .offer, .readPeers, .tend, .close: false
      }
    }
  }

  /// The storage's last report about itself, so that no one has to wait for a card that hangs.
  var figures = StorageFigures()
  /// Why the card refuses; nil while it accepts everything.
  var fault: String?
  private var waiting: [Kind: [StorageJob]] = [:]
  private var underWay: [Kind: Int] = [:]

  /// Whether a write of events is in progress or waits.
  var isWriting: Bool { isBusy(.append) }
  /// Whether a step of deferred work is in progress.
  var isTending: Bool { isBusy(.tend) }
  /// Whether the directory does not have the model's newest state of quiet sessions yet.
  var isKeepingQuiet: Bool { isBusy(.file(SmallFile.quiet.path)) }

  private func isBusy(_ kind: Kind) -> Bool { underWay[kind] ?? 0 > 0 || waiting[kind]?.isEmpty == false }

  /// Queues a job.
  mutating func want(_ job: StorageJob) {
    let kind = Kind(job)
    let others = waiting[kind] ?? []
    switch job {
    case .append(let writes): waiting[kind] = [.append(Self.writes(of: others) + writes)]
    // The job in progress is enough.
    case .retry, .tend: waiting[kind] = isBusy(kind) ? others : [job]
    case .keepActivity: waiting[kind] = Array((others + [job]).suffix(Self.activityLimit))
    // The rest of an offer that has begun comes before the others.
    case .offer(let offer): waiting[kind] = offer.lines == nil ? others + [job] : [job] + others
    case .save, .readNights: waiting[kind] = others.filter(\.hasAsker) + [job]
    case .open, .readQuiet, .readActivity, .readCopied, .readPeers, .close: waiting[kind] = [job]
    }
  }

  private static func writes(of jobs: [StorageJob]) -> [LogWrite] {
    jobs.flatMap { job -> [LogWrite] in if case .append(let writes) = job { writes } else { [] } }
  }

  /// Hands over the jobs whose kind is free. A job that the thread does not accept waits for the next time.
  mutating func handOver(_ submit: (StorageJob) -> Bool) {
    for kind in waiting.keys.sorted() {
      while let job = waiting[kind]?.first, underWay[kind] ?? 0 == 0 {
        guard submit(job) else { return }
        waiting[kind]?.removeFirst()
        if waiting[kind]?.isEmpty == true { waiting[kind] = nil }
        underWay[kind, default: 0] += 1
      }
    }
  }

  /// Hands over every job that would be lost with the process, whatever is in progress, and then the closing of the
  /// log.
  mutating func handOverLast(_ submit: (StorageJob) -> Bool) {
    for kind in waiting.keys.sorted() where kind.isLostWithTheProcess {
      for job in waiting[kind] ?? [] where submit(job) { underWay[kind, default: 0] += 1 }
    }
    waiting = [:]
    if submit(.close) { underWay[.close, default: 0] += 1 }
  }

  /// Notes the storage's report about itself. While the card is left alone, its last report stands.
  mutating func note(_ receipt: StorageReceipt) {
    figures = receipt.figures
    fault = receipt.isHolding ? receipt.fault ?? fault : nil
  }

  /// Notes a report: its job is no longer in progress.
  package mutating func note(_ report: StorageReport) {
    let kind = Kind(report)
    underWay[kind] = max(0, (underWay[kind] ?? 0) - 1)
  }
}

extension StorageJob {
  /// Whether a client waits for its result.
  fileprivate var hasAsker: Bool {
    switch self {
    case .save(_, let token), .readNights(let token): token != nil
    default: false
    }
  }
}

extension StorageQueue.Kind {
  fileprivate init(_ job: StorageJob) {
    self =
      switch job {
      case .open: .open
      case .append: .append
      case .retry: .retry
      case .tend: .tend
      case .readNights: .file(SmallFile.nights.path)
      case .save(let content, _): .file(content.draft.path)
      case .keepActivity: .activity
      case .readActivity: .readActivity
      case .readQuiet: .readQuiet
      case .readCopied: .readCopied
      case .offer: .offer
      case .readPeers: .readPeers
      case .close: .close
      }
  }

  fileprivate init(_ report: StorageReport) {
    self =
      switch report {
      case .opened, .notOpened: .open
      case .stored: .append
      case .retried: .retry
      case .tended: .tend
      case .nightsRead: .file(SmallFile.nights.path)
      case .kept(let content, _, _): .file(content.draft.path)
      case .activityKept: .activity
      case .activityRead: .readActivity
      case .quiet: .readQuiet
      case .copied: .readCopied
      case .offered: .offer
      case .peersRead: .readPeers
      case .closed: .close
      }
  }
}

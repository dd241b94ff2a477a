import Bedside
import BoxRuntime
import CareJournal
import Nursery

/// What a simulation keeps account of: which events were said to be saved, and how long presses took to the
/// flash and to the last pixel.
package struct Ledger {
  /// The ids of care lines that were shown as saved, in order.
  package private(set) var acknowledged: [EventID] = []
  /// The ids of events that a start has read and shown, from a card that took lines: as good as acknowledged.
  package private(set) var shown: Set<EventID> = []
  /// Press edge to durable, in nanoseconds.
  package private(set) var pressToSaved: [UInt64] = []
  /// Press edge to the last byte of the first frame that shows it as saved, in nanoseconds.
  package private(set) var pressToPixel: [UInt64] = []

  private var presses: [EventID: UInt64] = [:]
  /// Every event that was handed to the storage, saved or not.
  package private(set) var offered: [EventID: CareEvent] = [:]
  private var waitingForFrame: [UInt64] = []
  private var inFrame: [Int: [UInt64]] = [:]

  /// Events went to the storage; those of a button are pressed when their moment says.
  mutating func note(_ writes: [LogWrite], pressedAt: (Int) -> UInt64) {
    for case .care(let event) in writes {
      offered[event.id] = event
      guard event.source == .button else { continue }
      presses[event.id] = pressedAt(event.moment.boot.milliseconds)
    }
  }

  /// The storage reported.
  mutating func note(_ report: StorageReport, at now: UInt64) {
    let saved: [EventID]
    switch report {
    case .stored(let receipt), .retried(let receipt), .closed(let receipt): saved = receipt.saved
    case .opened(let recovery): return note(recovery)
    case .notOpened, .tended, .kept, .nightsRead, .activityKept, .quiet, .quietKept, .copied, .offered,
      .peersRead:
      return
    }
    for id in saved where offered[id] != nil {
      acknowledged.append(id)
      guard let pressed = presses.removeValue(forKey: id) else { continue }
      pressToSaved.append(now - min(now, pressed))
      waitingForFrame.append(pressed)
    }
  }

  private mutating func note(_ recovery: Recovery) {
    guard recovery.summary.isWritable else { return }
    for log in recovery.logs.values { shown.formUnion(log.allRecords.map(\.id)) }
  }

  /// A picture went to the panel: the first one after the news shows it.
  mutating func note(_ job: PanelJob) {
    inFrame[job.generation, default: []] += waitingForFrame
    waitingForFrame = []
  }

  /// The panel reported.
  mutating func note(_ report: PanelReport, at now: UInt64) {
    let presses = inFrame.removeValue(forKey: report.generation) ?? []
    if report.isShown {
      pressToPixel += presses.map { now - min(now, $0) }
    } else {
      waitingForFrame += presses
    }
  }

  /// The process died: what it had not saved it never will.
  mutating func forgetUnsaved() {
    presses = [:]
    waitingForFrame = []
    inFrame = [:]
  }
}

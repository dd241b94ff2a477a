import Bedside
import BoxRuntime
import CareJournal
import Nursery
import Peripherals
import SimulatedBoard

/// The figures of a simulation.
struct SimulationReport {
  var world: SimulatedWorld<SimulatedDisk>
  var boots: Int
  /// Wake-ups of the box and the guard.
  var wakeups: Int
  var wallSeconds: Double

  /// One JSON object.
  var document: JSONValue {
    [
      "simulatedSeconds": .number(seconds(world.clock.worldNanoseconds)),
      "wallSeconds": .number(wallSeconds),
      "i2c": ["oled": oled, "accelerometer": .object(members(world.accelerometerTraffic))],
      "flash": ["bytes": .integer(world.storage.bytesWritten), "syncs": .integer(world.storage.syncs)],
      "wakeups": .integer(wakeups),
      "events": [
        "acknowledged": .array(world.ledger.acknowledged.map { .string($0.text) }),
        "onFlash": onFlash,
      ],
      "boots": .integer(boots),
      "latency": [
        "pressToSaved": latency(world.ledger.pressToSaved),
        "pressToPixel": latency(world.ledger.pressToPixel),
      ],
    ]
  }

  /// The number of care lines in the log; null when it cannot be read.
  private var onFlash: JSONValue {
    do throws(JournalFault) {
      return .integer(try LogFold(of: world.storage).careLines)
    } catch {
      return .null
    }
  }

  private var oled: JSONValue {
    var members = members(world.bus.traffic(of: world.oledAddress))
    members.append(JSONValue.Member(key: "fullRedraws", value: .integer(world.redraws.full)))
    members.append(JSONValue.Member(key: "partialRedraws", value: .integer(world.redraws.partial)))
    return .object(members)
  }

  private func members(_ traffic: BusTraffic) -> [JSONValue.Member] {
    [
      JSONValue.Member(key: "transactions", value: .integer(traffic.transactions)),
      JSONValue.Member(key: "bytes", value: .integer(traffic.bytes)),
      JSONValue.Member(key: "busySeconds", value: .number(seconds(traffic.busyNanoseconds))),
    ]
  }

  private func latency(_ nanoseconds: [UInt64]) -> JSONValue {
    let sorted = nanoseconds.sorted()
    guard let last = sorted.last else { return ["median": .null, "p99": .null, "max": .null] }
    func quantile(_ share: Double) -> JSONValue {
      .number(seconds(sorted[Int((Double(sorted.count - 1) * share).rounded())]))
    }
    return ["median": quantile(0.5), "p99": quantile(0.99), "max": .number(seconds(last))]
  }

  private func seconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1e9 }
}

/// Which events were shown as saved, and how long presses took until they were on the card and on the panel.
package struct Ledger {
  /// The ids of care lines that were shown as saved, in order.
  package private(set) var acknowledged: [EventID] = []
  /// The ids of events that a start read from a writable log and showed. They count as acknowledged.
  package private(set) var shown: Set<EventID> = []
  /// The time from a press's edge until it was durable, in nanoseconds.
  package private(set) var pressToSaved: [UInt64] = []
  /// The time from a press's edge to the last byte of the first frame that shows it as saved, in nanoseconds.
  package private(set) var pressToPixel: [UInt64] = []

  private var presses: [EventID: UInt64] = [:]
  /// All events handed to the storage, saved or not.
  package private(set) var offered: [EventID: CareEvent] = [:]
  private var waitingForFrame: [UInt64] = []
  private var inFrame: [Int: [UInt64]] = [:]

  /// Records events that the storage received. A button's event was pressed at its own moment.
  mutating func note(_ writes: [LogWrite], pressedAt: (Int) -> UInt64) {
    for case .care(let event) in writes {
      offered[event.id] = event
      guard event.source == .button else { continue }
      presses[event.id] = pressedAt(event.moment.boot.milliseconds)
    }
  }

  /// Records a report of the storage.
  mutating func note(_ report: StorageReport, at now: UInt64) {
    let saved: [EventID]
    switch report {
    case .stored(let receipt), .retried(let receipt), .closed(let receipt): saved = receipt.saved
    case .opened(let recovery): return note(recovery)
    case .notOpened, .tended, .kept, .nightsRead, .activityKept, .activityRead, .quiet, .copied, .offered,
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

  /// Records a picture for the panel. The first one after a report shows what was saved.
  mutating func note(_ job: PanelJob) {
    inFrame[job.generation, default: []] += waitingForFrame
    waitingForFrame = []
  }

  /// Records a report of the panel.
  mutating func note(_ report: PanelReport, at now: UInt64) {
    let presses = inFrame.removeValue(forKey: report.generation) ?? []
    if report.isShown {
      pressToPixel += presses.map { now - min(now, $0) }
    } else {
      waitingForFrame += presses
    }
  }

  /// Forgets the rest after the process has ended.
  mutating func forgetUnsaved() {
    presses = [:]
    waitingForFrame = []
    inFrame = [:]
  }
}

import Bedside
import CribMotion
import Peripherals

/// Decides when to look at the accelerometer: when its interrupt line asks for it, or by the clock. There is one look
/// at a time. Its readings are collected when the next look is due, so that both need only one turn of the loop.
package struct MotionQueue: Sendable {
  /// The least time between two searches for a part that is not configured, in milliseconds. It is only searched for
  /// when the loop turns anyway: a box without one must not wake up for it.
  private static let searchMilliseconds = 59_000

  /// The least time between two looks that the interrupt line causes, in milliseconds. A line that nothing drives may
  /// change at random.
  private static let restMilliseconds = 100

  /// When the next look is due, on the boot clock; nil if motion is off.
  private var nextService: Int?
  private var isInFlight = false
  private var lookedMilliseconds = 0
  /// How long after a look the next one is due.
  private var intervalMilliseconds = 1_000
  /// Whether there should be a part: the configuration names one, or one has answered.
  private var isExpected: Bool
  /// The model's last information about the part; a new model assumes that there is none.
  var knownState = BoxCondition.PartState.absent
  /// The result of the last look, without its readings; nil before the first.
  private(set) var last: MotionReport?
  /// How often readings were lost, whatever the reason.
  private(set) var gaps = 0

  /// A queue whose first look is due at once, or that never looks.
  init(isOn: Bool, isPartNamed: Bool = false) {
    nextService = isOn ? 0 : nil
    isExpected = isPartNamed
  }

  /// Follows a new configuration: looks at once or never, and expects the part as at a start. A running look ends
  /// first.
  mutating func change(isOn: Bool, isPartNamed: Bool) {
    nextService = isOn ? 0 : nil
    isExpected = isPartNamed
    last = nil
  }

  /// When to call `nextJob` again, on the boot clock; nil: only on news.
  var nextDeadline: Int? { isSearching ? nil : nextService }

  /// The state of the part by the last look. Without an answer it is missing, but a box that never had a part and is
  /// configured without one misses nothing.
  var partState: BoxCondition.PartState {
    last?.part != nil ? .works : isExpected ? .missing : .absent
  }

  /// The look that is due now, if the last one is finished.
  mutating func nextJob(at milliseconds: Int) -> BusJob? {
    guard let due = nextService, due <= milliseconds else { return nil }
    nextService = milliseconds + intervalMilliseconds
    guard !isInFlight else { return nil }
    isInFlight = true
    lookedMilliseconds = milliseconds
    return .motion(atMilliseconds: milliseconds)
  }

  /// Receives the part's signal that its FIFO should be emptied. A signal during a look is not lost: the line stays
  /// active, or the next look by the clock comes in time.
  mutating func receiveInterrupt(at milliseconds: Int) {
    guard let nextService else { return }
    self.nextService = min(nextService, max(milliseconds, lookedMilliseconds + Self.restMilliseconds))
  }

  /// Receives the report of a look.
  mutating func receive(_ report: MotionReport, at milliseconds: Int) {
    isInFlight = false
    guard nextService != nil else { return }
    intervalMilliseconds = report.nextServiceMilliseconds - lookedMilliseconds
    isExpected = isExpected || report.part != nil
    if report.batch?.gapBefore != nil { gaps += 1 }
    last = report
    last?.batch = nil
    nextService =
      isSearching ? milliseconds + Self.searchMilliseconds : report.nextServiceMilliseconds
  }

  private var isSearching: Bool { last != nil && !isExpected }
}

extension MotionReading {
  /// Translates the readings of the FIFO into those of the rules.
  package init(_ batch: MotionBatch) {
    self.init(
      rateHz: Double(batch.hertz), milligeePerLSB: batch.milligeePerCount,
      samples: batch.samples.map { CribMotion.MotionSample(x: $0.x, y: $0.y, z: $0.z) },
      followsGap: batch.gapBefore != nil, newestMilliseconds: batch.newestMilliseconds)
  }
}

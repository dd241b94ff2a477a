import Bedside
import CribMotion
import Peripherals

/// Decides when the accelerometer is looked at: when its interrupt line asks, or by the clock; one look at a time.
package struct MotionQueue: Sendable {
  /// A part that the configuration does not promise is looked for no more often than this, in milliseconds, and only
  /// when the loop turns anyway: a box without one must not wake for it.
  private static let searchMilliseconds = 59_000

  /// A line that nothing drives may chatter: it causes no look sooner after the last than this, in milliseconds.
  private static let restMilliseconds = 100

  /// On the boot clock; nil: never, motion is off.
  private var nextService: Int?
  private var isInFlight = false
  private var lookedMilliseconds = 0
  /// Whether there should be a part: the configuration names one, or one has answered.
  private var isExpected: Bool
  /// What the last look came to, without its readings; nil before the first.
  private(set) var last: MotionReport?
  /// How often readings were lost, whatever the reason.
  private(set) var gaps = 0

  /// A queue that looks at once, or never.
  init(isOn: Bool, isPartNamed: Bool = false) {
    nextService = isOn ? 0 : nil
    isExpected = isPartNamed
  }

  /// Goes by a new configuration, looks at once or never, and expects the part as at a start. A look that is under way ends first.
  mutating func change(isOn: Bool, isPartNamed: Bool) {
    nextService = isOn ? 0 : nil
    isExpected = isPartNamed
    last = nil
  }

  /// When `nextJob` should be asked again, on the boot clock; nil: on news only.
  var nextDeadline: Int? { isInFlight || isSearching ? nil : nextService }

  /// How the part is, by the last look: a box without one lacks nothing; one that had it, or is configured with it,
  /// does.
  var partState: BoxCondition.PartState {
    last?.part != nil ? .works : isExpected ? .missing : .absent
  }

  /// The look that is due now, if the last one is over.
  mutating func nextJob(at milliseconds: Int) -> BusJob? {
    guard !isInFlight, let nextService, nextService <= milliseconds else { return nil }
    isInFlight = true
    lookedMilliseconds = milliseconds
    return .motion(atMilliseconds: milliseconds)
  }

  /// The part says that its FIFO is worth emptying. During a look nothing is lost: the line stays active, or the
  /// clock brings the next look in time.
  mutating func receiveInterrupt(at milliseconds: Int) {
    guard let nextService else { return }
    self.nextService = min(nextService, max(milliseconds, lookedMilliseconds + Self.restMilliseconds))
  }

  /// A look is over.
  mutating func receive(_ report: MotionReport, at milliseconds: Int) {
    isInFlight = false
    guard nextService != nil else { return }
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
  /// The rules' words for what came out of the FIFO.
  package init(_ batch: MotionBatch) {
    self.init(
      rateHz: Double(batch.hertz), milligeePerLSB: batch.milligeePerCount,
      samples: batch.samples.map { CribMotion.MotionSample(x: $0.x, y: $0.y, z: $0.z) },
      followsGap: batch.gapBefore != nil, newestMilliseconds: batch.newestMilliseconds)
  }
}

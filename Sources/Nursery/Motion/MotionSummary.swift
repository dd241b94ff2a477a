/// What a recording, or a night, was by motion: its epochs, and the sleep and the wakings in them.
public struct MotionSummary: Hashable, Sendable {
  /// A shorter sleep is none.
  private static let leastSegmentEpochs = 40
  /// A shorter time awake is stirring and no waking: 5 min.
  private static let leastWakingEpochs = 10

  /// When the first epoch began.
  public let start: Instant
  /// The epochs, one after the other.
  public let epochs: [CribEpoch]
  /// The part's noise floor; nil when no reading was taken.
  public let noiseFloorMilligee: Float?

  /// A summary of epochs that begin at an instant.
  public init(start: Instant, epochs: [CribEpoch], noiseFloorMilligee: Float?) {
    self.start = start
    self.epochs = epochs
    self.noiseFloorMilligee = noiseFloorMilligee
  }

  /// A summary of measured epochs that follow one another from an instant on: the most likely path through them.
  /// `presses` tells in which epoch what was pressed, in order. Without a noise floor nothing is known of any.
  /// `emptyMicroMilligeeSquared` is the calibration's; without it the recording's own empty epochs are taken.
  public init(
    start: Instant, measured epochs: [Epoch], source: MotionSource, noiseFloorMilligee: Float?,
    presses: [(epoch: Int, press: CribPress)] = [], emptyMicroMilligeeSquared: Float? = nil
  ) {
    var path = CribPath(
      epochs, floorMilligee: noiseFloorMilligee ?? 1, source: source, presses: presses,
      calibratedMicro: emptyMicroMilligeeSquared)
    self.init(start: start, epochs: path.judged(), noiseFloorMilligee: noiseFloorMilligee)
  }

  /// One letter for each epoch.
  public var letters: String { epochs.reduce(into: "") { $0 += $1.state.letter } }

  /// The sleeps of 20 min and more. A stirring of less than 5 min, or as short a gap, does not part them.
  public var segments: [SleepSegment] { sleeps.map(segment) }

  /// The times between two sleeps in which the baby was awake or out of the crib for 5 min and more.
  public var wakings: [SleepSegment] {
    zip(sleeps, sleeps.dropFirst()).map { $0.upperBound..<$1.lowerBound }
      .filter { between in
        let known = epochs[between].count { $0.state == .awake || $0.state == .empty }
        return known >= MotionSummary.leastWakingEpochs
      }
      .map(segment)
  }

  /// When the first sleep began; nil without any.
  public var onset: Instant? { segments.first?.start }
  /// When the last sleep was over; nil without any.
  public var offset: Instant? { segments.last?.end }

  /// The epochs of each sleep.
  private var sleeps: [Range<Int>] {
    var found: [Range<Int>] = []
    for run in runs(of: .asleep) {
      if let last = found.last, isStirring(last.upperBound..<run.lowerBound) {
        found[found.count - 1] = last.lowerBound..<run.upperBound
      } else {
        found.append(run)
      }
    }
    return found.filter { $0.count >= MotionSummary.leastSegmentEpochs }
  }

  private func isStirring(_ range: Range<Int>) -> Bool {
    range.count < MotionSummary.leastWakingEpochs && epochs[range].allSatisfy { $0.state != .empty }
  }

  private func runs(of state: CribState) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in epochs.indices where epochs[index].state == state {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  private func segment(_ range: Range<Int>) -> SleepSegment {
    SleepSegment(start: instant(ofEpoch: range.lowerBound), end: instant(ofEpoch: range.upperBound))
  }

  private func instant(ofEpoch index: Int) -> Instant {
    Instant(milliseconds: start.milliseconds + index * Epoch.milliseconds)
  }
}

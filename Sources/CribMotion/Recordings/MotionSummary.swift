import Nursery

/// The epochs of a recording or a night, and the sleeps and wakings in them.
public struct MotionSummary: Hashable, Sendable {
  /// A shorter sleep does not count: 20 min.
  private static let leastSegmentEpochs = 40
  /// A shorter time awake is stirring and no waking: 5 min.
  private static let leastWakingEpochs = 10
  /// A sleep continues over missing readings of at most this length, in milliseconds.
  public static let bridgedGapMilliseconds = 900_000

  /// When the first epoch began.
  public let start: Instant
  /// The epochs, in order.
  public let epochs: [CribEpoch]
  /// The part's noise floor, in milligee; nil without readings.
  public let noiseFloorMilligee: Float?

  /// A summary of epochs that begin at an instant.
  public init(start: Instant, epochs: [CribEpoch], noiseFloorMilligee: Float?) {
    (self.start, self.epochs, self.noiseFloorMilligee) = (start, epochs, noiseFloorMilligee)
  }

  /// A summary of consecutive measured epochs: the most likely path through them. `presses` gives the epoch of each
  /// press, in order. Without a noise floor every epoch is unknown. `emptyMicroMilligeeSquared` is from the
  /// calibration; without it the recording's own empty epochs are used.
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

  /// The sleeps of at least 20 min. Stirring of less than 5 min, or a gap of at most 15, does not separate two sleeps.
  public var segments: [SleepSegment] { sleeps.map(segment) }

  /// The times between two sleeps with at least 5 min of the baby awake or out of the crib.
  public var wakings: [SleepSegment] {
    zip(sleeps, sleeps.dropFirst()).map { $0.upperBound..<$1.lowerBound }
      .filter { between in
        let known = epochs[between].count { $0.state == .awake || $0.state == .empty }
        return known >= MotionSummary.leastWakingEpochs
      }
      .map(segment)
  }

  /// When the first sleep began; nil: there is none.
  public var onset: Instant? { segments.first?.start }
  /// When the last sleep ended; nil: there is none.
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
    range.count * Epoch.milliseconds <= MotionSummary.bridgedGapMilliseconds
      && epochs[range].count { $0.state == .awake } < MotionSummary.leastWakingEpochs
      && epochs[range].allSatisfy { $0.state != .empty }
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

/// A whole recording of raw readings. It keeps the data of each epoch, but no reading.
public struct MotionRecording: Sendable {
  /// The source of the readings.
  public let source: MotionSource
  /// When the first reading was taken.
  public let start: Instant
  /// The number of readings, with the missing ones.
  public private(set) var readings = 0
  /// The presses of the nap button during it, in order of time.
  public var presses: [(at: Instant, press: CribPress)]

  private var builder: EpochBuilder
  private var epochs: [Epoch] = []

  /// A recording without readings yet.
  public init(source: MotionSource, start: Instant, presses: [(at: Instant, press: CribPress)] = []) {
    self.source = source
    self.start = start
    self.presses = presses
    builder = EpochBuilder(source, measuresAgain: true)
  }

  /// Adds the next reading; nil for a missing one.
  @inline(__always)
  public mutating func add(_ sample: MotionSample?) {
    readings += 1
    if let epoch = builder.add(sample) { epochs.append(epoch) }
  }

  /// How long it lasts, in milliseconds.
  public var milliseconds: Int { Int((Double(readings) / source.rateHz * 1000).rounded()) }

  /// What motion and presses say about the recording. Every epoch is measured by the noise floor of the whole
  /// recording.
  public func summary() -> MotionSummary {
    var builder = builder
    let heard = epochs + builder.finish()
    let epochs = builder.measured(again: heard)
    let places = presses.map { press in
      let epoch = (press.at.milliseconds - start.milliseconds) / Epoch.milliseconds
      return (epoch: min(epoch, epochs.count - 1), press: press.press)
    }
    return MotionSummary(
      start: start, measured: epochs, source: source, noiseFloorMilligee: builder.noiseFloor.milligee,
      presses: places)
  }
}

/// A stretch of sleep that has ended.
public struct SleepSegment: Hashable, Sendable {
  /// When it began.
  public let start: Instant
  /// When it ended.
  public let end: Instant

  /// A stretch between two instants.
  public init(start: Instant, end: Instant) { (self.start, self.end) = (start, end) }
}

extension NightWindow {
  /// The parts of the sleeps between bedtime and morning, in order. A part must last at least 20 min. Both times
  /// belong to this night; without them they are noon.
  public func segments(
    of sleeps: [SleepSegment], bedtime: Instant? = nil, morning: Instant? = nil
  ) -> [SleepSegment] {
    let (from, to) = (max(bedtime ?? start, start), min(morning ?? end, end))
    return sleeps.compactMap { sleep in
      let (lower, upper) = (max(sleep.start, from), min(sleep.end, to))
      let isLong = upper.milliseconds - lower.milliseconds >= NightWindow.leastMilliseconds
      return isLong ? SleepSegment(start: lower, end: upper) : nil
    }
  }

  private static let leastMilliseconds = 20 * 60_000
}

/// Long sleeps of the last 48 h: still stretches with someone in the crib, merged over short gaps. It finds nights of
/// older children and adults, and no naps. For an infant's night, use `MotionSummary.segments`.
public struct MotionSleepDetector: Sendable {
  /// How far it looks back, in epochs.
  private static let lookBackEpochs = 48 * 120

  private let epochs: ArraySlice<CribEpoch>
  private let start: Instant

  /// A detector for consecutive epochs from `start` until now. Only the last 48 h count.
  public init(_ epochs: [CribEpoch], start: Instant) {
    self.epochs = epochs.suffix(MotionSleepDetector.lookBackEpochs)
    self.start = start
  }

  /// The sleeps in order of time. `minDuration` and `mergeGap` are in minutes and inclusive: with the defaults a
  /// stretch of exactly five hours is kept, and a gap of exactly fifteen minutes is merged. A stretch that is open at
  /// the end lasts until the end of the last epoch.
  public func detectSleepSegments(minDuration: Int = 300, mergeGap: Int = 15) -> [SleepSegment] {
    var stretches: [Range<Int>] = []
    for index in epochs.indices where isStationary(epochs[index]) {
      if let last = stretches.last, (index - last.upperBound) * Epoch.milliseconds <= mergeGap * 60_000 {
        stretches[stretches.count - 1] = last.lowerBound..<index + 1
      } else {
        stretches.append(index..<index + 1)
      }
    }
    return stretches.filter { $0.count * Epoch.milliseconds >= minDuration * 60_000 }.map { stretch in
      SleepSegment(start: instant(ofEpoch: stretch.lowerBound), end: instant(ofEpoch: stretch.upperBound))
    }
  }

  /// Whether an epoch is still, with someone probably in the crib.
  private func isStationary(_ epoch: CribEpoch) -> Bool {
    epoch.isStill && epoch.confidence >= .medium && (epoch.state == .asleep || epoch.state == .awake)
  }

  private func instant(ofEpoch index: Int) -> Instant {
    Instant(milliseconds: start.milliseconds + index * Epoch.milliseconds)
  }
}

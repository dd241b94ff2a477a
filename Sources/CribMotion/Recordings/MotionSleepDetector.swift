import Nursery

/// Long sleeps of the last 48 h: stretches that are still with someone in the crib, merged over short gaps, kept
/// when they are long. It finds nights of older children and adults, never naps; an infant's night is
/// `MotionSummary.segments`.
public struct MotionSleepDetector: Sendable {
  /// How far it looks back, in epochs.
  private static let lookBackEpochs = 48 * 120

  private let epochs: ArraySlice<CribEpoch>
  private let start: Instant

  /// A detector of epochs that follow one another from `start` on, up to now; only the last 48 h of them count.
  public init(_ epochs: [CribEpoch], start: Instant) {
    self.epochs = epochs.suffix(MotionSleepDetector.lookBackEpochs)
    self.start = start
  }

  /// The sleeps in order of time. `minDuration` and `mergeGap` are minutes and both inclusive: a stretch of just
  /// five hours is kept, a gap of just fifteen minutes is bridged. A stretch still open at the end lasts until
  /// the end of the last epoch; none is cut at midnight.
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

  /// Still, with someone in the crib, and surely so.
  private func isStationary(_ epoch: CribEpoch) -> Bool {
    epoch.isStill && epoch.confidence >= .medium && (epoch.state == .asleep || epoch.state == .awake)
  }

  private func instant(ofEpoch index: Int) -> Instant {
    Instant(milliseconds: start.milliseconds + index * Epoch.milliseconds)
  }
}

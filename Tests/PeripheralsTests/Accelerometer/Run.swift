import Peripherals

/// The result of a run.
struct Run {
  var outcomes: [AccelerometerOutcome] = []
  var interrupts = 0
  /// How often the wire's level was wrong before or after a call.
  var wrongLevels = 0

  var batches: [MotionBatch] { outcomes.compactMap(\.batch) }
  var samples: [MotionSample] { batches.flatMap(\.samples) }
  var gaps: [MotionGap] { batches.compactMap(\.gapBefore) }

  mutating func note(_ outcome: AccelerometerOutcome) {
    outcomes.append(outcome)
  }

  /// Batches with samples that do not follow each other, or whose time by the ramp differs from the stated one.
  func misplaced(toleranceMilliseconds: Int = 70) -> [String] {
    var complaints: [String] = []
    for batch in batches {
      for (place, sample) in batch.samples.enumerated() {
        let said = batch.newestMilliseconds - (batch.samples.count - 1 - place) * 1_000 / batch.hertz
        // A sample of four readings around the jump has no time.
        if said % Ramp.periodMilliseconds < 80 { continue }
        let felt = Ramp.milliseconds(of: Double(sample.x) * batch.milligeePerCount)
        let late = (said - felt + 2 * Ramp.periodMilliseconds) % Ramp.periodMilliseconds
        if min(late, Ramp.periodMilliseconds - late) > toleranceMilliseconds {
          complaints.append("sample \(place) of \(batch.samples.count) at \(said) ms is of \(felt) ms")
        }
      }
    }
    return complaints
  }
}

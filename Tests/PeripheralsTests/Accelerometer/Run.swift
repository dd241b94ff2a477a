import Peripherals

/// The result of a run.
struct Run {
  var outcomes: [AccelerometerOutcome] = []
  var interrupts = 0
  /// How often the wire was wrong before or after a call.
  var wrongLevels = 0

  var batches: [MotionBatch] { outcomes.compactMap(\.batch) }
  var samples: [MotionSample] { batches.flatMap(\.samples) }
  var gaps: [MotionGap] { batches.compactMap(\.gapBefore) }

  mutating func note(_ outcome: AccelerometerOutcome) {
    outcomes.append(outcome)
  }

  /// Batches whose samples do not follow each other, or have another time than they claim, by the ramp.
  func misplaced(toleranceMilliseconds: Int = 70) -> [String] {
    var complaints: [String] = []
    for batch in batches {
      for (place, sample) in batch.samples.enumerated() {
        let said = batch.newestMilliseconds - (batch.samples.count - 1 - place) * 1_000 / batch.hertz
        // Four readings around the jump are a sample of no time.
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

import Bedside
import CareJournal
import CribMotion
import Nursery

/// `cribside calibrate`: the progress of measuring an empty crib, for a person or for a command that waits for it.
/// Each answer comes at once; a client that waits for the end asks again.
package struct CalibrationAnswer {
  package var progress: BedsideModel.CalibrationProgress
  package var isJSON: Bool

  package init(progress: BedsideModel.CalibrationProgress, isJSON: Bool) {
    (self.progress, self.isJSON) = (progress, isJSON)
  }

  package var answer: BoxAnswer {
    let output = isJSON ? JSONWriter.text(document) + "\n" : text + "\n"
    return exit == .ok ? BoxAnswer(output: output) : BoxAnswer(output: output, error: text, exit: exit)
  }

  private var document: JSONValue {
    [
      "state": .string(name), "epochs": .integer(epochs), "epochsNeeded": .integer(MotionCalibration.epochs),
      "noiseFloorMilligee": kept.map { .number(floorMilligee($0)) } ?? .null,
      "microMotionUsable": .bool(kept?.isMicroMotionUsable),
    ]
  }

  private var kept: KeptCalibration? {
    switch progress {
    case .kept(let kept), .notKept(let kept): kept
    case .idle, .running, .keeping, .disturbed, .silent: nil
    }
  }

  private var epochs: Int {
    switch progress {
    case .running(let epochs): epochs
    case .keeping, .kept, .notKept: MotionCalibration.epochs
    case .idle, .disturbed, .silent: 0
    }
  }

  private var name: String {
    switch progress {
    case .idle: "idle"
    case .running: "running"
    case .keeping: "keeping"
    case .kept: "kept"
    case .notKept: "notKept"
    case .disturbed: "disturbed"
    case .silent: "silent"
    }
  }

  private var exit: ExitStatus {
    switch progress {
    case .idle, .running, .keeping, .kept: .ok
    case .disturbed: .no
    case .silent: .unavailable
    case .notKept: .io
    }
  }

  private var text: String {
    switch progress {
    case .idle: "no empty crib is being measured"
    case .running(let epochs):
      "measuring the empty crib: \(epochs) of \(MotionCalibration.epochs) half minutes"
    case .keeping: "measured; being written"
    case .kept(let kept): result(kept)
    case .notKept(let kept): result(kept) + "; in use, but NOT SAVED: the flash refuses"
    case .disturbed: "something moved, or readings were lost: leave the crib empty and alone for 6 minutes"
    case .silent: "the accelerometer has fallen silent"
    }
  }

  /// The noise floor, rounded to two places.
  private func floorMilligee(_ kept: KeptCalibration) -> Double {
    (Double(kept.calibration.noiseFloorMilligee) * 100).rounded() / 100
  }

  private func result(_ kept: KeptCalibration) -> String {
    let micro = kept.isMicroMotionUsable ? "can" : "cannot"
    return
      "noise floor \(floorMilligee(kept)) mg; a still baby \(micro) be distinguished from this crib when it is empty"
  }
}

import CribMotion
import Nursery

/// What is learnt of the accelerometer and its mount, and when it is kept.
extension BedsideModel {
  /// How far the measuring of an empty crib has come.
  public enum CalibrationProgress: Hashable, Sendable {
    /// No one has asked for it.
    case idle
    /// So many epochs of `MotionCalibration.epochs` are known.
    case running(epochs: Int)
    /// Measured; it is on its way to the flash.
    case keeping
    /// Measured, on the flash and in use.
    case kept(KeptCalibration)
    /// Measured and in use, but the flash has refused it.
    case notKept(KeptCalibration)
    /// Someone was at the crib.
    case disturbed
    /// The accelerometer has fallen silent.
    case silent
  }

  /// Without a reading for this long a measurement is over.
  private static let silenceMilliseconds = 30_000
  /// What is learnt by and by is kept once in this time, and only where an event is written anyway: an idle hour
  /// writes nothing.
  private static let keepMilliseconds = 8 * 3_600_000

  /// How far the measuring of an empty crib has come at a moment.
  public func calibrationProgress(at moment: Moment) -> CalibrationProgress {
    guard let measurement = motion.measurement else { return .idle }
    switch measurement.crib.progress {
    case .disturbed: return .disturbed
    case .finished(let kept):
      guard let isOnFlash = measurement.isOnFlash else { return .keeping }
      return isOnFlash ? .kept(kept) : .notKept(kept)
    case .running(let epochs):
      let silence = moment.boot.milliseconds - measurement.heardMilliseconds
      return silence > Self.silenceMilliseconds ? .silent : .running(epochs: epochs)
    }
  }

  /// What was kept of the accelerometer and its mount, at the start or since.
  public var calibration: KeptCalibration? { care.settings.motion.calibration }

  /// What motion says about the crib.
  public var cribReading: CribReading { motion.spoken }

  /// Whether motion is looked at.
  public var isMotionOn: Bool { care.settings.motion.mode != .off }

  /// Begins to measure; a measurement that already runs continues. Nothing that is shown changes.
  mutating func measureEmptyCrib(at moment: Moment) -> Bool {
    if case .running = calibrationProgress(at: moment) { return false }
    guard let source = motion.witness?.source else { return false }
    motion.measurement = MotionModel.Measurement(
      crib: EmptyCribMeasurement(source), heardMilliseconds: moment.boot.milliseconds)
    return false
  }

  /// Readings for the measurement that runs, if one does. Its result is in use at once: the crib is empty now.
  mutating func measure(_ reading: MotionReading) {
    guard var measurement = motion.measurement, case .running = measurement.crib.progress else { return }
    motion.measurement = nil
    if reading.followsGap {
      let missing = reading.oldestMilliseconds - measurement.heardMilliseconds
      measurement.crib.addGap(samples: Int(Double(max(0, missing)) / 1000 * reading.rateHz))
    }
    measurement.crib.add(reading.samples)
    measurement.heardMilliseconds = reading.newestMilliseconds
    motion.measurement = measurement
    guard case .finished(let kept) = measurement.crib.progress else { return }
    care.settings.motion.calibration = kept
    motion.witness = freshWitness(kept.source)
    keep(kept, at: reading.newestMilliseconds)
  }

  /// The flash has answered.
  mutating func receiveCalibrationKept(_ isOnFlash: Bool) -> Bool {
    motion.measurement?.isOnFlash = isOnFlash
    return false
  }

  /// The kept calibration, which was not known until now. Without it the box would soon replace it with a poorer one.
  /// What was measured meanwhile is newer.
  mutating func receiveKept(_ kept: KeptCalibration?) -> [Effect] {
    if let measured = care.settings.motion.calibration { return [.keepCalibration(measured)] }
    care.settings.motion.calibration = kept
    if let kept, motion.witness?.source == kept.source { motion.witness = freshWitness(kept.source) }
    return []
  }

  /// Hands over what the witness has learnt, where it is time to.
  mutating func keepLearnt(at moment: Moment) {
    guard let last = motion.keptMilliseconds, moment.boot.milliseconds - last >= Self.keepMilliseconds,
      let witness = motion.witness, let calibration = witness.calibration
    else { return }
    keep(KeptCalibration(source: witness.source, calibration: calibration), at: moment.boot.milliseconds)
  }

  private mutating func keep(_ kept: KeptCalibration, at milliseconds: Int) {
    motion.keptMilliseconds = milliseconds
    effects.append(.keepCalibration(kept))
  }
}

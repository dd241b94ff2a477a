/// What is known of an accelerometer and its mount, with the readings that it was learnt from: another part, or
/// another range, has to be learnt anew.
public struct KeptCalibration: Hashable, Sendable {
  /// What the readings were.
  public var source: MotionSource
  /// What they taught.
  public var calibration: MotionCalibration

  /// A calibration of a source.
  public init(source: MotionSource, calibration: MotionCalibration) {
    self.source = source
    self.calibration = calibration
  }

  /// Whether the faint motion of somebody who rests can be told from this crib when it is empty.
  public var isMicroMotionUsable: Bool { calibration.isMicroMotionUsable(source) }
}

import CribMotion
import Nursery

/// What the box does with what motion tells.
public struct MotionSettings: Hashable, Sendable {
  /// How far motion may speak.
  public enum Mode: Hashable, Sendable {
    /// It asks: "asleep?" is on the Now page, and one press of NAP accepts it with the time it began.
    case suggest
    /// It writes: sleeps go to the log by themselves, marked, and one press takes one back.
    case log
    /// It is not looked at.
    case off
  }

  /// How far motion may speak.
  public var mode = Mode.off
  /// Whose crib the accelerometer is on; nil: the first baby's.
  public var baby: BabyID?
  /// Whether the configuration names the part: then it is missed when it does not answer.
  public var isPartNamed = false
  /// What was learnt of the part and its mount.
  public var calibration: KeptCalibration?

  /// Motion that is not looked at.
  public init() {}
}

/// What is known of a part and its mount, to be stored and handed back at the next start.
public struct MotionCalibration: Hashable, Sendable {
  /// Epochs that a calibration takes: 5 min.
  public static let epochs = 10
  /// Epochs of it that may be lost.
  private static let losses = 2
  /// More than this in one epoch, and somebody was at the crib.
  private static let stillCount: Float = 100

  /// The part's noise floor.
  public var noiseFloorMilligee: Float
  /// The empty crib's motion between 0.3 and 1.2 Hz; nil when it was never measured.
  public var emptyMicroMilligeeSquared: Float?
  /// What the mount passes on of an awake baby's motion, as an activity count; nil before the first night.
  public var activityGain: Float?

  /// A calibration as stored.
  public init(noiseFloorMilligee: Float, emptyMicroMilligeeSquared: Float? = nil, activityGain: Float? = nil)
  {
    self.noiseFloorMilligee = noiseFloorMilligee
    self.emptyMicroMilligeeSquared = emptyMicroMilligeeSquared
    self.activityGain = activityGain
  }

  /// Measures an empty crib by its epochs. Nil when too many are missing, or when something moved.
  public init?(emptyCrib epochs: [Epoch]) {
    let known = epochs.filter { !$0.isGap }
    guard known.count >= MotionCalibration.epochs - MotionCalibration.losses,
      known.allSatisfy({ $0.count < MotionCalibration.stillCount })
    else { return nil }
    noiseFloorMilligee = known.map { $0.medianMilligee }.sorted()[known.count / 10]
    emptyMicroMilligeeSquared = known.map { $0.microMilligeeSquared }.sorted()[known.count / 2]
    activityGain = nil
  }

  /// Whether micro-motion can be told from this crib when it is empty: not with a fan at it, or on a floor that
  /// sways.
  public func isMicroMotionUsable(_ source: MotionSource) -> Bool {
    guard let empty = emptyMicroMilligeeSquared else { return false }
    return MicroMotion(
      emptyMilligeeSquared: empty, floorMilligee: noiseFloorMilligee, source: source) != nil
  }
}

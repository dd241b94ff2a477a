/// What is known of a part and its mount. It is stored for the next start.
public struct MotionCalibration: Hashable, Sendable {
  /// The number of epochs in a calibration: 5 min.
  public static let epochs = 10
  /// How many of them may be missing.
  private static let losses = 2
  /// A larger count in one epoch means that someone touched the crib.
  private static let stillCount: Float = 100

  /// The part's noise floor, in milligee.
  public var noiseFloorMilligee: Float
  /// The empty crib's mean square between 0.3 and 1.2 Hz, in milligee²; nil if it was never measured.
  public var emptyMicroMilligeeSquared: Float?
  /// How much of an awake baby's motion the mount transmits, as an activity count; nil before the first night.
  public var activityGain: Float?

  /// A calibration from stored numbers.
  public init(noiseFloorMilligee: Float, emptyMicroMilligeeSquared: Float? = nil, activityGain: Float? = nil)
  {
    self.noiseFloorMilligee = noiseFloorMilligee
    self.emptyMicroMilligeeSquared = emptyMicroMilligeeSquared
    self.activityGain = activityGain
  }

  /// Measures an empty crib. Nil if too many epochs are missing, or if something moved.
  public init?(emptyCrib epochs: [Epoch]) {
    let known = epochs.filter { !$0.isGap }
    guard known.count >= MotionCalibration.epochs - MotionCalibration.losses,
      known.allSatisfy({ $0.count < MotionCalibration.stillCount })
    else { return nil }
    noiseFloorMilligee = known.map { $0.medianMilligee }.sorted()[known.count / 10]
    emptyMicroMilligeeSquared = known.map { $0.microMilligeeSquared }.sorted()[known.count / 2]
    activityGain = nil
  }

  /// Whether micro-motion can be distinguished from the empty crib's own motion. It cannot near a fan, or on a floor
  /// that sways.
  public func isMicroMotionUsable(_ source: MotionSource) -> Bool {
    guard let empty = emptyMicroMilligeeSquared else { return false }
    return MicroMotion(
      emptyMilligeeSquared: empty, floorMilligee: noiseFloorMilligee, source: source) != nil
  }
}

/// A calibration and the source of its readings. It does not apply to another part or another range.
public struct KeptCalibration: Hashable, Sendable {
  /// The source of the readings.
  public var source: MotionSource
  /// What was learned from them.
  public var calibration: MotionCalibration

  /// A calibration of a source.
  public init(source: MotionSource, calibration: MotionCalibration) {
    (self.source, self.calibration) = (source, calibration)
  }

  /// Whether micro-motion can be distinguished from the empty crib's own motion.
  public var isMicroMotionUsable: Bool { calibration.isMicroMotionUsable(source) }
}

/// Measures a part and its mount from five minutes of an empty crib.
public struct EmptyCribMeasurement: Sendable {
  /// The progress of the measurement.
  public enum Progress: Hashable, Sendable {
    /// This many epochs of `MotionCalibration.epochs` are known.
    case running(epochs: Int)
    /// The measurement is complete.
    case finished(KeptCalibration)
    /// Someone touched the crib, or too many readings are missing.
    case disturbed
  }

  /// The source of the readings.
  public let source: MotionSource
  /// The progress of the measurement.
  public private(set) var progress = Progress.running(epochs: 0)

  private var builder: EpochBuilder
  private var epochs: [Epoch] = []

  /// A measurement without readings.
  public init(_ source: MotionSource) {
    self.source = source
    builder = EpochBuilder(source)
  }

  /// How long the measurement takes, in milliseconds.
  public var milliseconds: Int { MotionCalibration.epochs * Epoch.milliseconds + builder.delayMilliseconds }

  /// Adds consecutive readings.
  public mutating func add(_ samples: [MotionSample]) {
    for sample in samples { add(sample) }
  }

  /// Adds missing readings. A gap longer than the measurement counts as one of its length.
  public mutating func addGap(samples: Int) {
    let whole = Int(Double(milliseconds) / 1000 * source.rateHz)
    for _ in 0..<min(max(1, samples), whole) { add(nil) }
  }

  private mutating func add(_ sample: MotionSample?) {
    guard case .running = progress, let epoch = builder.add(sample) else { return }
    epochs.append(epoch)
    progress = .running(epochs: epochs.count)
    guard epochs.count == MotionCalibration.epochs else { return }
    progress =
      MotionCalibration(emptyCrib: epochs).map {
        .finished(KeptCalibration(source: source, calibration: $0))
      } ?? .disturbed
  }
}

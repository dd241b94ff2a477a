/// What is known of a part and its mount, stored for the next start.
public struct MotionCalibration: Hashable, Sendable {
  /// Epochs that a calibration takes: 5 min.
  public static let epochs = 10
  /// Epochs of it that may be lost.
  private static let losses = 2
  /// A larger count in one epoch means that someone was at the crib.
  private static let stillCount: Float = 100

  /// The part's noise floor.
  public var noiseFloorMilligee: Float
  /// The empty crib's motion between 0.3 and 1.2 Hz; nil when it was never measured.
  public var emptyMicroMilligeeSquared: Float?
  /// How much of an awake baby's motion the mount passes on, as an activity count; nil before the first night.
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

  /// Whether micro-motion can be distinguished from the empty crib's own motion: not beside a fan, or on a floor that
  /// sways.
  public func isMicroMotionUsable(_ source: MotionSource) -> Bool {
    guard let empty = emptyMicroMilligeeSquared else { return false }
    return MicroMotion(
      emptyMilligeeSquared: empty, floorMilligee: noiseFloorMilligee, source: source) != nil
  }
}

/// What is known of an accelerometer and its mount, with the source of the readings from which it was learned: it
/// does not hold for another part or another range.
public struct KeptCalibration: Hashable, Sendable {
  /// The source of the readings.
  public var source: MotionSource
  /// What was learned from them.
  public var calibration: MotionCalibration

  /// A calibration of a source.
  public init(source: MotionSource, calibration: MotionCalibration) {
    self.source = source
    self.calibration = calibration
  }

  /// Whether the faint motion of a resting baby can be distinguished from the empty crib's own motion.
  public var isMicroMotionUsable: Bool { calibration.isMicroMotionUsable(source) }
}

/// Measures what a part and its mount are like, from the readings of five minutes of an empty crib.
public struct EmptyCribMeasurement: Sendable {
  /// The progress of the measurement.
  public enum Progress: Hashable, Sendable {
    /// This many epochs of `MotionCalibration.epochs` are known.
    case running(epochs: Int)
    /// The measurement is complete.
    case finished(KeptCalibration)
    /// Someone was at the crib, or too many readings are missing.
    case disturbed
  }

  /// The source of the readings.
  public let source: MotionSource
  /// The progress of the measurement.
  public private(set) var progress = Progress.running(epochs: 0)

  private var builder: EpochBuilder
  private var epochs: [Epoch] = []

  /// A measurement that has seen nothing yet.
  public init(_ source: MotionSource) {
    self.source = source
    builder = EpochBuilder(source)
  }

  /// How long it takes, in milliseconds, until the last epoch is known.
  public var milliseconds: Int { MotionCalibration.epochs * Epoch.milliseconds + builder.delayMilliseconds }

  /// Adds readings that followed each other.
  public mutating func add(_ samples: [MotionSample]) {
    for sample in samples { add(sample) }
  }

  /// Adds missing readings. More of them than a whole measurement holds count as that many.
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

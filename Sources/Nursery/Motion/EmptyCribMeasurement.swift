/// Five minutes of an empty crib, reading by reading, until they tell what the part and its mount are like.
public struct EmptyCribMeasurement: Sendable {
  /// How far it is.
  public enum Progress: Hashable, Sendable {
    /// So many epochs of `MotionCalibration.epochs` are known.
    case running(epochs: Int)
    /// That was it.
    case finished(KeptCalibration)
    /// Somebody was at the crib, or too many readings are missing.
    case disturbed
  }

  /// What the readings are.
  public let source: MotionSource
  /// How far it is.
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

  /// Takes readings that followed each other.
  public mutating func take(_ samples: some Collection<MotionSample>) {
    for sample in samples { take(sample) }
  }

  /// Takes so many readings that are missing; more than a measurement holds are as bad as that many.
  public mutating func takeGap(samples: Int) {
    let whole = Int(Double(milliseconds) / 1000 * source.rateHz)
    for _ in 0..<min(max(1, samples), whole) { take(nil) }
  }

  private mutating func take(_ sample: MotionSample?) {
    guard case .running = progress, let epoch = builder.take(sample) else { return }
    epochs.append(epoch)
    progress = .running(epochs: epochs.count)
    guard epochs.count == MotionCalibration.epochs else { return }
    progress =
      MotionCalibration(emptyCrib: epochs).map {
        .finished(KeptCalibration(source: source, calibration: $0))
      } ?? .disturbed
  }
}

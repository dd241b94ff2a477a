import CribMotion
import Nursery

/// Readings of the accelerometer that followed each other without a gap.
public struct MotionReading: Hashable, Sendable {
  /// Readings a second.
  public var rateHz: Double
  /// Thousandths of the earth's pull for one count.
  public var milligeePerLSB: Double
  /// The readings, oldest first.
  public var samples: [MotionSample]
  /// True when readings before these were lost.
  public var followsGap: Bool
  /// When the newest was taken, in milliseconds of the boot clock.
  public var newestMilliseconds: Int

  /// When the readings begin: one reading's time before the oldest was taken.
  public var oldestMilliseconds: Int { newestMilliseconds - Int(Double(samples.count) * 1000 / rateHz) }

  /// Readings of all their parts.
  public init(
    rateHz: Double, milligeePerLSB: Double, samples: [MotionSample], followsGap: Bool, newestMilliseconds: Int
  ) {
    self.rateHz = rateHz
    self.milligeePerLSB = milligeePerLSB
    self.samples = samples
    self.followsGap = followsGap
    self.newestMilliseconds = newestMilliseconds
  }
}

/// Samples that followed each other without a gap, as they came out of a part's FIFO.
public struct MotionBatch: Hashable, Sendable {
  /// The samples, oldest first, at least one.
  public var samples: [MotionSample]
  /// What is missing between the batch before and this one; nil when nothing is.
  public var gapBefore: MotionGap?
  /// When the newest sample was taken, in milliseconds of the clock handed in. Late by up to a sample's time: it
  /// is when the FIFO was read.
  public var newestMilliseconds: Int
  /// Samples a second by the chip's setting, in hertz. Its own clock may be some percent off.
  public var hertz: Int
  /// What one count is worth, in milligee, by the chip's datasheet.
  public var milligeePerCount: Double

  /// A batch of all its parts.
  public init(
    samples: [MotionSample], gapBefore: MotionGap?, newestMilliseconds: Int, hertz: Int,
    milligeePerCount: Double
  ) {
    self.samples = samples
    self.gapBefore = gapBefore
    self.newestMilliseconds = newestMilliseconds
    self.hertz = hertz
    self.milligeePerCount = milligeePerCount
  }
}

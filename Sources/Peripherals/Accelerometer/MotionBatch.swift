/// Samples that followed each other without a gap, as read from a part's FIFO.
public struct MotionBatch: Hashable, Sendable {
  /// The samples, oldest first, at least one.
  public var samples: [MotionSample]
  /// What is missing between the batch before and this one; nil if nothing is.
  public var gapBefore: MotionGap?
  /// When the newest sample was measured, in milliseconds of the clock that was passed in. It is late by up to a
  /// sample's time, because it is the time at which the FIFO was read.
  public var newestMilliseconds: Int
  /// Samples a second by the chip's setting, in hertz. Its own clock may be some percent off.
  public var hertz: Int
  /// The value of one count, in milligee, by the chip's datasheet.
  public var milligeePerCount: Double

  /// A batch with all its parts.
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

/// One acceleration, in the counts of its batch, along the chip's own axes.
public struct MotionSample: Hashable, Sendable {
  /// Along the chip's x axis.
  public var x: Int16
  /// Along the chip's y axis.
  public var y: Int16
  /// Along the chip's z axis.
  public var z: Int16

  /// A sample with its three counts.
  public init(x: Int16, y: Int16, z: Int16) { (self.x, self.y, self.z) = (x, y, z) }
}

/// Missing samples. A gap is not stillness: nothing is known of its time.
public struct MotionGap: Hashable, Sendable {
  /// Why.
  public enum Reason: Hashable, Sendable {
    /// The FIFO was full before it was read: the caller came late, or the bus was busy.
    case overrun
    /// The chip's settings were not as they had been left: its supply failed for a moment, or another program wrote
    /// to it.
    case reset
    /// The FIFO's bytes were no longer whole samples.
    case misaligned
    /// The part could not be read, found or used.
    case fault(AccelerometerFault)
  }

  /// Why; if there are several reasons, the first.
  public var reason: Reason
  /// How many samples are missing by the time that passed, 1 or more; nil when no sample came before.
  public var missing: Int?

  /// A gap with all its parts.
  public init(reason: Reason, missing: Int?) { (self.reason, self.missing) = (reason, missing) }
}

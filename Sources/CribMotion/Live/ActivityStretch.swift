import Nursery

/// A stretch of motion to store: the epochs since the stretch before it.
public struct ActivityStretch: Hashable, Sendable {
  /// Motion is stored this often, in milliseconds. What a power cut and the start after it cost is then less than
  /// `MotionSummary.bridgedGapMilliseconds`, over which a sleep continues.
  public static let milliseconds = 600_000
  /// The most epochs in a stretch: 4 h.
  public static let longestEpochs = 480

  /// When it began, in milliseconds of the boot clock.
  public let startMilliseconds: Int
  /// Its epochs, in order. Where readings are missing, they are gaps.
  public let epochs: [Epoch]
  /// The baby whose crib it was; nil if nothing says so.
  public var baby: BabyID?

  /// Nil unless it has between one and `longestEpochs` epochs.
  public init?(startMilliseconds: Int, epochs: [Epoch], baby: BabyID? = nil) {
    guard (1...ActivityStretch.longestEpochs).contains(epochs.count) else { return nil }
    self.startMilliseconds = startMilliseconds
    self.epochs = epochs
    self.baby = baby
  }

  /// Its epochs with their beginnings, without the gaps.
  var placed: [(start: Int, epoch: Epoch)] {
    epochs.indices.compactMap { index in
      epochs[index].isGap ? nil : (startMilliseconds + index * Epoch.milliseconds, epochs[index])
    }
  }
}

/// A stretch of motion that was read from the card.
public struct KeptActivity: Hashable, Sendable {
  /// The ordinal of the boot whose clock its times are on.
  public var boot: Int
  /// The stretch.
  public var stretch: ActivityStretch

  /// A stretch on the clock of a boot.
  public init(boot: Int, stretch: ActivityStretch) { (self.boot, self.stretch) = (boot, stretch) }
}

/// An epoch in two steps on a scale of half octaves, which a person can read in a line of text.
public struct ActivityMark: Hashable, Sendable {
  /// The highest step of the scale.
  public static let steps = 61

  /// The step of the activity count, see `Epoch.count`.
  public let count: UInt8
  /// The step of the largest magnitude in milligee, see `Epoch.peakMilligee`.
  public let peak: UInt8

  /// The mark of an epoch.
  public init(_ epoch: Epoch) {
    count = ActivityMark.step(of: epoch.count)
    peak = ActivityMark.step(of: epoch.peakMilligee)
  }

  /// Step 0 is below 1. Step n begins at 2 to the power (n − 1)/2.
  static func step(of value: Float) -> UInt8 {
    guard value >= 1 else { return 0 }
    guard value < 1e9 else { return UInt8(steps) }
    let halves = 2 * Int(value.exponent) + (value.significand < Float(2).squareRoot() ? 0 : 1)
    return UInt8(min(1 + halves, steps))
  }
}

/// Decides which motion to store. It leaves out an empty crib, so that an idle box writes nothing. But what precedes a
/// baby's time in the crib, or a press, is stored with it, so that a reader sees how a sleep began; and so is the hour
/// after it, which shows that the sleep has ended.
struct ActivityPacker: Sendable {
  /// For how long after a baby's time in the crib its motion is stored, in milliseconds.
  private static let afterMilliseconds = 3_600_000

  /// Where the next stretch begins; nil before the first epoch.
  private var from: Int?
  /// Up to where it is complete and worth storing; nil if it is not.
  private var until: Int?
  /// Motion before this is worth storing.
  private var wantedUntil = Int.min

  /// Adds an epoch that began at `start`.
  mutating func add(start: Int, isPresent: Bool) {
    from = from ?? start.flooringDivided(by: Epoch.milliseconds) * Epoch.milliseconds
    if isPresent { want(after: start) }
    // The last epoch before a boundary is the one that ends nearest to it.
    let end = (start + Epoch.milliseconds + Epoch.milliseconds / 2)
      .flooringDivided(by: ActivityStretch.milliseconds)
    let boundary = end * ActivityStretch.milliseconds
    if boundary - ActivityStretch.milliseconds < wantedUntil { until = boundary }
  }

  /// Records a press.
  mutating func recordPress(at milliseconds: Int) { want(after: milliseconds) }

  /// Returns the times of a stretch that is complete and worth storing, once.
  mutating func nextFinished() -> Range<Int>? {
    guard let begin = from, let end = until, begin < end else { return nil }
    from = end
    return max(begin, end - ActivityStretch.longestEpochs * Epoch.milliseconds)..<end
  }

  private mutating func want(after milliseconds: Int) {
    wantedUntil = max(wantedUntil, milliseconds + ActivityPacker.afterMilliseconds)
  }
}

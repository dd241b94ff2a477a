/// Half a minute of motion as it is kept: two steps of a scale of half octaves, so that a night takes a few kilobytes.
public struct ActivityMark: Hashable, Sendable {
  /// The highest step of the scale.
  public static let steps = 61

  /// The activity count: see `Epoch.count`.
  public let count: UInt8
  /// The largest magnitude, in thousandths of the earth's pull: see `Epoch.peakMilligee`.
  public let peak: UInt8

  /// Marks of steps 0…61; nil beyond.
  public init?(count: UInt8, peak: UInt8) {
    guard max(count, peak) <= ActivityMark.steps else { return nil }
    self.count = count
    self.peak = peak
  }

  /// What an epoch comes to.
  public init(_ epoch: Epoch) {
    count = ActivityMark.step(of: epoch.count)
    peak = ActivityMark.step(of: epoch.peakMilligee)
  }

  /// Step 0 is below 1; step n reaches from the square root of 2 to the power n − 1 up to that to the power n.
  static func step(of value: Float) -> UInt8 {
    guard value >= 1 else { return 0 }
    guard value < 1e9 else { return UInt8(steps) }
    let halves = 2 * Int(value.exponent) + (value.significand < Float(2).squareRoot() ? 0 : 1)
    return UInt8(min(1 + halves, steps))
  }
}

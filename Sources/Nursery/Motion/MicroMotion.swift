/// Motion too faint to count, between 0.3 and 1.2 Hz, over 5.5 min of still epochs, against the same crib when it
/// was empty. Seen, it is evidence that somebody is in the crib; not seen, it says nothing.
struct MicroMotion: Hashable, Sendable {
  /// Epochs that are looked at together.
  static let windowEpochs = 11
  /// Still ones among them without which nothing is said.
  private static let leastStill = 6
  /// How much the mean square of one epoch of pure noise varies: 30 s of a band of 0.9 Hz on three axes.
  private static let spread: Float = 0.10
  private static let leastDeviations: Float = 3
  private static let leastExcess: Float = 0.06
  /// What white noise leaves in the band, in noise floors² and times the rate in Hz, and the share above it from
  /// which an empty crib moves by itself: a fan, a swaying floor.
  private static let whiteNoise: Float = 2.56
  private static let ownMotion: Float = 1.4

  /// Mean square of the empty crib, in milligee².
  let emptyMilligeeSquared: Float

  /// Nil when nothing can be told: the empty crib itself moves so much, or rounding changes the noise with each
  /// tilt.
  init?(emptyMilligeeSquared: Float, floorMilligee: Float, source: MotionSource) {
    let noise = MicroMotion.whiteNoise / Float(source.rateHz) * floorMilligee * floorMilligee
    guard source.audibleMilligee(floorMilligee) == floorMilligee, emptyMilligeeSquared > 0,
      emptyMilligeeSquared <= noise * MicroMotion.ownMotion
    else { return nil }
    self.emptyMilligeeSquared = emptyMilligeeSquared
  }

  /// Whether a window shows it, by the sum of its still epochs.
  func isSeen(sum: Float, stillEpochs: Int) -> Bool {
    guard stillEpochs >= MicroMotion.leastStill else { return false }
    let excess = sum / Float(stillEpochs) / emptyMilligeeSquared - 1
    let deviation = MicroMotion.spread / Float(stillEpochs).squareRoot()
    return excess > max(MicroMotion.leastDeviations * deviation, MicroMotion.leastExcess)
  }
}

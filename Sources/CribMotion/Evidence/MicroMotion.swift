/// Motion too faint to count, between 0.3 and 1.2 Hz, over 5.5 min of still epochs, compared with the same crib when it
/// was empty. Where it is seen, it is evidence that the baby is in the crib. Where it is not seen, that says nothing.
struct MicroMotion: Hashable, Sendable {
  /// How many epochs are looked at together.
  static let windowEpochs = 11
  /// The least number of still epochs among them.
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

  /// Nil where micro-motion cannot be judged: the empty crib itself moves too much, or rounding changes the noise with
  /// each tilt.
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

/// The still epochs of the last 5.5 min, and what the crib shows of micro-motion when it is empty.
struct MicroMotionWindow: Sendable {
  /// With a higher probability than this that the crib is empty, an epoch is learnt from.
  private static let certainlyEmpty = 0.95
  /// After how many epochs of an empty crib their mean is used, and how many it weighs at most.
  private static let enough = 20
  private static let fullWeight = 240

  private var squares = [Float](repeating: 0, count: MicroMotion.windowEpochs)
  private var isStill = [Bool](repeating: false, count: MicroMotion.windowEpochs)
  private var next = 0
  private var learnt: Float = 0
  private var learntEpochs = 0

  init(calibrated: Float?) {
    guard let calibrated else { return }
    (learnt, learntEpochs) = (calibrated, MicroMotionWindow.fullWeight)
  }

  /// The empty crib's mean square; nil before enough of it was seen.
  var emptyMilligeeSquared: Float? { learntEpochs >= MicroMotionWindow.enough ? learnt : nil }

  mutating func add(_ square: Float, isStill still: Bool) {
    squares[next] = square
    isStill[next] = still
    next = next + 1 == squares.count ? 0 : next + 1
  }

  /// Whether the window shows it.
  func isSeen(floorMilligee: Float, source: MotionSource) -> Bool {
    guard let empty = emptyMilligeeSquared,
      let motion = MicroMotion(emptyMilligeeSquared: empty, floorMilligee: floorMilligee, source: source)
    else { return false }
    var (sum, count): (Float, Int) = (0, 0)
    for index in squares.indices where isStill[index] {
      sum += squares[index]
      count += 1
    }
    return motion.isSeen(sum: sum, stillEpochs: count)
  }

  /// Learns from the last epoch, when the crib was certainly empty during it.
  mutating func learn(presence: Double) {
    let last = next == 0 ? squares.count - 1 : next - 1
    guard 1 - presence > MicroMotionWindow.certainlyEmpty, isStill[last] else { return }
    learntEpochs = min(learntEpochs + 1, MicroMotionWindow.fullWeight)
    learnt += (squares[last] - learnt) / Float(learntEpochs)
  }
}

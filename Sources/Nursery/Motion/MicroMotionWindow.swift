/// The still epochs of the last 5.5 min, and what the crib shows of micro-motion when it is empty.
struct MicroMotionWindow: Sendable {
  /// The probability of an empty crib from which an epoch teaches what an empty crib looks like.
  private static let certainlyEmpty = 0.95
  /// Epochs of an empty crib after which what was learnt counts, and to which it is held.
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

  mutating func take(_ square: Float, isStill still: Bool) {
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

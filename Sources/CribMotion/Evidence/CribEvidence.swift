/// What one epoch says about the crib.
struct CribEvidence: Sendable {
  /// The activity level; nil in a gap, during which anything may have happened.
  var level: ActivityLevel?
  /// Whether an appliance shakes the floor: the whole epoch is louder, without a jolt.
  var isHumming = false
  /// The handling edge of this epoch.
  var edge: HandlingEdge?
  /// The handling edge of this epoch, else of the one before it. The crib may become occupied or empty here.
  var nearbyEdge: HandlingEdge?
  /// Whether the still epochs nearby show micro-motion.
  var showsMicroMotion = false
  /// The probability that the baby was put in during this epoch, by presses, 0…1.
  var intoOdds = 0.0
  /// The probability that the baby was lifted out during this epoch, by presses, 0…1.
  var outOdds = 0.0
  /// The likelihood of each state after a press shortly before.
  var buttonLikelihood = HiddenCrib.Lanes(repeating: 1)
  /// Whether this household uses the button. Then an edge without a press is less likely to be a put-down or a lift.
  var isPressed = false

  init(_ epoch: Epoch, floorMilligee: Float, gain: ActivityGain) {
    guard !epoch.isGap else { return }
    let level = ActivityLevel(count: epoch.count, gain: gain.value)
    self.level = level
    isHumming =
      epoch.isHumming(floorMilligee: floorMilligee) && level.rawValue <= ActivityLevel.twitching.rawValue
    edge = HandlingEdge(epoch, floorMilligee: floorMilligee, firmness: gain.firmness)
    nearbyEdge = edge
  }

  /// Whether it is still enough to look for micro-motion.
  var isStill: Bool {
    guard let level, !isHumming else { return false }
    return level == .still || level == .trembling
  }
}

extension Epoch {
  /// An appliance raises the median by at least this factor; the twitches of a baby do not.
  private static let humRatio: Float = 1.10

  func isHumming(floorMilligee: Float) -> Bool { medianMilligee > Epoch.humRatio * floorMilligee }
}

/// A sign that a baby was put down or lifted out: a jolt and a lasting tilt of the mattress. The crib becomes
/// occupied or empty only at an edge or near a press.
struct HandlingEdge: Hashable, Sendable {
  /// The least jolt on a firm mount. A weaker mount transmits less of it, but the mattress tilts just as much.
  private static let leastPeakMilligee: Float = 80
  private static let leastPeakFloors: Float = 10
  private static let leastChangeMilligee: Float = 2
  /// A larger tilt than a baby causes by turning over needs less of a jolt.
  private static let plainChangeMilligee: Float = 6

  /// The lasting change of the mean vector, in milligee.
  let changeMilligee: Float

  /// Nil if the epoch has no edge.
  init?(_ epoch: Epoch, floorMilligee: Float, firmness: Float) {
    guard let change = epoch.changeMilligee, change > HandlingEdge.leastChangeMilligee else { return nil }
    let tilt = min(1, HandlingEdge.plainChangeMilligee / change)
    let leastPeak = max(
      HandlingEdge.leastPeakMilligee * firmness * tilt, HandlingEdge.leastPeakFloors * floorMilligee)
    guard epoch.peakMilligee > leastPeak else { return nil }
    changeMilligee = change
  }
}

/// How much an epoch moved, on a scale for every mount. The part's noise defines the lower levels, and the motion of
/// an awake baby on this mount the upper ones.
enum ActivityLevel: Int, CaseIterable, Sendable {
  /// As quiet as the part itself usually is.
  case still
  /// As loud as the part itself sometimes is.
  case trembling
  /// A twitch.
  case twitching
  /// A few twitches, or a startle.
  case stirring
  /// A change of position, or moderate wakefulness.
  case moving
  /// Usual for an awake baby.
  case lively

  /// From these counts on, the part's own noise does not explain an epoch.
  private static let tremblingCount: Float = 14
  private static let twitchingCount: Float = 28
  /// Shares of the mount's gain. The noise is added to them.
  private static let stirringShare: Float = 0.05
  private static let movingShare: Float = 0.2
  private static let livelyShare: Float = 0.7
  private static let noise: Float = 20

  init(count: Float, gain: Float) {
    self =
      if count < ActivityLevel.tremblingCount {
        .still
      } else if count < ActivityLevel.twitchingCount {
        .trembling
      } else if count < ActivityLevel.stirringShare * gain + ActivityLevel.noise {
        .twitching
      } else if count < ActivityLevel.movingShare * gain + ActivityLevel.noise {
        .stirring
      } else {
        count < ActivityLevel.livelyShare * gain ? .moving : .lively
      }
  }
}

/// How much of an awake baby's motion this mount transmits: the upper quartile of the counts of epochs with motion. A
/// weak mount shows a third of what a firm one does.
struct ActivityGain: Hashable, Sendable {
  /// Only larger counts are motion rather than noise.
  private static let leastCount: Float = 40
  /// A smaller count may come from a humming appliance if the median is raised too.
  private static let humCount: Float = 100
  private static let share: Float = 0.75
  /// The least number of epochs with motion.
  private static let enough: UInt32 = 20
  /// The weight of a stored gain, in epochs; a night has some 200.
  private static let storedWeight = 200
  private static let fullWeight: UInt32 = 2000
  private static let assumed: Float = 1000
  private static let lowest: Float = 150
  /// The gain of a firm mount, for which the threshold of a handling edge was chosen.
  private static let firm: Float = 3000
  private static let lowestFirmness: Float = 0.25

  private var counts = MagnitudeHistogram()

  init(stored: Float? = nil) {
    guard let stored else { return }
    for _ in 0..<ActivityGain.storedWeight { counts.add(stored) }
  }

  /// The measured gain; nil until enough epochs had motion.
  var measured: Float? {
    guard counts.total >= ActivityGain.enough else { return nil }
    return counts.quantile(ActivityGain.share).map { max($0, ActivityGain.lowest) }
  }

  /// The measured gain, or an assumed one.
  var value: Float { measured ?? ActivityGain.assumed }

  /// 1 for a firm mount and while nothing is known, less for one that transmits less.
  var firmness: Float {
    guard let measured else { return 1 }
    return min(1, max(ActivityGain.lowestFirmness, measured / ActivityGain.firm))
  }

  mutating func learn(_ epoch: Epoch, isHumming: Bool) {
    guard epoch.count > ActivityGain.leastCount, !(isHumming && epoch.count < ActivityGain.humCount) else {
      return
    }
    counts.add(epoch.count)
    if counts.total > ActivityGain.fullWeight { counts.halve() }
  }
}

/// Motion between 0.3 and 1.2 Hz that is too faint to count, in the still epochs of 5.5 min. If it exceeds that of
/// the empty crib, the baby is probably in the crib. Its absence says nothing.
struct MicroMotion: Hashable, Sendable {
  /// The length of the window, in epochs.
  static let windowEpochs = 11
  /// The least number of still epochs in the window.
  private static let leastStill = 6
  /// The relative deviation of an epoch's mean square for pure noise: 30 s of a band of 0.9 Hz on three axes.
  private static let spread: Float = 0.10
  private static let leastDeviations: Float = 3
  private static let leastExcess: Float = 0.06
  /// The power of white noise in the band, in noise floors² times the rate in Hz; and the multiple of it above which
  /// an empty crib moves by itself, because of a fan or a swaying floor.
  private static let whiteNoise: Float = 2.56
  private static let ownMotion: Float = 1.4

  /// The empty crib's mean square, in milligee².
  let emptyMilligeeSquared: Float

  /// Nil if micro-motion cannot be judged: the empty crib itself moves too much, or rounding changes the noise with
  /// each tilt.
  init?(emptyMilligeeSquared: Float, floorMilligee: Float, source: MotionSource) {
    let noise = MicroMotion.whiteNoise / Float(source.rateHz) * floorMilligee * floorMilligee
    guard source.audibleMilligee(floorMilligee) == floorMilligee, emptyMilligeeSquared > 0,
      emptyMilligeeSquared <= noise * MicroMotion.ownMotion
    else { return nil }
    self.emptyMilligeeSquared = emptyMilligeeSquared
  }

  /// Whether the sum of a window's still epochs shows it.
  func isSeen(sum: Float, stillEpochs: Int) -> Bool {
    guard stillEpochs >= MicroMotion.leastStill else { return false }
    let excess = sum / Float(stillEpochs) / emptyMilligeeSquared - 1
    let deviation = MicroMotion.spread / Float(stillEpochs).squareRoot()
    return excess > max(MicroMotion.leastDeviations * deviation, MicroMotion.leastExcess)
  }
}

/// The still epochs of the last 5.5 min, and the empty crib's micro-motion.
struct MicroMotionWindow: Sendable {
  /// An epoch is used for learning if the crib was empty with a higher probability than this.
  private static let certainlyEmpty = 0.95
  /// After how many epochs of an empty crib their mean is used, and its largest weight in epochs.
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

  /// The empty crib's mean square in milligee²; nil until enough epochs are known.
  var emptyMilligeeSquared: Float? { learntEpochs >= MicroMotionWindow.enough ? learnt : nil }

  mutating func add(_ square: Float, isStill still: Bool) {
    squares[next] = square
    isStill[next] = still
    next = next + 1 == squares.count ? 0 : next + 1
  }

  /// Whether the window shows micro-motion.
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

  /// Learns from the last epoch if the crib was certainly empty.
  mutating func learn(presence: Double) {
    let last = next == 0 ? squares.count - 1 : next - 1
    guard 1 - presence > MicroMotionWindow.certainlyEmpty, isStill[last] else { return }
    learntEpochs = min(learntEpochs + 1, MicroMotionWindow.fullWeight)
    learnt += (squares[last] - learnt) / Float(learntEpochs)
  }
}

/// The hidden states behind those of the crib, one lane each. Lively and quiet waking look different, and so does an
/// empty crib at which someone works.
enum HiddenCrib: Int, CaseIterable, Sendable {
  /// Empty and untouched.
  case empty
  /// Motion of unknown origin. Next to a baby's time in the crib it counts as part of that time.
  case tended
  /// Awake and moving.
  case lively
  /// Awake and lying quietly.
  case quiet
  /// Settled.
  case asleep

  /// A number for each hidden state. The other lanes are not used.
  typealias Lanes = SIMD8<Double>

  /// A row of lanes.
  static func lanes(
    empty: Double, tended: Double, lively: Double, quiet: Double, asleep: Double
  ) -> Lanes {
    Lanes(empty, tended, lively, quiet, asleep, 0, 0, 0)
  }
}

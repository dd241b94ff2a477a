/// What one epoch tells about the crib.
struct CribEvidence: Sendable {
  /// Nil for a gap, which tells nothing and during which anything may have happened.
  var level: ActivityLevel?
  /// Whether an appliance shakes the floor: more noise throughout, and no jolt.
  var isHumming = false
  /// The handling edge of this epoch or of the one before it.
  var edge: HandlingEdge?
  /// Whether there is an edge at hand that may switch.
  var nearbyEdge: HandlingEdge?
  /// Whether micro-motion was seen in the still epochs around.
  var showsMicroMotion = false
  /// How much a button speaks for a switch at this epoch, 0…1.
  var intoOdds = 0.0
  /// How much a button speaks for a switch at this epoch, 0…1.
  var outOdds = 0.0
  /// What a press just before makes of each state.
  var buttonLikelihood = HiddenCrib.Lanes(repeating: 1)
  /// Whether this household presses at all: then an edge without a press is less likely to be a switch.
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

  /// Still enough for micro-motion to be told from motion.
  var isStill: Bool {
    guard let level, !isHumming else { return false }
    return level == .still || level == .trembling
  }
}

extension Epoch {
  /// An appliance raises the median by this much and more; a baby's twitches do not.
  private static let humRatio: Float = 1.10

  func isHumming(floorMilligee: Float) -> Bool { medianMilligee > Epoch.humRatio * floorMilligee }
}

/// Somebody put a baby down or lifted one out: a jolt, and a mattress that lies differently from then on. Only
/// such an edge, or a button close by, lets an empty crib become occupied or the other way round.
struct HandlingEdge: Hashable, Sendable {
  /// On a firm mount; a weaker one passes on less of the jolt, while the mattress tilts all the same.
  private static let leastPeakMilligee: Float = 80
  private static let leastPeakFloors: Float = 10
  private static let leastChangeMilligee: Float = 2
  /// A larger tilt than a baby leaves by turning over asks for less of a jolt.
  private static let plainChangeMilligee: Float = 6

  /// How far the mean vector moved for good.
  let changeMilligee: Float

  /// Nil when the epoch holds no edge.
  init?(_ epoch: Epoch, floorMilligee: Float, firmness: Float) {
    guard let change = epoch.changeMilligee, change > HandlingEdge.leastChangeMilligee else { return nil }
    let tilt = min(1, HandlingEdge.plainChangeMilligee / change)
    let leastPeak = max(
      HandlingEdge.leastPeakMilligee * firmness * tilt, HandlingEdge.leastPeakFloors * floorMilligee)
    guard epoch.peakMilligee > leastPeak else { return nil }
    changeMilligee = change
  }
}

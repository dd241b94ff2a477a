/// What one epoch says about the crib.
struct CribEvidence: Sendable {
  /// Nil for a gap, during which anything may have happened.
  var level: ActivityLevel?
  /// Whether an appliance shakes the floor: more noise throughout, and no jolt.
  var isHumming = false
  /// The handling edge of this epoch.
  var edge: HandlingEdge?
  /// The handling edge of this epoch, else of the one before it. Here the crib may become occupied or empty.
  var nearbyEdge: HandlingEdge?
  /// Whether micro-motion was seen in the still epochs around.
  var showsMicroMotion = false
  /// How likely a press makes it that the baby was put in during this epoch, 0…1.
  var intoOdds = 0.0
  /// How likely a press makes it that the baby was lifted out during this epoch, 0…1.
  var outOdds = 0.0
  /// How likely each state is after a press just before.
  var buttonLikelihood = HiddenCrib.Lanes(repeating: 1)
  /// Whether this household uses the button at all. Then an edge without a press is less likely to be a put-down or a
  /// lift.
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
  /// An appliance raises the median by this much and more; a baby's twitches do not.
  private static let humRatio: Float = 1.10

  func isHumming(floorMilligee: Float) -> Bool { medianMilligee > Epoch.humRatio * floorMilligee }
}

/// A sign that a baby was put down or lifted out: a jolt, and a mattress that lies differently from then on. Only such
/// an edge, or a press close by, lets the crib become occupied or empty.
struct HandlingEdge: Hashable, Sendable {
  /// For a firm mount. A weaker one passes on less of the jolt, but the mattress tilts just as much.
  private static let leastPeakMilligee: Float = 80
  private static let leastPeakFloors: Float = 10
  private static let leastChangeMilligee: Float = 2
  /// A tilt larger than a baby leaves by turning over needs less of a jolt.
  private static let plainChangeMilligee: Float = 6

  /// How far the mean vector moved and stayed, in milligee.
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

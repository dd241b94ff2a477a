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

/// The hidden states behind the crib's three, one lane each. Lively and quiet waking look different, and so does an
/// empty crib while someone makes the bed.
enum HiddenCrib: Int, CaseIterable, Sendable {
  /// Empty, and no one is at it.
  case empty
  /// Motion of unknown origin. Next to a baby's time in the crib it counts as part of that time.
  case tended
  /// Awake and moving.
  case lively
  /// Awake and lying quietly.
  case quiet
  /// Settled.
  case asleep

  /// A number for each hidden state; the lanes above are not used.
  typealias Lanes = SIMD8<Double>

  /// A row of lanes.
  static func lanes(
    empty: Double, tended: Double, lively: Double, quiet: Double, asleep: Double
  ) -> Lanes {
    Lanes(empty, tended, lively, quiet, asleep, 0, 0, 0)
  }
}

/// The probabilities with which each hidden state is followed by each other one, an epoch later.
struct CribTransitions: Sendable {
  let empty: HiddenCrib.Lanes
  let tended: HiddenCrib.Lanes
  let lively: HiddenCrib.Lanes
  let quiet: HiddenCrib.Lanes
  let asleep: HiddenCrib.Lanes

  /// The probability that an edge at an empty crib is a put-down, awake and asleep.
  private static let putDownAwake = 0.25
  private static let putDownAsleep = 0.01
  /// The probability that an edge while awake is a lift, by the lasting change in milligee: the more, the likelier.
  private static let liftByChange: [(below: Float, probability: Double)] = [
    (4, 0.01), (8, 0.05), (.infinity, 0.12),
  ]
  /// A sleeping baby is seldom lifted.
  private static let liftAsleepShare = 0.05
  /// What an edge far from any press is worth where presses are usual: one in four is forgotten.
  private static let unpressed = 0.3
  /// The probability that a lively baby settles within the next half minute, and its share right after a jolt.
  private static let settling = 0.035
  private static let settlingAtEdge = 0.3
  /// The probability of each switch in a gap, where anything may happen.
  private static let gapSwitch = 0.02
  /// The probability that someone starts to work at an empty crib, and that they leave again.
  private static let tending = 0.002
  private static let leaving = 0.3

  init(_ evidence: CribEvidence) {
    let odds = Odds(evidence)
    let (into, asleepInto) = (odds.intoAwake, odds.intoAsleep)
    let stay = 1 - into - asleepInto
    let (out, quietOut, asleepOut) = (odds.outAwake, odds.outAwake / 2, odds.outAsleep)
    let (tending, leaving) = (CribTransitions.tending, CribTransitions.leaving)
    empty = HiddenCrib.lanes(
      empty: stay * (1 - tending), tended: stay * tending, lively: into * 0.97, quiet: into * 0.03,
      asleep: asleepInto)
    tended = HiddenCrib.lanes(
      empty: stay * leaving, tended: stay * (1 - leaving), lively: into * 0.97, quiet: into * 0.03,
      asleep: asleepInto)
    let settling =
      CribTransitions.settling * (evidence.nearbyEdge == nil ? 1 : CribTransitions.settlingAtEdge)
    lively = HiddenCrib.lanes(
      empty: out * 0.8, tended: out * 0.2, lively: (1 - out) * (0.925 - settling), quiet: (1 - out) * 0.075,
      asleep: (1 - out) * settling)
    quiet = HiddenCrib.lanes(
      empty: quietOut * 0.8, tended: quietOut * 0.2, lively: (1 - quietOut) * 0.2,
      quiet: (1 - quietOut) * 0.79, asleep: (1 - quietOut) * 0.01)
    asleep = HiddenCrib.lanes(
      empty: asleepOut, tended: 0, lively: (1 - asleepOut) * 0.0025, quiet: (1 - asleepOut) * 0.0005,
      asleep: (1 - asleepOut) * 0.997)
  }

  /// The row of a state.
  subscript(from: HiddenCrib) -> HiddenCrib.Lanes {
    switch from {
    case .empty: empty
    case .tended: tended
    case .lively: lively
    case .quiet: quiet
    case .asleep: asleep
    }
  }

  /// Probabilities an epoch later.
  func forward(_ lanes: HiddenCrib.Lanes) -> HiddenCrib.Lanes {
    HiddenCrib.allCases.reduce(into: HiddenCrib.Lanes()) { $0 += self[$1] * lanes[$1.rawValue] }
  }

  /// Likelihoods of what follows, an epoch earlier.
  func backward(_ lanes: HiddenCrib.Lanes) -> HiddenCrib.Lanes {
    HiddenCrib.allCases.reduce(into: HiddenCrib.Lanes()) { $0[$1.rawValue] = (self[$1] * lanes).sum() }
  }

  /// The probabilities that the baby is put in or lifted out in this epoch.
  private struct Odds {
    var intoAwake = 0.0
    var intoAsleep = 0.0
    var outAwake = 0.0
    var outAsleep = 0.0

    init(_ evidence: CribEvidence) {
      if let edge = evidence.nearbyEdge {
        let worth = evidence.isPressed ? unpressed : 1
        let lift = liftByChange.first { edge.changeMilligee < $0.below }?.probability ?? 0
        intoAwake = putDownAwake * worth
        intoAsleep = putDownAsleep * worth
        outAwake = lift * worth
        outAsleep = lift * liftAsleepShare * worth
      }
      let blind = evidence.level == nil ? gapSwitch : 0
      intoAwake = max(intoAwake, evidence.intoOdds, blind)
      intoAsleep = max(intoAsleep, evidence.intoOdds * 0.1, blind)
      outAwake = max(outAwake, evidence.outOdds, blind)
      outAsleep = max(outAsleep, evidence.outOdds * 0.3, blind / 2)
    }
  }
}

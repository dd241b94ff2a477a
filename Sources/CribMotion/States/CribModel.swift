/// The probabilities of each hidden state one epoch after each other one.
struct CribTransitions: Sendable {
  let empty: HiddenCrib.Lanes
  let tended: HiddenCrib.Lanes
  let lively: HiddenCrib.Lanes
  let quiet: HiddenCrib.Lanes
  let asleep: HiddenCrib.Lanes

  /// The probability that an edge at an empty crib is a put-down, awake and asleep.
  private static let putDownAwake = 0.25
  private static let putDownAsleep = 0.01
  /// The probability that an edge while awake is a lift, by the lasting change in milligee.
  private static let liftByChange: [(below: Float, probability: Double)] = [
    (4, 0.01), (8, 0.05), (.infinity, 0.12),
  ]
  /// The share of these for a sleeping baby, which is seldom lifted.
  private static let liftAsleepShare = 0.05
  /// The weight of an edge far from any press if presses are usual. One press in four is forgotten.
  private static let unpressed = 0.3
  /// The probability that a lively baby settles within half a minute, and its factor right after a jolt.
  private static let settling = 0.035
  private static let settlingAtEdge = 0.3
  /// The probability of each change of state during a gap.
  private static let gapSwitch = 0.02
  /// The probability that someone starts to work at an empty crib, and that they leave.
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

  /// The probabilities of each state after `from`.
  subscript(from: HiddenCrib) -> HiddenCrib.Lanes {
    switch from {
    case .empty: empty
    case .tended: tended
    case .lively: lively
    case .quiet: quiet
    case .asleep: asleep
    }
  }

  /// The probabilities one epoch later.
  func forward(_ lanes: HiddenCrib.Lanes) -> HiddenCrib.Lanes {
    HiddenCrib.allCases.reduce(into: HiddenCrib.Lanes()) { $0 += self[$1] * lanes[$1.rawValue] }
  }

  /// The likelihoods of the later evidence, one epoch earlier.
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

/// The likelihood of each epoch in each hidden state.
///
/// The shares were measured on simulated cribs with many amplitudes. Those of the empty crib and of sleep are then
/// learned from the crib itself, since a weak mount hides a twitch.
struct CribModel: Sendable {
  private(set) var emptyLevels = LevelTable(quiet: 0.994, stirring: 0.002, moving: 0.002, lively: 0.002)
  private(set) var asleepLevels = LevelTable(quiet: 0.954, stirring: 0.016, moving: 0.015, lively: 0.015)
  private var split = QuietSplit()
  private static let tendedLevels = LevelTable(quiet: 0.25, stirring: 0.20, moving: 0.27, lively: 0.28)
  private static let livelyLevels = LevelTable(quiet: 0.095, stirring: 0.125, moving: 0.28, lively: 0.50)
  private static let quietLevels = LevelTable(quiet: 0.90, stirring: 0.06, moving: 0.03, lively: 0.01)

  /// A humming appliance hides twitches. Such an epoch only distinguishes lively waking from the rest.
  private static let humming = HiddenCrib.lanes(
    empty: 0.5, tended: 0.1, lively: 0.05, quiet: 0.3, asleep: 0.5)
  /// The least likelihood of an edge at an empty crib, since a jolt alone is no sign of a baby.
  private static let edgeInEmpty = 0.005
  /// The factor by which an epoch with micro-motion makes an empty crib less likely.
  private static let unseenMicroMotion = 0.67

  /// The probabilities before the first epoch of a recording, which usually begins with an empty crib.
  static let start = HiddenCrib.lanes(empty: 0.95, tended: 0.02, lively: 0.015, quiet: 0.01, asleep: 0.005)

  /// The likelihood of an epoch's evidence in each hidden state.
  func likelihood(of evidence: CribEvidence) -> HiddenCrib.Lanes {
    guard let level = evidence.level else { return HiddenCrib.Lanes(repeating: 1) }
    var lanes = evidence.isHumming ? CribModel.humming : likelihood(of: level)
    if evidence.edge != nil {
      lanes[HiddenCrib.empty.rawValue] = max(lanes[HiddenCrib.empty.rawValue], CribModel.edgeInEmpty)
    }
    if evidence.showsMicroMotion {
      lanes[HiddenCrib.empty.rawValue] *= CribModel.unseenMicroMotion
      lanes[HiddenCrib.tended.rawValue] *= CribModel.unseenMicroMotion
    }
    return lanes * evidence.buttonLikelihood
  }

  private func likelihood(of level: ActivityLevel) -> HiddenCrib.Lanes {
    HiddenCrib.lanes(
      empty: emptyLevels.share(of: level, split.ofEmptyCrib),
      tended: CribModel.tendedLevels.share(of: level, split),
      lively: CribModel.livelyLevels.share(of: level, split),
      quiet: CribModel.quietLevels.share(of: level, split),
      asleep: asleepLevels.share(of: level, split))
  }

  /// Learns an epoch's level, with the probabilities that the crib was empty and that the baby was asleep.
  mutating func learn(_ evidence: CribEvidence, empty: Double, asleep: Double) {
    guard let level = evidence.level, !evidence.isHumming, evidence.edge == nil else { return }
    emptyLevels.learn(level, probability: empty)
    asleepLevels.learn(level, probability: asleep)
  }

  /// Learns the distribution of the quiet levels, before anything is judged.
  mutating func learnSplit(_ evidence: CribEvidence) {
    guard let level = evidence.level, !evidence.isHumming else { return }
    split.learn(level)
  }

  mutating func forget() {
    emptyLevels.forget()
    asleepLevels.forget()
  }
}

/// How often each activity level occurs in one hidden state, learned from the crib and beginning with a prior.
struct LevelTable: Hashable, Sendable {
  /// The weight of the prior, in epochs: half an hour.
  private static let priorWeight = 60.0
  /// A night of epochs. Beyond that, older epochs lose weight.
  private static let fullWeight = 1500.0

  private let prior: SIMD8<Double>
  private var seen = SIMD8<Double>()

  /// A table from the share of all quiet levels together and the shares of the others. They sum to 1.
  init(quiet: Double, stirring: Double, moving: Double, lively: Double) {
    prior = SIMD8(quiet, quiet, quiet, stirring, moving, lively, 0, 0)
  }

  /// The share of a level. `split` distributes the quiet levels.
  func share(of level: ActivityLevel, _ split: QuietSplit) -> Double {
    let weight = LevelTable.priorWeight
    let expected = prior[level.rawValue] * split.share(of: level)
    return (expected * weight + seen[level.rawValue]) / (weight + seen.sum())
  }

  /// Learns a level that occurred while the state had that probability.
  mutating func learn(_ level: ActivityLevel, probability: Double) {
    seen[level.rawValue] += probability
    if seen.sum() > LevelTable.fullWeight { seen *= 0.5 }
  }

  mutating func forget() { seen = SIMD8<Double>() }
}

/// The distribution of this crib's quiet epochs over the quiet levels, occupied or not. A loud part shows no twitch
/// and a quiet one shows each, so the meaning of a level must be learned from the crib itself.
struct QuietSplit: Hashable, Sendable {
  /// A night of epochs. Beyond that, older epochs lose weight.
  private static let fullWeight = 1500.0

  /// The share of twitching that an empty crib is assumed to show: footsteps, doors, the part's own noise.
  private static let emptyShare = 0.3

  /// Epochs by level, with a few assumed ones.
  private var seen = SIMD4<Double>(16, 3, 1, 0)

  /// A level's share of the quiet ones; 1 for the others.
  func share(of level: ActivityLevel) -> Double {
    level.isQuiet ? seen[level.rawValue] / seen.sum() : 1
  }

  /// The distribution in an empty crib, which rarely shows something like a twitch.
  var ofEmptyCrib: QuietSplit {
    var split = self
    split.seen[ActivityLevel.twitching.rawValue] *= QuietSplit.emptyShare
    return split
  }

  mutating func learn(_ level: ActivityLevel) {
    guard level.isQuiet else { return }
    seen[level.rawValue] += 1
    if seen.sum() > QuietSplit.fullWeight { seen *= 0.5 }
  }
}

extension ActivityLevel {
  /// Whether it may be the part's own noise, or twitches.
  var isQuiet: Bool { rawValue <= ActivityLevel.twitching.rawValue }
}

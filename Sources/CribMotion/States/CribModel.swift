/// How likely each epoch is in each hidden state, and how the states follow each other.
///
/// The shares were measured on made-up cribs with many amplitudes. Those of the empty crib and of sleep are then learnt
/// from the crib itself, since a weak mount hides a twitch.
struct CribModel: Sendable {
  private(set) var emptyLevels = LevelTable(quiet: 0.994, stirring: 0.002, moving: 0.002, lively: 0.002)
  private(set) var asleepLevels = LevelTable(quiet: 0.954, stirring: 0.016, moving: 0.015, lively: 0.015)
  private var split = QuietSplit()
  private static let tendedLevels = LevelTable(quiet: 0.25, stirring: 0.20, moving: 0.27, lively: 0.28)
  private static let livelyLevels = LevelTable(quiet: 0.095, stirring: 0.125, moving: 0.28, lively: 0.50)
  private static let quietLevels = LevelTable(quiet: 0.90, stirring: 0.06, moving: 0.03, lively: 0.01)

  /// A humming appliance hides twitches: such an epoch only separates lively from the rest.
  private static let humming = HiddenCrib.lanes(
    empty: 0.5, tended: 0.1, lively: 0.05, quiet: 0.3, asleep: 0.5)
  /// The least likelihood of an edge at an empty crib: a jolt alone is no sign of a baby.
  private static let edgeInEmpty = 0.005
  /// The factor by which seen micro-motion makes an empty crib less likely, in each epoch.
  private static let unseenMicroMotion = 0.67

  /// Before the first epoch. A recording begins with an empty crib unless motion says otherwise.
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

  /// Learns what an epoch looked like while the crib was empty or the baby settled with those probabilities.
  mutating func learn(_ evidence: CribEvidence, empty: Double, asleep: Double) {
    guard let level = evidence.level, !evidence.isHumming, evidence.edge == nil else { return }
    emptyLevels.learn(level, probability: empty)
    asleepLevels.learn(level, probability: asleep)
  }

  /// Learns how the quiet levels are split, before anything is judged.
  mutating func learnSplit(_ evidence: CribEvidence) {
    guard let level = evidence.level, !evidence.isHumming else { return }
    split.learn(level)
  }

  mutating func forget() {
    emptyLevels.forget()
    asleepLevels.forget()
  }
}

/// How often each activity level is seen in one hidden state, learnt from the crib, beginning with a prior.
struct LevelTable: Hashable, Sendable {
  /// How many epochs the prior is worth: half an hour.
  private static let priorWeight = 60.0
  /// A night of epochs. After that, older ones count less and less.
  private static let fullWeight = 1500.0

  private let prior: SIMD8<Double>
  private var seen = SIMD8<Double>()

  /// A table from the share of the quiet levels together and the shares of those above; they sum to 1.
  init(quiet: Double, stirring: Double, moving: Double, lively: Double) {
    prior = SIMD8(quiet, quiet, quiet, stirring, moving, lively, 0, 0)
  }

  /// The share of a level, with the quiet epochs of every state split as given.
  func share(of level: ActivityLevel, _ split: QuietSplit) -> Double {
    let weight = LevelTable.priorWeight
    let expected = prior[level.rawValue] * split.share(of: level)
    return (expected * weight + seen[level.rawValue]) / (weight + seen.sum())
  }

  /// Learns that the level was seen while the state held with that probability.
  mutating func learn(_ level: ActivityLevel, probability: Double) {
    seen[level.rawValue] += probability
    if seen.sum() > LevelTable.fullWeight { seen *= 0.5 }
  }

  /// Forgets what was learnt.
  mutating func forget() { seen = SIMD8<Double>() }
}

/// How this crib's quiet epochs are distributed over the quiet levels, whether the baby is in it or not. A part that is
/// loud for its mount shows no twitch and one that is quiet shows each, so what a level means can only be learnt from
/// the crib itself.
struct QuietSplit: Hashable, Sendable {
  /// A night of epochs. After that, older ones count less and less.
  private static let fullWeight = 1500.0

  /// The share of the twitching that an empty crib is assumed to show: footsteps, doors, the part's own noise.
  private static let emptyShare = 0.3

  /// Epochs by level, a few of them assumed.
  private var seen = SIMD4<Double>(16, 3, 1, 0)

  /// A level's share of the quiet ones; 1 for those above them.
  func share(of level: ActivityLevel) -> Double {
    level.isQuiet ? seen[level.rawValue] / seen.sum() : 1
  }

  /// The split of an empty crib: where others twitch, it rarely does.
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

/// How likely each epoch is in each hidden state, and how the states follow each other.
///
/// The shares were measured on made-up cribs with many amplitudes; those of the empty crib and of sleep are then
/// learnt anew from the crib itself, since a weak mount shows nothing of a twitch.
struct CribModel: Sendable {
  private(set) var emptyLevels = LevelTable(quiet: 0.994, stirring: 0.002, moving: 0.002, lively: 0.002)
  private(set) var asleepLevels = LevelTable(quiet: 0.954, stirring: 0.016, moving: 0.015, lively: 0.015)
  private var split = QuietSplit()
  private static let tendedLevels = LevelTable(quiet: 0.25, stirring: 0.20, moving: 0.27, lively: 0.28)
  private static let livelyLevels = LevelTable(quiet: 0.095, stirring: 0.125, moving: 0.28, lively: 0.50)
  private static let quietLevels = LevelTable(quiet: 0.90, stirring: 0.06, moving: 0.03, lively: 0.01)

  /// A humming appliance hides twitches: such an epoch tells lively from the rest and nothing else.
  private static let humming = HiddenCrib.lanes(
    empty: 0.5, tended: 0.1, lively: 0.05, quiet: 0.3, asleep: 0.5)
  /// The jolt of an edge is no sign of a baby by itself.
  private static let edgeInEmpty = 0.005
  /// Motion too faint to count, while micro-motion is seen: what an empty crib loses in each epoch.
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

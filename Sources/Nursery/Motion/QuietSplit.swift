/// How this crib's quiet epochs fall on the quiet levels, whoever is in it. A part that is loud for its mount shows
/// no twitch and one that is quiet shows each, so what a level means can only be learnt from the crib itself.
struct QuietSplit: Hashable, Sendable {
  /// A night; from then on what is older counts less and less.
  private static let fullWeight = 1500.0

  /// How much of the twitching an empty crib shows before it is known: footsteps, doors, the part's own noise.
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

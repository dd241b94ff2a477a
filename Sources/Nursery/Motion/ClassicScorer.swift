/// The scorers of wrist actigraphy, for those who compare: counts of minutes in, asleep or not out, as pyActigraphy
/// gives it. Where a window reaches beyond the counts the minute is awake.
///
/// They were made for a wrist. An empty crib is perfectly still, and all of them call it asleep.
public enum ClassicScorer: Hashable, Sendable {
  /// Cole, Kripke et al., Sleep 15:461 (1992); with Webster's rescoring if asked.
  case coleKripke(isRescored: Bool)
  /// Sadeh, Sharkey, Carskadon, Sleep 17:201 (1994).
  case sadeh
  /// Kripke et al. of the Scripps clinic, J Sleep Res 19:612 (2010).
  case scripps
  /// Oakley (1997), for minutes; asleep below the threshold: 20, 40 or 80.
  case oakley(threshold: Int)

  /// A minute's count is at most this, so that whole-number sums of squares do not overflow.
  public static let countLimit = 100_000_000

  /// Whether each minute is asleep. Counts must lie in 0…`countLimit`.
  public func asleep(_ counts: [Int]) -> [Bool] {
    switch self {
    case .coleKripke(let isRescored):
      let scores = ColeKripke.scores(counts)
      return isRescored ? Rescoring.rescored(scores) : scores
    case .sadeh: return Sadeh.scores(counts)
    case .scripps: return ClassicScorer.scrippsWindow.scores(counts)
    case .oakley(let threshold):
      return WeightedWindow(weights: [1, 5, 25, 5, 1], before: 2, edges: 2, limit: 25 * threshold).scores(
        counts)
    }
  }

  /// D = 0.204 · Σ weight · count < 1, with weights in ten-thousandths.
  private static let scrippsWindow = WeightedWindow(
    weights: [64, 74, 112, 112, 118, 118, 128, 188, 280, 664, 300, 112, 100].map { $0 * 204 }, before: 10,
    edges: 10, limit: 10_000_000)
}

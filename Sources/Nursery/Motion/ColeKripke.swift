/// Cole and Kripke's index: D = 0.001 · Σ weight · count / 30 over the four minutes before, the scored one and the
/// two after it; asleep below 1. In whole numbers, so nothing is rounded.
enum ColeKripke {
  private static let after = 2
  /// Minutes at either end that stay awake.
  private static let edges = 4
  private static let limit = 30_000

  static func scores(_ counts: [Int]) -> [Bool] {
    var asleep = [Bool](repeating: false, count: counts.count)
    guard counts.count > 2 * edges else { return asleep }
    // The window slides through variables, for a year of minutes is scored at once: looking each of the seven up
    // in an array takes several times as long.
    var (a, b, c, d, e, f) = (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
    for minute in edges..<counts.count - edges {
      let g = counts[minute + after]
      let earlier = 106 &* a &+ 54 &* b &+ 58 &* c &+ 76 &* d
      asleep[minute] = earlier &+ 230 &* e &+ 74 &* f &+ 67 &* g < limit
      (a, b, c, d, e, f) = (b, c, d, e, f, g)
    }
    return asleep
  }
}

/// A scorer that weighs the minutes around each one: asleep below a limit. Weights are whole numbers, as the
/// published ones are after a common factor, so nothing is rounded.
struct WeightedWindow: Hashable, Sendable {
  let weights: [Int]
  /// How many minutes before the scored one the first weight belongs to.
  let before: Int
  /// Minutes at either end that stay awake.
  let edges: Int
  let limit: Int

  func scores(_ counts: [Int]) -> [Bool] {
    var asleep = [Bool](repeating: false, count: counts.count)
    guard counts.count > 2 * edges else { return asleep }
    for minute in edges..<counts.count - edges {
      var sum = 0
      for place in weights.indices { sum &+= weights[place] &* counts[minute - before + place] }
      asleep[minute] = sum < limit
    }
    return asleep
  }
}

/// Sadeh's index: the mean and the number of moderately active minutes of eleven, the spread of the last six, and
/// the count of the next minute, which is where pyActigraphy takes the logarithm.
enum Sadeh {
  private static let reach = 5
  private static let moderate = 51..<100

  static func scores(_ counts: [Int]) -> [Bool] {
    var asleep = [Bool](repeating: false, count: counts.count)
    guard counts.count > 2 * reach else { return asleep }
    var window = Window(counts)
    for minute in reach..<counts.count - reach {
      window.advance(to: minute, counts)
      asleep[minute] = window.index(next: counts[minute + 1]) > 0
    }
    return asleep
  }

  /// Sums that slide along, in whole numbers and therefore exact.
  private struct Window {
    /// Of the eleven minutes.
    private var sum = 0
    private var moderates = 0
    /// Of the six up to the scored one.
    private var recentSum = 0
    private var recentSquares = 0

    init(_ counts: [Int]) {
      for minute in 0..<2 * reach { include(counts[minute], 1) }
      for minute in 0..<reach { includeRecent(counts[minute], 1) }
    }

    mutating func advance(to minute: Int, _ counts: [Int]) {
      include(counts[minute + reach], 1)
      includeRecent(counts[minute], 1)
      guard minute > reach else { return }
      include(counts[minute - reach - 1], -1)
      includeRecent(counts[minute - reach - 1], -1)
    }

    func index(next: Int) -> Double {
      let spread = (Double(6 * recentSquares - recentSum * recentSum) / 30).squareRoot()
      return 7.601 - 0.065 * (Double(sum) / 11) - 1.08 * Double(moderates) - 0.056 * spread
        - 0.703 * NaturalLogarithm.of(Double(next + 1))
    }

    private mutating func include(_ count: Int, _ times: Int) {
      sum += times * count
      if moderate.contains(count) { moderates += times }
    }

    private mutating func includeRecent(_ count: Int, _ times: Int) {
      recentSum += times * count
      recentSquares += times * count * count
    }
  }
}

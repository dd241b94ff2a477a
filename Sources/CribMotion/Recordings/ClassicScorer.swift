/// The scorers of wrist actigraphy, for comparison: they classify minutes as asleep or awake from counts, as in
/// pyActigraphy. A minute too close to an end is awake.
///
/// They were made for a wrist. All of them call an empty crib asleep.
public enum ClassicScorer: Hashable, Sendable {
  /// Cole, Kripke et al., Sleep 15:461 (1992); with Webster's rescoring on request.
  case coleKripke(isRescored: Bool)
  /// Sadeh, Sharkey, Carskadon, Sleep 17:201 (1994).
  case sadeh
  /// Kripke et al. of the Scripps clinic, J Sleep Res 19:612 (2010).
  case scripps
  /// Oakley (1997), for minutes. The usual thresholds are 20, 40 and 80; below one, a minute is asleep.
  case oakley(threshold: Int)

  /// The largest count of a minute, so that whole-number sums of squares do not overflow.
  public static let countLimit = 100_000_000

  /// Whether each minute is asleep. Counts must be in 0…`countLimit`.
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

/// A scorer that weights the minutes around each one, which is asleep below a limit. The weights are whole numbers
/// after a common factor, so nothing is rounded.
struct WeightedWindow: Hashable, Sendable {
  let weights: [Int]
  /// How many minutes before the scored one the first weight applies to.
  let before: Int
  /// How many minutes at either end stay awake.
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

/// Cole and Kripke's index: D = 0.001 · Σ weight · count / 30 over the four minutes before, the scored one and the
/// two after it; asleep below 1. It is computed in whole numbers, so nothing is rounded.
enum ColeKripke {
  private static let after = 2
  /// How many minutes at either end stay awake.
  private static let edges = 4
  private static let limit = 30_000

  static func scores(_ counts: [Int]) -> [Bool] {
    var asleep = [Bool](repeating: false, count: counts.count)
    guard counts.count > 2 * edges else { return asleep }
    // The window moves through variables. Reading all seven from the array each time takes several times as long, and
    // a year of minutes is scored at once.
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

/// Sadeh's index, as in pyActigraphy: the mean and the number of moderately active minutes of eleven, the spread of
/// the last six, and the logarithm of the next minute's count.
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

  /// Moving sums in whole numbers, and therefore exact.
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

/// The natural logarithm without a library.
enum NaturalLogarithm {
  /// ln 2 in two parts, the first with zeros at its end, so that its multiples are exact.
  private static let ln2High = 0x1.62e42fee00000p-1
  private static let ln2Low = 0x1.a39ef35793c76p-33
  private static let terms = 11

  /// The logarithm of a positive, finite number: ln x = e ln 2 + 2 artanh((m − 1) / (m + 1)) with m within √½…√2, and
  /// eleven terms of the series. The relative error is below 4·10⁻¹⁶.
  static func of(_ value: Double) -> Double {
    var exponent = Double(value.exponent)
    var mantissa = value.significand
    if mantissa > 1.414_213_562_373_095 {
      mantissa /= 2
      exponent += 1
    }
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    var series = 0.0
    for term in stride(from: 2 * terms + 1, through: 3, by: -2) {
      series = (series + 1 / Double(term)) * square
    }
    return exponent * ln2High + (2 * ratio + (2 * ratio * series + exponent * ln2Low))
  }
}

/// Webster's rules: sleep right after a long waking, and short sleep between long wakings, is waking too. Every rule
/// reads the original scores.
enum Rescoring {
  private static let afterWaking: [(sleep: Int, waking: Int)] = [(1, 4), (3, 10), (4, 15)]
  private static let betweenWakings: [(gap: Int, waking: Int)] = [(6, 10), (10, 20)]

  static func rescored(_ scores: [Bool]) -> [Bool] {
    var rescored = scores
    for rule in afterWaking { wakeFirst(rule.sleep, after: rule.waking, scores, &rescored) }
    for rule in betweenWakings { wakeGaps(rule.gap, between: rule.waking, scores, &rescored) }
    return rescored
  }

  /// Makes the first `sleep` minutes after a waking of that length awake, if the sleep lasts at least as long.
  private static func wakeFirst(_ sleep: Int, after waking: Int, _ scores: [Bool], _ rescored: inout [Bool]) {
    var start = 0
    while let run = nextRun(of: false, from: start, scores) {
      start = run.upperBound
      let end = endOfRun(from: run.upperBound, scores)
      guard run.count >= waking, end - run.upperBound >= sleep else { continue }
      for minute in run.upperBound..<run.upperBound + sleep { rescored[minute] = false }
    }
  }

  /// Makes the minutes between two wakings of that length awake, if they are few enough.
  private static func wakeGaps(_ gap: Int, between waking: Int, _ scores: [Bool], _ rescored: inout [Bool]) {
    var start = 0
    var last: Int?
    while let run = nextRun(of: false, from: start, scores) {
      start = run.upperBound
      guard run.count >= waking else { continue }
      if let last, run.lowerBound - last <= gap {
        for minute in last..<run.lowerBound { rescored[minute] = false }
      }
      last = run.upperBound
    }
  }

  private static func nextRun(of value: Bool, from start: Int, _ scores: [Bool]) -> Range<Int>? {
    var lower = start
    while lower < scores.count, scores[lower] != value { lower += 1 }
    return lower < scores.count ? lower..<endOfRun(from: lower, scores) : nil
  }

  private static func endOfRun(from start: Int, _ scores: [Bool]) -> Int {
    var end = start
    while end < scores.count, scores[end] == scores[start] { end += 1 }
    return end
  }
}

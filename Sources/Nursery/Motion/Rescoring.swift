/// Webster's rules: sleep right after a long waking, and short sleep between long wakings, is waking too. Every
/// rule looks at the original scores.
enum Rescoring {
  private static let afterWaking: [(sleep: Int, waking: Int)] = [(1, 4), (3, 10), (4, 15)]
  private static let betweenWakings: [(gap: Int, waking: Int)] = [(6, 10), (10, 20)]

  static func rescored(_ scores: [Bool]) -> [Bool] {
    var rescored = scores
    for rule in afterWaking { wakeFirst(rule.sleep, after: rule.waking, scores, &rescored) }
    for rule in betweenWakings { wakeGaps(rule.gap, between: rule.waking, scores, &rescored) }
    return rescored
  }

  /// The first minutes of each sleep that lasts at least as long, right after a waking of that length.
  private static func wakeFirst(_ sleep: Int, after waking: Int, _ scores: [Bool], _ rescored: inout [Bool]) {
    var start = 0
    while let run = nextRun(of: false, from: start, scores) {
      start = run.upperBound
      let end = endOfRun(from: run.upperBound, scores)
      guard run.count >= waking, end - run.upperBound >= sleep else { continue }
      for minute in run.upperBound..<run.upperBound + sleep { rescored[minute] = false }
    }
  }

  /// What lies between two wakings of that length without another such between them, when it is short enough.
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

/// How long a day's plan takes, beside the program in JavaScript that the rules come from.
struct PlanFigures {
  /// The vectors of the tests, seen from the repository.
  static let vectors = "Tests/Fixtures/plan/plan-dev.jsonl"

  /// That program took 80–150 µs in the median and 27–50 ms at worst for these requests in a warm engine on a
  /// machine of this kind; its better figures set the goals.
  private static let originalMedianMicroseconds = (least: 80.0, most: 150.0)
  private static let originalWorstMilliseconds = (least: 27.0, most: 50.0)

  private let times: PlanTimes

  /// Figures of times that were taken.
  init(_ times: PlanTimes) { self.times = times }

  /// Takes the times of the requests in a file.
  init(file: String) throws(RunFault) { self.init(PlanTimes(try PlanTimes.requests(in: file))) }

  /// The figures.
  var all: [Figure] {
    [
      .exact("Plans, requests", Double(times.nanoseconds.count), "requests"),
      figure("median", 0.5, goal: Self.originalMedianMicroseconds.least / 50),
      figure("p90", 0.9), figure("p99", 0.99),
      figure("worst", 1, goal: Self.originalWorstMilliseconds.least * 1_000 / 100),
    ]
  }

  /// How the times are spread, on a scale where each line doubles, and what the goals come from.
  var text: String {
    let heading = "Plans by the time they take (a bar of 40 is all of them):"
    let (median, worst) = (Self.originalMedianMicroseconds, Self.originalWorstMilliseconds)
    let facts = """
      The program in JavaScript took \(median.least.figureText)–\(median.most.figureText) µs in the median and \
      \(worst.least.figureText)–\(worst.most.figureText) ms at worst; the goals are 1/50 and 1/100 of its better \
      figures.
      """
    let bars = LogHistogram(times.nanoseconds.map { $0 / 1_000 }, unit: "µs").lines
    return ([heading] + bars + [facts]).map { $0 + "\n" }.joined()
  }

  private func figure(_ name: String, _ share: Double, goal: Double? = nil) -> Figure {
    .measured("Plan of a day, \(name)", times.nanoseconds(within: share) / 1_000, "µs", goal: goal)
  }
}

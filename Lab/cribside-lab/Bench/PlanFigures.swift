import BoxRuntime

/// How long a day's plan takes. Times of another machine are no goal for this one, so there is none.
struct PlanFigures {
  /// The vectors of the tests, seen from the repository.
  static let vectors = "Tests/Fixtures/plan/plan-dev.jsonl"

  private let times: PlanTimes

  /// Figures of times that were taken.
  init(_ times: PlanTimes) { self.times = times }

  /// Takes the times of the requests in a file.
  init(file: String) throws(RunFault) { self.init(PlanTimes(try PlanTimes.requests(in: file))) }

  /// The figures.
  var all: [Figure] {
    [
      .exact("Plans, requests", Double(times.nanoseconds.count), "requests"),
      figure("median", 0.5), figure("p90", 0.9), figure("p99", 0.99), figure("worst", 1),
    ]
  }

  /// How the times are spread, on a scale where each line doubles.
  var text: String {
    let heading = "Plans by the time they take (a bar of 40 is all of them):"
    let bars = LogHistogram(times.nanoseconds.map { $0 / 1_000 }, unit: "µs").lines
    return ([heading] + bars).map { $0 + "\n" }.joined()
  }

  private func figure(_ name: String, _ share: Double) -> Figure {
    .measured("Plan of a day, \(name)", times.nanoseconds(within: share) / 1_000, "µs")
  }
}

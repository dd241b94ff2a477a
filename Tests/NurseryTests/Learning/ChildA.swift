import Nursery
import Testing

/// A real child's sleeps in its first year, from the public data set utsengar/eva (CC0). Its local times are read as
/// UTC.
enum ChildA {
  static let birthdate = day("2019-12-18")

  static func sleeps() throws -> [SleepSpan] {
    try Fixture.lines("naps/child-a.csv").dropFirst().map { line in
      let ends = try line.split(separator: ",").map { try #require(ISO8601.instant($0 + ":00Z")) }
      return SleepSpan(start: ends[0], end: ends[1])
    }
  }

  static func history() throws -> WindowHistory {
    WindowHistory(WakeWindow.windows(between: try sleeps(), zone: .utc), birthdate: birthdate)
  }
}

extension [BackTest.Trial] {
  /// The mean absolute error of one predictor, in hundredths of a minute.
  func meanError(_ minutes: (BackTest.Trial) -> Int) -> Int {
    reduce(0) { $0 + abs(minutes($1) - $1.window.minutes) } * 100 / Swift.max(count, 1)
  }

  /// The number of windows in a thousand that were within the predicted range.
  var covered: Int {
    count { ($0.learned.range.lower...$0.learned.range.upper).contains($0.window.minutes) } * 1000 / count
  }
}

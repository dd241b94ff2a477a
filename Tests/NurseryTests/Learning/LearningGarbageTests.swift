import Nursery
import Testing

@Suite struct LearningGarbageTests {
  private static let birthdate = day("2026-01-01")
  private static let today = day("2026-06-10")

  private static func span(_ day: Int, _ start: Int, _ minutes: Int) -> SleepSpan {
    let midnight = Instant(milliseconds: (today.daysSinceEpoch - day) * 86_400_000)
    return SleepSpan(start: midnight.adding(minutes: start), end: midnight.adding(minutes: start + minutes))
  }

  /// Logs that no child produces.
  private static let logs: [String: [SleepSpan]] = [
    "nothing": [],
    "all naps of 3 minutes": (1...50).flatMap { day in (0..<40).map { span(day, 300 + 20 * $0, 3) } },
    "all at 4 in the morning": (1...50).map { span($0, 240, 45) },
    "one waking, hours awake": (1...50).flatMap { [span($0, 200, 120), span($0, 790, 30)] },
    "a clock that jumped": (1...50).flatMap { day in
      [span(day, 360, 60), span(day * 400, 560, 60), span(-day * 300, 700, 45), span(day, 500, 20)]
    },
    "ends before starts": (1...50).flatMap { [span($0, 600, -300), span($0, 800, 60)] },
    "sleeps of years": (1...50).map { span($0, 500, 3_000_000) },
    "without an end": (1...50).flatMap { day in
      [SleepSpan(start: span(day, 500, 1).start, end: nil), span(day, 400, 30)]
    },
    "the ends of time": [
      SleepSpan(start: Instant(milliseconds: .min), end: Instant(milliseconds: .min)),
      SleepSpan(start: Instant(milliseconds: .max), end: Instant(milliseconds: .max)),
    ],
  ]

  @Test("No window leaves the limits of the age table", arguments: logs.keys.sorted())
  func noWindowLeavesTheLimitsOfTheAgeTable(name: String) throws {
    let sleeps = try #require(Self.logs[name])
    let windows = WakeWindow.windows(between: sleeps, zone: .utc)
    let trials = BackTest(WindowHistory(windows, birthdate: Self.birthdate)).trials
    let day = LearnedDay(Self.today, sleeps: sleeps, birthdate: Self.birthdate, zone: .utc)
    for forecast in trials.map({ $0.learned }) + day.forecasts {
      let limits = forecast.byAge.lower * 6 / 10...forecast.byAge.upper * 16 / 10
      let ends = [
        forecast.minutes, forecast.range.lower, forecast.range.upper, forecast.usual.lower,
        forecast.usual.upper,
      ]
      #expect(ends.allSatisfy { limits.contains($0) })
      #expect(forecast.range.lower <= forecast.minutes && forecast.minutes <= forecast.range.upper)
    }
  }
}

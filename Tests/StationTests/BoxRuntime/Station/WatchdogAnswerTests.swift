import Testing

@testable import BoxRuntime

/// How often the loop reports to the watchdog. Times are in milliseconds.
@Suite struct WatchdogAnswerTests {
  /// The reports of a loop that turns this often anyway, within a minute, and the number of wake-ups only for reports.
  private func play(turningEvery period: Int?) -> (answers: [Int], wakeups: Int) {
    var answer = WatchdogAnswer(intervalMilliseconds: 15_000)
    var (answers, wakeups, now): ([Int], Int, Int) = ([], 0, 0)
    while now < 60_000 {
      if answer.isWorthReporting(at: now) { answers.append(now) }
      let turn = period.map { now + $0 - now % $0 } ?? .max
      if answer.dueMilliseconds < turn { wakeups += 1 }
      now = min(turn, answer.dueMilliseconds)
    }
    return (answers, wakeups)
  }

  @Test(
    "Reports are rare, in time, and at turns that happen anyway",
    arguments: [
      (nil, 6, 6), (60_000, 6, 5), (30_000, 6, 4), (8_000, 8, 0), (5_000, 12, 0), (1_000, 12, 0), (20, 12, 0),
    ] as [(Int?, Int, Int)])
  func minute(period: Int?, answers: Int, wakeups: Int) {
    let came = play(turningEvery: period)
    #expect(came.answers.first == 0 && came.answers.count == answers && came.wakeups == wakeups)
    #expect(zip(came.answers, came.answers.dropFirst()).allSatisfy { $1 - $0 <= 10_000 })
  }
}

import Nursery
import Testing

/// When a report of the wall clock is believed.
@Suite struct ClockJudgeTests {
  private static let noon = at("2026-02-11T12:00:00Z")
  private static let day = 86_400
  private static let year = 31_557_600

  /// A report at some seconds of a boot, with an error in seconds. Boot 1 starts at noon.
  private struct Report {
    var boot = 1
    var second: Int
    var offSeconds: Int

    var moment: Moment {
      let passed = second + (boot - 1) * 7 * ClockJudgeTests.day
      return Moment(
        boot: BootTime(boot: boot, milliseconds: second * 1_000),
        wall: Instant(milliseconds: ClockJudgeTests.noon.milliseconds + (passed + offSeconds) * 1_000),
        trust: .synced)
    }
  }

  /// `+60` is a believed step of 60 s, `?60` a held one, and `=` is nothing new.
  private func verdicts(_ reports: [Report]) -> String {
    var history = ClockHistory()
    var clockJudge = ClockJudge()
    var boot = 1
    return reports.map { report in
      if report.boot != boot { clockJudge = ClockJudge() }
      boot = report.boot
      history.noteAlive(at: report.moment.boot)
      switch clockJudge.judge(report.moment, by: history) {
      case .believed(let step):
        history.noteSync(at: report.moment.boot, wall: report.moment.wall ?? Self.noon)
        return "+\(step)"
      case .held(let step): return "?\(step)"
      case .unchanged: return "="
      }
    }.joined(separator: " ")
  }

  private static let steps: [(seconds: Int, verdict: String)] = [
    (0, "="), (1, "="), (2, "="), (3, "+3"), (59, "+59"), (60, "+60"), (3_600, "+3600"),
    (86_400, "+86400"), (86_401, "?86401"), (604_800, "?604800"), (30 * year, "?946728000"),
    (100 * year, "?3155760000"),
  ]

  @Test("A step is noise, believed or held by its size, in both directions", arguments: steps)
  func sizes(seconds: Int, verdict: String) {
    let first = Report(second: 10, offSeconds: 0)
    #expect(verdicts([first, Report(second: 100, offSeconds: seconds)]) == "+0 " + verdict)
    let back = verdict.replacing(/[0-9]+/) { $0.output == "0" ? "0" : "-" + $0.output }
    #expect(verdicts([first, Report(second: 100, offSeconds: -seconds)]) == "+0 " + back)
  }

  private static let century = 100 * year
  private static let confirmations: [(reports: [(Int, Int)], expected: String)] = [
    // The same report at once or 59 s later is an echo. A minute later it is a second report.
    ([(100, century), (100, century), (159, century)], "+0 ?3155760000 = ="),
    ([(100, century), (160, century)], "+0 ?3155760000 +3155760000"),
    // A report of another time starts over.
    ([(100, century), (160, 99 * year), (220, 99 * year)], "+0 ?3155760000 ?3124202400 +3124202400"),
    // A true report resets the wait: the same error later is a first report again.
    ([(100, century), (130, 0), (200, century)], "+0 ?3155760000 = ?3155760000"),
    ([(100, century), (130, 600), (200, century)], "+0 ?3155760000 +600 ?3155759400"),
    // A step back needs two reports like a step forward.
    (
      [(100, century), (160, century), (300, 0), (400, 0)],
      "+0 ?3155760000 +3155760000 ?-3155760000 +-3155760000"
    ),
  ]

  @Test(
    "A step of a hundred years is held until a second report agrees, and an echo is none",
    arguments: confirmations.map { Row($0, $1, $1) })
  func confirmation(row: Row<[(Int, Int)], String>) {
    let all = [Report(second: 10, offSeconds: 0)] + row.input.map { Report(second: $0.0, offSeconds: $0.1) }
    #expect(verdicts(all) == row.expected)
  }

  private static let firstReports: [(reports: [(Int, Int)], expected: String)] = [
    ([(10, 0)], "+0"), ([(10, 300 * day)], "+0"), ([(10, -5 * day)], "+0"),
    // The boots are a week apart: eight days back would be before the first one.
    ([(10, -8 * day - 100)], "?-86500"), ([(10, -30 * year), (80, -30 * year)], "?-946123200 +0"),
    ([(10, century), (60, century), (80, century)], "?3156364800 = +0"),
    ([(10, century), (60, 0)], "?3156364800 +0"),
  ]

  @Test(
    "The first sync of a boot is believed at once, unless the boots before it make it absurd",
    arguments: firstReports.map { Row($0, $1, $1) })
  func firstOfABoot(row: Row<[(Int, Int)], String>) {
    let all =
      [Report(second: 10, offSeconds: 0)]
      + row.input.map { Report(boot: 2, second: $0.0, offSeconds: $0.1) }
    #expect(verdicts(all) == "+0 " + row.expected)
  }

  @Test("A fresh box has nothing to compare with")
  func freshBox() {
    #expect(verdicts([Report(second: 10, offSeconds: 100 * Self.year)]) == "+0")
  }

  @Test("A report that later boots contradict is believed once, and not at each look")
  func contradicted() {
    var (history, clockJudge) = (ClockHistory(), ClockJudge())
    history.noteSync(at: BootTime(boot: 2, milliseconds: 0), wall: Self.noon.adding(minutes: -60))
    var verdicts: [ClockJudge.Verdict] = []
    for second in [10, 11, 90] {
      let report = Report(second: second, offSeconds: 0).moment
      verdicts.append(clockJudge.judge(report, by: history))
      history.noteSync(at: report.boot, wall: report.wall ?? Self.noon)
      #expect(!history.isSynced(boot: 1))
    }
    #expect(verdicts == [.believed(stepSeconds: 0), .unchanged, .unchanged])
  }

  @Test("A clock that is not synced is not judged", arguments: [ClockTrust.none, .saved])
  func notSynced(trust: ClockTrust) {
    var clockJudge = ClockJudge()
    var moment = Report(second: 10, offSeconds: 0).moment
    moment.trust = trust
    #expect(clockJudge.judge(moment, by: ClockHistory()) == .unchanged)
  }
}

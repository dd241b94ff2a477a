import Nursery
import Testing

/// Two processes on the same files whose clocks disagree: one believes a step, the other still doubts it.
@Suite struct QuietTwoClocksTests {
  private static let noon = 1_770_811_200_000

  private func moment(_ milliseconds: Int, off: Int) -> QuietMoment {
    QuietMoment(
      kernelBoot: "a", milliseconds: milliseconds,
      wall: Instant(milliseconds: Self.noon + milliseconds + off))
  }

  /// How often either writes in two hours, after the box has started a session.
  private func writes(_ start: QuietInput, _ schedule: RecurringSchedule, offMilliseconds off: Int) -> Int {
    var defaults = QuietDefaults()
    defaults.schedule = schedule
    var box = QuietCourse(defaults: defaults, zone: .utc)
    var standby = QuietCourse(defaults: defaults, zone: .utc, lagMilliseconds: 1_000)
    var (count, time) = (0, 0)
    var written: QuietState?
    func take(_ effects: [QuietEffect]) {
      for case .store(let state) in effects {
        count += 1
        written = state
      }
    }
    take(box.handle(.launch(QuietFinding(), lastAlive: nil), at: moment(0, off: 0)))
    take(standby.handle(.launch(QuietFinding(), lastAlive: nil), at: moment(0, off: off)))
    take(box.handle(start, at: moment(0, off: 0)))
    while time < 7_200_000, count < 1_000 {
      if let state = written {
        written = nil
        // Each hears of its own writing, too.
        take(box.handle(.found(QuietFinding(state)), at: moment(time, off: 0)))
        take(standby.handle(.found(QuietFinding(state)), at: moment(time, off: off)))
        continue
      }
      time += 1_000
      take(box.handle(.tick, at: moment(time, off: 0)))
      take(standby.handle(.tick, at: moment(time, off: off)))
    }
    return count
  }

  @Test(arguments: [0, 3_000, -90_000, 3_600_000, -90_000_000, 3_153_600_000_000])
  func neitherWritesForEver(off: Int) {
    // A start, a mark every ten minutes, an end; and as much again for the other one's view.
    #expect(writes(.start(minutes: 60, nil), .usual, offMilliseconds: off) <= 30)
  }

  @Test("Clocks that disagree about the day end each other's sessions, but not faster than a card can bear")
  func aStandbyWritesSeldom() {
    for off in [3_000, 3_600_000, -90_000_000] {
      #expect(writes(.tick, .from("11:00", to: "13:30"), offMilliseconds: off) <= 30)
    }
    // Two hours at four a minute, and as many answers; a hundred years lie a whole number of days ahead.
    let writes = writes(.tick, .from("11:00", to: "13:30"), offMilliseconds: 3_153_600_000_000)
    #expect((100...970).contains(writes))
  }
}

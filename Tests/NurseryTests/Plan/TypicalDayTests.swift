import Testing

@testable import Nursery

/// A day by age, without settings of the household.
@Suite struct TypicalDayTests {
  private static let wakes = Array(stride(from: 6 * 60, through: 7 * 60 + 30, by: 30))
  private static let beds = Array(stride(from: 18 * 60 + 30, through: 20 * 60 + 30, by: 30))

  private func request(_ bracket: AgeTable.Bracket, _ wake: Int, _ bed: Int) -> ScheduleRequest {
    let settings = PlanSettings()
    return ScheduleRequest(
      wakeTime: wake, bedTime: bed, preferredNaps: settings.naps(bracket),
      napLengths: settings.lengths(bracket, dayMinutes: bed - wake),
      wakeWindows: settings.limits(bracket, dayMinutes: bed - wake))
  }

  @Test("Every age has a plan for every ordinary day, as it was asked for", arguments: AgeTable.brackets)
  func everyAge(bracket: AgeTable.Bracket) throws {
    for wake in Self.wakes {
      for bed in Self.beds {
        let result = ScheduleEngine.computeSchedules(request: request(bracket, wake, bed))
        let scenario = try #require(result.scenarios.first, "\(bracket.name) \(wake) \(bed)")
        #expect(scenario.violations.isEmpty && scenario.changes.isEmpty && !result.isExtended)
        #expect(!result.hasSwitchedNapCount && result.napCount == bracket.naps.upper)
      }
    }
  }

  @Test(
    "Until mornings are known, a baby wakes up between 06:30 and 07:30",
    arguments: [(35, 1200, 390), (75, 1230, 450), (150, 1140, 420), (600, 1170, 450)])
  func firstMornings(ageDays: Int, bed: Int, morning: Int) {
    let date = CivilDate(year: 2026, month: 2, day: 10)!
    let baby = Baby(
      birthdate: date.adding(days: -ageDays), bedtime: WallTime(minutesAfterMidnight: bed))
    #expect(PlanSettings().usualWakeUp(of: baby, on: date) == WallTime(minutesAfterMidnight: morning))
  }

  @Test("The last nap of the plan ends at the nap cutoff, where the day is long enough")
  func cutoff() throws {
    for bracket in AgeTable.brackets {
      let scenario = try #require(
        ScheduleEngine.computeSchedules(request: request(bracket, 420, 1140)).scenarios.first)
      #expect(scenario.items.dropLast().last?.end == 1140 - bracket.lastWindow.upper)
    }
  }

  @Test("Naps are multiples of 5 minutes, 30 to 120, or to 180 for the only one")
  func lengths() {
    for bracket in AgeTable.brackets {
      for naps in 1...5 {
        for day in stride(from: 60, through: 1440, by: 7) {
          let minutes = TypicalDay.napMinutes(bracket, naps: naps, dayMinutes: day)
          #expect(minutes % 5 == 0 && (30...(naps == 1 ? 180 : 120)).contains(minutes))
        }
      }
    }
  }

  @Test(
    "A limit that was set holds, and limits by age adapt to it",
    arguments: [
      (WakeWindowLimits(minimum: nil, maximum: nil, last: nil, maximumFirst: nil), [105, 180, 180, 150]),
      (WakeWindowLimits(minimum: 200, maximum: nil, last: nil, maximumFirst: nil), [200, 200, 200, 200]),
      (WakeWindowLimits(minimum: nil, maximum: 90, last: nil, maximumFirst: nil), [90, 90, 90, 150]),
      (WakeWindowLimits(minimum: nil, maximum: nil, last: 240, maximumFirst: nil), [105, 240, 240, 150]),
      (WakeWindowLimits(minimum: nil, maximum: nil, last: 60, maximumFirst: nil), [60, 180, 60, 150]),
      (WakeWindowLimits(minimum: nil, maximum: nil, last: nil, maximumFirst: 80), [80, 180, 180, 80]),
    ])
  func limits(set: WakeWindowLimits, expected: [Int]) {
    var settings = PlanSettings()
    settings.wakeWindows = set
    let limits = settings.limits(AgeTable.bracket(ageDays: 150), dayMinutes: 720)
    #expect([limits.minimum, limits.maximum, limits.last, limits.maximumFirst] == expected)
  }

  @Test("Values by age change as the baby grows, and set ones do not")
  func growing() {
    var settings = PlanSettings()
    #expect(AgeTable.brackets.map { settings.naps($0) } == [5, 4, 3, 2, 2])
    settings.naps = 3
    settings.napLengths.three = [35, 70, 35]
    for bracket in AgeTable.brackets {
      #expect(settings.naps(bracket) == 3)
      #expect(settings.lengths(bracket, dayMinutes: 720).three == [35, 70, 35])
    }
    let two = AgeTable.brackets.map { settings.lengths($0, dayMinutes: 720).two ?? [] }
    #expect(two.allSatisfy { $0.count == 2 } && Set(two).count > 1)
  }
}

import Nursery
import Testing

/// Where the original program's plan keeps the rules, ours is the same, even if an error led to it. Elsewhere that
/// error has no effect.
@Suite struct OriginalPlanTests {
  /// Nap 3 begins exactly 12 h after the wake time, where the original's clock wraps around.
  @Test("A nap at the clock's wrap is read as the original reads it")
  func aNapAtTheClocksWrapIsReadAsTheOriginalReadsIt() throws {
    let plan = try first(
      ScheduleRequest(
        wakeTime: 795, bedTime: 320, napLengths: NapLengths(three: [35, 80, 40]),
        wakeWindows: WakeWindowLimits(minimum: 120, maximum: 226, last: 205, maximumFirst: 165),
        asleep: ClockWindow(start: 105, end: 115)))
    #expect(plan.napLengths == [35, 80, 40] && !plan.isConstraintAdjusted && plan.isClean)
    #expect(plan.items.map(\.start) == [795, 948, 1209, 1515, 1760])
  }

  @Test("A switch that the original does not find is not made")
  func aSwitchThatTheOriginalDoesNotFindIsNotMade() throws {
    let plan = try first(
      ScheduleRequest(
        wakeTime: 330, bedTime: 1293, napLengths: NapLengths(two: [110, 35, 30], three: [30, 60, 30]),
        wakeWindows: WakeWindowLimits(minimum: 160, maximum: 275, last: 255, maximumFirst: 265),
        powerSleep: PowerSleep(isEnabled: true), awake: ClockWindow(start: 1060, end: 1075),
        actualNaps: [ActualNap(nap: 3, start: 1062, end: 1107)]))
    #expect(plan.napCount == 3 && plan.isClean && !plan.isConstraintAdjusted)
    #expect(plan.items.map(\.start) == [330, 506, 727, 1062, 1293])
  }

  @Test("A day that the original refuses is planned by the rules")
  func aDayThatTheOriginalRefusesIsPlannedByTheRules() throws {
    let plan = try first(
      ScheduleRequest(
        wakeTime: 485, bedTime: 1384, napLengths: NapLengths(two: [105, 95, 30], three: [20, 40, 10]),
        wakeWindows: WakeWindowLimits(minimum: 166, maximum: 216, last: 186, maximumFirst: 201),
        awake: ClockWindow(start: 665, end: 700), asleep: ClockWindow(start: 950, end: 960),
        actualNaps: [ActualNap(nap: 1, start: 711, end: 716)]))
    #expect(plan.items.map(\.start) == [485, 711, 914, 1168, 1384])
    #expect(plan.isClean && !plan.isConstraintAdjusted)
  }

  @Test("A recorded day that fails is made to fit")
  func aRecordedDayThatFailsIsMadeToFit() {
    let result = ScheduleEngine.computeSchedules(
      request: ScheduleRequest(
        wakeTime: 420, bedTime: 950, napLengths: NapLengths(two: [35, 95, 30], three: [30, 60, 30]),
        wakeWindows: WakeWindowLimits(minimum: 140, maximum: 195, last: 145, maximumFirst: 170),
        powerSleep: PowerSleep(isEnabled: true), actualNaps: [ActualNap(nap: 1, start: 591, end: 636)]))
    #expect(result.isExtended && result.napCount == 2)
    #expect(result.scenarios.first?.bedtime == 965 && result.scenarios.allSatisfy { $0.isClean })
  }

  private func first(_ request: ScheduleRequest) throws -> Scenario {
    try #require(ScheduleEngine.computeSchedules(request: request).scenarios.first)
  }
}

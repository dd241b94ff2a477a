import Nursery
import Testing

/// What happened compared with the plan: naps, wake windows and the day's sleep.
@Suite struct NapInsightsTests {
  /// Wake 07:00, naps of 30 minutes at 09:15, 60 at 12:25 and 30 at 16:30, bed 20:30.
  private static let plan = ScheduleEngine.computeSchedules(request: ScheduleRequest()).scenarios.first

  private func insights(_ naps: (Int, Int?, Int?)..., wakeTime: Int = 420, plan: Scenario? = plan)
    -> NapInsights
  {
    NapInsights(
      recorded: naps.map { ActualNap(nap: $0.0, start: $0.1, end: $0.2) }, wakeTime: wakeTime, plan: plan)
  }

  @Test("Every recorded nap stands beside its plan")
  func everyRecordedNapStandsBesideItsPlan() throws {
    let insights = insights((2, 730, 800), (1, 560, 580))
    #expect(insights.naps.map(\.number) == [1, 2])
    #expect(insights.naps.map(\.minutes) == [20, 70])
    #expect(insights.naps.map(\.differenceMinutes) == [-10, 10])
    #expect(insights.naps.map(\.wakeWindow) == [140, 150])
    #expect(insights.naps.map(\.wakeWindowDifference) == [5, -10])
  }

  @Test("The day's sleep is compared with the plan so far")
  func theDaysSleepIsComparedWithThePlanSoFar() {
    let insights = insights((1, 560, 580), (2, 730, 805))
    #expect(insights.actualMinutes == 95)
    #expect(insights.plannedMinutes == 120)
    #expect(insights.plannedMinutesSoFar == 90)
    #expect(insights.differenceMinutes == 5)
  }

  @Test("A nap without both ends is passed over")
  func aNapWithoutBothEndsIsPassedOver() {
    #expect(insights((1, 560, nil), (2, nil, 800), (3, nil, nil)).naps.isEmpty)
  }

  @Test("The window after a nap that was not recorded is unknown")
  func theWindowAfterANapThatWasNotRecordedIsUnknown() throws {
    #expect(insights((1, 560, 580), (3, 960, 1000)).naps.map(\.wakeWindow) == [140, nil])
    let nap = try #require(insights((2, 730, 800)).naps.first)
    #expect(nap.wakeWindow == nil)
    #expect(nap.wakeWindowDifference == nil)
    #expect(nap.plannedWakeWindow == 160)
  }

  @Test("A nap beyond the plan has no comparison")
  func aNapBeyondThePlanHasNoComparison() throws {
    let insights = insights((1, 555, 585), (4, 1100, 1110))
    let nap = try #require(insights.naps.last)
    #expect(nap.plannedMinutes == nil)
    #expect(nap.differenceMinutes == nil)
    #expect(insights.actualMinutes == 40)
    #expect(insights.plannedMinutesSoFar == 30)
  }

  @Test("Without a plan the naps are listed alone")
  func withoutAPlanTheNapsAreListedAlone() {
    let insights = insights((1, 560, 580), plan: nil)
    #expect(insights.actualMinutes == 20)
    #expect(insights.plannedMinutes == nil)
    #expect(insights.differenceMinutes == nil)
    #expect(insights.naps.map(\.wakeWindow) == [140])
  }

  /// Woken at 14:00, a nap from 01:00 belongs to the following night, and one from 02:01 does not.
  @Test(
    "Times after midnight belong to the next day",
    arguments: [
      (60, 90, 1500, 1530), (1410, 20, 1410, 1460), (119, 121, 1559, 1561), (120, 130, 120, 130),
    ])
  func timesAfterMidnightBelongToTheNextDay(start: Int, end: Int, from: Int, until: Int) throws {
    let nap = try #require(insights((1, start, end), wakeTime: 840).naps.first)
    #expect(nap.start == from)
    #expect(nap.end == until)
  }
}

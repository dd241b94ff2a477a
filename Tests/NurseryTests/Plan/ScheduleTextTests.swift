import Nursery
import Testing

/// What a plan says about itself in words.
@Suite struct ScheduleTextTests {
  @Test("The plan is a line to copy")
  func thePlanIsALineToCopy() throws {
    let plan = try first(ScheduleRequest())
    #expect(
      plan.copyText
        == "Wake 07:00, Nap 1 09:15–09:45 (30m), Nap 2 12:25–13:25 (60m), Nap 3 16:30–17:00 (30m), Bed 20:30")
    #expect(plan.message.isEmpty && plan.changes.isEmpty)
  }

  @Test("An auto fit names its naps")
  func anAutoFitNamesItsNaps() throws {
    let plan = try first(ScheduleRequest(napLengths: NapLengths(two: [], three: [60, 60, 90])))
    #expect(plan.isAutoAdjusted)
    #expect(plan.message == "Auto-adjusted naps to fit schedule: Nap 1 -15 min")
    #expect(plan.changes == [.nap(1, byMinutes: -15)])
  }

  @Test("An auto fit names its bedtime")
  func anAutoFitNamesItsBedtime() throws {
    let plan = try first(ScheduleRequest(napLengths: NapLengths(three: [60, 60, 105])))
    #expect(plan.message == "Adjusted bedtime later by 15 min to 20:45 • naps: Nap 1 -15 min")
    #expect(plan.changes == [.bedtime(byMinutes: 15), .nap(1, byMinutes: -15)])
  }

  @Test("Another number of naps is named")
  func anotherNumberOfNapsIsNamed() throws {
    let plan = try first(ScheduleRequest(preferredNaps: 2))
    #expect(plan.message == "3 naps in place of 2" && plan.changes == [.napCount(3, insteadOf: 2)])
  }

  @Test("A plan around recorded naps says so")
  func aPlanAroundRecordedNapsSaysSo() throws {
    let plan = try first(ScheduleRequest(actualNaps: [ActualNap(nap: 1, start: 560, end: 580)]))
    #expect(plan.message == "Planned around the recorded naps: Nap 2 +10 min")
  }

  @Test(
    "A violation says where",
    arguments: [
      (ScheduleViolation.awakeWindow(nap: 2), "Nap 2 lies in the time that should be awake"),
      (.sleepWindow, "No nap covers the time that should be asleep"),
      (.limit(window: 3, minutes: 240, limit: 210), "Wake window 3 is 240 min, above 210 min"),
      (.limit(window: 4, minutes: -30, limit: 0), "Wake window 4 is -30 min, below 0 min"),
    ])
  func aViolationSaysWhere(violation: ScheduleViolation, message: String) {
    #expect(violation.message == message && !violation.suggestion.isEmpty)
  }

  private func first(_ request: ScheduleRequest) throws -> Scenario {
    try #require(ScheduleEngine.computeSchedules(request: request).scenarios.first)
  }
}

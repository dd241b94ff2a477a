import Nursery
import Testing

/// Where the original program is wrong: one test for each of its errors.
@Suite struct ScheduleDifferenceTests {
  @Test("Every time is a whole minute")
  func everyTimeIsAWholeMinute() throws {
    // An odd minute: the first window is rounded down, and the next one has the rest.
    let plan = try first(ScheduleRequest(actualNaps: [nap(1, 560, 589)]))
    #expect(plan.napLengths == [29, 61, 30])
    #expect(plan.items.map(\.wakeWindow) == [0, 140, 170, 170, 210])
    let odd = try first(ScheduleRequest(actualNaps: [nap(1, 561, 590)]))
    #expect(odd.items.map(\.wakeWindow) == [0, 141, 169, 170, 210])
  }

  @Test("Naps beyond twelve hours are compared")
  func napsBeyondTwelveHoursAreCompared() throws {
    let request = ScheduleRequest(
      wakeTime: 465, bedTime: 1350, napLengths: NapLengths(two: [115, 85, 30], three: [75, 50, 50]),
      wakeWindows: WakeWindowLimits(minimum: 135, maximum: 200, last: 175, maximumFirst: 150),
      awake: ClockWindow(start: 1140, end: 1165))
    #expect(try first(request).violations == [.awakeWindow(nap: 3)])
  }

  @Test("A recorded first nap is never too late")
  func aRecordedFirstNapIsNeverTooLate() throws {
    let plan = try first(ScheduleRequest(actualNaps: [nap(1, 420 + 200, 420 + 230)]))
    #expect(plan.isClean && plan.items[1].wakeWindow == 200 && plan.items[1].isActual)
  }

  @Test("A planned window above the limit looks for the other nap count")
  func aPlannedWindowAboveTheLimitLooksForTheOtherNapCount() {
    let early = ScheduleEngine.computeSchedules(
      request: ScheduleRequest(preferredNaps: 2, actualNaps: [nap(1, 555, 645)]))
    #expect(early.hasSwitchedNapCount && early.napCount == 3 && !early.isExtended)
    #expect(early.scenarios.allSatisfy { $0.isClean })
  }

  @Test("A planned window above the limit is named")
  func aPlannedWindowAboveTheLimitIsNamed() throws {
    let late = try first(ScheduleRequest(preferredNaps: 3, actualNaps: [nap(1, 480, 490), nap(2, 520, 530)]))
    guard case .limit(let window, let minutes, let limit)? = late.violations.first else {
      Issue.record("\(late.violations)")
      return
    }
    #expect(window == 3 && minutes > limit && limit == 210)
  }

  @Test("A last window below none is named")
  func aLastWindowBelowNoneIsNamed() throws {
    let naps = [nap(1, 560, 600), nap(2, 800, 860), nap(3, 1190, 1260)]
    let plan = try first(ScheduleRequest(actualNaps: naps))
    #expect(plan.violations == [.limit(window: 4, minutes: -30, limit: 0)])
  }

  @Test("Three naps become two within limits only")
  func threeNapsBecomeTwoWithinLimitsOnly() throws {
    let naps = [nap(1, 560, 590), nap(2, 760, 820), nap(3, 980, 985)]
    let result = ScheduleEngine.computeSchedules(request: ScheduleRequest(actualNaps: naps))
    #expect(result.napCount == 3 && !result.hasSwitchedNapCount)
    #expect(result.scenarios.first?.violations == [.limit(window: 4, minutes: 245, limit: 210)])
  }

  @Test("An unrecorded nap is planned between recorded ones")
  func anUnrecordedNapIsPlannedBetweenRecordedOnes() throws {
    let plan = try first(ScheduleRequest(actualNaps: [nap(1, 560, 590), nap(3, 990, 1030)]))
    #expect(plan.napCount == 3)
    #expect(plan.items[2].start >= 590 + 135 && plan.items[2].end <= 990 && !plan.items[2].isActual)
  }

  @Test("An unrecorded nap without room is left out")
  func anUnrecordedNapWithoutRoomIsLeftOut() throws {
    let plan = try first(ScheduleRequest(actualNaps: [nap(1, 560, 590), nap(3, 750, 900)]))
    #expect(plan.changes.contains(.leftOut(nap: 2)))
    #expect(plan.items.map(\.kind) == [.wake, .nap(1), .nap(3), .bedtime])
    #expect(plan.message.contains("Nap 2 left out"))
  }

  @Test("Recorded naps after midnight are unrolled")
  func recordedNapsAfterMidnightAreUnrolled() throws {
    let request = ScheduleRequest(
      wakeTime: 17 * 60, bedTime: 6 * 60 + 30,
      actualNaps: [nap(1, 19 * 60 + 20, 19 * 60 + 50), nap(2, 23 * 60 + 40, 10), nap(3, 165, 200)])
    let plan = try first(request)
    #expect(plan.items.map(\.start) == [1020, 1160, 1420, 1605, 1830])
    #expect(plan.items[2].end == 1450)
  }

  @Test("A count switched for a constraint has its own lengths")
  func aCountSwitchedForAConstraintHasItsOwnLengths() throws {
    let result = try switchedForConstraint(power: PowerSleep())
    #expect(result.scenarios.allSatisfy { $0.napLengths == [95, 50] && $0.isConstraintAdjusted })
  }

  @Test("A count switched for a constraint has its power sleep")
  func aCountSwitchedForAConstraintHasItsPowerSleep() throws {
    let result = try switchedForConstraint(power: PowerSleep(isEnabled: true, targetMinutes: 150))
    #expect(result.scenarios.allSatisfy { $0.napLengths == [98, 52] })
    #expect(result.baseLengths == [95, 50] && result.boostedLengths == [98, 52])
  }

  @Test("A third nap needs a length")
  func aThirdNapNeedsALength() {
    let third = ScheduleRequest(napLengths: NapLengths(three: [30, 60, 0]))
    #expect(reason(third) == "Nap 1, Nap 2 and Nap 3 lengths should be greater than 0 minutes.")
    let second = ScheduleRequest(napLengths: NapLengths(three: [30, 0, 0]))
    #expect(reason(second) == "Nap 1 and Nap 2 lengths should be greater than 0 minutes.")
    let placeholder = ScheduleRequest(
      bedTime: 1140, preferredNaps: 2, napLengths: NapLengths(two: [90, 60, 0]))
    #expect(ScheduleEngine.computeSchedules(request: placeholder).isFeasible)
    let fifth = ScheduleRequest(preferredNaps: 5, napLengths: NapLengths(five: [30, 30, 30, 30, 0]))
    #expect(reason(fifth).hasPrefix("Nap 1, Nap 2, Nap 3, Nap 4 and Nap 5 lengths"))
  }

  @Test("The night is sleep")
  func theNightIsSleep() throws {
    let evening = ScheduleRequest(asleep: ClockWindow(start: 1260, end: 1320))
    #expect(try first(evening).isClean && first(evening).bedtime == 1230)
    let morning = ScheduleRequest(asleep: ClockWindow(start: 300, end: 360))
    #expect(try first(morning).isClean)
  }

  @Test("A failure leads with the naps asked for")
  func aFailureLeadsWithTheNapsAskedFor() {
    let request = ScheduleRequest(wakeTime: 420, bedTime: 800, preferredNaps: 2)
    let failure = ScheduleEngine.computeSchedules(request: request).failure
    let two = "Awake windows would have to go outside the min/max limits."
    let wide = "Try: (1) Increase max wake window, (2) Decrease min wake window, or (3) Reduce nap lengths."
    #expect(failure?.reason == two && failure?.twoNap == two && failure?.threeNap == two)
    #expect(
      failure?.text == "Could not create a valid schedule. \(two) \(wide) (Note: 3 naps also failed - \(two))"
    )
  }
}

extension ScheduleDifferenceTests {
  private func first(_ request: ScheduleRequest) throws -> Scenario {
    try #require(ScheduleEngine.computeSchedules(request: request).scenarios.first)
  }

  private func reason(_ request: ScheduleRequest) -> String {
    ScheduleEngine.computeSchedules(request: request).failure?.reason ?? ""
  }

  private func nap(_ number: Int, _ start: Int, _ end: Int) -> ActualNap {
    ActualNap(nap: number, start: start, end: end)
  }

  /// Three naps leave no window as long as the time to be awake, but two do.
  private func switchedForConstraint(power: PowerSleep) throws -> ScheduleResult {
    let result = ScheduleEngine.computeSchedules(
      request: ScheduleRequest(
        wakeTime: 420, bedTime: 1090, napLengths: NapLengths(two: [95, 50], three: [60, 60, 60]),
        wakeWindows: WakeWindowLimits(minimum: 120, maximum: 200, last: 130, maximumFirst: 200),
        powerSleep: power, awake: ClockWindow(start: 715, end: 905)))
    #expect(result.napCount == 2 && !result.isExtended && !result.scenarios.isEmpty)
    return result
  }
}

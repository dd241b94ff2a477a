import Nursery
import Testing

/// Days that are made to break the engine. Its answer must be honest all the same.
@Suite struct ScheduleHardCaseTests {
  @Test("The answer is honest", arguments: hardCases)
  func theAnswerIsHonest(name: String, request: ScheduleRequest) {
    let result = ScheduleEngine.computeSchedules(request: request)
    #expect((result.failure == nil) == !result.scenarios.isEmpty, "\(name)")
    let invariants = PlanInvariants(request: request)
    for scenario in result.scenarios {
      #expect(invariants.lie(scenario) == nil, "\(name): \(scenario.copyText)")
    }
    #expect(result.failure?.reason.isEmpty != true, "\(name)")
  }

  @Test("A day of twenty-four hours has a plan")
  func aDayOfTwentyFourHoursHasAPlan() throws {
    let request = ScheduleRequest(
      bedTime: 420, preferredNaps: 5, napLengths: NapLengths(five: [60, 60, 60, 60, 60]),
      wakeWindows: WakeWindowLimits(minimum: 150, maximum: 240, last: 200, maximumFirst: 240))
    let plan = try #require(ScheduleEngine.computeSchedules(request: request).scenarios.first)
    #expect(plan.bedtime == 1860 && plan.napCount == 5 && plan.isClean)
  }

  @Test("Nap lengths come from the age table", arguments: [(1, 180), (4, 75), (5, 60)])
  func napLengthsComeFromTheAgeTable(naps: Int, length: Int) {
    let request = ScheduleRequest(
      preferredNaps: naps,
      wakeWindows: WakeWindowLimits(minimum: 50, maximum: 400, last: naps == 1 ? 400 : 60, maximumFirst: 400))
    let result = ScheduleEngine.computeSchedules(request: request)
    #expect(result.baseLengths == Array(repeating: length, count: naps))
    #expect(result.napCount == naps)
    #expect(result.scenarios.count == 3 && result.scenarios.allSatisfy { $0.isClean })
  }

  @Test("One, four and five naps never switch")
  func oneFourAndFiveNapsNeverSwitch() {
    for naps in [1, 4, 5] {
      let request = ScheduleRequest(preferredNaps: naps)
      let result = ScheduleEngine.computeSchedules(request: request)
      #expect(result.failure?.twoNap == nil && result.failure?.threeNap == nil)
      #expect(result.napCount == 0 || result.napCount == naps)
    }
  }

  private static let everyNap = (0..<5).map {
    ActualNap(nap: $0 + 1, start: 500 + $0 * 130, end: 540 + $0 * 130)
  }

  private static let hardCases: [(String, ScheduleRequest)] = [
    ("bed is wake", ScheduleRequest(bedTime: 420)),
    ("a day of a minute", ScheduleRequest(bedTime: 421)),
    ("a day of ten minutes", ScheduleRequest(bedTime: 430, asleep: ClockWindow(start: 422, end: 424))),
    (
      "huge naps",
      ScheduleRequest(napLengths: NapLengths(two: [10_000, 10_000], three: [10_000, 10_000, 10_000]))
    ),
    ("negative other naps", ScheduleRequest(bedTime: 1140, napLengths: NapLengths(two: [-10_000, 0, 7]))),
    ("one length only", ScheduleRequest(preferredNaps: 2, napLengths: NapLengths(two: [90]))),
    ("no lengths", ScheduleRequest(napLengths: NapLengths(two: [], three: []))),
    (
      "one wake window for all",
      ScheduleRequest(
        bedTime: 420 + 4 * 200 + 120,
        wakeWindows: WakeWindowLimits(minimum: 200, maximum: 200, last: 200, maximumFirst: 200))
    ),
    (
      "a first window shorter than all others",
      ScheduleRequest(
        wakeWindows: WakeWindowLimits(minimum: 60, maximum: 400, last: 300, maximumFirst: 60),
        awake: ClockWindow(start: 700, end: 760))
    ),
    (
      "limits of ten thousand",
      ScheduleRequest(
        wakeWindows: WakeWindowLimits(minimum: 1, maximum: 10_000, last: 10_000, maximumFirst: 10_000))
    ),
    ("a constraint at the seam", ScheduleRequest(awake: ClockWindow(start: 1139, end: 1141))),
    ("a constraint on the seam", ScheduleRequest(asleep: ClockWindow(start: 1140, end: 1140))),
    ("a reversed constraint", ScheduleRequest(awake: ClockWindow(start: 800, end: 799))),
    ("a constraint of a day", ScheduleRequest(asleep: ClockWindow(start: 420, end: 420))),
    ("half a constraint", ScheduleRequest(awake: ClockWindow(start: 700, end: nil))),
    (
      "both constraints at once",
      ScheduleRequest(awake: ClockWindow(start: 700, end: 760), asleep: ClockWindow(start: 700, end: 760))
    ),
    ("power without end", ScheduleRequest(powerSleep: PowerSleep(isEnabled: true, targetMinutes: 10_000))),
    ("power below nothing", ScheduleRequest(powerSleep: PowerSleep(isEnabled: true, targetMinutes: -10_000))),
    ("all naps happened", ScheduleRequest(preferredNaps: 5, actualNaps: everyNap)),
    ("more naps than planned", ScheduleRequest(preferredNaps: 2, actualNaps: everyNap)),
    ("more naps than one", ScheduleRequest(preferredNaps: 1, actualNaps: everyNap)),
    ("only the last nap", ScheduleRequest(preferredNaps: 5, actualNaps: [everyNap[4]])),
    ("a nap before the wake-up", ScheduleRequest(actualNaps: [ActualNap(nap: 1, start: 380, end: 410)])),
    ("a nap over the wake-up", ScheduleRequest(actualNaps: [ActualNap(nap: 1, start: 400, end: 450)])),
    ("a nap of no length", ScheduleRequest(actualNaps: [ActualNap(nap: 1, start: 600, end: 600)])),
    ("a nap of a day", ScheduleRequest(actualNaps: [ActualNap(nap: 1, start: 600, end: 599)])),
    ("a nap after bedtime", ScheduleRequest(actualNaps: [ActualNap(nap: 3, start: 1300, end: 1330)])),
    ("a nap that is running", ScheduleRequest(actualNaps: [ActualNap(nap: 1, start: 560, end: nil)])),
    (
      "recorded naps in a constraint",
      ScheduleRequest(
        awake: ClockWindow(start: 560, end: 580), actualNaps: [ActualNap(nap: 1, start: 550, end: 590)])
    ),
    (
      "five naps and constraints that cannot be",
      ScheduleRequest(
        preferredNaps: 5, napLengths: NapLengths(five: [40, 40, 40, 40, 40]),
        wakeWindows: WakeWindowLimits(minimum: 60, maximum: 120, last: 100, maximumFirst: 110),
        awake: ClockWindow(start: 600, end: 900), asleep: ClockWindow(start: 700, end: 720))
    ),
  ]
}

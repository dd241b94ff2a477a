import Nursery
import Testing

/// Requests that are refused, each naming the field and what was expected.
@Suite struct ScheduleRequestFaultTests {
  @Test("An ordinary request has none")
  func anOrdinaryRequestHasNone() {
    let request = ScheduleRequest(actualNaps: [ActualNap(nap: 1, start: 560, end: nil)])
    #expect(request.fault() == nil)
  }

  private static let faults: [(ScheduleRequest, String)] = [
    (ScheduleRequest(wakeTime: 6039), "wakeTime: 100 h 39 min is no time of day; expected 00:00 to 23:59"),
    (ScheduleRequest(bedTime: 1440), "bedTime: 24 h 0 min is no time of day; expected 00:00 to 23:59"),
    (ScheduleRequest(preferredNaps: 0), "preferredNaps: 0 is out of range; expected 1 to 5"),
    (ScheduleRequest(preferredNaps: 6), "preferredNaps: 6 is out of range; expected 1 to 5"),
    (
      ScheduleRequest(napLengths: NapLengths(five: [30, 99_999])),
      "napLengths.five[1]: 99999 is out of range; expected -10000 to 10000"
    ),
    (
      ScheduleRequest(wakeWindows: WakeWindowLimits(maximum: 20_000)),
      "wakeWindows.max: 20000 is out of range; expected -10000 to 10000"
    ),
    (
      ScheduleRequest(asleep: ClockWindow(start: 60, end: 1440)),
      "constraints.asleep.end: 24 h 0 min is no time of day; expected 00:00 to 23:59"
    ),
    (
      ScheduleRequest(actualNaps: [ActualNap(nap: 6, start: 560, end: 600)]),
      "actualNaps[0].nap: 6 is out of range; expected 1 to 5"
    ),
    (
      ScheduleRequest(actualNaps: [
        ActualNap(nap: 1, start: 560, end: 600), ActualNap(nap: 2, start: 590, end: 620),
      ]),
      "actualNaps[1].start: 09:50 lies before the end of nap 1; expected 10:00 or later"
    ),
    (
      ScheduleRequest(actualNaps: [
        ActualNap(nap: 2, start: 560, end: 600), ActualNap(nap: 1, start: 700, end: 720),
      ]),
      "actualNaps[0].start: 09:20 lies before the end of nap 1; expected 12:00 or later"
    ),
    (
      ScheduleRequest(actualNaps: [
        ActualNap(nap: 1, start: 560, end: 600), ActualNap(nap: 1, start: 700, end: 720),
      ]),
      "actualNaps[1].nap: nap 1 is recorded already; expected each nap once"
    ),
    (
      ScheduleRequest(actualNaps: [ActualNap(nap: 1, start: -5, end: 600)]),
      "actualNaps[0].start: -5 is out of range; expected 0 to 2879"
    ),
  ]

  @Test("A fault names its field", arguments: faults.map { Row($0, $1, $1) })
  func fault(row: Row<ScheduleRequest, String>) {
    let (request, message) = (row.input, row.expected)
    #expect(request.fault()?.message == message)
    let result = ScheduleEngine.computeSchedules(request: request)
    #expect(result.failure?.reason == message && result.scenarios.isEmpty)
  }

  @Test("Naps that touch are no overlap")
  func napsThatTouchAreNoOverlap() {
    let naps = [ActualNap(nap: 1, start: 560, end: 600), ActualNap(nap: 2, start: 600, end: 620)]
    #expect(ScheduleRequest(actualNaps: naps).fault() == nil)
  }

  private static let contradictions: [(ScheduleRequest, String)] = [
    (ScheduleRequest(wakeTime: nil), "Please set both wake-up time and bedtime."),
    (ScheduleRequest(bedTime: nil), "Please set both wake-up time and bedtime."),
    (windows(minimum: 0), "Min wake window must be greater than 0."),
    (windows(minimum: nil, maximum: nil), "Min wake window must be greater than 0."),
    (windows(maximum: -1), "Max wake window must be greater than 0."),
    (windows(maximum: 134), "Max wake window must be greater than or equal to min wake window."),
    (windows(last: nil), "Last wake window must be greater than 0."),
    (windows(last: 211), "Last wake window must be between 135 and 210 minutes."),
    (windows(maximumFirst: 0), "Max first wake window must be greater than 0."),
    (
      windows(maximumFirst: 134),
      "⚠️ CONFIGURATION ERROR: Max first wake window must be at least equal to min wake window. "
        + "Please adjust these values."
    ),
    (
      ScheduleRequest(preferredNaps: 1, napLengths: NapLengths(one: [0])),
      "Nap 1 and Nap 2 lengths should be greater than 0 minutes."
    ),
  ]

  @Test(
    "Settings that contradict each other are refused in the words of the original",
    arguments: contradictions.map { Row($0, $1, $0.testDescription) })
  func contradiction(row: Row<ScheduleRequest, String>) {
    let (request, reason) = (row.input, row.expected)
    #expect(request.fault() == nil)
    let failure = ScheduleEngine.computeSchedules(request: request).failure
    #expect(failure?.reason == reason && failure?.text == reason)
    #expect(failure?.twoNap == nil && failure?.threeNap == nil)
  }

  private static func windows(
    minimum: Int? = 135, maximum: Int? = 210, last: Int? = 210, maximumFirst: Int? = 180
  ) -> ScheduleRequest {
    ScheduleRequest(
      wakeWindows: WakeWindowLimits(
        minimum: minimum, maximum: maximum, last: last, maximumFirst: maximumFirst))
  }
}

import Testing

@testable import Nursery

/// The wider search: the plans that it finds, and that no nearer plan exists.
@Suite struct ScheduleSearchTests {
  /// Tries every length in steps of 5 minutes and every bedtime.
  @Test("No plan is nearer", arguments: 0..<8)
  func noPlanIsNearer(seed: Int) throws {
    var days = PlanRequests(seed: 900 + seed)
    var found = 0
    for _ in 0..<4_000 where found < 1 {
      var request = days.next(constraintsInHundred: 90)
      request.actualNaps = []
      request.preferredNaps = 2
      guard let (frame, mode) = day(request), mode.lengths.sum < 300 else { continue }
      found += 1
      for style in SchedulePlanner.styles {
        let search = NearestSearch(mode: mode, frame: frame, style: style)
        let plan = search.plan(below: Int.max)
        let least = leastChange(mode, frame, style)
        #expect(plan.map { $0.change(from: mode, frame) } == least, "seed \(seed), \(style): \(request)")
        if let plan { #expect(PlanJudge.exact.accepts(plan, frame)) }
      }
    }
  }

  private func day(_ request: ScheduleRequest) -> (DayFrame, NapMode)? {
    if request.fault() != nil { return nil }
    do {
      let frame = try DayFrame(request)
      return (frame, try NapMode(requested: request, in: frame))
    } catch {
      return nil
    }
  }

  private func leastChange(_ mode: NapMode, _ frame: DayFrame, _ style: ScheduleStyle) -> Int? {
    var least: Int?
    for bedtime in [-15, 0, 15].map({ $0 + frame.bedtime }) {
      for first in choices(mode.lengths[0]) {
        for second in choices(mode.lengths[1]) {
          let change = abs(first - mode.lengths[0]) + abs(second - mode.lengths[1])
          if change + abs(bedtime - frame.bedtime) >= least ?? Int.max { continue }
          var lengths = MinuteRow(repeating: first, count: 1)
          lengths[1] = second
          let built = mode.plan(lengths, bedtime: bedtime, style, in: frame, isFirstBounded: true)
          guard case .success(let plan) = built, frame.constraints.areKept(by: plan) else { continue }
          least = plan.change(from: mode, frame)
        }
      }
    }
    return least
  }

  private func choices(_ length: Int) -> [Int] {
    (-60...60).map { length + $0 * 5 }.filter { $0 == length || (30...240).contains($0) }
  }

  /// The second nap can give only 5 minutes, so the first must give the rest.
  @Test("What a later nap cannot give an earlier one gives")
  func whatALaterNapCannotGiveAnEarlierOneGives() throws {
    let request = ScheduleRequest(preferredNaps: 2, napLengths: NapLengths(two: [90, 35]))
    let mode = try NapMode(requested: request, in: DayFrame(request))
    var corridor = Corridor(mode, change: -30, step: 5, longest: 240)
    let path = corridor.laziestPath()
    #expect(path?.sums.array(2) == [-25, -30] && path?.length == 30)
    var closed = Corridor(mode, change: -70, step: 5, longest: 240)
    let none = closed.laziestPath()
    #expect(none == nil)
  }

  @Test("The other nap count is made to fit")
  func theOtherNapCountIsMadeToFit() throws {
    let request = ScheduleRequest(
      wakeTime: 420, bedTime: 1230, preferredNaps: 3,
      napLengths: NapLengths(two: [180, 90], three: [90, 90, 90]),
      wakeWindows: WakeWindowLimits(minimum: 135, maximum: 175, last: 175, maximumFirst: 175))
    let result = ScheduleEngine.computeSchedules(request: request)
    #expect(result.isExtended && result.napCount == 2 && result.scenarios.allSatisfy { $0.isClean })
    #expect(result.scenarios.first?.isAutoAdjusted == true)
    #expect(result.scenarios.first?.changes.first == .napCount(2, insteadOf: 3))
  }

  @Test("The first window is bounded rather than refused")
  func theFirstWindowIsBoundedRatherThanRefused() throws {
    var request = ScheduleRequest(bedTime: 1290)
    request.wakeWindows.maximumFirst = 160
    let frame = try DayFrame(request)
    let mode = try NapMode(requested: request, in: frame)
    let bounded = mode.plan(mode.lengths, bedtime: 1290, .balanced, in: frame, isFirstBounded: true)
    #expect(try bounded.get().windows.array(4) == [160, 190, 190, 210])
    #expect(throws: ScheduleInfeasibility.firstWindow(minutes: 180, limit: 160)) {
      try mode.plainPlan(.balanced, in: frame).get()
    }
  }

  @Test("The least change wins")
  func theLeastChangeWins() {
    let request = ScheduleRequest(
      wakeTime: 355, bedTime: 1080, napLengths: NapLengths(two: [105, 55], three: [30, 60, 30]),
      wakeWindows: WakeWindowLimits(minimum: 160, maximum: 200, last: 175, maximumFirst: 175),
      asleep: ClockWindow(start: 760, end: 775))
    let result = ScheduleEngine.computeSchedules(request: request)
    #expect(result.isExtended && result.napCount == 2)
    #expect(result.scenarios.allSatisfy { $0.isClean && $0.isConstraintAdjusted })
    #expect(result.scenarios.first?.napLengths == [85, 145])
  }
}

import Nursery
import Testing

@testable import Bedside

/// The plan as the box keeps it: computed from the log, in the style that MENU chose.
@Suite struct PlanModelTests {
  private static let boot = 1
  private static let mia = BabyID(number: 1)

  /// A box in a UTC household, synced, at 07:00, with a baby of 150 days that wakes at 07:00.
  private static func model(_ plan: PlanSettings = PlanSettings(), babies: Int = 1) -> BedsideModel {
    let birth = CivilDate(daysSinceEpoch: 20_495 - 150)
    let baby = Baby(birthdate: birth, bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    let residents = (1...babies).map {
      BedsideSettings.Resident(id: BabyID(number: $0), name: "Baby \($0)", baby: baby, plan: plan)
    }
    var model = BedsideModel(
      settings: BedsideSettings(residents: residents, zone: .utc), logs: [:], clocks: ClockHistory(),
      idSeed: 1,
      box: BoxCondition())
    _ = model.handle(.tick, at: moment(7, 0))
    return model
  }

  /// The boot clock started at midnight of the day.
  private static func moment(_ hour: Int, _ minute: Int, trust: ClockTrust = .synced) -> Moment {
    let milliseconds = (hour * 60 + minute) * 60_000
    return Moment(
      boot: BootTime(boot: boot, milliseconds: milliseconds),
      wall: Instant(milliseconds: 20_495 * 86_400_000 + milliseconds), trust: trust)
  }

  /// Applies a command. The card saves its events at once.
  private static func ask(
    _ model: inout BedsideModel, _ command: CareCommand, baby: BabyID = mia, at moment: Moment
  ) throws -> EventID {
    let effects = model.handle(
      .request(CareRequest(token: 1, baby: baby, command: command)), at: moment)
    let ids = effects.flatMap { effect -> [EventID] in
      if case .append(let writes) = effect { writes.map(\.id) } else { [] }
    }
    _ = model.handle(.saved(ids), at: moment)
    return try #require(ids.first)
  }

  private static func at(_ hour: Int, _ minute: Int) -> EventTime {
    .wall(Instant(milliseconds: 20_495 * 86_400_000 + (hour * 60 + minute) * 60_000))
  }

  private static func wake(_ model: inout BedsideModel, baby: BabyID = mia) throws {
    _ = try ask(&model, .add(Care(kind: .wake, start: at(7, 0))), baby: baby, at: moment(7, 0))
  }

  private static func press(_ model: inout BedsideModel, _ button: Button, times: Int = 1, at moment: Moment)
  {
    for index in 0..<times {
      for (isPressed, offset) in [(true, 0), (false, 60)] {
        let milliseconds = moment.boot.milliseconds + index * 300 + offset
        let edge = ButtonEdge(button: button, isPressed: isPressed, milliseconds: milliseconds)
        _ = model.handle(.edge(edge), at: later(moment, by: index * 300 + offset))
      }
      _ = model.handle(.tick, at: later(moment, by: index * 300 + 120))
    }
    _ = model.handle(.tick, at: later(moment, by: times * 300 + 700))
  }

  private static func later(_ moment: Moment, by milliseconds: Int) -> Moment {
    Moment(
      boot: moment.boot.adding(milliseconds: milliseconds),
      wall: moment.wall.map { Instant(milliseconds: $0.milliseconds + milliseconds) }, trust: moment.trust)
  }

  @Test("The plan follows the log")
  func thePlanFollowsTheLog() throws {
    var model = Self.model()
    #expect(model.plan(at: Self.moment(7, 0)) == nil)
    try Self.wake(&model)
    let before = try #require(model.plan(at: Self.moment(7, 1)))
    #expect(before.napsAhead.count == 3)
    let nap = Care(kind: .sleep, start: Self.at(9, 0), end: Self.at(9, 30))
    let id = try Self.ask(&model, .add(nap), at: Self.moment(9, 40))
    let after = try #require(model.plan(at: Self.moment(9, 41)))
    #expect(after.recorded == [ActualNap(nap: 1, start: 540, end: 570)])
    _ = try Self.ask(&model, .amend(id, CarePatch(end: .some(Self.at(9, 10)))), at: Self.moment(9, 42))
    #expect(model.plan(at: Self.moment(9, 43))?.recorded == [ActualNap(nap: 1, start: 540, end: 550)])
    _ = try Self.ask(&model, .delete(id), at: Self.moment(9, 44))
    #expect(model.plan(at: Self.moment(7, 1))?.scenario == before.scenario)
  }

  @Test("Minutes that change nothing compute nothing")
  func minutesThatChangeNothingComputeNothing() throws {
    var model = Self.model()
    try Self.wake(&model)
    let planner = model.planning.planners
    #expect(!planner.isEmpty)
    for minute in 2..<100 { _ = model.handle(.tick, at: Self.moment(7, minute)) }
    #expect(model.planning.planners == planner)
  }

  @Test("A double press on the plan page changes the style")
  func aDoublePressOnThePlanPageChangesTheStyle() throws {
    var model = Self.model()
    try Self.wake(&model)
    Self.press(&model, .menu, at: Self.moment(7, 10))
    #expect(model.currentPage == .plan)
    let shown = { (model: BedsideModel) in model.plan(at: Self.moment(7, 30))?.scenario?.style }
    let styles = [
      (11, ScheduleStyle.balanced, "○●"), (12, .buildLater, "●○"), (13, .balanced, "○●"),
    ]
    for (minute, style, marks) in styles {
      Self.press(&model, .menu, times: 2, at: Self.moment(7, minute))
      #expect(model.currentPage == .plan)
      #expect(shown(model) == style)
      #expect(model.picture?.texts.contains(marks) == true)
    }
    Self.press(&model, .menu, at: Self.moment(7, 20))
    #expect(model.currentPage == .today)
    Self.press(&model, .menu, at: Self.moment(7, 21))
    #expect(shown(model) == .balanced)
  }

  @Test("Each baby keeps its style")
  func eachBabyKeepsItsStyle() throws {
    var model = Self.model(babies: 2)
    for number in 1...2 { try Self.wake(&model, baby: BabyID(number: number)) }
    Self.press(&model, .menu, at: Self.moment(7, 10))
    Self.press(&model, .menu, times: 2, at: Self.moment(7, 11))
    #expect(model.planning.styles == [Self.mia: .balanced])
    model.care.chosenBaby = BabyID(number: 2)
    #expect(model.plan(at: Self.moment(7, 12))?.scenario?.style == .buildLater)
  }

  @Test("Without a choice it says so and stays", arguments: [true, false])
  func withoutAChoiceItSaysSoAndStays(isBorn: Bool) throws {
    var settings = PlanSettings()
    settings.wakeWindows.minimum = 360
    var model = Self.model(settings)
    if isBorn { try Self.wake(&model) }
    Self.press(&model, .menu, at: Self.moment(7, 10))
    Self.press(&model, .menu, times: 2, at: Self.moment(7, 11))
    #expect(model.currentPage == .plan)
    #expect(model.screen.notice?.notice == .noPlan)
    #expect(model.planning.styles.isEmpty)
  }

  @Test("NAP and FEED on the plan page log")
  func napAndFeedOnThePlanPageLog() throws {
    var model = Self.model()
    try Self.wake(&model)
    Self.press(&model, .menu, at: Self.moment(7, 10))
    for button in [Button.nap, .feed] { Self.press(&model, button, at: Self.moment(8, 50)) }
    #expect(model.currentPage == .plan)
    #expect(model.projection(of: Self.mia).runningSleep != nil)
    #expect(model.projection(of: Self.mia).runningNursing != nil)
  }

  @Test("Without a clock there is no plan")
  func withoutAClockThereIsNoPlan() throws {
    var model = BedsideModel(
      settings: Self.model().care.settings, logs: [:], clocks: ClockHistory(), idSeed: 1, box: BoxCondition())
    _ = try Self.ask(
      &model, .startSleep(at: .boot(Self.moment(9, 0).boot)), at: Self.moment(9, 0, trust: .none))
    #expect(model.day(at: Self.moment(9, 10, trust: .none)) != nil)
    #expect(model.plan(at: Self.moment(9, 10, trust: .none)) == nil)
  }
}

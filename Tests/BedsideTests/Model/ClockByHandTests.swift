import Nursery
import Testing

@testable import Bedside

@Suite("The clock that is set by hand")
struct ClockByHandTests {
  private static let base = MiasBox.instant(0)

  /// A moment of a box whose system clock has not been set.
  private static func moment(_ seconds: Int, _ trust: ClockTrust = .none, wall: Instant? = nil) -> Moment {
    Moment(boot: BootTime(boot: 1, milliseconds: seconds * 1_000), wall: wall, trust: trust)
  }

  private static func box() -> BedsideModel {
    let baby = Baby(
      birthdate: CivilDate(daysSinceEpoch: 20_345), bedtime: WallTime(minutesAfterMidnight: 1_140))
    return BedsideModel(
      settings: BedsideSettings(
        residents: [BedsideSettings.Resident(id: MiasBox.mia, name: "Mia", baby: baby)], zone: .utc),
      logs: [:], clocks: ClockHistory(floor: base), idSeed: 1, box: BoxCondition())
  }

  private static func press(_ model: inout BedsideModel, _ button: Button, at seconds: Int) -> [Effect] {
    var effects: [Effect] = []
    for (isPressed, late) in [(true, 0), (false, 100)] {
      let time = seconds * 1_000 + late
      let edge = ButtonEdge(button: button, isPressed: isPressed, milliseconds: time)
      effects += model.handle(
        .edge(edge), at: Moment(boot: BootTime(boot: 1, milliseconds: time), wall: nil, trust: .none))
    }
    return effects
  }

  @Test("A time of day means the first such time after the last known time, or shortly before it")
  func meaning() {
    let evening = Self.base.adding(minutes: 23 * 60)
    let cases = [(22 * 60 + 30, 22 * 60 + 30), (23 * 60 + 30, 23 * 60 + 30), (7 * 60, 31 * 60)]
    for (time, minutes) in cases {
      let meant = ClockByHand.instant(WallTime(minutesAfterMidnight: time), after: evening, in: .utc)
      #expect(meant == Self.base.adding(minutes: minutes))
    }
  }

  @Test("A time of day is not long before the network's time, and a slow kitchen clock is no day ahead")
  func afterTheNetwork() {
    let told = Self.base.adding(minutes: 18 * 60)
    func meant(_ hour: Int, _ minute: Int) -> Int {
      let time = WallTime(minutesAfterMidnight: hour * 60 + minute)
      return Self.base.minutes(
        until: ClockByHand.instant(time, after: told, in: .utc, notBefore: told))
    }
    #expect(meant(17, 50) == 17 * 60 + 50)
    #expect(meant(15, 30) == 39 * 60 + 30)
  }

  @Test("In the hour that comes twice, a time of day is the one after the network's time")
  func hourThatComesTwice() {
    // 01:00 in UTC, when 03:00 becomes 02:00.
    let change = Self.base
    let berlin = ZoneWindow(
      name: "Europe/Berlin", initialOffsetSeconds: 7_200,
      transitions: [ZoneWindow.Transition(at: change, offsetSeconds: 3_600)])
    let told = change.adding(minutes: -10)
    let time = berlin.civil(change.adding(minutes: 1)).time
    #expect(
      ClockByHand.instant(time, after: told, in: berlin, notBefore: told) == change.adding(minutes: 1))
  }

  @Test("A clock that is set on the panel becomes a line of the log, and times are known from then on")
  func onThePanel() throws {
    var model = Self.box()
    _ = model.handle(.tick, at: Self.moment(1))
    model.screen.page = .box
    model.openClock(at: Self.moment(2))
    _ = Self.press(&model, .feed, at: 3)
    _ = Self.press(&model, .menu, at: 5)
    _ = Self.press(&model, .feed, at: 7)
    _ = Self.press(&model, .menu, at: 9)
    _ = Self.press(&model, .feed, at: 11)
    _ = Self.press(&model, .menu, at: 13)
    let effects = Self.press(&model, .feed, at: 15)
    let told = Self.base.adding(minutes: 1440 + 61)
    var lines: [(EventID, Moment)] = []
    for case .append(let writes) in effects {
      for case .sync(let id, let moment) in writes { lines.append((id, moment)) }
    }
    let line = try #require(lines.first)
    #expect(lines.count == 1 && line.1.trust == .hand && line.1.wall == told)
    #expect(model.care.clocks.isSynced(boot: 1) && !model.clockIsSetByMachine(at: Self.moment(15)))
    _ = model.handle(.saved([line.0], isHolding: false), at: Self.moment(16))
    #expect(model.shownNotice == .clockSetByHand(told))
    #expect(model.condition(at: Self.moment(16)).clock == .byHand)
  }

  @Test(
    "Two clients that set the clock before the first line is saved each get the answer for their own line")
  func twoAskers() throws {
    var model = Self.box()
    let walls = [Self.base.adding(minutes: 600), Self.base.adding(minutes: 605)]
    var lines: [EventID] = []
    var answers: [Effect] = []
    for (token, wall) in walls.enumerated() {
      let effects = model.handle(.clockByHand(wall, token: token), at: Self.moment(10 + token))
      for case .append(let writes) in effects {
        for case .sync(let id, _) in writes { lines.append(id) }
      }
      answers += effects
    }
    try #require(lines.count == 2)
    answers += model.handle(.saved([lines[0]], isHolding: false), at: Self.moment(13))
    answers += model.handle(.saved([lines[1]], isHolding: true), at: Self.moment(14))
    for (token, wall) in walls.enumerated() {
      let own = answers.filter { if case .answer(token, _) = $0 { true } else { false } }
      #expect(own == [.answer(token: token, .clock(wall, isSaved: true))])
    }
  }

  @Test("The network replaces a time that was set by hand at once, even one that was wrong by a week")
  func network() {
    for (trust, days) in [(ClockTrust.synced, 7), (.battery, -7), (.synced, 0)] {
      var model = Self.box()
      _ = model.handle(.clockByHand(Self.base.adding(minutes: 600), token: nil), at: Self.moment(10))
      let right = Self.base.adding(minutes: 620 + days * 1440)
      _ = model.handle(.clockReport, at: Self.moment(1_000, trust, wall: right))
      #expect(model.care.clocks.trust(ofBoot: 1) == trust)
      #expect(model.care.clocks.instant(at: Self.moment(1_000).boot) == right)
    }
  }

  @Test("A battery clock never replaces the network's time")
  func battery() {
    var model = Self.box()
    let right = Self.base.adding(minutes: 600)
    _ = model.handle(.clockReport, at: Self.moment(10, .synced, wall: right))
    _ = model.handle(.clockReport, at: Self.moment(70, .battery, wall: right.adding(minutes: 30)))
    #expect(model.care.clocks.instant(at: Self.moment(70).boot) == right.adding(minutes: 1))
  }

  @Test("A time from the network closes the open clock page, and no request changes that time")
  func meanwhile() {
    var model = Self.box()
    _ = model.handle(.tick, at: Self.moment(1))
    model.screen.page = .box
    model.openClock(at: Self.moment(2))
    let right = Self.base.adding(minutes: 600)
    _ = model.handle(.clockReport, at: Self.moment(5, .synced, wall: right))
    #expect(model.clock.byHand == nil)
    let effects = model.handle(
      .clockByHand(right.adding(minutes: 90), token: 3), at: Self.moment(6, .synced, wall: right))
    #expect(effects.contains(.answer(token: 3, .clockIsSet)))
    #expect(model.care.clocks.instant(at: Self.moment(5).boot) == right)
  }

  @Test("A time that is set by hand moves no synced time, and survives as data")
  func boundsNothing() throws {
    var clocks = ClockHistory(floor: Self.base)
    let synced = Self.base.adding(minutes: 600)
    clocks.noteSync(at: BootTime(boot: 1, milliseconds: 1_000), wall: synced)
    clocks.noteAlive(at: BootTime(boot: 1, milliseconds: 3_600_000))
    clocks.noteSync(at: BootTime(boot: 2, milliseconds: 1_000), wall: synced, by: .hand)
    let event = EventTime.boot(BootTime(boot: 1, milliseconds: 61_000))
    #expect(clocks.resolve(event).isExact && clocks.resolve(event).instant == synced.adding(minutes: 1))
    let copy = try #require(
      ClockHistory(floor: Self.base, bootClocks: clocks.bootClocks(after: 0, before: .max), sharedBoots: []))
    #expect(copy.trust(ofBoot: 2) == .hand && copy.trust(ofBoot: 1) == .synced)
  }

  @Test("Entering the right time of day corrects a clock that was set wrong by hours")
  func corrected() {
    let wrong = Self.base.adding(minutes: 15 * 60 + 40)
    let right = ClockByHand.instant(
      WallTime(minutesAfterMidnight: 11 * 60 + 40), after: wrong, in: .utc, corrects: true)
    #expect(right == Self.base.adding(minutes: 11 * 60 + 40))
  }

  @Test("An abandoned clock page sets nothing, and it does not open if the network has set the clock")
  func left() {
    var model = Self.box()
    _ = model.handle(.tick, at: Self.moment(1))
    model.screen.page = .box
    model.openClock(at: Self.moment(2))
    _ = model.handle(.tick, at: Self.moment(2))
    #expect(model.nextDeadline.map { $0 <= 22_000 } == true)
    _ = model.handle(.tick, at: Self.moment(23))
    #expect(model.clock.byHand == nil && model.shownNotice == .editDropped)
    #expect(!model.care.clocks.isSynced(boot: 1))
    _ = model.handle(.clockReport, at: Self.moment(30, .synced, wall: Self.base.adding(minutes: 600)))
    model.openClock(at: Self.moment(31, .synced, wall: Self.base.adding(minutes: 600)))
    #expect(model.clock.byHand == nil && model.shownNotice == .clockIsSet)
  }
}

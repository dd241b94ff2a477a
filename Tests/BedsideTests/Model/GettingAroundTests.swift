import Nursery
import Testing

@testable import Bedside

/// Pages, stuck buttons, and what one press does, on the model alone.
@Suite struct GettingAroundTests {
  /// A box at 06:41, with the morning's waking logged at 06:40.
  private static func box() -> MiasBox {
    var box = MiasBox()
    box.handle(
      .request(
        CareRequest(
          token: 1, baby: MiasBox.mia,
          command: .add(Care(kind: .wake, start: .wall(MiasBox.instant(6 * 3600 + 40 * 60)))))), at: 24_060)
    box.save(at: 24_060)
    return box
  }

  private static func log(_ box: MiasBox) -> CareLog {
    box.model.care.logs[MiasBox.mia] ?? CareLog(baby: MiasBox.mia)
  }

  private static func held(_ box: inout MiasBox, _ button: Button, from second: Int, until end: Int) {
    func edge(_ isPressed: Bool, _ second: Int) {
      box.handle(
        .edge(ButtonEdge(button: button, isPressed: isPressed, milliseconds: second * 1_000)), at: second)
    }
    edge(true, second)
    box.save(at: second)
    for tick in second + 1..<end { box.handle(.levels([button: true]), at: tick) }
    edge(false, end)
    box.handle(.levels([button: false]), at: end + 1)
    box.save(at: end + 1)
  }

  // MARK: Pages

  @Test("After half a minute without a press, Now comes back")
  func returns() {
    var box = Self.box()
    box.press(.menu, at: 25_000)
    box.handle(.tick, at: 25_001)
    #expect(box.model.currentPage == .plan)
    #expect(box.model.nextDeadline.map { $0 <= 25_030_000 } == true)
    box.handle(.tick, at: 25_029)
    #expect(box.model.currentPage == .plan)
    box.handle(.tick, at: 25_030)
    #expect(box.model.currentPage == .now)
  }

  @Test("A press on the page postpones its return to Now")
  func staysWhileUsed() {
    var box = Self.box()
    box.press(.menu, at: 25_000)
    box.press(.feed, at: 25_020)
    box.handle(.tick, at: 25_035)
    #expect(box.model.currentPage == .plan)
    box.handle(.tick, at: 25_050)
    #expect(box.model.currentPage == .now)
  }

  @Test("On a dark panel MENU only lights it; NAP lights it and logs")
  func dark() {
    var box = Self.box()
    box.model.care.settings.darkAfterMinutes = 10
    box.handle(.tick, at: 24_900)
    box.model.screen.isDark = true
    box.press(.menu, at: 25_000)
    box.handle(.tick, at: 25_001)
    #expect(!box.model.screen.isDark && box.model.currentPage == .now)
    box.press(.menu, at: 25_002)
    box.handle(.tick, at: 25_003)
    #expect(box.model.currentPage == .plan)
    box.model.screen.isDark = true
    box.press(.nap, at: 25_100)
    box.save(at: 25_101)
    #expect(!box.model.screen.isDark && Self.log(box).runningSleep != nil)
  }

  // MARK: Stuck buttons

  @Test("A button that is leaned on keeps the time of its press, and MENU takes it back")
  func leaned() throws {
    var box = Self.box()
    Self.held(&box, .feed, from: 25_000, until: 25_025)
    let nursing = try #require(Self.log(box).runningNursing)
    #expect(nursing.care.start == .boot(MiasBox.moment(25_000).boot))
    #expect(box.model.care.box.stuckButton == nil)
    guard case .keepOrUndo? = box.model.shownNotice else {
      Issue.record("\(String(describing: box.model.shownNotice))")
      return
    }
    box.press(.menu, at: 25_030)
    box.save(at: 25_031)
    #expect(Self.log(box).runningNursing == nil && box.model.currentPage == .now)
  }

  @Test("NAP keeps what a stuck button logged, says so, and logs nothing itself")
  func kept() {
    var box = Self.box()
    Self.held(&box, .feed, from: 25_000, until: 25_025)
    box.press(.nap, at: 25_030)
    box.save(at: 25_031)
    #expect(Self.log(box).runningNursing != nil && Self.log(box).runningSleep == nil)
    guard case .saved(let kept)? = box.model.shownNotice, case .nursingStarted = kept.deed else {
      Issue.record("\(String(describing: box.model.shownNotice))")
      return
    }
    box.press(.nap, at: 25_040)
    box.save(at: 25_041)
    #expect(Self.log(box).runningSleep != nil)
  }

  @Test("A stuck MENU undoes nothing: what its hold undid is restored, and can still be undone")
  func leanedOnMenu() {
    var box = Self.box()
    box.press(.nap, at: 25_000)
    box.save(at: 25_001)
    Self.held(&box, .menu, from: 25_100, until: 25_125)
    #expect(Self.log(box).runningSleep != nil && box.model.shownNotice == nil)
    Self.held(&box, .menu, from: 25_200, until: 25_203)
    #expect(Self.log(box).runningSleep == nil)
  }

  @Test("An entry that another box took back does not keep the press before it from being undone")
  func undoneElsewhere() throws {
    var box = Self.box()
    box.press(.nap, at: 25_000)
    box.save(at: 25_001)
    box.press(.feed, at: 25_600)
    box.save(at: 25_601)
    let feed = try #require(Self.log(box).runningNursing)
    let event = CareEvent(
      id: EventID(high: 2, low: 1), baby: MiasBox.mia, moment: MiasBox.moment(25_900), source: .button,
      change: .deleted(feed.id))
    box.handle(.received([ReceivedEvent(event: event, stamp: .coming)], clocks: ClockHistory()), at: 25_901)
    for second in [26_000, 26_100] {
      Self.held(&box, .menu, from: second, until: second + 3)
      box.save(at: second + 4)
    }
    #expect(Self.log(box).runningSleep == nil)
  }

  @Test("NAP while MENU is stuck counts, and what the hold undid stays undone")
  func napDuringLean() {
    var box = Self.box()
    box.press(.feed, at: 25_000)
    box.save(at: 25_001)
    box.handle(
      .edge(ButtonEdge(button: .menu, isPressed: true, milliseconds: 25_100_000)), at: 25_100)
    box.handle(.levels([.menu: true]), at: 25_102)
    box.save(at: 25_103)
    box.press(.nap, at: 25_105)
    box.save(at: 25_106)
    box.handle(.levels([.menu: true]), at: 25_111)
    box.save(at: 25_112)
    #expect(Self.log(box).runningNursing == nil && Self.log(box).runningSleep != nil)
  }

  @Test("Holding MENU on the offer to undo undoes what was offered, and nothing before it")
  func heldAnswer() {
    var box = Self.box()
    box.press(.nap, at: 25_000)
    box.save(at: 25_001)
    Self.held(&box, .feed, from: 25_100, until: 25_125)
    Self.held(&box, .menu, from: 25_130, until: 25_133)
    #expect(Self.log(box).runningNursing == nil && Self.log(box).runningSleep != nil)
  }

  @Test("A hold of nine seconds goes back by more than an hour")
  func longHold() throws {
    var box = Self.box()
    Self.held(&box, .nap, from: 36_000, until: 36_009)
    let sleep = try #require(Self.log(box).runningSleep)
    #expect(sleep.care.start.minutes(before: MiasBox.moment(36_000).boot) == 135)
  }

  // MARK: NAP while nursing

  @Test("NAP ends the nursing, says so, and one undo reverts both")
  func napWhileNursing() throws {
    var box = Self.box()
    box.press(.feed, at: 25_000)
    box.save(at: 25_001)
    box.press(.nap, at: 25_840)
    box.save(at: 25_841)
    #expect(Self.log(box).runningNursing == nil && Self.log(box).runningSleep != nil)
    guard case .saved(let said)? = box.model.shownNotice else {
      Issue.record("nothing was said")
      return
    }
    #expect(said.deed == .sleepStartedAfterFeed(minutes: 14, isNight: false))
    Self.held(&box, .menu, from: 25_850, until: 25_853)
    #expect(Self.log(box).runningNursing != nil && Self.log(box).runningSleep == nil)
  }

  @Test("FEED offers the other side, never both; switching the side and back shows no notice")
  func sides() throws {
    var box = Self.box()
    for (second, side) in [(25_000, NursingSide.left), (26_000, .right), (27_000, .left), (28_000, .right)] {
      box.press(.feed, at: second)
      box.save(at: second + 1)
      #expect(Self.log(box).runningNursing?.care.side == side)
      box.press(.feed, at: second + 600)
      box.save(at: second + 601)
    }
    box.press(.feed, at: 29_000)
    box.save(at: 29_001)
    box.handle(.tick, at: 29_010)
    box.press(.menu, at: 29_020, times: 2)
    box.save(at: 29_021)
    #expect(Self.log(box).runningNursing?.care.side == .left)
    #expect(box.model.shownNotice == nil)
  }

  @Test("A switch of side ends one stretch and begins the next; undo joins them, and MENU parts them again")
  func stretches() throws {
    var box = Self.box()
    box.press(.feed, at: 25_000)
    box.save(at: 25_001)
    box.press(.menu, at: 25_840)
    box.save(at: 25_841)
    func nursings() -> [Care] {
      Self.log(box).allRecords.filter { $0.care.kind == .nursing && !$0.isDeleted }.map(\.care)
    }
    let time = EventTime.boot(BootTime(boot: 1, milliseconds: 25_840_000))
    #expect(nursings().map(\.side) == [.left, .right])
    #expect(nursings().first?.end == time && nursings().last?.start == time)
    guard case .saved(let said)? = box.model.shownNotice else {
      Issue.record("nothing was said")
      return
    }
    #expect(said.deed == .sideFollows(.right, after: .left, minutes: 14))
    Self.held(&box, .menu, from: 25_850, until: 25_853)
    #expect(nursings().map(\.side) == [.left] && nursings().first?.end == nil)
    box.press(.menu, at: 25_855)
    box.save(at: 25_856)
    #expect(nursings().map(\.side) == [.left, .right])
    box.press(.feed, at: 26_000)
    box.save(at: 26_001)
    let scene = try #require(box.model.scene(at: MiasBox.moment(26_100)))
    #expect(scene.day.feedCount == 1 && scene.nextSide == .left)
  }

  @Test("A switch within two minutes corrects the side, and begins no stretch")
  func correctedSide() {
    var box = Self.box()
    box.press(.feed, at: 25_000)
    box.save(at: 25_001)
    box.press(.menu, at: 25_119)
    box.save(at: 25_120)
    let nursings = Self.log(box).allRecords.filter { $0.care.kind == .nursing }
    #expect(nursings.map(\.care.side) == [.right])
  }

  // MARK: Questions

  @Test("A nap of four hours and a feed of one are asked about, and without a press nothing changes")
  func forgotten() throws {
    var box = Self.box()
    box.press(.nap, at: 30_000)
    box.save(at: 30_001)
    func question(_ second: Int) throws -> Remark? {
      let moment = MiasBox.moment(second)
      return box.model.remark(of: try #require(box.model.day(at: moment)), at: moment)
    }
    #expect(try question(30_000 + 4 * 3600 - 60) == nil)
    let end = MiasBox.instant(30_000 + 2 * 3600)
    #expect(try question(30_000 + 4 * 3600) == .asksAsleep(until: end))
    box.press(.nap, at: 45_000)
    box.save(at: 45_001)
    box.press(.feed, at: 46_000)
    box.save(at: 46_001)
    #expect(try question(46_000 + 3_540) == nil)
    #expect(try question(46_000 + 3_600) == .asksFeeding(after: 60))
    #expect(Self.log(box).runningNursing != nil)
  }

  @Test("A nap that was asked about is asked about all night; one of the late afternoon becomes the night")
  func forgottenIntoTheNight() throws {
    func question(_ hour: Int, napAt start: Int) throws -> Remark? {
      var box = Self.box()
      box.press(.nap, at: start * 3600)
      box.save(at: start * 3600 + 1)
      let moment = MiasBox.moment(hour * 3600)
      return box.model.remark(of: try #require(box.model.day(at: moment)), at: moment)
    }
    let asks = Remark.asksAsleep(until: MiasBox.instant(16 * 3600))
    #expect(try question(18, napAt: 14) == asks)
    #expect(try question(23, napAt: 14) == asks && question(31, napAt: 14) == asks)
    #expect(try question(23, napAt: 16) == nil && question(31, napAt: 16) == nil)
  }

  @Test(
    "A night is asked about once a nap may be due, or after a feed",
    arguments: [
      (nil, 32 * 3600 + 1_440, nil),
      (nil, 33 * 3600, .asksNext(sinceWaking: MiasBox.instant(31 * 3600 - 1_200), .firstNap)),
      (31, 31 * 3600 + 600, .asksAsleep(until: MiasBox.instant(31 * 3600))), (27, 31 * 3600, nil),
    ] as [(Int?, Int, Remark?)])
  func lateMorning(feedAt hour: Int?, second: Int, asks expected: Remark?) throws {
    var box = Self.box()
    box.press(.nap, at: 19 * 3600)
    box.save(at: 19 * 3600 + 1)
    if let hour {
      for second in [hour * 3600, hour * 3600 + 300] {
        box.press(.feed, at: second)
        box.save(at: second + 1)
      }
    }
    let moment = MiasBox.moment(second)
    let question = box.model.remark(of: try #require(box.model.day(at: moment)), at: moment)
    #expect(question == expected)
  }

  // MARK: The chosen baby

  @Test(
    "The age of the log's copy is known by a clock that was set by hand too",
    arguments: [BoxCondition.ClockState.synced, .byHand, .saved, .unknown])
  func copiesByHand(clock: BoxCondition.ClockState) {
    var box = BoxCondition()
    (box.clock, box.copied) = (clock, Instant(milliseconds: 0))
    #expect((box.copyMinutes(at: Instant(milliseconds: 120_000)) == 2) == clock.isKnown)
  }

  @Test("The baby that was chosen before a restart is the one that the first press is for")
  func chosen() {
    let baby = Baby(
      birthdate: CivilDate(daysSinceEpoch: 20_345), bedtime: WallTime(minutesAfterMidnight: 1_140))
    let residents = (1...2).map {
      BedsideSettings.Resident(id: BabyID(number: $0), name: "Baby \($0)", baby: baby)
    }
    func model(_ chosen: Int?) -> BedsideModel {
      BedsideModel(
        settings: BedsideSettings(residents: residents, zone: .utc), logs: [:], clocks: ClockHistory(),
        idSeed: 1, box: BoxCondition(), chosen: chosen.map { BabyID(number: $0) })
    }
    #expect(model(2).care.chosenBaby == BabyID(number: 2))
    #expect(model(nil).care.chosenBaby == BabyID(number: 1))
    #expect(model(7).care.chosenBaby == BabyID(number: 1), "one that is no longer configured")
    var box = model(nil)
    box.screen.page = .baby(BabyID(number: 2))
    box.effects = []
    box.choosePageBaby()
    #expect(box.effects == [.keep(.chosen(BabyID(number: 2)))])
  }

  @Test("Another baby's page that MENU came back to, and that is no choice, gives way to Now")
  func leftBabyPage() {
    var box = Self.box()
    box.press(.menu, at: 25_000)
    box.model.screen.page = .baby(BabyID(number: 2))
    box.model.screen.choiceDeadline = nil
    box.handle(.tick, at: 25_029)
    #expect(box.model.currentPage == .baby(BabyID(number: 2)))
    box.handle(.tick, at: 25_031)
    #expect(box.model.currentPage == .now)
  }
}

extension EventTime {
  /// How many minutes it lies before an instant of the same boot clock.
  fileprivate func minutes(before boot: BootTime) -> Int? {
    guard case .boot(let time) = self else { return nil }
    return (boot.milliseconds - time.milliseconds) / 60_000
  }
}

import Nursery
import Testing

/// Whether a log grants or refuses a command.
@Suite struct CareLogDecideTests {
  /// A sleep 100–200 (id 1), a sleep 300–400 (id 2), a nursing 150–170 (id 3), a bottle at 250 (id 4).
  private static func scene(running: Care? = nil) throws -> CareLogScene {
    var scene = CareLogScene()
    try scene.perform(.add(sleep(100, 200)))
    try scene.perform(.add(sleep(300, 400)))
    try scene.perform(.add(nursing(150, 170)))
    try scene.perform(.logBottle(at: CareLogScene.minute(250)))
    if let running { try scene.perform(.add(running)) }
    return scene
  }

  @Test("Details belong to a kind of event, and undoing a change restores the earlier ones")
  func details() throws {
    var scene = try Self.scene()
    let amount = CareDetail(amountMilliliters: 120, milk: .formula)
    for (kind, detail, field) in [
      (CareKind.nursing, amount, Refusal.Field.amount), (.bottle, CareDetail(nappy: .wet), .nappy),
      (.nappy, CareDetail(medicine: "Vitamin D"), .medicine), (.sleep, CareDetail(milk: .breast), .milk),
    ] {
      let care = Care(kind: kind, start: Self.minute(500), detail: detail)
      #expect(scene.refusal(.add(care)) == .doesNotApply(field: field))
    }
    let change = try scene.decide(.amend(Self.id(4), CarePatch(detail: amount)))
    let undo = try #require(scene.log.inverse(of: change))
    try scene.perform(.amend(Self.id(4), CarePatch(detail: amount)))
    #expect(scene.log.record(Self.id(4))?.care.detail == amount)
    try scene.perform(.amend(Self.id(4), CarePatch(detail: CareDetail(amountMilliliters: 90))))
    #expect(scene.log.record(Self.id(4))?.care.detail.milk == .formula, "what is not named stays")
    try scene.perform(undo)
    #expect(scene.log.record(Self.id(4))?.care.detail.amountMilliliters == nil)
  }

  private static let minute = CareLogScene.minute
  private static let id = CareLogScene.id

  private static let rulingsWhenNothingRuns: [(CareCommand, Refusal?)] = [
    (CareCommand.startSleep(at: minute(399)), Refusal.overlapsSleep(id(2))),
    (.startSleep(at: minute(250)), .overlapsSleep(id(2))),
    (.startSleep(at: minute(400)), nil),
    (.add(sleep(200, 300)), nil),
    (.add(sleep(199, 300)), .overlapsSleep(id(1))),
    (.add(sleep(200, 301)), .overlapsSleep(id(2))),
    (.add(sleep(50, 500)), .overlapsSleep(id(2))),
    (.add(sleep(120, 130)), .overlapsSleep(id(1))),
    (.add(sleep(220, 210)), .endBeforeStart),
    (.add(sleep(210, 210)), nil),
    (.add(nursing(120, 160)), .overlapsNursing(id(3))),
    (.add(nursing(170, 180)), nil),
    (.startNursing(.right, at: minute(160)), .overlapsNursing(id(3))),
    (.startNursing(.right, at: minute(350)), nil),
    (.logBottle(at: minute(160)), nil),
    (.endSleep(at: minute(500)), .notAsleep),
    (.endNursing(at: minute(500)), .notNursing),
    (.delete(id(9)), .unknownEvent(id(9))),
    (.delete(id(1)), nil),
    (.amend(id(9), CarePatch()), .unknownEvent(id(9))),
    (.amend(id(1), CarePatch()), .nothingToChange),
    (.amend(id(1), CarePatch(start: minute(100))), .nothingToChange),
    (.amend(id(1), CarePatch(end: minute(300))), nil),
    (.amend(id(1), CarePatch(end: minute(301))), .overlapsSleep(id(2))),
    (.amend(id(1), CarePatch(end: minute(99))), .endBeforeStart),
    (.amend(id(1), CarePatch(end: .some(nil))), .overlapsSleep(id(2))),
    (.amend(id(2), CarePatch(end: .some(nil))), nil),
    (.amend(id(1), CarePatch(side: .left)), .doesNotApply(field: .side)),
    (.amend(id(4), CarePatch(end: minute(260))), .doesNotApply(field: .end)),
    (.amend(id(4), CarePatch(kind: .nursing, end: minute(260), side: .right)), nil),
    (.amend(id(3), CarePatch(kind: .bottle)), nil),
    (.amend(id(3), CarePatch(kind: .sleep)), .overlapsSleep(id(1))),
    (.add(Care(kind: .bottle, start: minute(1), end: minute(2))), .doesNotApply(field: .end)),
    (.add(Care(kind: .wake, start: minute(1), side: .left)), .doesNotApply(field: .side)),
    (.add(Care(kind: .wake, start: minute(1))), nil),
    (.add(Care(kind: .dreamFeedDismissed, start: minute(150))), nil),
  ]

  @Test("Commands are decided when nothing runs", arguments: rulingsWhenNothingRuns)
  func commandsAreDecidedWhenNothingRuns(command: CareCommand, refusal: Refusal?) throws {
    #expect(try CareLogDecideTests.scene().refusal(command) == refusal)
  }

  private static let rulingsWhileASleepRuns: [(CareCommand, Refusal?)] = [
    (CareCommand.startSleep(at: minute(600)), Refusal.alreadyAsleep(id(5))),
    (.add(sleep(600, nil)), .alreadyAsleep(id(5))),
    (.add(sleep(600, 610)), .overlapsSleep(id(5))),
    (.add(sleep(450, 501)), .overlapsSleep(id(5))),
    (.add(sleep(450, 500)), nil),
    (.endSleep(at: minute(499)), .endBeforeStart),
    (.endSleep(at: minute(500)), nil),
    (.amend(id(5), CarePatch(start: minute(399))), .overlapsSleep(id(2))),
    (.amend(id(5), CarePatch(start: minute(400))), nil),
    (.amend(id(2), CarePatch(end: .some(nil))), .alreadyAsleep(id(5))),
    (.startNursing(.left, at: minute(510)), nil),
  ]

  @Test("Commands are decided while a sleep runs", arguments: rulingsWhileASleepRuns)
  func commandsAreDecidedWhileASleepRuns(command: CareCommand, refusal: Refusal?) throws {
    #expect(try CareLogDecideTests.scene(running: sleep(500, nil)).refusal(command) == refusal)
  }

  private static let rulingsWhileANursingRuns: [(CareCommand, Refusal?)] = [
    (CareCommand.startNursing(.right, at: minute(600)), Refusal.alreadyNursing(id(5))),
    (.add(nursing(600, nil)), .alreadyNursing(id(5))),
    (.add(nursing(600, 610)), .overlapsNursing(id(5))),
    (.endNursing(at: minute(499)), .endBeforeStart),
    (.endNursing(at: minute(520)), nil),
    (.amend(id(5), CarePatch(side: .right)), nil),
    (.amend(id(5), CarePatch(side: .left)), .nothingToChange),
    (.startSleep(at: minute(510)), nil),
  ]

  @Test("Commands are decided while a nursing runs", arguments: rulingsWhileANursingRuns)
  func commandsAreDecidedWhileANursingRuns(command: CareCommand, refusal: Refusal?) throws {
    #expect(try CareLogDecideTests.scene(running: nursing(500, nil)).refusal(command) == refusal)
  }

  @Test("A waking ends the sleep of then, also one that was forgotten or that a later sleep followed")
  func aWakingEndsTheSleepOfThen() throws {
    func time(_ text: String) -> EventTime { .wall(at("2026-02-\(text):00Z")) }
    func waking(_ text: String) -> CareCommand { .add(Care(kind: .wake, start: time(text))) }
    let boot = BootTime(boot: 1, milliseconds: 0)
    let now = Moment(boot: boot, wall: at("2026-02-13T12:00:00Z"), trust: .synced)
    var scene = CareLogScene()
    scene.clock.noteSync(at: boot, wall: at("2026-02-13T12:00:00Z"))
    func decide(_ command: CareCommand) throws -> CareEvent.Change {
      try scene.log.decide(command, at: now, id: Self.id(9), source: .command, clock: scene.clock).change
    }
    // A night that ended, a night without an end, the next day's nap.
    try scene.perform(.add(Care(kind: .sleep, start: time("10T19:00"), end: time("11T06:30"))), now: 0)
    try scene.perform(.add(Care(kind: .sleep, start: time("11T19:00"))), now: 0)
    #expect(try decide(waking("12T06:40")) == .amended(Self.id(2), CarePatch(end: time("12T06:40"))))
    #expect(try decide(waking("13T06:40")) == .added(Care(kind: .wake, start: time("13T06:40"))))
    #expect(try decide(waking("11T05:00")) == .added(Care(kind: .wake, start: time("11T05:00"))))
    try scene.perform(.add(Care(kind: .sleep, start: time("13T09:10"))), now: 0)
    #expect(try decide(waking("12T06:40")) == .amended(Self.id(2), CarePatch(end: time("12T06:40"))))
    // Two clocks may differ by minutes, but no sleep ends before it began.
    #expect(try decide(waking("13T09:09")) == .added(Care(kind: .wake, start: time("13T09:09"))))
    #expect(try decide(waking("13T10:00")) == .amended(Self.id(3), CarePatch(end: time("13T10:00"))))
  }

  private static let rulingsOnTheFuture: [(CareCommand, Refusal?)] = [
    (CareCommand.startSleep(at: minute(502)), nil),
    (.startSleep(at: .boot(BootTime(boot: 1, milliseconds: 502 * 60_000 + 1))), .inTheFuture(field: .start)),
    (.add(sleep(450, 502)), nil),
    (.add(sleep(450, 503)), .inTheFuture(field: .end)),
    (.logBottle(at: minute(503)), .inTheFuture(field: .start)),
    (.amend(id(2), CarePatch(end: minute(503))), .inTheFuture(field: .end)),
    // The clock of this boot is unknown, so no wall time counts as the future.
    (.logBottle(at: .wall(at("2999-01-01T00:00:00Z"))), nil),
  ]

  @Test("The boot clock bounds the future", arguments: rulingsOnTheFuture)
  func theBootClockBoundsTheFuture(command: CareCommand, refusal: Refusal?) throws {
    #expect(try CareLogDecideTests.scene().refusal(command, now: 500) == refusal)
  }

  @Test("The wall clock bounds the future", arguments: [(2, false), (3, true)])
  func theWallClockBoundsTheFuture(minutes: Int, isRefused: Bool) throws {
    let now = at("2026-02-11T12:00:00Z")
    let bottle = CareCommand.logBottle(at: .wall(now.adding(minutes: minutes)))
    var scene = CareLogScene()
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 500 * 60_000), wall: now)
    #expect((scene.refusal(bottle, now: 500) == .inTheFuture(field: .start)) == isRefused)
    // Before the first sync line, a trusted moment is enough.
    let moment = Moment(boot: BootTime(boot: 2, milliseconds: 0), wall: now, trust: .synced)
    var granted = true
    do {
      _ = try CareLogScene().log.decide(
        bottle, at: moment, id: CareLogScene.id(1), source: .command, clock: ClockHistory())
    } catch { granted = error != .inTheFuture(field: .start) }
    #expect(granted != isRefused)
  }

  /// A copied log may hold events of the future. They do not stop a sleep that begins now, whether or not this box's
  /// clock is known.
  @Test("Events of the future hinder no other", arguments: [false, true])
  func eventsOfTheFutureHinderNoOther(isSynced: Bool) throws {
    let now =
      isSynced ? at("2026-02-11T12:00:00Z") : CareLogScene().clock.instant(at: CareLogScene.moment(500).boot)
    var scene = CareLogScene()
    if isSynced { scene.clock.noteSync(at: CareLogScene.moment(500).boot, wall: now) }
    scene.log.apply(
      CareEvent(
        id: CareLogScene.id(99), baby: scene.log.baby, moment: CareLogScene.moment(0), source: .command,
        change: .added(
          Care(kind: .sleep, start: .about(now.adding(minutes: 60)), end: .about(now.adding(minutes: 120))))))
    #expect(scene.refusal(.startSleep(at: Self.minute(500)), now: 500) == nil)
    #expect(scene.refusal(.add(sleep(450, 490)), now: 500) == nil)
    #expect(scene.refusal(.startSleep(at: Self.minute(500)), now: 570) != nil, "it is the present by then")
  }

  @Test(
    "A press ends the later of two sleeps that two boxes began without knowing of each other",
    arguments: [3, 20])
  func sleepsOfTwoBoxes(count: Int) throws {
    var (here, there) = (CareLogScene(), CareLogScene())
    try there.perform(.startNursing(.left, at: Self.minute(100)), now: 100)
    let earlier = try here.decide(.startSleep(at: Self.minute(60)), now: 60)
    let later = try there.decide(.startSleep(at: Self.minute(120)), now: 120)
    here.log.apply(earlier, stamp: LineStamp(count: 9, box: "a", sequence: 9))
    here.log.apply(later, stamp: LineStamp(count: count, box: "b", sequence: 2))
    let end = try here.log.decide(
      .endSleep(at: Self.minute(180)), at: CareLogScene.moment(180), id: CareLogScene.id(3), source: .button,
      clock: here.clock)
    here.log.apply(end, stamp: .coming)
    #expect(here.log.record(later.id)?.care.end != nil)
    #expect(here.refusal(.startSleep(at: Self.minute(190)), now: 190) == nil)
  }

  /// A sleep and a nursing that were begun, or added by time, while the clock was ahead. After a power cut the clock
  /// is right again, but may not be believed yet.
  private static func afterAClockAhead(
    isBelieved: Bool, start: EventTime
  ) throws -> (scene: CareLogScene, now: Moment) {
    var scene = CareLogScene()
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: at("2026-02-11T10:00:00Z"))
    try scene.perform(.startSleep(at: start), now: 2)
    try scene.perform(.startNursing(.left, at: start), now: 2)
    let wall = at("2026-02-11T08:00:00Z")
    let now = Moment(boot: BootTime(boot: 2, milliseconds: 9_000), wall: wall, trust: .synced)
    scene.clock.noteAlive(at: now.boot)
    if isBelieved { scene.clock.noteSync(at: now.boot, wall: wall) }
    return (scene, now)
  }

  private static let toldStart = EventTime.wall(at("2026-02-11T10:00:00Z"))
  private static let ahead: [(isBelieved: Bool, start: EventTime)] = [
    (false, minute(1)), (true, minute(1)), (false, toldStart),
  ]

  @Test("A press now ends what a clock ahead began", arguments: ahead)
  func aPressNowEndsWhatAClockAheadBegan(isBelieved: Bool, start: EventTime) throws {
    var (scene, now) = try Self.afterAClockAhead(isBelieved: isBelieved, start: start)
    let ends = [CareCommand.endSleep(at: .boot(now.boot)), .endNursing(at: .boot(now.boot))]
    for (ordinal, command) in zip(3..., ends) {
      let event = try scene.log.decide(
        command, at: now, id: CareLogScene.id(ordinal), source: .button, clock: scene.clock)
      let inverse = try #require(scene.log.inverse(of: event))
      scene.log.apply(event)
      // The end can be undone, and so redone.
      _ = try scene.log.decide(
        inverse, at: now, id: CareLogScene.id(9), source: .button, clock: scene.clock)
    }
    #expect(scene.standing.allSatisfy { $0.care.end != nil })
    #expect(scene.log.contradictory(clock: scene.clock, now: Instant(milliseconds: .max)).isEmpty)
  }

  /// Another box's clock was 100 s ahead, or this one's is behind. What a press says keeps its own reading, which is right
  /// once the clocks are.
  @Test("Presses keep their own readings where clocks differ")
  func pressesKeepTheirOwnReadingsWhereClocksDiffer() throws {
    var scene = CareLogScene()
    let wall = at("2026-02-11T10:00:00Z")
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: wall)
    func far(_ seconds: Int) -> EventTime {
      .boot(BootTime(boot: 1, milliseconds: seconds * 1_000, box: "far"))
    }
    scene.clock.change(of: "far") {
      $0.noteSync(
        at: BootTime(boot: 1, milliseconds: 0), wall: Instant(milliseconds: wall.milliseconds + 100_000))
    }
    try scene.perform(.add(Care(kind: .sleep, start: far(0), end: far(3_000))), now: 60)
    try scene.perform(.startSleep(at: Self.minute(51)), now: 51)
    try scene.perform(.startNursing(.left, at: far(3_600)), now: 61)
    try scene.perform(.endNursing(at: Self.minute(61)), now: 61)
    let care = scene.standing.map(\.care)
    #expect(care.map(\.start) == [far(0), Self.minute(51), far(3_600)])
    #expect(care.map(\.end) == [far(3_000), nil, Self.minute(61)])
    #expect(scene.log.contradictory(clock: scene.clock, now: wall.adding(minutes: 62)).isEmpty)
    // Other corrections of an event with such times are not refused.
    let nursing = try #require(scene.standing.last).id
    try scene.perform(.amend(nursing, CarePatch(side: .right)), now: 62)
    let sleep = scene.standing[1].id
    try scene.perform(.amend(sleep, CarePatch(end: .some(Self.minute(70)))), now: 71)
    scene.clock.change(of: "far") { $0.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: wall) }
    let sleeps = scene.log.sleeps(clock: scene.clock, since: wall, now: wall.adding(minutes: 80))
    #expect(sleeps.map { wall.minutes(until: $0.start) } == [0, 51])
    #expect(sleeps.map { $0.end.map { wall.minutes(until: $0) } } == [50, 70])
  }

  /// A mistaken pair of presses on a box whose clock is 80 s ahead, and then the press that was meant, on this one.
  @Test("A press counts after a mistaken pair of another box")
  func aPressCountsAfterAMistakenPairOfAnotherBox() throws {
    var scene = CareLogScene()
    let wall = at("2026-02-11T10:00:00Z")
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: wall)
    scene.clock.change(of: "far") { $0.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: wall) }
    func far(_ seconds: Int) -> EventTime {
      .boot(BootTime(boot: 1, milliseconds: seconds * 1_000, box: "far"))
    }
    let pair = Care(kind: .sleep, start: far(30), end: far(71))
    try scene.perform(.add(pair), now: 0, stamp: LineStamp(count: 3, box: "far", sequence: 3))
    try scene.perform(
      .startSleep(at: Self.minute(0)), now: 0, stamp: LineStamp(count: 4, box: "b", sequence: 1))
    let ids = scene.standing.map(\.id)
    let now = wall.adding(minutes: 45)
    func spans() -> [[Int?]] {
      scene.log.sleeps(clock: scene.clock, since: wall.adding(minutes: -9), now: now).map {
        [$0.start, $0.end].map { $0.map { ($0.milliseconds - wall.milliseconds) / 1_000 } }
      }
    }
    #expect(scene.log.running(.sleep, clock: scene.clock, now: now)?.id == ids[1])
    #expect(spans() == [[30, 71], [71, nil]])
    try scene.perform(.endSleep(at: Self.minute(45)), now: 45)
    #expect(spans() == [[30, 71], [71, 2_700]])
    // A later correction of the pair changes nothing.
    try scene.perform(
      .amend(ids[0], CarePatch(end: .some(far(70)))), now: 46,
      stamp: LineStamp(count: 9, box: "far", sequence: 9))
    #expect(spans() == [[30, 70], [70, 2_700]])
    scene.clock.change(of: "far") {
      $0.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: wall.adding(minutes: -2))
    }
    #expect(spans() == [[-90, -50], [0, 2_700]])
  }

  /// An exact nap without an end hides a night whose times are only bounded, until the next exact event leaves that nap out.
  @Test("A rough night counts once the nap that hid it is left out")
  func aRoughNightCountsOnceTheNapThatHidItIsLeftOut() throws {
    var scene = CareLogScene()
    let wall = at("2026-02-11T10:00:00Z")
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: wall)
    scene.clock.change(of: "far") { $0.noteAlive(at: BootTime(boot: 1, milliseconds: 0), savedWall: wall) }
    func far(_ minutes: Int) -> EventTime {
      .boot(BootTime(boot: 1, milliseconds: minutes * 60_000, box: "far"))
    }
    func receive(_ care: Care, _ box: String, _ number: Int) {
      scene.log.apply(
        CareEvent(
          id: CareLogScene.id(number), baby: BabyID(number: 1), moment: CareLogScene.moment(300),
          source: .button,
          change: .added(care)), stamp: LineStamp(count: number, box: box, sequence: number))
    }
    func starts() -> [Int] {
      scene.log.sleeps(clock: scene.clock, since: wall, now: wall.adding(minutes: 400)).map {
        wall.minutes(until: $0.start)
      }
    }
    receive(Care(kind: .sleep, start: far(10), end: far(90)), "far", 1)
    receive(sleep(60, nil), "b", 2)
    #expect(starts() == [60])
    receive(sleep(200, 230), "b", 3)
    #expect(starts() == [10, 200])
  }

  /// A night began with the network's time, and its end was told while the clock was two hours ahead. The nap that the same
  /// press began then counts, and the night ended by then.
  @Test("A press ends what its box had ended", arguments: [(5, true), (3, false)])
  func aPressEndsWhatItsBoxHadEnded(count: Int, isKnown: Bool) throws {
    var scene = CareLogScene()
    let wall = at("2026-02-10T18:00:00Z")
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: wall)
    try scene.perform(
      .startSleep(at: Self.minute(60)), now: 60, stamp: LineStamp(count: 1, box: "b", sequence: 1))
    let night = scene.standing[0].id
    for (id, stamp, change): (Int, Int, CareEvent.Change) in [
      (8, 4, .amended(night, CarePatch(end: .some(Self.minute(750))))),
      (9, count, .added(Care(kind: .sleep, start: Self.minute(740)))),
    ] {
      scene.log.apply(
        CareEvent(
          id: CareLogScene.id(id), baby: scene.log.baby, moment: CareLogScene.moment(740), source: .button,
          change: change), stamp: LineStamp(count: stamp, box: isKnown ? "b" : "c", sequence: stamp))
    }
    let sleeps = scene.log.sleeps(clock: scene.clock, since: wall, now: wall.adding(minutes: 745))
    #expect(
      sleeps.map { [wall.minutes(until: $0.start), $0.end.map { wall.minutes(until: $0) } ?? -1] }
        == (isKnown ? [[60, 740], [740, -1]] : [[60, 750]]))
  }

  /// Another box was taken along and knew no time there, so that its sleep seems to have been the day before.
  @Test("An exact event counts before a rough one")
  func anExactEventCountsBeforeARoughOne() throws {
    var scene = CareLogScene()
    let wall = at("2026-02-11T10:00:00Z")
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: wall)
    scene.clock.change(of: "far") { $0.noteAlive(at: BootTime(boot: 1, milliseconds: 0), savedWall: wall) }
    func far(_ minutes: Int) -> EventTime {
      .boot(BootTime(boot: 1, milliseconds: minutes * 60_000, box: "far"))
    }
    for (id, care) in [
      (7, Care(kind: .sleep, start: far(20), end: far(60))),
      (8, Care(kind: .sleep, start: far(65), end: Self.minute(90))),
      (9, Care(kind: .sleep, start: Self.minute(30), end: Self.minute(70))),
    ] {
      scene.log.apply(
        CareEvent(
          id: CareLogScene.id(id), baby: scene.log.baby, moment: CareLogScene.moment(100), source: .button,
          change: .added(care)))
    }
    let sleeps = scene.log.sleeps(clock: scene.clock, since: wall, now: wall.adding(minutes: 100))
    // The beginning of the second one is only bounded, so it may as well have been after the exact one.
    #expect(sleeps.map { wall.minutes(until: $0.start) } == [30, 70])
    #expect(sleeps.map { $0.end.map { wall.minutes(until: $0) } } == [70, 90])
  }

  /// An event that was added to begin hours from now does not run yet: it cannot be ended, and another one may begin.
  @Test("An event of the future is not ended")
  func anEventOfTheFutureIsNotEnded() throws {
    let (scene, now) = try Self.afterAClockAhead(isBelieved: true, start: Self.toldStart)
    func refusal(_ command: CareCommand) -> Refusal? {
      do {
        _ = try scene.log.decide(
          command, at: now, id: CareLogScene.id(3), source: .button, clock: scene.clock)
        return nil
      } catch { return error }
    }
    #expect(refusal(.endSleep(at: .boot(now.boot))) == .notAsleep)
    #expect(refusal(.endNursing(at: .boot(now.boot))) == .notNursing)
    #expect(refusal(.startSleep(at: .boot(now.boot))) == nil)
    #expect(refusal(.startNursing(.left, at: .boot(now.boot))) == nil)
  }

  @Test("A boot without a clock is never called the future")
  func aBootWithoutAClockIsNeverCalledTheFuture() {
    var scene = CareLogScene()
    scene.clock.noteAlive(at: BootTime(boot: 0, milliseconds: 0), savedWall: at("2999-01-01T00:00:00Z"))
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: at("2026-02-11T08:00:00Z"))
    let bounded = EventTime.boot(BootTime(boot: -1, milliseconds: 0))
    let ahead = EventTime.boot(BootTime(boot: 2, milliseconds: 99_999_999_999))
    #expect(scene.refusal(.logBottle(at: bounded)) == nil)
    #expect(scene.refusal(.logBottle(at: ahead)) == nil)
  }

  /// This start's clock is more than a year behind the last line of the log, and is not believed.
  @Test("A clock that cannot be right calls nothing the future")
  func aClockThatCannotBeRightCallsNothingTheFuture() {
    var scene = CareLogScene()
    let logged = at("2026-02-11T08:00:00Z")
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: logged)
    let boot = BootTime(boot: 2, milliseconds: 9_000)
    scene.clock.noteAlive(at: boot)
    let bottle = CareCommand.logBottle(at: .wall(logged.adding(minutes: 60)))
    for (days, isRefused) in [(-400, false), (0, true)] {
      let moment = Moment(boot: boot, wall: logged.adding(minutes: days * 1_440 + 1), trust: .synced)
      var refusal: Refusal?
      do {
        _ = try scene.log.decide(
          bottle, at: moment, id: CareLogScene.id(1), source: .command, clock: scene.clock)
      } catch { refusal = error }
      #expect(refusal == (isRefused ? .inTheFuture(field: .start) : nil))
    }
  }

  /// A sleep ends slightly ahead of the clock. After a power cut, NAP is pressed hours later while the clock is
  /// unknown.
  @Test("A sleep that begins without a clock keeps to the boot clock")
  func aSleepThatBeginsWithoutAClockKeepsToTheBootClock() throws {
    var scene = CareLogScene()
    let begin = at("2026-02-11T08:00:00Z")
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: begin)
    let end = EventTime.wall(begin.adding(minutes: 62))
    try scene.perform(.add(Care(kind: .sleep, start: Self.minute(30), end: end)), now: 60)
    scene.clock.noteAlive(at: CareLogScene.moment(60).boot)
    let boot = BootTime(boot: 2, milliseconds: 60_000)
    scene.clock.noteAlive(at: boot)
    let event = try scene.log.decide(
      .startSleep(at: .boot(boot)), at: Moment(boot: boot, wall: nil, trust: .none), id: CareLogScene.id(2),
      source: .button, clock: scene.clock)
    scene.log.apply(event)
    scene.clock.noteSync(at: boot, wall: begin.adding(minutes: 300))
    let start = try #require(scene.standing.last?.care.start)
    #expect(
      scene.clock.resolve(start).instant.milliseconds - begin.adding(minutes: 300).milliseconds <= 120_000)
    #expect(scene.clock.resolve(start).instant >= begin.adding(minutes: 300))
  }

  /// A correction may move an event to where it overlaps nothing. The next correction is checked against the new
  /// times.
  @Test("A corrected start is not taken for the future")
  func aCorrectedStartIsNotTakenForTheFuture() throws {
    var scene = CareLogScene()
    try scene.perform(.startSleep(at: Self.minute(100)), now: 100)
    try scene.perform(.endSleep(at: Self.minute(120)), now: 120)
    try scene.perform(.startSleep(at: Self.minute(200)), now: 200)
    try scene.perform(.endSleep(at: Self.minute(260)), now: 260)
    try scene.perform(.amend(Self.id(1), CarePatch(start: Self.minute(270), end: Self.minute(300))))
    #expect(scene.refusal(.amend(Self.id(3), CarePatch(end: Self.minute(290)))) == .overlapsSleep(Self.id(1)))
  }

  @Test("Another boot's times are compared through the clock")
  func anotherBootsTimesAreComparedThroughTheClock() throws {
    var scene = CareLogScene()
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: at("2026-02-11T08:00:00Z"))
    try scene.perform(.add(sleep(0, 60)))
    let inside = EventTime.wall(at("2026-02-11T08:59:00Z"))
    let after = EventTime.wall(at("2026-02-11T09:00:00Z"))
    #expect(scene.refusal(.startSleep(at: inside)) == .overlapsSleep(CareLogScene.id(1)))
    #expect(scene.refusal(.startSleep(at: after)) == nil)
  }

  @Test("Deleted events hinder no other")
  func deletedEventsHinderNoOther() throws {
    var scene = try CareLogDecideTests.scene()
    try scene.perform(.delete(CareLogScene.id(1)))
    #expect(scene.refusal(.delete(CareLogScene.id(1))) == .alreadyDeleted(CareLogScene.id(1)))
    try scene.perform(.add(sleep(120, 130)))
    let restore = CareCommand.amend(CareLogScene.id(1), CarePatch())
    #expect(scene.refusal(restore) == .overlapsSleep(CareLogScene.id(6)))
    let elsewhere = CareCommand.amend(CareLogScene.id(1), CarePatch(end: CareLogScene.minute(120)))
    #expect(scene.refusal(elsewhere) == nil)
  }

  /// Without the feed, an earlier one that no press ended seems to run.
  @Test("What hid one without an end is restored")
  func whatHidOneWithoutAnEndIsRestored() throws {
    var scene = CareLogScene()
    try scene.perform(.add(nursing(100, nil)))
    scene.log.apply(
      CareEvent(
        id: CareLogScene.id(2), baby: BabyID(number: 1), moment: CareLogScene.moment(300), source: .button,
        change: .added(nursing(200, 210))), stamp: .none)
    #expect(scene.log.running(.nursing, clock: scene.clock, now: Instant(milliseconds: 300 * 60_000)) == nil)
    scene.log.apply(
      CareEvent(
        id: CareLogScene.id(3), baby: BabyID(number: 1), moment: CareLogScene.moment(301), source: .button,
        change: .deleted(CareLogScene.id(2))), stamp: .none)
    #expect(scene.refusal(.amend(CareLogScene.id(2), CarePatch()), now: 302) == nil)
    // One that was logged since then runs, and is not hidden.
    let later = EventID(milliseconds: 302 * 60_000, random: (1, 2))
    scene.log.apply(
      CareEvent(
        id: CareLogScene.id(4), baby: BabyID(number: 1), moment: CareLogScene.moment(302), source: .button,
        change: .deleted(CareLogScene.id(1))), stamp: .none)
    scene.log.apply(
      CareEvent(
        id: later, baby: BabyID(number: 1), moment: CareLogScene.moment(302), source: .button,
        change: .added(nursing(150, nil))), stamp: .none)
    #expect(scene.refusal(.amend(CareLogScene.id(2), CarePatch()), now: 303) == .overlapsNursing(later))
  }

  @Test(
    "A sleep that has run for more than 28 hours was forgotten: it refuses no sleep, and no press ends it")
  func forgottenSleep() throws {
    var scene = CareLogScene()
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: at("2026-02-11T10:00:00Z"))
    try scene.perform(.startSleep(at: CareLogScene.minute(0)), now: 0)
    let last = 28 * 60
    #expect(
      scene.refusal(.startSleep(at: CareLogScene.minute(last)), now: last)
        == .alreadyAsleep(CareLogScene.id(1)))
    for command in [
      CareCommand.startSleep(at: CareLogScene.minute(last + 1)), .add(sleep(last - 100, last - 50)),
    ] {
      #expect(scene.refusal(command, now: last + 1) == nil)
    }
    #expect(scene.refusal(.endSleep(at: CareLogScene.minute(last + 1)), now: last + 1) == .notAsleep)
    #expect(scene.log.allRecords.map(\.isRunning) == [true])
  }

  @Test(
    "A nursing that has run for more than 16 hours was forgotten: only its beginning counts, and no press ends it"
  )
  func forgottenNursing() throws {
    var scene = CareLogScene()
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: at("2026-02-11T10:00:00Z"))
    try scene.perform(.startNursing(.left, at: CareLogScene.minute(0)), now: 0)
    let last = 16 * 60
    let start = at("2026-02-11T10:00:00Z")
    func ends(_ minute: Int) -> [Instant?] {
      let now = start.adding(minutes: minute)
      return scene.log.feeds(clock: scene.clock, since: now.adding(minutes: -2 * 1440), now: now).map(\.end)
    }
    #expect(
      scene.refusal(.startNursing(.right, at: CareLogScene.minute(last)), now: last)
        == .alreadyNursing(CareLogScene.id(1)))
    #expect(ends(last) == [nil] && ends(last + 1) == [start] && ends(5 * 1440).isEmpty)
    #expect(scene.refusal(.startNursing(.right, at: CareLogScene.minute(last + 1)), now: last + 1) == nil)
    #expect(scene.refusal(.endNursing(at: CareLogScene.minute(last + 1)), now: last + 1) == .notNursing)
    #expect(scene.log.allRecords.map(\.isRunning) == [true])
  }

  @Test("An event has its baby, time, source and change")
  func anEventHasItsBabyTimeSourceAndChange() throws {
    let scene = try CareLogDecideTests.scene(running: sleep(500, nil))
    let event = try scene.decide(.endSleep(at: CareLogScene.minute(520)), now: 521)
    #expect(event.id == CareLogScene.id(6))
    #expect(event.baby == BabyID(number: 1))
    #expect(event.moment == CareLogScene.moment(521))
    #expect(event.source == .button)
    #expect(event.change == .amended(CareLogScene.id(5), CarePatch(end: CareLogScene.minute(520))))
  }
}

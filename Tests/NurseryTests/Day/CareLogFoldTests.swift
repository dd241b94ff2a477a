import Nursery
import Testing

/// `apply`: replay, late and odd events, undo, pruning, absurd values.
@Suite struct CareLogFoldTests {
  private let minute = CareLogScene.minute
  private let id = CareLogScene.id

  private func event(_ ordinal: Int, _ change: CareEvent.Change, baby: Int = 1) -> CareEvent {
    CareEvent(
      id: id(ordinal), baby: BabyID(number: baby), moment: CareLogScene.moment(ordinal), source: .peer,
      change: change)
  }

  private func log(_ events: [CareEvent]) -> CareLog {
    var log = CareLog(baby: BabyID(number: 1))
    events.forEach { log.apply($0) }
    return log
  }

  @Test("A line counts once")
  func aLineCountsOnce() {
    let add = event(1, .added(sleep(0, nil)))
    let first = event(2, .amended(id(1), CarePatch(end: minute(10))))
    let second = event(3, .amended(id(1), CarePatch(end: minute(20))))
    let log = log([add, first, second, add, first])
    #expect(log.count == 1)
    #expect(log.record(id(1))?.care == sleep(0, 20))
    #expect(log.record(id(2)) == nil)
  }

  @Test("Of two lines with the same id a reading of a clock counts before a copy's wall time, in any order")
  func readingsCountBeforeCopies() {
    let own = event(1, .added(sleep(0, 30)))
    let wall = Care(
      kind: .sleep, start: .wall(Instant(milliseconds: 0)), end: .wall(Instant(milliseconds: 60_000)))
    let copy = event(1, .added(wall))
    // A row of a table has the end too.
    let running = event(1, .added(sleep(0, nil)))
    let early = LineStamp(count: 1, box: "c", sequence: 1)
    let late = LineStamp(count: 9, box: "a", sequence: 9)
    for (own, care) in [(own, sleep(0, 30)), (running, sleep(0, nil))] {
      for lines in [[(own, late), (copy, early)], [(copy, early), (own, late)]] {
        var log = CareLog(baby: BabyID(number: 1))
        for (event, stamp) in lines { log.apply(event, stamp: stamp) }
        #expect(log.record(id(1))?.care == care)
      }
    }
  }

  @Test("A copied correction counts where its original does, whichever comes first")
  func copiedCorrections() {
    let wall = { (minutes: Int) in EventTime.wall(Instant(milliseconds: minutes * 60_000)) }
    let end = event(2, .amended(id(1), CarePatch(end: minute(40))))
    let copy = event(2, .amended(id(1), CarePatch(end: wall(-20))))
    let deletion = event(4, .deleted(id(1)))
    let place = { (count: Int) in LineStamp(count: count, box: "b", sequence: count) }
    let add = (event(1, .added(sleep(0, 30))), place(1))
    let ends = [add, (end, place(5)), (copy, place(5)), (copy, LineStamp(count: 2, box: "c", sequence: 2))]
    let deleted = [
      add, (event(3, .amended(id(1), CarePatch(end: minute(50)))), place(13)), (deletion, place(33)),
      (deletion, place(33)),
    ]
    let twice = [add, (copy, place(5)), (event(2, .amended(id(1), CarePatch(end: wall(9)))), place(5))]
    for (lines, care, isDeleted) in [
      (ends, sleep(0, 40), false), (deleted, sleep(0, 50), true),
      (twice, Care(kind: .sleep, start: minute(0), end: wall(-20)), false),
    ] {
      for order in lines.orders {
        var log = CareLog(baby: BabyID(number: 1))
        for (event, stamp) in order { log.apply(event, stamp: stamp) }
        #expect(log.record(id(1))?.care == care && log.record(id(1))?.isDeleted == isDeleted)
      }
    }
  }

  @Test("Of two corrections with one place, from two copies of a card, the one that was made later counts")
  func copiesOfOneCard() {
    let place = LineStamp(count: 5, box: "b", sequence: 5)
    let lines =
      [event(1, .added(sleep(0, 30)))]
      + [(2, 40), (3, 50)].map {
        event($0.0, .amended(id(1), CarePatch(end: minute($0.1))))
      }
    for order in lines.orders {
      var log = CareLog(baby: BabyID(number: 1))
      for event in order { log.apply(event, stamp: event.id == id(1) ? .none : place) }
      #expect(log.record(id(1))?.care == sleep(0, 50))
    }
  }

  @Test("60,000 corrections of one event in the wrong order: a quadratic algorithm would take an hour")
  func manyCorrectionsOfOneEvent() {
    var log = log([event(1, .added(sleep(0, 30)))])
    for count in (2...60_000).reversed() {
      let end = event(count, .amended(id(1), CarePatch(end: minute(count))))
      log.collect(end, stamp: LineStamp(count: count, box: "b", sequence: count))
    }
    log.settle()
    #expect(log.record(id(1))?.care == sleep(0, 60_000))
  }

  @Test("Another baby's events are not ours")
  func anotherBabysEventsAreNotOurs() {
    #expect(log([event(1, .added(sleep(0, nil)), baby: 2)]).count == 0)
  }

  @Test("What the kind cannot have is dropped")
  func whatTheKindCannotHaveIsDropped() {
    let patch = CarePatch(kind: .bottle)
    let log = log([event(1, .added(nursing(0, 10))), event(2, .amended(id(1), patch))])
    #expect(log.record(id(1))?.care == Care(kind: .bottle, start: minute(0)))
  }

  @Test("An amendment brings a deleted event back")
  func anAmendmentBringsADeletedEventBack() {
    let patch = CarePatch(end: minute(30))
    let log = log([
      event(1, .added(sleep(0, 10))), event(2, .deleted(id(1))), event(3, .amended(id(1), patch)),
    ])
    #expect(log.record(id(1)) == CareRecord(id: id(1), care: sleep(0, 30), source: .peer))
  }

  @Test("Corrections may come before their event")
  func correctionsMayComeBeforeTheirEvent() {
    let corrections = [
      event(2, .amended(id(1), CarePatch(end: minute(10)))), event(3, .deleted(id(1))),
      event(4, .amended(id(1), CarePatch(start: minute(5)))),
    ]
    var log = log(corrections + corrections)
    #expect(log.waitingCorrections.count == 3)
    #expect(log.count == 0)
    log.apply(event(1, .added(sleep(0, nil))))
    #expect(log.waitingCorrections.isEmpty)
    #expect(log.record(id(1))?.care == sleep(5, 10))
    log.apply(corrections[1])
    #expect(log.record(id(1))?.isDeleted == false)
  }

  @Test("The ends of 5,000 sleeps may come before the sleeps")
  func manyCorrectionsComeFirst() {
    let ends = (1...5000).map { event(10_000 + $0, .amended(id($0), CarePatch(end: minute(100 * $0 + 30)))) }
    let sleeps = (1...5000).map { event($0, .added(sleep(100 * $0, nil))) }
    let log = log(ends + sleeps)
    #expect(log.count == 5000 && log.allRecords.allSatisfy { $0.care.end != nil })
    #expect(log.waitingCorrections.isEmpty)
  }

  @Test("A flood of odd corrections is bounded")
  func aFloodOfOddCorrectionsIsBounded() {
    let log = log((1...17_000).map { event($0, .deleted(id(99_999))) })
    #expect(log.waitingCorrections.count == 16_384)
  }

  @Test("A correction of a correction is odd")
  func aCorrectionOfACorrectionIsOdd() {
    let log = log([
      event(1, .added(sleep(0, 10))), event(2, .deleted(id(1))), event(3, .deleted(id(2))),
    ])
    #expect(log.waitingCorrections.count == 1)
  }

  @Test("An event runs until it is ended or deleted")
  func anEventRunsUntilItIsEndedOrDeleted() throws {
    var scene = CareLogScene()
    #expect(scene.log.runningSleep == nil)
    try scene.perform(.startSleep(at: minute(10)))
    try scene.perform(.startNursing(.both, at: minute(20)))
    #expect(scene.log.runningSleep?.id == id(1))
    #expect(scene.log.runningNursing?.care == nursing(20, nil, .both))
    try scene.perform(.endNursing(at: minute(30)))
    #expect(scene.log.runningNursing == nil)
    try scene.perform(.delete(id(1)))
    #expect(scene.log.runningSleep == nil)
  }

  @Test("Queries are in order and limited")
  func queriesAreInOrderAndLimited() throws {
    var scene = CareLogScene()
    try scene.perform(.add(sleep(300, 400)))
    try scene.perform(.add(sleep(100, 200)))
    try scene.perform(.logBottle(at: minute(250)))
    try scene.perform(.add(nursing(150, 170, .right)))
    try scene.perform(.add(Care(kind: .wake, start: minute(99))))
    try scene.perform(.add(Care(kind: .dreamFeedDismissed, start: minute(350))))
    try scene.perform(.add(sleep(500, nil)))
    func at(_ minute: Int) -> Instant { Instant(milliseconds: minute * 60_000) }
    let (log, clock) = (scene.log, scene.clock)
    #expect(
      log.sleeps(clock: clock, since: at(0), now: .distant).map(\.start) == [at(100), at(300), at(500)])
    #expect(log.sleeps(clock: clock, since: at(400), now: .distant).map(\.start) == [at(300), at(500)])
    #expect(log.sleeps(clock: clock, since: at(401), now: .distant).map(\.end) == [nil])
    #expect(
      log.feeds(clock: clock, since: at(0), now: .distant) == [
        FeedSpan(isNursing: true, start: at(150), end: at(170), side: .right),
        FeedSpan(isNursing: false, start: at(250), end: at(250)),
      ])
    #expect(log.feeds(clock: clock, since: at(171), now: .distant).map(\.isNursing) == [false])
    #expect(log.feeds(clock: clock, since: at(251), now: .distant).isEmpty)
    #expect(log.wakes(clock: clock, since: at(99), now: .distant) == [at(99)])
    #expect(log.wakes(clock: clock, since: at(100), now: .distant).isEmpty)
    #expect(log.dreamFeedDismissals(clock: clock, since: at(0)) == [at(350)])
  }

  @Test("Contradictions are skipped and counted")
  func contradictionsAreSkippedAndCounted() {
    let changes: [CareEvent.Change] = [
      .added(sleep(100, 200)), .added(sleep(150, 250)), .added(sleep(300, 290)), .added(sleep(400, nil)),
      .added(sleep(500, nil)), .added(nursing(10, 20)), .added(nursing(15, 30)),
    ]
    let log = log(changes.enumerated().map { event($0 + 1, $1) })
    let clock = CareLogScene().clock
    let starts = log.sleeps(clock: clock, since: Instant(milliseconds: 0), now: .distant).map {
      $0.start.milliseconds / 60_000
    }
    #expect(starts == [100, 500])
    #expect(log.feeds(clock: clock, since: Instant(milliseconds: 0), now: .distant).count == 1)
    #expect(log.contradictory(clock: clock, now: Instant(milliseconds: .max)).count == 4)
  }

  @Test("Pruning forgets what is over")
  func pruningForgetsWhatIsOver() throws {
    var scene = CareLogScene()
    try scene.perform(.add(sleep(0, 10)))
    try scene.perform(.amend(id(1), CarePatch(end: minute(20))))
    try scene.perform(.logBottle(at: minute(30)))
    try scene.perform(.startSleep(at: minute(40)))
    try scene.perform(.startNursing(.left, at: minute(50)))
    let amendment = scene.events[1]
    let limit = Instant(milliseconds: 60 * 60_000)
    scene.log.prune(before: limit, clock: scene.clock)
    // It is not known yet how long ago it was.
    #expect(scene.log.allRecords.map(\.id) == [id(1), id(3), id(4), id(5)])
    scene.clock.noteSync(at: BootTime(boot: 1, milliseconds: 0), wall: Instant(milliseconds: 0))
    scene.log.prune(before: limit, clock: scene.clock)
    #expect(scene.log.allRecords.map(\.id) == [id(4), id(5)])
    #expect(scene.log.runningSleep?.id == id(4))
    try scene.perform(.endSleep(at: minute(70)), now: 80)
    #expect(scene.log.record(id(4))?.care == sleep(40, 70))
    scene.log.apply(amendment)
    #expect(scene.log.waitingCorrections.count == 1)
  }

  @Test("Absurd times do not trap")
  func absurdTimesDoNotTrap() throws {
    let extremes = [Int.min, -1, 0, Int.max]
    let times =
      extremes.flatMap { [EventTime.wall(Instant(milliseconds: $0)), .about(Instant(milliseconds: $0))] }
      + extremes.flatMap { boot in
        extremes.map { EventTime.boot(BootTime(boot: boot, milliseconds: $0)) }
      }
    var clock = ClockHistory()
    clock.noteAlive(at: BootTime(boot: .max, milliseconds: .max), savedWall: Instant(milliseconds: .min))
    clock.noteSync(at: BootTime(boot: 0, milliseconds: .min), wall: Instant(milliseconds: .max))
    var log = CareLog(baby: BabyID(number: 1))
    for (ordinal, start) in times.enumerated() {
      for (other, end) in times.enumerated() {
        let care = Care(kind: .sleep, start: start.adding(minutes: .max), end: end.adding(minutes: .min))
        log.apply(event(ordinal * 100 + other, .added(care)))
      }
    }
    let spans = log.sleeps(clock: clock, since: Instant(milliseconds: .min), now: Instant(milliseconds: .max))
    #expect(
      spans.count + log.contradictory(clock: clock, now: Instant(milliseconds: .max)).count == log.count)
    log.prune(before: Instant(milliseconds: 0), clock: clock)
  }

  @Test("Bounds of times survive the packing")
  func boundsOfTimesSurviveThePacking() {
    for care in [
      Care(kind: .sleep, start: .wall(Instant(milliseconds: .min)), end: .wall(Instant(milliseconds: .max))),
      Care(
        kind: .nursing, start: .boot(BootTime(boot: 0, milliseconds: .min)),
        end: .boot(BootTime(boot: Int(Int32.max), milliseconds: .max)), side: .both),
      Care(kind: .sleep, start: .wall(Instant(milliseconds: -1)), end: nil),
      Care(
        kind: .sleep, start: .about(Instant(milliseconds: .min)), end: .about(Instant(milliseconds: .max))),
      Care(kind: .sleep, start: .about(Instant(milliseconds: 0)), end: .wall(Instant(milliseconds: 0))),
    ] {
      #expect(log([event(1, .added(care))]).record(id(1))?.care == care)
    }
  }
}

extension Instant {
  /// By then everything has begun.
  fileprivate static let distant = at("2999-01-01T00:00:00Z")
}

extension Array {
  /// The elements in every order.
  fileprivate var orders: [[Element]] {
    guard count > 1 else { return [self] }
    return indices.flatMap { index in
      var rest = self
      let first = rest.remove(at: index)
      return rest.orders.map { [first] + $0 }
    }
  }
}

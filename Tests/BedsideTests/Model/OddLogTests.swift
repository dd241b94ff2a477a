import Nursery
import Testing

@testable import Bedside

/// A log with events in the future, such as one from a box whose clock was ahead, or with a damaged line. A press does
/// what the panel shows, and is never refused because of the content of the log.
@Suite struct OddLogTests {
  private static let hour = 3_600

  /// A box whose log has spans of one kind, in seconds of this boot. A span without an end has nil.
  private static func box(_ kind: CareKind, _ spans: [(begin: Int, end: Int?)]) -> MiasBox {
    var log = CareLog(baby: MiasBox.mia)
    for (number, span) in spans.enumerated() {
      let care = Care(
        kind: kind, start: .wall(MiasBox.instant(span.begin)),
        end: span.end.map { .wall(MiasBox.instant($0)) },
        side: kind == .nursing ? .left : nil)
      log.apply(
        CareEvent(
          id: EventID(high: 1, low: UInt64(number)), baby: MiasBox.mia, moment: MiasBox.moment(0),
          source: .command, change: .added(care)))
    }
    return MiasBox(log: log)
  }

  private func records(_ box: MiasBox) -> [CareRecord] { box.model.projection(of: MiasBox.mia).allRecords }

  private func time(_ second: Int) -> EventTime { .boot(MiasBox.moment(second).boot) }

  private func asleepSince(_ box: MiasBox, at second: Int) -> Instant? {
    box.model.day(of: box.model.projection(of: MiasBox.mia), at: MiasBox.moment(second))?.runningSleep?.start
  }

  private func shownTime(_ box: MiasBox) -> Instant? {
    if case .saved(let confirmation)? = box.model.shownNotice { confirmation.at } else { nil }
  }

  @Test("A nap that begins before one in the future is shown, and a press ends it", arguments: [11, 13])
  func anEarlierNap(endHour: Int) {
    let begin = 10 * Self.hour
    let end = endHour * Self.hour
    var box = Self.box(.sleep, [(12 * Self.hour, 14 * Self.hour)])
    box.press(.nap, at: begin)
    box.save(at: begin)
    for second in stride(from: begin, to: end, by: Self.hour / 2) {
      #expect(asleepSince(box, at: second) == MiasBox.instant(begin), "\(second / 60) min")
    }
    box.press(.nap, at: end)
    box.save(at: end)
    #expect(records(box)[1...].map(\.care.end) == [time(end)])
    #expect(asleepSince(box, at: end + 60) == nil)
  }

  @Test("An end is undone beside one in the future")
  func anEndIsUndoneBesideOneInTheFuture() {
    var box = Self.box(.sleep, [(12 * Self.hour, 14 * Self.hour)])
    box.press(.nap, at: 10 * Self.hour)
    box.press(.nap, at: 13 * Self.hour, times: 2)
    #expect(records(box)[1].care.end == nil, "\(String(describing: box.model.shownNotice))")
    #expect(asleepSince(box, at: 13 * Self.hour + 60) == MiasBox.instant(10 * Self.hour))
  }

  /// `log add` may set an end that is slightly ahead of the box's clock.
  @Test(
    "If the last one ends slightly ahead of the clock, the next one keeps its own time and counts from that end on",
    arguments: [1, 60, 120])
  func theEndIsAhead(seconds: Int) {
    let now = 10 * Self.hour
    for (kind, button) in [(CareKind.sleep, Button.nap), (.nursing, .feed)] {
      var box = Self.box(kind, [(9 * Self.hour, now + seconds)])
      box.press(button, at: now)
      box.save(at: now)
      #expect(records(box).count == 2, "\(kind): \(String(describing: box.model.shownNotice))")
      #expect(records(box).last?.care.start == time(now))
      #expect(shownTime(box) == MiasBox.instant(now), "what is shown is what is logged")
      box.press(button, at: now + seconds + 600)
      #expect(records(box).last?.care.end == time(now + seconds + 600))
      let log = box.model.projection(of: MiasBox.mia)
      #expect(log.contradictory(clock: box.model.clockHistory, now: Instant(milliseconds: .max)).count == 0)
      let (clock, since) = (box.model.clockHistory, Instant(milliseconds: 0))
      let end = MiasBox.instant(now + seconds + 600)
      let begun =
        kind == .sleep
        ? log.sleeps(clock: clock, since: since, now: end).map(\.start)
        : log.feeds(clock: clock, since: since, now: end).flatMap(\.stretches).map(\.start)
      #expect(begun.last == MiasBox.instant(now + seconds))
    }
  }

  @Test("What ends far ahead is still running for the panel, and so for a press")
  func whatEndsFarAheadStillRuns() {
    let now = 10 * Self.hour
    for (kind, button) in [(CareKind.sleep, Button.nap), (.nursing, .feed)] {
      var box = Self.box(kind, [(9 * Self.hour, now + 2_400)])
      box.press(button, at: now)
      #expect(records(box).map(\.care.end) == [time(now)])
      box.press(button, at: now + 900)
      #expect(records(box).map(\.care.end) == [time(now), nil])
    }
  }

  @Test("The end of what ended far ahead is taken back")
  func theEndOfWhatEndedFarAheadIsTakenBack() {
    let now = 10 * Self.hour
    for (kind, button) in [(CareKind.sleep, Button.nap), (.nursing, .feed)] {
      var box = Self.box(kind, [(9 * Self.hour, now + 2_400)])
      box.press(button, at: now, times: 2)
      #expect(records(box).first?.care.end == .wall(MiasBox.instant(now + 2_400)))
      #expect(records(box)[1...].map(\.care.kind) == (button == .feed ? [.bottle] : []))
    }
  }

  /// The line for the end of the last sleep or feed but one is damaged. A press on the last one can be corrected all
  /// the same.
  @Test("What follows a lost end is corrected")
  func whatFollowsALostEndIsCorrected() {
    let now = 10 * Self.hour
    for (kind, button) in [(CareKind.sleep, Button.nap), (.nursing, .feed)] {
      var box = Self.box(kind, [(8 * Self.hour, nil)])
      // The panel shows the span without an end as running until a press begins another one.
      let id = EventID(high: 2, low: 2)
      let care = Care(kind: kind, start: time(9 * Self.hour + 1_800), side: kind == .nursing ? .left : nil)
      box.model.care.logs[MiasBox.mia]?.apply(
        CareEvent(
          id: id, baby: MiasBox.mia, moment: MiasBox.moment(9 * Self.hour), source: .button,
          change: .added(care)))
      box.press(button, at: now, times: 2)
      #expect(records(box)[1].care.end == nil, "\(String(describing: box.model.shownNotice))")
      #expect(records(box)[2...].map(\.care.kind) == (button == .feed ? [.bottle] : []))
      if button == .feed {
        box.press(.menu, at: now + 60)
        #expect(records(box)[1].care.end != nil)
        #expect(records(box).last?.care.side == .right, "\(String(describing: box.model.shownNotice))")
      }
    }
  }

  @Test(
    "A sleep whose end was lost two weeks ago does not run after days without entries", arguments: [6, 1])
  func aLostEndBeforeAHoliday(daysAway: Int) {
    let now = 15 * 24 * Self.hour
    let spans = (0..<(14 - daysAway)).map { day in
      (begin: (day * 24 + 12) * Self.hour, end: day == 0 ? nil : (day * 24 + 13) * Self.hour)
    }
    var box = Self.box(.sleep, spans)
    #expect(asleepSince(box, at: now) == nil)
    box.press(.nap, at: now)
    #expect(records(box).count == spans.count + 1)
    #expect(asleepSince(box, at: now + 60) == MiasBox.instant(now))
  }

  /// The line that ended a sleep or a nursing three days ago is damaged, and others followed.
  @Test("A lost end swallows nothing")
  func aLostEndSwallowsNothing() {
    // At noon the box no longer asks about the morning.
    let now = 84 * Self.hour
    for (kind, button) in [(CareKind.sleep, Button.nap), (.nursing, .feed)] {
      let spans = [(10, nil), (20, 30), (40, 42), (70, 75)].map { (begin, end) in
        (begin: begin * Self.hour, end: end.map { $0 * Self.hour })
      }
      var box = Self.box(kind, spans)
      box.press(button, at: now)
      #expect(records(box).count == 5, "\(kind): \(String(describing: box.model.shownNotice))")
      box.press(button, at: now + 1_800)
      #expect(records(box).map(\.care.end)[4] == time(now + 1_800))
      #expect(records(box)[0].care.end == nil)
      let log = box.model.projection(of: MiasBox.mia)
      #expect(log.contradictory(clock: box.model.clockHistory, now: Instant(milliseconds: .max)).count == 1)
    }
  }

  @Test("A morning in the future hides no other")
  func aMorningInTheFutureHidesNoOther() {
    let box = Self.box(.wake, [(7 * Self.hour, nil), (20 * Self.hour, nil)])
    let day = box.model.day(of: box.model.projection(of: MiasBox.mia), at: MiasBox.moment(8 * Self.hour))
    #expect(day?.wakeReference == MiasBox.instant(7 * Self.hour))
  }

  @Test("Events of another box for a baby that is configured here later are known after the reload")
  func aBabyThatIsConfiguredLater() {
    var box = MiasBox()
    let max = BabyID(number: 2)
    let event = CareEvent(
      id: EventID(high: 2, low: 1), baby: max, moment: MiasBox.moment(60), source: .button,
      change: .added(Care(kind: .sleep, start: .wall(MiasBox.instant(60)))))
    box.handle(.received([ReceivedEvent(event: event, stamp: .coming)], clocks: ClockHistory()), at: 61)
    #expect(box.model.shownNotice == nil)
    var settings = box.model.care.settings
    settings.residents.append(
      BedsideSettings.Resident(id: max, name: "Max", baby: settings.residents[0].baby))
    box.handle(.settings(settings), at: 120)
    #expect(box.model.log(of: max)?.runningSleep?.id == event.id)
  }

  @Test("A clock that was set by hand to next year forgets no event when another box sends a line")
  func aMistypedYearForgetsNothing() {
    var box = Self.box(.sleep, [(Self.hour, 2 * Self.hour)])
    let next = Instant(milliseconds: MiasBox.instant(3 * Self.hour).milliseconds + 366 * 86_400_000)
    _ = box.model.handle(
      .clockReport, at: Moment(boot: MiasBox.moment(3 * Self.hour).boot, wall: next, trust: .hand))
    let event = CareEvent(
      id: EventID(high: 2, low: 1), baby: MiasBox.mia, moment: MiasBox.moment(0), source: .button,
      change: .added(Care(kind: .nappy, start: .wall(MiasBox.instant(Self.hour)))))
    box.handle(
      .received([ReceivedEvent(event: event, stamp: .coming)], clocks: ClockHistory()), at: 3 * Self.hour + 60
    )
    #expect(records(box).count == 2)
  }
}

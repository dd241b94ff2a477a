import Nursery

@testable import Bedside

/// Scenes of an ordinary day and night of a family, each computed by the day's own rules from the logged events. The
/// situations by which the screens are judged are scripts, in `Fixtures/situations`.
enum Situations {
  typealias Screen = GoldenScreens.Screen

  static let all: [Screen] = naps + awake + feeding + nights

  /// The last entries: the list, an edit, and the row at the end of the list.
  static let last: [Screen] = {
    let entries = [
      LastScene.Entry(
        kind: .nursing, start: SampleScenes.at(10, 5), end: SampleScenes.at(10, 17), side: .right),
      LastScene.Entry(kind: .sleep, start: SampleScenes.at(8, 40), end: SampleScenes.at(9, 40)),
      LastScene.Entry(
        kind: .bottle, start: SampleScenes.at(7, 30),
        amount: BottleAmount(milliliters: 120, usesOunces: false)),
    ]
    let older = [
      LastScene.Entry(kind: .sleep, start: SampleScenes.at(-5, 0), end: SampleScenes.at(6, 40)),
      LastScene.Entry(
        kind: .nursing, start: SampleScenes.at(-6, 20), end: SampleScenes.at(-6, 38), side: .both),
    ]
    return [
      ("read", nil, entries), ("yesterday", nil, entries.suffix(1) + older), ("entry", .entry, entries),
      ("start", .start, entries), ("done", .done, entries),
    ].map { name, field, entries in
      screen("last-" + name, 10, 50, Log(sleeps: [night, first], feeds: [breakfast, ten])) {
        $0.page = .today
        $0.last = LastScene(entries: entries, field: field)
      }
    }.map { Screen(name: String($0.name.dropFirst("situation-".count)), scene: $0.scene) }
  }()

  /// A day of a five-month-old as logged.
  private struct Log {
    var ageDays = 150
    var bedtime = 19 * 60
    var wokeAt: Instant? = SampleScenes.at(6, 40)
    var sleeps: [SleepSpan] = [nap(-5, 0, 6, 40)]
    var feeds: [FeedSpan] = []
    var plan = PlanSettings()
  }

  /// A sleep between two times of day. Negative hours are those of the evening before.
  private static func nap(_ hour: Int, _ minute: Int, _ endHour: Int, _ endMinute: Int) -> SleepSpan {
    SleepSpan(start: SampleScenes.at(hour, minute), end: SampleScenes.at(endHour, endMinute))
  }

  private static func running(_ hour: Int, _ minute: Int) -> SleepSpan {
    SleepSpan(start: SampleScenes.at(hour, minute), end: nil)
  }

  private static func nursed(_ side: NursingSide, _ hour: Int, _ minute: Int, for minutes: Int?) -> FeedSpan {
    let start = SampleScenes.at(hour, minute)
    return FeedSpan(isNursing: true, start: start, end: minutes.map { start.adding(minutes: $0) }, side: side)
  }

  private static func screen(
    _ name: String, _ hour: Int, _ minute: Int, _ log: Log, _ change: (inout Scene) -> Void = { _ in }
  ) -> Screen {
    let now = SampleScenes.at(hour, minute)
    let zone = SampleScenes.zone
    let day = snapshot(log, now: now, zone: zone)
    var planner = DayPlanner()
    let outlook = planner.outlook(
      day, settings: log.plan, style: nil, usualWakeUp: WallTime(minutesAfterMidnight: 400), now: now,
      zone: zone)
    var scene = Scene(page: .now, babyName: "Mia", day: day, outlook: outlook, now: now, zone: zone)
    let past = log.feeds.filter { $0.end != nil }
    scene.lastFeed = past.last
    scene.nextSide = log.feeds.last { $0.isNursing }.map { nursing in
      nursing.side == .left ? NursingSide.right : .left
    }
    scene.nursingSide = log.feeds.last { $0.end == nil }?.side
    scene.recent = RecentDay(sleeps: log.sleeps, feeds: log.feeds, now: now)
    change(&scene)
    return Screen(name: "situation-" + name, scene: scene)
  }

  private static func snapshot(_ log: Log, now: Instant, zone: ZoneWindow) -> DaySnapshot {
    let date = zone.civil(SampleScenes.at(0, 0)).date
    let baby = Baby(
      birthdate: date.adding(days: -log.ageDays), bedtime: WallTime(minutesAfterMidnight: log.bedtime))
    do {
      return try DayEngine.snapshot(
        baby: baby, feeds: log.feeds, sleeps: log.sleeps, wokeAt: log.wokeAt, now: now, zone: zone)
    } catch {
      preconditionFailure("the sample baby is born: \(error)")
    }
  }

  private static let night = nap(-5, 0, 6, 40)
  private static let breakfast = nursed(.left, 6, 50, for: 14)
  private static let ten = nursed(.right, 10, 5, for: 12)
  private static let first = nap(8, 40, 9, 40)

  // MARK: By day

  private static let naps = [
    screen("01-firstMorning", 6, 40, Log(wokeAt: nil, sleeps: [], feeds: [])),
    screen("02-napEarly", 8, 55, Log(sleeps: [night, running(8, 40)], feeds: [breakfast])),
    screen("03-napLate", 13, 30, Log(sleeps: [night, first, running(12, 5)], feeds: [breakfast, ten])),
    screen("04-napOver", 16, 30, Log(sleeps: [night, first, running(15, 20)], feeds: [breakfast, ten])),
    screen(
      "05-lateShortNap", 16, 32, Log(sleeps: [night, first, running(16, 30)], feeds: [breakfast, ten])),
  ]

  private static let awake = [
    screen("06-awakeEarly", 10, 50, Log(sleeps: [night, first], feeds: [breakfast, ten])),
    screen("07-awakeInWindow", 12, 2, Log(sleeps: [night, first], feeds: [breakfast, ten])),
    screen("08-awakeBeyond", 13, 10, Log(sleeps: [night, first], feeds: [breakfast, ten])),
    screen(
      "09-earlyBedtime", 16, 50,
      Log(
        sleeps: [night, first, nap(12, 5, 13, 20), nap(14, 40, 15, 20)],
        feeds: [breakfast, ten, nursed(.left, 15, 25, for: 12)])),
  ]

  private static let feeding = [
    screen(
      "10-feedingLeft", 10, 14,
      Log(sleeps: [night, first], feeds: [nursed(.right, 6, 50, for: 14), nursed(.left, 10, 5, for: nil)])),
    screen(
      "11-feedingBoth", 18, 40,
      Log(
        sleeps: [night, first, nap(12, 5, 13, 20)],
        feeds: [breakfast, ten, nursed(.left, 14, 0, for: 11), nursed(.both, 18, 31, for: nil)])),
  ]

  // MARK: At night

  private static let evening = nap(19, 5, 23, 10)
  private static let late = [breakfast, ten, nursed(.left, 18, 30, for: 15), nursed(.right, 23, 12, for: 14)]

  private static let nights = [
    screen("12-nightAsleep", 26, 40, Log(sleeps: [night, first, evening, running(23, 30)], feeds: late)),
    screen("13-nightWaking", 27, 10, Log(sleeps: [night, first, evening, nap(23, 30, 27, 6)], feeds: late)),
    screen(
      "14-nightFeeding", 27, 15,
      Log(
        sleeps: [night, first, evening, nap(23, 30, 27, 6)],
        feeds: late + [nursed(.left, 27, 11, for: nil)])),
  ]
}

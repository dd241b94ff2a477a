import Bedside
import Nursery

/// Scenes of one made-up February day of a five-month-old, one for each thing a page can show.
enum SampleScenes {
  /// UTC+1: wall times in the samples are an hour ahead of the instants.
  static let zone = ZoneWindow(name: "Europe/Prague", initialOffsetSeconds: 3600)
  private static let day = CivilDate(daysSinceEpoch: 20_495)  // 2026-02-11

  /// An instant of the day by its wall time. Hours from 24 on are those of the next day.
  static func at(_ hour: Int, _ minute: Int) -> Instant {
    zone.instant(day, WallTime(minutesAfterMidnight: 0)).adding(minutes: hour * 60 + minute)
  }

  private static func span(_ from: (Int, Int), _ to: (Int, Int)?, isNight: Bool = false)
    -> DaySnapshot.ClassifiedSleep
  {
    let span = SleepSpan(start: at(from.0, from.1), end: to.map { at($0.0, $0.1) })
    return DaySnapshot.ClassifiedSleep(span: span, isNight: isNight)
  }

  private static func range(_ from: (Int, Int), _ to: (Int, Int)) -> InstantRange {
    InstantRange(earliest: at(from.0, from.1), latest: at(to.0, to.1))
  }

  /// A snapshot with the sample day's bedtime 19:00 and cutoff 16:00.
  static func snapshot(
    _ state: DayState, feed: FeedState = .recentlyFed(minutesAgo: 125), naps: Int = 0,
    nextNap: InstantRange? = nil, sleeps: [DaySnapshot.ClassifiedSleep] = [], wake: Instant? = nil,
    expectedWake: Instant? = nil, dreamFeed: Instant? = nil
  ) -> DaySnapshot {
    let bracket = AgeTable.bracket(ageDays: 150)
    return DaySnapshot(
      state: state, feed: feed, bracket: bracket, ageDays: 150, day: day, completedNaps: naps,
      feedCount: 4, window: bracket.wakeWindows[min(naps, 3)], wakeReference: wake, bedtime: at(19, 0),
      napCutoff: at(16, 0), napWindow: nextNap, expectedWake: expectedWake, dreamFeedDue: dreamFeed,
      sleeps: sleeps, feeds: [], morning: at(6, 40))
  }

  /// A snapshot as the engine computes it, of a day that began at 06:40. Its feeds are made up.
  static func day(ageDays: Int, naps: [(Instant, Instant?)], now: Instant, zone: ZoneWindow) -> DaySnapshot {
    let baby = Baby(
      birthdate: day.adding(days: -ageDays), bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    let sleeps = naps.map { SleepSpan(start: $0, end: $1) }
    do {
      var snapshot = try DayEngine.snapshot(
        baby: baby, feeds: [], sleeps: sleeps, wokeAt: at(6, 40), now: now, zone: zone)
      snapshot.feed = .recentlyFed(minutesAgo: 125)
      snapshot.feedCount = 4
      return snapshot
    } catch {
      preconditionFailure("the sample baby is born: \(error)")
    }
  }

  private static func scene(
    _ hour: Int, _ minute: Int, _ snapshot: DaySnapshot, page: Page = .now
  ) -> Scene {
    var scene = Scene(page: page, babyName: "Mia", day: snapshot, now: at(hour, minute), zone: zone)
    scene.nextSide = .right
    scene.lastFeed = FeedSpan(
      isNursing: true, start: at(hour, minute - 125), end: at(hour, minute - 111), side: .left)
    scene.recent = RecentDay(
      sleeps: snapshot.sleeps.map { $0.span }, feeds: [scene.lastFeed].compactMap { $0 }, now: scene.now)
    return scene
  }

  private static let morningNap = span((9, 10), (9, 52))
  private static let noonNap = span((12, 50), (14, 5))
  private static let night = span((19, 5), nil, isNight: true)

  /// One scene of each day state, in the order in which the states are tested.
  static let states: [Scene] = [
    scene(6, 10, snapshot(.notStarted, feed: .noFeedsYet)),
    scene(
      24, 15,
      snapshot(
        .nightSleep(sleepMinutes: 310, expectedWake: at(30, 40)),
        feed: .approaching(
          minutesAgo: 165, interval: MinuteRange(180, 240)), naps: 2, sleeps: [morningNap, noonNap, night],
        expectedWake: at(30, 40))),
    scene(
      16, 12,
      snapshot(
        .sleepingMustEnd(sleepMinutes: 52, minutesPastCutoff: 12), naps: 1,
        sleeps: [morningNap, span((15, 20), nil)])),
    scene(
      15, 32,
      snapshot(
        .sleepingApproachingCutoff(sleepMinutes: 42, minutesUntilCutoff: 28),
        feed: .ready(minutesAgo: 185, interval: MinuteRange(180, 240)), naps: 1,
        sleeps: [morningNap, span((14, 50), nil)])),
    scene(
      13, 32,
      snapshot(
        .sleepingNoPressure(sleepMinutes: 42, minutesUntilCutoff: 148), naps: 1,
        sleeps: [morningNap, span((12, 50), nil)])),
    scene(
      18, 48,
      snapshot(
        .bedtimeWindow(minutesToBedtime: 12), feed: .feedingNow(startedMinutesAgo: 9), naps: 2,
        sleeps: [morningNap, noonNap], wake: at(14, 5))),
    scene(
      16, 35,
      snapshot(
        .napWindowClosed(awakeMinutes: 150, minutesToBedtime: 145), naps: 2, sleeps: [morningNap, noonNap],
        wake: at(14, 5))),
    scene(
      11, 17,
      snapshot(
        .awakeEarly(awakeMinutes: 85, window: MinuteRange(120, 165)), naps: 1,
        nextNap: range((11, 52), (12, 37)), sleeps: [morningNap], wake: at(9, 52))),
    scene(
      12, 2,
      snapshot(
        .awakeApproaching(awakeMinutes: 130, window: MinuteRange(120, 165)),
        feed: .approaching(minutesAgo: 150, interval: MinuteRange(180, 240)), naps: 1,
        nextNap: range((11, 52), (12, 37)), sleeps: [morningNap], wake: at(9, 52))),
    scene(
      13, 2,
      snapshot(
        .awakeBeyond(awakeMinutes: 190, window: MinuteRange(120, 165)), naps: 1,
        nextNap: range((11, 52), (12, 37)), sleeps: [morningNap], wake: at(9, 52))),
  ]

  /// The baby is asleep, well before the cutoff.
  static let asleep = states[4]
  /// The baby is awake, before the wake window.
  static let awake = states[7]
  /// The baby is asleep for the night.
  static let atNight = states[1]
  /// After the cutoff.
  static let closed = states[6]
  /// The baby nurses at bedtime.
  static let nursing = states[5]

  /// After the cutoff when the last nap ended so early that bedtime may come earlier.
  static let earlyBedtime = closed.with {
    $0.outlook.nextNap = nil
    $0.outlook.earlierBedtime = range((18, 30), (18, 45))
  }
}

extension Scene {
  /// This scene with a change. The outlook follows from the day.
  func with(_ change: (inout Scene) -> Void) -> Scene {
    var scene = self
    change(&scene)
    if scene.day != day { scene.outlook = Outlook(scene.day, plan: scene.plan, now: scene.now) }
    return scene
  }
}

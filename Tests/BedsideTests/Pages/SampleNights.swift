import Nursery

@testable import Bedside

/// Nights before the morning of the sample day, as read from a log.
enum SampleNights {
  /// The nights of the week up to 10 February, oldest first. Each lists its sleeps as minutes after 18:00; an empty
  /// one was not logged.
  static func review(
    _ nights: [[(Int, Int)]], alarm: WallTime? = WallTime(minutesAfterMidnight: 420),
    evening: CivilDate = CivilDate(daysSinceEpoch: 20_494), zone: ZoneWindow = SampleScenes.zone
  ) -> NightReview {
    var sleeps: [SourcedSleep] = []
    for (index, night) in nights.enumerated() {
      let date = evening.adding(days: index + 1 - nights.count)
      let six = zone.instant(date, WallTime(minutesAfterMidnight: 18 * 60))
      for (from, to) in night {
        let span = SleepSpan(start: six.adding(minutes: from), end: six.adding(minutes: to))
        sleeps.append(SourcedSleep(span: span, source: .button))
      }
    }
    let baby = Baby(birthdate: evening.adding(days: -150), bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    let noon = zone.instant(evening.adding(days: 1), WallTime(minutesAfterMidnight: 720))
    let log = NightLog(baby: baby, sleeps: sleeps, wakes: [], now: noon, zone: zone)
    return NightReview(evening: evening, store: log.nights(SleepAnalyzer.weekNights, alarm: alarm))
  }

  /// A night from 19:05 to 06:40 with wakes at 23:10 and 02:40.
  static let lastNight = [(65, 310), (335, 520), (560, 760)]

  /// Seven nights of different lengths, the fourth unknown.
  static let week: [[(Int, Int)]] = [
    [(60, 790)], [(70, 400), (430, 700)], [(55, 560)], [], [(65, 780)], [(90, 300), (330, 620)], lastNight,
  ]

  /// Bedtimes across the whole evening; the last night is short, late and interrupted.
  static let unruly: [[(Int, Int)]] = [
    [(40, 790)], [(200, 700)], [(30, 560)], [(250, 700)], [(45, 780)], [(240, 620)],
    [(180, 420), (500, 600)],
  ]

  /// The last Saturday of March 2026 in Prague: 02:00 is 03:00, so that 19:00 to 07:00 lasts eleven hours.
  static let springZone = ZoneWindow(
    name: "Europe/Prague", initialOffsetSeconds: 3600,
    transitions: [
      ZoneWindow.Transition(at: Instant(milliseconds: 1_774_746_000_000), offsetSeconds: 7200)
    ])
  static let springEvening = CivilDate(daysSinceEpoch: 20_540)

  /// A scene of the Night page with a review.
  static func scene(_ review: NightReview?, _ change: (inout Scene) -> Void = { _ in }) -> Scene {
    SampleScenes.awake.with {
      $0.page = .night
      $0.night = review
      change(&$0)
    }
  }
}

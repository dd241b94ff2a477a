/// A word to the parents at a time of the evening or the morning.
public enum NightCue: Hashable, Sendable {
  /// Six hours before the target bedtime: no more caffeine.
  case noMoreCaffeine
  /// One hour before it: wind down.
  case windDown
  /// The alarm of the morning.
  case alarm
}

/// A cue of one night: due from `at`, and worth nothing any more from `until` on.
public struct DueCue: Hashable, Sendable {
  /// What is said.
  public let cue: NightCue
  /// The evening of its night.
  public let evening: CivilDate
  /// When it becomes due.
  public let at: Instant
  /// When it has become pointless.
  public let until: Instant

  /// Minutes before the target bedtime.
  private static let caffeineLeadMinutes = 360
  private static let windDownLeadMinutes = 60
  /// How long after it an alarm still has something to say, in minutes.
  private static let alarmLastsMinutes = 120

  /// Every cue that can be due at an instant, or next.
  public static func cues(
    around now: Instant, bedtime: WallTime, dayStart: WallTime, alarm: WallTime?, zone: ZoneWindow
  ) -> [DueCue] {
    let today = zone.civil(now).date
    return (-1...1).flatMap {
      cues(of: today.adding(days: $0), bedtime: bedtime, dayStart: dayStart, alarm: alarm, zone: zone)
    }
  }

  /// The cues of an evening's night, in order of time. The leads are minutes that pass, and the bedtime and the
  /// alarm wall times, so the clocks may change between them.
  public static func cues(
    of evening: CivilDate, bedtime: WallTime, dayStart: WallTime, alarm: WallTime?, zone: ZoneWindow
  ) -> [DueCue] {
    let date = bedtime < dayStart ? evening.adding(days: 1) : evening
    let bed = zone.instant(date, bedtime)
    let windDown = bed.adding(minutes: -windDownLeadMinutes)
    let before = [
      DueCue(
        cue: .noMoreCaffeine, evening: evening, at: bed.adding(minutes: -caffeineLeadMinutes),
        until: windDown),
      DueCue(cue: .windDown, evening: evening, at: windDown, until: bed),
    ]
    guard let alarm else { return before }
    let at = zone.instant(alarm > bedtime ? date : date.adding(days: 1), alarm)
    return before + [
      DueCue(cue: .alarm, evening: evening, at: at, until: at.adding(minutes: alarmLastsMinutes))
    ]
  }
}

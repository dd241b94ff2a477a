/// A short message to the parents in the evening or the morning.
public enum NightCue: Hashable, Sendable {
  /// Six hours before the target bedtime: no more caffeine.
  case noMoreCaffeine
  /// One hour before the target bedtime: wind down.
  case windDown
  /// The morning's alarm.
  case alarm
}

/// A cue of one night, useful from `at` to `until`.
public struct DueCue: Hashable, Sendable {
  /// The message.
  public let cue: NightCue
  /// The evening of its night.
  public let evening: CivilDate
  /// When it becomes due.
  public let at: Instant
  /// When it becomes useless.
  public let until: Instant

  /// Minutes before the target bedtime.
  private static let caffeineLeadMinutes = 360
  private static let windDownLeadMinutes = 60
  /// How long an alarm is shown, in minutes.
  private static let alarmLastsMinutes = 120

  /// Every cue that is due at an instant or comes next.
  public static func cues(
    around now: Instant, bedtime: WallTime, dayStart: WallTime, alarm: WallTime?, zone: ZoneWindow
  ) -> [DueCue] {
    let today = zone.civil(now).date
    return (-1...1).flatMap {
      cues(of: today.adding(days: $0), bedtime: bedtime, dayStart: dayStart, alarm: alarm, zone: zone)
    }
  }

  /// The cues of an evening's night, in order of time. They come in elapsed minutes before the bedtime, while bedtime
  /// and alarm are wall times, so a change of the clocks may lie between.
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

/// Decides which cue is shown. A cue is shown for an hour and then not again for most of a day, both by the clock
/// that never jumps. So a wall clock that is set back repeats no cue, and one that is set ahead past a cue shows it
/// late, if it is still useful.
public struct CueSchedule: Hashable, Sendable {
  /// How long a cue is shown, in minutes.
  public static let standsMinutes = 60
  /// How long a cue is not repeated, in minutes: short enough for a day of 23 hours that follows a cue five hours
  /// late.
  public static let restsMinutes = 18 * 60

  /// A cue that is or was shown.
  private struct Showing: Hashable, Sendable {
    var cue: DueCue
    /// When it was first shown, in milliseconds of the boot clock.
    var sinceMilliseconds: Int

    var endMilliseconds: Int { sinceMilliseconds + CueSchedule.standsMinutes * 60_000 }
    var restEndMilliseconds: Int { sinceMilliseconds + CueSchedule.restsMinutes * 60_000 }
  }

  /// The last showing of each kind, newest last.
  private var showings: [Showing] = []

  /// A schedule that has shown nothing yet.
  public init() {}

  /// The cue to show at an instant, `milliseconds` on the boot clock: the latest of `cues` that is due; nil if there
  /// is none.
  public mutating func look(at now: Instant, milliseconds: Int, cues: [DueCue]) -> NightCue? {
    for cue in cues where cue.at <= now && now < cue.until && !rests(cue.cue, milliseconds) {
      showings.removeAll { $0.cue.cue == cue.cue }
      showings.append(Showing(cue: cue, sinceMilliseconds: milliseconds))
    }
    return standing(at: now, milliseconds: milliseconds)?.cue.cue
  }

  private func standing(at now: Instant, milliseconds: Int) -> Showing? {
    showings.last.flatMap { milliseconds < $0.endMilliseconds && now < $0.cue.until ? $0 : nil }
  }

  private func rests(_ cue: NightCue, _ milliseconds: Int) -> Bool {
    showings.contains { $0.cue.cue == cue && milliseconds < $0.restEndMilliseconds }
  }
}

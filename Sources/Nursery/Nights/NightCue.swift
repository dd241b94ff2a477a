/// A short message to the parents at a time of the evening or the morning.
public enum NightCue: Hashable, Sendable {
  /// Six hours before the target bedtime: no more caffeine.
  case noMoreCaffeine
  /// One hour before it: wind down.
  case windDown
  /// The alarm of the morning.
  case alarm
}

/// A cue of one night: due from `at`, and pointless from `until` on.
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
  /// How long an alarm is worth showing, in minutes.
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

/// Decides which cue is shown. A cue is shown for an hour and then not again for a good part of a day, both by the
/// clock that never jumps. So a wall clock that is set back does not repeat a cue, and one that is set ahead past it
/// shows it late, as long as it is still useful.
public struct CueSchedule: Hashable, Sendable {
  /// How long a cue is shown, in minutes.
  public static let standsMinutes = 60
  /// How long the same cue is not shown again, in minutes: short enough for a day of 23 hours after a day on which the
  /// cue came five hours late.
  public static let restsMinutes = 18 * 60

  /// A cue that is shown now, or was the last of its kind.
  private struct Showing: Hashable, Sendable {
    var cue: DueCue
    /// Since when, in milliseconds of the boot clock.
    var sinceMilliseconds: Int

    var endMilliseconds: Int { sinceMilliseconds + CueSchedule.standsMinutes * 60_000 }
    var restEndMilliseconds: Int { sinceMilliseconds + CueSchedule.restsMinutes * 60_000 }
  }

  /// The last showing of each kind, the latest at the end.
  private var showings: [Showing] = []

  /// Nothing was shown yet.
  public init() {}

  /// The cue to show at an instant, which is `milliseconds` of the boot clock: of `cues` the latest that is due.
  public mutating func look(at now: Instant, milliseconds: Int, cues: [DueCue]) -> NightCue? {
    for cue in cues where cue.at <= now && now < cue.until && !rests(cue.cue, milliseconds) {
      showings.removeAll { $0.cue.cue == cue.cue }
      showings.append(Showing(cue: cue, sinceMilliseconds: milliseconds))
    }
    return standing(at: now, milliseconds: milliseconds)?.cue.cue
  }

  /// When to look again, in milliseconds of the boot clock: when the present cue ends or the next one is due; nil:
  /// nothing is ahead. Valid until a clock is set.
  public func nextDeadline(at now: Instant, milliseconds: Int, cues: [DueCue]) -> Int? {
    let showing = standing(at: now, milliseconds: milliseconds)
    let instants = cues.map { $0.at }.filter { $0 > now } + [showing?.cue.until].compactMap { $0 }
    let nearest = instants.min().map { milliseconds + $0.milliseconds - now.milliseconds }
    return [nearest, showing?.endMilliseconds].compactMap { $0 }.min()
  }

  private func standing(at now: Instant, milliseconds: Int) -> Showing? {
    showings.last.flatMap { milliseconds < $0.endMilliseconds && now < $0.cue.until ? $0 : nil }
  }

  private func rests(_ cue: NightCue, _ milliseconds: Int) -> Bool {
    showings.contains { $0.cue.cue == cue && milliseconds < $0.restEndMilliseconds }
  }
}

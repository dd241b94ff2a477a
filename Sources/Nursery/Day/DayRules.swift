/// How the entries of a log make a day.
///
/// The day state is specified with `plain` rules. A box reads what tired people press, and has rules of its own:
/// * A sleep by day that was over within ten minutes was a slip or a try at settling. It is no nap, and being awake does not
///   begin with its end.
/// * A day begins with the first waking at or after `dayStart` that follows the night. A later one changes nothing, and an
///   earlier one is a waking of the night.
/// * A waking of the night that nothing ended is not the morning: no one knows when the day began.
/// * A waking long before the usual wake-up is the night's when the baby sleeps again within the hour.
public struct DayRules: Hashable, Sendable {
  /// A sleep by day that was over sooner is no nap, in minutes.
  public var shortestNapMinutes = 0
  /// Whether a waking of the night becomes the morning by itself, once the baby has been awake for longer than the first
  /// wake window.
  public var believesOpenWaking = true
  /// When the baby usually wakes up in the morning; nil where it is not known, or not asked.
  public var usualWakeUp: WallTime?

  /// As specified: every sleep counts.
  public static let plain = DayRules()

  /// The box's.
  public static func box(usualWakeUp: WallTime? = nil) -> DayRules {
    DayRules(
      shortestNapMinutes: leastNapMinutes, believesOpenWaking: false, usualWakeUp: usualWakeUp)
  }

  /// Rules of all their parts.
  public init(
    shortestNapMinutes: Int = 0, believesOpenWaking: Bool = true, usualWakeUp: WallTime? = nil
  ) {
    self.shortestNapMinutes = shortestNapMinutes
    self.believesOpenWaking = believesOpenWaking
    self.usualWakeUp = usualWakeUp
  }

  /// A sleep that was over sooner takes no nap of the day's plan, and teaches nothing; in minutes.
  static let leastNapMinutes = 10
  /// So long before the usual wake-up a waking may still be the night's, in minutes.
  static let earlyMinutes = 60
  /// A baby who sleeps again so soon has not begun its day, in minutes.
  static let sleepsAgainMinutes = 60

  /// Whether a sleep is over, and was too short to be a nap.
  func isTooShort(_ sleep: SleepSpan) -> Bool {
    guard let end = sleep.end else { return false }
    return sleep.start.minutes(until: end) < shortestNapMinutes
  }
}

/// Where instants stand in a baby's days: what the clock alone says.
struct DayPlace {
  let baby: Baby
  let zone: ZoneWindow

  /// The date whose day an instant belongs to: before `dayStart` it is still the day before.
  func date(of instant: Instant) -> CivilDate {
    let date = zone.civil(instant).date
    return instant < dayStart(of: date) ? date.adding(days: -1) : date
  }

  /// When waking begins to count as the morning of a date.
  func dayStart(of date: CivilDate) -> Instant { zone.instant(date, baby.dayStart) }

  /// The bedtime of a date's waking day.
  func bedtime(of date: CivilDate) -> Instant { instant(of: baby.bedtime(on: date), on: date) }

  /// From when on falling asleep is going to bed.
  func nightStart(of date: CivilDate) -> Instant {
    bedtime(of: date).adding(minutes: -DayInput.nightLeadMinutes)
  }

  /// A wall time within the waking day of a date, which lasts from `dayStart` to `dayStart`.
  func instant(of time: WallTime, on date: CivilDate) -> Instant {
    zone.instant(time < baby.dayStart ? date.adding(days: 1) : date, time)
  }

  /// Whether a sleep began between `dayStart` and going to bed.
  func isByDay(_ sleep: SleepSpan) -> Bool { sleep.start < nightStart(of: date(of: sleep.start)) }

  /// Those of the wakings that begin a day. Where the baby has fallen asleep or woken up since `dayStart`, the day had
  /// begun before.
  func mornings(among wakes: [Instant], sleeps: [SleepSpan]) -> [Instant] {
    var found: [Instant] = []
    for wake in wakes.sorted() {
      let dayStart = dayStart(of: zone.civil(wake).date)
      guard wake >= dayStart, found.last.map({ $0 < dayStart }) ?? true else { continue }
      let hasBegun = sleeps.contains { sleep in
        (sleep.start >= dayStart && sleep.start < wake)
          || (sleep.end.map { $0 >= dayStart && $0 <= wake } ?? false)
      }
      if !hasBegun { found.append(wake) }
    }
    return found
  }
}

/// How the entries of a log make a day.
///
/// The day state is specified with `plain` rules. A box reads what tired people press, and has rules of its own:
/// * Sleeps by day less than ten minutes apart are one sleep.
/// * A sleep by day that was over within ten minutes was a slip or a try at settling. It is no nap, and being awake does not
///   begin with its end, however many such follow each other. Within an hour of the night's last waking it may still be the
///   night's, and counts.
/// * A day begins with the first waking at or after `dayStart` that follows the night. A later one changes nothing, and an
///   earlier one is a waking of the night. A waking before 05:00, or long before the usual wake-up, gives way to a later one
///   that was stated.
/// * A waking of the night that nothing ended is not the morning: no one knows when the day began.
/// * A waking is the night's when the baby sleeps again within the hour, and before the usual wake-up.
/// * While a morning that no one logged is asked about, a feed does not begin the day: the answer does.
public struct DayRules: Hashable, Sendable {
  /// A sleep by day that was over sooner is no nap, in minutes.
  public var shortestNapMinutes = 0
  /// Whether a waking of the night becomes the morning by itself, once the baby has been awake for longer than the first
  /// wake window.
  public var believesOpenWaking = true
  /// When the baby usually wakes up in the morning; nil where it is not known, or not asked.
  public var usualWakeUp: WallTime?
  /// The time that the morning's question names; nil where it is not asked.
  public var askedMorning: WallTime?

  /// As specified: every sleep counts.
  public static let plain = DayRules()

  /// The box's.
  public static func box(usualWakeUp: WallTime? = nil, askedMorning: WallTime? = nil) -> DayRules {
    DayRules(
      shortestNapMinutes: leastNapMinutes, believesOpenWaking: false, usualWakeUp: usualWakeUp,
      askedMorning: askedMorning)
  }

  /// Rules of all their parts.
  public init(
    shortestNapMinutes: Int = 0, believesOpenWaking: Bool = true, usualWakeUp: WallTime? = nil,
    askedMorning: WallTime? = nil
  ) {
    self.shortestNapMinutes = shortestNapMinutes
    self.believesOpenWaking = believesOpenWaking
    self.usualWakeUp = usualWakeUp
    self.askedMorning = askedMorning
  }

  /// For how long after the usual wake-up the morning's question is asked, in minutes: until the first nap may be due, when a
  /// press of NAP means a nap.
  public static func askedMinutes(of baby: Baby, on date: CivilDate) -> Int {
    let ageDays = max(0, date.daysSinceEpoch - baby.birthdate.daysSinceEpoch)
    return max(90, AgeTable.bracket(ageDays: ageDays).wakeWindows[0].upper)
  }

  /// A sleep that was over sooner takes no nap of the day's plan, and teaches nothing; in minutes.
  static let leastNapMinutes = 10
  /// So long before the usual wake-up a waking may still be the night's, in minutes.
  public static let earlyMinutes = 60
  /// A baby who sleeps again so soon has not begun its day, in minutes.
  static let sleepsAgainMinutes = 60

  /// Whether a waking of a date is the morning, whatever is stated later.
  func isSurelyMorning(_ waking: Instant, of date: CivilDate, zone: ZoneWindow) -> Bool {
    waking >= earlyUntil(on: date, zone: zone)
  }

  /// Until when on a date a waking may still be the night's.
  func earlyUntil(on date: CivilDate, zone: ZoneWindow) -> Instant {
    let early = usualWakeUp.map { zone.instant(date, $0).adding(minutes: -Self.earlyMinutes) }
    return early ?? zone.instant(date, WallTime(minutesAfterMidnight: WakeWindow.firstWaking))
  }
}

extension SleepSpan {
  /// Whether sleeps in order of time hold one that runs, or that was slept for so long, stirring left out.
  static func holdNap(_ sleeps: [SleepSpan], leastMinutes: Int) -> Bool {
    var (minutes, last): (Int, Instant?) = (0, nil)
    for sleep in sleeps {
      guard let end = sleep.end else { return true }
      let isStir = last.map { $0.minutes(until: sleep.start) < NightSegments.leastWakeMinutes } ?? false
      minutes = (isStir ? minutes : 0) + sleep.start.minutes(until: end)
      if minutes >= leastMinutes { return true }
      last = end
    }
    return false
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

  /// Sleeps as naps and nights are made of them, and those that were too short to count. Both keep their order.
  func counted(_ sleeps: [SleepSpan], by rules: DayRules) -> (counted: [SleepSpan], short: [SleepSpan]) {
    guard rules.shortestNapMinutes > 0 else { return (sleeps, []) }
    var (counted, short): ([SleepSpan], [SleepSpan]) = ([], [])
    for stretch in stretchesByDay(sleeps) {
      let isNap = SleepSpan.holdNap(stretch, leastMinutes: rules.shortestNapMinutes)
      if isNap || !isByDay(stretch[0]) || mayBeNights(stretch[0], after: counted.last) {
        counted.append(SleepSpan(start: stretch[0].start, end: stretch[stretch.count - 1].end))
      } else {
        short += stretch
      }
    }
    return (counted, short)
  }

  /// Sleeps by day that are over and less than ten minutes apart, together; every other one by itself.
  private func stretchesByDay(_ sleeps: [SleepSpan]) -> [[SleepSpan]] {
    var stretches: [[SleepSpan]] = []
    for sleep in sleeps {
      if let last = stretches.last?.last, let end = last.end, sleep.end != nil, isByDay(last), isByDay(sleep),
        end.minutes(until: sleep.start) < WakeWindow.joinMinutes
      {
        stretches[stretches.count - 1].append(sleep)
      } else {
        stretches.append([sleep])
      }
    }
    return stretches
  }

  /// Whether a sleep follows the night's so soon that it may belong to it.
  private func mayBeNights(_ sleep: SleepSpan, after last: SleepSpan?) -> Bool {
    guard let last, let end = last.end, !isByDay(last) else { return false }
    return end.minutes(until: sleep.start) <= DayRules.sleepsAgainMinutes
  }

  /// Those of the wakings that begin a day. Where the baby has fallen asleep or woken up since `dayStart`, the day had
  /// begun before.
  func mornings(among wakes: [Instant], sleeps: [SleepSpan], by rules: DayRules) -> [Instant] {
    var found: [Instant] = []
    for wake in wakes.sorted() {
      let date = zone.civil(wake).date
      let dayStart = dayStart(of: date)
      func isMorning(_ waking: Instant) -> Bool {
        waking >= dayStart && waking <= wake && rules.isSurelyMorning(waking, of: date, zone: zone)
      }
      guard wake >= dayStart, found.last.map({ !isMorning($0) }) ?? true else { continue }
      let hasBegun = sleeps.contains { sleep in
        (sleep.start >= dayStart && sleep.start < wake) || (sleep.end.map(isMorning) ?? false)
      }
      guard !hasBegun else { continue }
      if let last = found.last, last >= dayStart { found.removeLast() }
      found.append(wake)
    }
    return found
  }
}

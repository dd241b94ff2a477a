/// How the entries of a log make up a day.
///
/// The specified day state has `plain` rules. The box reads presses of tired people, so it has rules of its own:
/// - Daytime sleeps less than ten minutes apart are one sleep.
/// - A daytime sleep of less than ten minutes was a slip or an attempt at settling. It is no nap, and time awake does
///   not restart at its end, even after several of them. Within an hour of the night's last waking it counts, since
///   it may belong to the night. A sleep of less than a minute never counts.
/// - A day begins with the first waking at or after `dayStart` that follows the night. A later waking changes
///   nothing, and an earlier one is a night waking. A waking before 05:00, or long before the usual wake-up, is
///   replaced by a stated later one.
/// - A night waking that nothing ended is not the morning. From an hour before the usual wake-up on, or half an hour soon
///   after a feed, the beginning of the day is unknown; a sleep before the usual wake-up is the night's. The same holds
///   if no night was logged.
/// - A waking from `dayStart` on belongs to the night if the baby sleeps again within two hours and before the usual
///   wake-up.
/// - A sleep that began within the hour before bedtime belongs to the night while it runs, since the panel offers an
///   earlier bedtime then.
/// - While the box asks when the morning began, a feed does not begin the day. The answer does.
public struct DayRules: Hashable, Sendable {
  /// A shorter daytime sleep is not a nap, in minutes.
  public var shortestNapMinutes = 0
  /// Whether a night waking becomes the morning by itself once the baby has been awake for longer than the first wake
  /// window.
  public var believesOpenWaking = true
  /// When the baby usually wakes up in the morning; nil if that is unknown or not used.
  public var usualWakeUp: WallTime?
  /// The time in the morning's question; nil if it is not asked.
  public var askedMorning: WallTime?
  /// A running sleep that began this many minutes before bedtime or later belongs to the night. If it ends before
  /// bedtime, it was a nap.
  public var earlyBedMinutes = DayRules.nightLeadMinutes

  /// The rules as specified: every sleep counts.
  public static let plain = DayRules()

  /// The rules of the box.
  public static func box(usualWakeUp: WallTime? = nil, askedMorning: WallTime? = nil) -> DayRules {
    DayRules(
      shortestNapMinutes: leastNapMinutes, believesOpenWaking: false, usualWakeUp: usualWakeUp,
      askedMorning: askedMorning, earlyBedMinutes: earliestBedMinutes)
  }

  /// Rules from all their parts.
  public init(
    shortestNapMinutes: Int = 0, believesOpenWaking: Bool = true, usualWakeUp: WallTime? = nil,
    askedMorning: WallTime? = nil, earlyBedMinutes: Int = DayRules.nightLeadMinutes
  ) {
    self.shortestNapMinutes = shortestNapMinutes
    self.believesOpenWaking = believesOpenWaking
    self.usualWakeUp = usualWakeUp
    self.askedMorning = askedMorning
    self.earlyBedMinutes = earlyBedMinutes
  }

  /// How long after the usual wake-up the box asks about the morning, in minutes: until the first nap may be due,
  /// since NAP then means a nap.
  public static func askedMinutes(of baby: Baby, on date: CivilDate) -> Int {
    max(90, baby.bracket(on: date).wakeWindows[0].lower)
  }

  /// A shorter sleep is no nap for the plan and for learning, in minutes.
  public static let leastNapMinutes = 10
  /// From this many minutes before bedtime on, a sleep belongs to the night whenever it ends.
  public static let nightLeadMinutes = 30
  /// From this many minutes before bedtime on, an earlier bedtime may be offered.
  public static let earliestBedMinutes = 60
  /// Up to this many minutes before the usual wake-up a waking may still belong to the night.
  public static let earlyMinutes = 60
  /// Soon after a feed, the same holds until this many minutes before the usual wake-up.
  public static let fedOpenMinutes = 30
  /// For how long after a feed the baby has rather been laid down again, in minutes.
  static let fedMinutes = 45
  /// A baby that sleeps again within this many minutes has not begun its day.
  static let sleepsAgainMinutes = 60
  /// After the day's start, a baby that sleeps again later than this, or after its usual wake-up, has begun its day, in
  /// minutes.
  static let longestWakingMinutes = 120

  /// Whether a waking is the morning of a date even if another is stated later.
  func isSurelyMorning(_ waking: Instant, of date: CivilDate, zone: ZoneWindow) -> Bool {
    waking >= earlyUntil(on: date, zone: zone)
  }

  /// The end of the time in which a waking of a date may belong to the night.
  func earlyUntil(on date: CivilDate, zone: ZoneWindow) -> Instant {
    let early = usualWakeUp.map { zone.instant(date, $0).adding(minutes: -Self.earlyMinutes) }
    return early ?? zone.instant(date, WallTime(minutesAfterMidnight: WakeWindow.firstWaking))
  }
}

extension SleepSpan {
  /// Whether it ended within a minute, so that it was no sleep.
  fileprivate var isSlip: Bool { end.map { $0.milliseconds - start.milliseconds < 60_000 } ?? false }

  /// Whether one of these sleeps runs, or some of them, joined over stirring, last at least `leastMinutes`. They must
  /// be in order of time.
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

/// Computes which of a baby's days an instant belongs to.
struct DayPlace {
  let baby: Baby
  let zone: ZoneWindow

  /// The date of the day that an instant belongs to; before `dayStart` that is the day before.
  func date(of instant: Instant) -> CivilDate {
    let date = zone.civil(instant).date
    return instant < dayStart(of: date) ? date.adding(days: -1) : date
  }

  /// When waking first counts as the morning of a date.
  func dayStart(of date: CivilDate) -> Instant { zone.instant(date, baby.dayStart) }

  /// The bedtime of a date's waking day.
  func bedtime(of date: CivilDate) -> Instant { instant(of: baby.bedtime(on: date), on: date) }

  /// The instant from which falling asleep counts as going to bed.
  func nightStart(of date: CivilDate) -> Instant {
    bedtime(of: date).adding(minutes: -DayRules.nightLeadMinutes)
  }

  /// A wall time within the waking day of a date, which lasts from `dayStart` to `dayStart`.
  func instant(of time: WallTime, on date: CivilDate) -> Instant {
    zone.instant(time < baby.dayStart ? date.adding(days: 1) : date, time)
  }

  /// Whether a sleep began by day: between `dayStart` and going to bed.
  func isByDay(_ sleep: SleepSpan) -> Bool { sleep.start < nightStart(of: date(of: sleep.start)) }

  /// Separates sleeps that count, joined to naps and nights, from those that were too short. Both keep their order.
  func counted(_ sleeps: [SleepSpan], by rules: DayRules) -> (counted: [SleepSpan], short: [SleepSpan]) {
    guard rules.shortestNapMinutes > 0 else { return (sleeps, []) }
    var (counted, short): ([SleepSpan], [SleepSpan]) = ([], [])
    for stretch in stretchesByDay(sleeps.filter { !$0.isSlip }) {
      let isNap = SleepSpan.holdNap(stretch, leastMinutes: rules.shortestNapMinutes)
      let mayBeNight = !isByDay(stretch[0]) || mayBeNights(stretch[0], after: counted.last)
      if isNap || mayBeNight {
        counted.append(SleepSpan(start: stretch[0].start, end: stretch[stretch.count - 1].end))
      } else {
        short += stretch
      }
    }
    return (counted, (short + sleeps.filter { $0.isSlip }).sorted { $0.start < $1.start })
  }

  /// Ended daytime sleeps less than ten minutes apart, grouped; every other sleep by itself.
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

  /// Whether a sleep follows a sleep of the night so soon that it may belong to the night.
  private func mayBeNights(_ sleep: SleepSpan, after last: SleepSpan?) -> Bool {
    guard let last, let end = last.end, !isByDay(last) else { return false }
    return end.minutes(until: sleep.start) <= DayRules.sleepsAgainMinutes
  }

  /// The wakings that begin a day. Once the baby has fallen asleep or woken up since `dayStart`, the day has begun.
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

/// One night: its sleep, its goal and its score.
public struct NightRecord: Hashable, Sendable {
  /// The source of a night's sleep.
  public enum Source: Hashable, Sendable {
    /// A button or the command line.
    case button
    /// The accelerometer, at least in part; the sleep is in the log.
    case motion
    /// The accelerometer alone; the sleep is in no log.
    case found
  }

  /// The calendar date of its evening.
  public var date: CivilDate
  /// The length of the sleep, in milliseconds; nil if unknown.
  public var asleepMilliseconds: Int?
  /// When each stretch of sleep began, as wall times, in order.
  public var bedtimes: [WallTime]
  /// The stretches of sleep in order; empty if only their sum is known.
  public var segments: [InstantRange]
  /// The number of stretches of sleep.
  public var segmentCount: Int
  /// How often the baby was awake between the first and the last stretch.
  public var wakings: Int
  /// How many of the wakings were for a feed at an age when that is usual. They cost no star.
  public var fedWakings: Int
  /// The goal for the sleep, in minutes.
  public var goalMinutes: Int
  /// When the baby should have gone to bed; nil if not set.
  public var targetBedtime: WallTime?
  /// The steps of the day before it, from outside the box; nil if unknown.
  public var steps: Int?
  /// A rating by a person, 1…5; nil if there is none. It stays when the night is scored again.
  public var rating: Int?
  /// The source of its sleep.
  public var source: Source
  /// Whether it began as a nap without a logged end. Its length is then unknown, and it has no stars.
  public var isForgottenNap = false
  /// Whether some of its stretches are estimates: the log does not say when the baby slept again after a waking.
  public var isEstimated = false
  /// Whether it has stars and a debt. It has none in the first two months, when no whole night is expected, and if
  /// the log began during it.
  public var isJudged = true
  /// The score by `SleepAnalyzer`; nil if nothing is known of the night, or only a forgotten nap.
  public var score: NightScore?

  /// A night whose sleep is unknown.
  public init(date: CivilDate, goal: NightGoal = NightGoal(), source: Source = .button) {
    self.date = date
    self.source = source
    bedtimes = []
    segments = []
    segmentCount = 0
    wakings = 0
    fedWakings = 0
    goalMinutes = goal.minutes
    targetBedtime = goal.bedtime
  }

  /// A night from its stretches of sleep, in order of time; unknown without any. Wakings for one of `feeds` cost no
  /// star.
  public init(
    date: CivilDate, segments: [InstantRange], feeds: [FeedSpan] = [], goal: NightGoal, source: Source,
    zone: ZoneWindow
  ) {
    self.init(date: date, goal: goal, source: source)
    guard !segments.isEmpty else { return }
    self.segments = segments
    segmentCount = segments.count
    wakings = segments.count - 1
    fedWakings =
      zip(segments, segments.dropFirst()).filter { sleep, next in
        feeds.contains { $0.start <= next.earliest && $0.end.map { $0 >= sleep.latest } ?? false }
      }.count
    bedtimes = segments.map { zone.civil($0.earliest).time }
    asleepMilliseconds = segments.reduce(0) { $0 + $1.milliseconds }
  }

  /// Whether anything is known of its sleep.
  public var hasData: Bool { asleepMilliseconds != nil }

  /// Whole minutes slept; nil if unknown.
  public var asleepMinutes: Int? { asleepMilliseconds.map { $0 / 60_000 } }

  /// The stars to show: a person's rating, else the computed ones; nil if there are neither.
  public var shownStars: Int? { rating ?? score?.stars }

  /// How much sleep is missing from the goal, in milliseconds; 0 if nothing is known of the night or it is not judged.
  public var debtMilliseconds: Int {
    guard isJudged, let asleepMilliseconds else { return 0 }
    return max(0, goalMinutes * 60_000 - asleepMilliseconds)
  }
}

extension InstantRange {
  /// How long it lasts, in milliseconds; never negative.
  public var milliseconds: Int { max(0, latest.milliseconds - earliest.milliseconds) }
}

/// The time of one night, from one local noon to the next, named by its evening. It lasts 23 or 25 hours when the
/// clocks change.
public struct NightWindow: Hashable, Sendable {
  /// The calendar date of its evening.
  public let evening: CivilDate
  /// Noon of the evening's date.
  public let start: Instant
  /// Noon of the following date, which belongs to the next night.
  public let end: Instant

  private static let noon = WallTime(minutesAfterMidnight: 720)

  /// The night of an evening in a zone.
  public init(evening: CivilDate, zone: ZoneWindow) {
    self.evening = evening
    start = zone.instant(evening, NightWindow.noon)
    end = zone.instant(evening.adding(days: 1), NightWindow.noon)
  }

  /// The night that an instant belongs to.
  public init(containing instant: Instant, zone: ZoneWindow) {
    let (date, time) = zone.civil(instant)
    let night = NightWindow(
      evening: time < NightWindow.noon ? date.adding(days: -1) : date, zone: zone)
    // A zone that moved across the date line skipped a date and its evening.
    self = instant < night.start ? NightWindow(evening: night.evening.adding(days: -1), zone: zone) : night
  }
}

/// The goal for a night's sleep: from bedtime to alarm as wall times, so that a change of the clocks does not change
/// the goal. Without an alarm it is the usual sleep at the age.
public struct NightGoal: Hashable, Sendable {
  /// The goal if bedtime or alarm is not set and the age is unknown, in minutes.
  public static let defaultMinutes = 480

  /// When to go to bed; nil if not set. Midnight is a valid time.
  public var bedtime: WallTime?
  /// When to get up; nil if not set.
  public var alarm: WallTime?
  /// The length of a night at the age, in minutes; nil if unknown.
  public var usualMinutes: Int?

  /// The goal from a bedtime and an alarm, or from an age.
  public init(bedtime: WallTime? = nil, alarm: WallTime? = nil, usualMinutes: Int? = nil) {
    (self.bedtime, self.alarm, self.usualMinutes) = (bedtime, alarm, usualMinutes)
  }

  /// The goal in minutes, 1…1440. An alarm at bedtime is the next day's.
  public var minutes: Int {
    guard let bedtime, let alarm else { return usualMinutes ?? NightGoal.defaultMinutes }
    let span = (alarm.minutesAfterMidnight - bedtime.minutesAfterMidnight + 1440) % 1440
    return span == 0 ? 1440 : span
  }
}
